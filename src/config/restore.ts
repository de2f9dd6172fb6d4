import { ConfigError } from '../errors.js';
import { canonical, isMapping } from '../json.js';
import { parseYaml, valueAt, type LocatedYaml, type Path, type WrittenValue } from './positions.js';

/** Lines of a file, and the lines that restore the base's value. */
export interface Restored {
  /** Line of the file, from 1. */
  firstLine: number;
  head: readonly string[];
  /** The lines that put the base's value in their place; undefined where a line cannot say it. */
  base?: readonly string[];
}

/** A configuration with its positions. */
export interface LocatedFile {
  path: string;
  text: string;
  yaml: LocatedYaml;
}

/**
 * Returns the line of a value, and the line with the base's value; `old: null` for a new key.
 * Returns undefined if the file has another value there, or other values on the same line.
 */
export function restoredValue(
  file: LocatedFile,
  path: Path,
  { old, current }: { old: unknown; current: unknown },
): Restored | undefined {
  const valuePlace = file.yaml.writtenAt(path);
  if (!valuePlace?.isAlone || !isSame(valueAt(file.yaml.value, path), current)) return undefined;
  const { line: first, column, length } = valuePlace;
  const line = linesOf(file.text)[first - 1] ?? '';
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
    isSame(valueWith(file, { firstLine: first, head, base: lines }), expectedRoot),
  );
  return { firstLine: first, head, base };
}

/**
 * Returns changed lines of a text in a literal block (`|`), or the line that holds the whole text.
 * `line` counts from 1 in the text.
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
  const changeStart = change.line - 1;
  const textLines = linesOf(value);
  if (!isSame(textLines.slice(changeStart, changeStart + change.head.length), change.head))
    return undefined;
  const before = textLines.toSpliced(changeStart, change.head.length, ...change.base).join('\n');
  // Without a line in the base, there is no such key either.
  const old = before.trim() === '' ? null : before;
  if (valuePlace.style !== 'BLOCK_LITERAL')
    return restoredValue(file, path, { old, current: value });
  const fileLines = linesOf(file.text);
  const filled = textLines.findIndex((line) => line.trim() !== '');
  const raw = fileLines[valuePlace.line + filled] ?? '';
  const indent = raw.slice(0, raw.length - (textLines[filled]?.length ?? 0));
  const first = valuePlace.line + change.line;
  const restored: Restored = {
    firstLine: first,
    head: fileLines.slice(first - 1, first - 1 + change.head.length),
    base: change.base.map((line) => (line === '' ? '' : indent + line)),
  };
  const expectedRoot = replaceValue(file.yaml.value, path, before);
  if (old === null || !isSame(valueWith(file, restored), expectedRoot)) restored.base = undefined;
  return restored;
}

/** Returns the line of a number that a text is filled with. */
function restoredNumber(
  file: LocatedFile,
  path: Path,
  { value, head, base }: { value: number; head: readonly string[]; base: readonly string[] },
): Restored | undefined {
  if (String(value) !== head.join('\n')) return undefined;
  const before = base.join('\n');
  const old = String(Number(before)) === before ? Number(before) : before;
  return restoredValue(file, path, { old, current: value });
}

const linesOf = (text: string): string[] => text.split(/\r?\n/);

function isSame(a: unknown, b: unknown): boolean {
  return canonical(a ?? null) === canonical(b ?? null);
}

/** Returns ways to write a value in YAML, first in the style of the one that it replaces. */
function spellingsOf(value: unknown, { style }: WrittenValue): string[] {
  const quotes = { QUOTE_DOUBLE: '"', QUOTE_SINGLE: "'" };
  const quote = style === 'QUOTE_DOUBLE' || style === 'QUOTE_SINGLE' ? quotes[style] : '';
  return [`${quote}${String(value)}${quote}`, JSON.stringify(value)];
}

/** Parses the file with the base's lines; undefined if that is no YAML. */
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
