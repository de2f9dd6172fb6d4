import { ConfigError } from '../errors.ts';
import { isMapping } from '../json.ts';
import { isSame } from './changed-values.ts';
import { parseYaml, valueAt, type LocatedYaml, type Path, type WrittenValue } from './positions.ts';

/** Lines of the head's file, and the lines that restore the base's value. */
export interface Restored {
  /** Number of the first line, from 1. */
  firstLine: number;
  head: readonly string[];
  /** Lines with the base's value; undefined if no such lines restore the base's value. */
  base?: readonly string[];
}

/** A configuration with its positions. */
export interface LocatedFile {
  path: string;
  text: string;
  yaml: LocatedYaml;
}

/**
 * Returns the line of a value, and the line with the base's value. `old` is null for a key that the
 * base does not have. Returns undefined if the file has another value than `current` at the path,
 * or other values on the same line.
 */
export function restoredValue(
  file: LocatedFile,
  path: Path,
  { old, current }: { old: unknown; current: unknown },
): Restored | undefined {
  const valuePlace = file.yaml.writtenAt(path);
  if (!valuePlace?.isAlone || !isSame(valueAt(file.yaml.value, path), current)) return undefined;
  const { line: firstLine, column, length } = valuePlace;
  const line = linesOf(file.text)[firstLine - 1] ?? '';
  const end = column + length;
  if (end > line.length) return undefined;
  const candidates =
    old === null
      ? [[]]
      : spellingsOf(old, valuePlace).map((text) => [
          line.slice(0, column) + text + line.slice(end),
        ]);
  const head = [line];
  const expectedRoot = replaceValue(file.yaml.value, path, old);
  const base = candidates.find((lines) =>
    isSame(valueWith(file, { firstLine, head, base: lines }), expectedRoot),
  );
  return { firstLine, head, base };
}

/** Changed lines of a text. `line` is the number of the first one in the text, from 1. */
interface LineChange {
  line: number;
  head: readonly string[];
  base: readonly string[];
}

/**
 * Returns the changed lines of a value, and the lines that restore them. In a literal block (`|`),
 * each line of the text is a line of the file; in any other style, one line holds the whole value.
 */
export function restoredLines(
  file: LocatedFile,
  path: Path,
  change: LineChange,
): Restored | undefined {
  const valuePlace = file.yaml.writtenAt(path);
  const value = valueAt(file.yaml.value, path);
  if (!valuePlace || !isScalarValue(value)) return undefined;
  const baseText = withBaseLines(String(value), change);
  if (baseText === undefined) return undefined;
  return valuePlace.style === 'BLOCK_LITERAL'
    ? restoredBlock(file, path, { change, valuePlace, text: String(value), baseText })
    : restoredScalar(file, path, { value, baseText });
}

type ScalarValue = string | number | boolean;

function isScalarValue(value: unknown): value is ScalarValue {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Returns the text with the base's lines; undefined if it does not have the head's lines. */
function withBaseLines(text: string, { line, head, base }: LineChange): string | undefined {
  const lines = linesOf(text);
  const firstIndex = line - 1;
  if (!isSame(lines.slice(firstIndex, firstIndex + head.length), head)) return undefined;
  return lines.toSpliced(firstIndex, head.length, ...base).join('\n');
}

/** Returns the line that holds a whole value, and the line with the base's value. */
function restoredScalar(
  file: LocatedFile,
  path: Path,
  { value, baseText }: { value: ScalarValue; baseText: string },
): Restored | undefined {
  // A base without any text does not have the key.
  if (baseText.trim() === '') return restoredValue(file, path, { old: null, current: value });
  const old = typeof value === 'string' ? baseText : scalarIn(baseText);
  return restoredValue(file, path, { old, current: value });
}

/** Returns the number or the boolean that a text is the usual form of, else the text. */
function scalarIn(text: string): ScalarValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return String(Number(text)) === text ? Number(text) : text;
}

interface ChangedBlock {
  change: LineChange;
  valuePlace: WrittenValue;
  text: string;
  baseText: string;
}

/** Returns the changed lines of a literal block, and these lines of the base. */
function restoredBlock(
  file: LocatedFile,
  path: Path,
  { change, valuePlace, text, baseText }: ChangedBlock,
): Restored {
  // The line of the value is that of its `|`; the text begins on the next line.
  const fileLines = linesOf(file.text);
  const firstLine = valuePlace.line + change.line;
  const head = fileLines.slice(firstLine - 1, firstLine - 1 + change.head.length);
  const textLines = linesOf(text);
  const filledIndex = textLines.findIndex((line) => line.trim() !== '');
  const filledLine = fileLines[valuePlace.line + filledIndex] ?? '';
  const indent = filledLine.slice(0, filledLine.length - (textLines[filledIndex]?.length ?? 0));
  const base = change.base.map((line) => (line === '' ? '' : indent + line));
  const expectedRoot = replaceValue(file.yaml.value, path, baseText);
  // A block without text is an empty prompt, but a base without text does not have the key.
  const isRestored =
    baseText.trim() !== '' && isSame(valueWith(file, { firstLine, head, base }), expectedRoot);
  return { firstLine, head, base: isRestored ? base : undefined };
}

const linesOf = (text: string): string[] => text.split(/\r?\n/);

/** Returns ways to write a value in YAML; the first has the style of the value that it replaces. */
function spellingsOf(value: unknown, { style }: WrittenValue): string[] {
  const quotes = { QUOTE_DOUBLE: '"', QUOTE_SINGLE: "'" };
  const quote = style === 'QUOTE_DOUBLE' || style === 'QUOTE_SINGLE' ? quotes[style] : '';
  return [`${quote}${String(value)}${quote}`, JSON.stringify(value)];
}

/** Parses the file with the base's lines in place of the head's; undefined if it is not YAML. */
function valueWith({ path, text }: LocatedFile, { firstLine, head, base = [] }: Restored): unknown {
  const lines = linesOf(text).toSpliced(firstLine - 1, head.length, ...base);
  try {
    return parseYaml(lines.join('\n'), path).value;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

function replaceValue(value: unknown, path: Path, replacement: unknown): unknown {
  const copy = structuredClone(value);
  const parent = valueAt(copy, path.slice(0, -1));
  const key = path.at(-1);
  if (!isMapping(parent) || key === undefined) return copy;
  // JSON leaves out a key without a value.
  parent[key] = replacement ?? undefined;
  return copy;
}
