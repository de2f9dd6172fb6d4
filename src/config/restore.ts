import { ConfigError } from '../errors.ts';
import { canonical, isMapping } from '../json.ts';
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

/**
 * Returns the changed lines of a text, and the lines that restore them. In a literal block (`|`),
 * each line of the text is a line of the file; in any other style, one line holds the whole text.
 * `change.line` counts from 1 in the text.
 */
export function restoredLines(
  file: LocatedFile,
  path: Path,
  change: { line: number; head: readonly string[]; base: readonly string[] },
): Restored | undefined {
  const valuePlace = file.yaml.writtenAt(path);
  const value = valueAt(file.yaml.value, path);
  if (!valuePlace) return undefined;
  if (typeof value === 'number') return restoredNumber(file, path, { ...change, value });
  if (typeof value !== 'string') return undefined;
  const textLines = linesOf(value);
  const firstChanged = change.line - 1;
  const changedLines = textLines.slice(firstChanged, firstChanged + change.head.length);
  if (!isSame(changedLines, change.head)) return undefined;
  const oldText = textLines.toSpliced(firstChanged, change.head.length, ...change.base).join('\n');
  // A base without any text does not have the key.
  const old = oldText.trim() === '' ? null : oldText;
  if (valuePlace.style !== 'BLOCK_LITERAL')
    return restoredValue(file, path, { old, current: value });

  // The line of a literal block's value is that of its `|`; the text begins on the next line.
  const fileLines = linesOf(file.text);
  const firstLine = valuePlace.line + change.line;
  const head = fileLines.slice(firstLine - 1, firstLine - 1 + change.head.length);
  const filledIndex = textLines.findIndex((line) => line.trim() !== '');
  const filledLine = fileLines[valuePlace.line + filledIndex] ?? '';
  const indent = filledLine.slice(0, filledLine.length - (textLines[filledIndex]?.length ?? 0));
  const base = change.base.map((line) => (line === '' ? '' : indent + line));
  const expectedRoot = replaceValue(file.yaml.value, path, oldText);
  const isRestored =
    old !== null && isSame(valueWith(file, { firstLine, head, base }), expectedRoot);
  return { firstLine, head, base: isRestored ? base : undefined };
}

/** Returns the line of a variable whose value is a number, and the line with the base's value. */
function restoredNumber(
  file: LocatedFile,
  path: Path,
  { value, head, base }: { value: number; head: readonly string[]; base: readonly string[] },
): Restored | undefined {
  if (String(value) !== head.join('\n')) return undefined;
  const oldText = base.join('\n');
  const oldNumber = Number(oldText);
  const old = String(oldNumber) === oldText ? oldNumber : oldText;
  return restoredValue(file, path, { old, current: value });
}

const linesOf = (text: string): string[] => text.split(/\r?\n/);

function isSame(a: unknown, b: unknown): boolean {
  return canonical(a ?? null) === canonical(b ?? null);
}

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
