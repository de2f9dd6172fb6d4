import { ConfigError } from '../errors.js';
import { canonical, isMapping } from '../json.js';
import { parseYaml, valueAt, type LocatedYaml, type Path, type WrittenValue } from './positions.js';

/** Lines of a file, as they are and as they were. */
export interface Restored {
  /** Line of the file, from 1. */
  first: number;
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
 * Returns the line of a value and how it was; `old: null` for a key that is new. Undefined where
 * the value is another one, or has no line of its own.
 */
export function restoredValue(
  file: LocatedFile,
  path: Path,
  { old, now }: { old: unknown; now: unknown },
): Restored | undefined {
  const written = file.yaml.written(path);
  if (!written?.isAlone || !isSame(valueAt(file.yaml.value, path), now)) return undefined;
  const { line: first, column, length } = written;
  const line = linesOf(file.text)[first - 1] ?? '';
  const after = column + length;
  if (after > line.length) return undefined;
  const candidates =
    old === null
      ? [[]]
      : spellingsOf(old, written).map((text) => [line.slice(0, column) + text + line.slice(after)]);
  const head = [line];
  const wanted = withValue(file.yaml.value, path, old);
  const base = candidates.find((one) =>
    isSame(valueWith(file, { first, head, base: one }), wanted),
  );
  return { first, head, base };
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
  const written = file.yaml.written(path);
  const value = valueAt(file.yaml.value, path);
  if (!written) return undefined;
  if (typeof value === 'number') return restoredNumber(file, path, { ...change, value });
  if (typeof value !== 'string') return undefined;
  const at = change.line - 1;
  const inText = linesOf(value);
  if (!isSame(inText.slice(at, at + change.head.length), change.head)) return undefined;
  const before = inText.toSpliced(at, change.head.length, ...change.base).join('\n');
  // Without a line in the base, there is no such key either.
  const old = before.trim() === '' ? null : before;
  if (written.style !== 'BLOCK_LITERAL') return restoredValue(file, path, { old, now: value });
  const whole = linesOf(file.text);
  const filled = inText.findIndex((one) => one.trim() !== '');
  const raw = whole[written.line + filled] ?? '';
  const indent = raw.slice(0, raw.length - (inText[filled]?.length ?? 0));
  const first = written.line + change.line;
  const restored: Restored = {
    first,
    head: whole.slice(first - 1, first - 1 + change.head.length),
    base: change.base.map((one) => (one === '' ? '' : indent + one)),
  };
  const wanted = withValue(file.yaml.value, path, before);
  if (old === null || !isSame(valueWith(file, restored), wanted)) restored.base = undefined;
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
  return restoredValue(file, path, { old, now: value });
}

const linesOf = (text: string): string[] => text.split(/\r?\n/);

function isSame(one: unknown, other: unknown): boolean {
  return canonical(one ?? null) === canonical(other ?? null);
}

/** Returns ways to write a value in YAML, first in the style of the one that it replaces. */
function spellingsOf(value: unknown, { style }: WrittenValue): string[] {
  const quotes = { QUOTE_DOUBLE: '"', QUOTE_SINGLE: "'" };
  const quote = style === 'QUOTE_DOUBLE' || style === 'QUOTE_SINGLE' ? quotes[style] : '';
  return [`${quote}${String(value)}${quote}`, JSON.stringify(value)];
}

/** Parses the file with the base's lines; undefined if that is no YAML. */
function valueWith({ path, text }: LocatedFile, { first, head, base = [] }: Restored): unknown {
  const lines = linesOf(text).toSpliced(first - 1, head.length, ...base);
  try {
    return parseYaml(lines.join('\n'), path).value;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

function withValue(value: unknown, path: Path, wanted: unknown): unknown {
  const copy = structuredClone(value);
  const parent = valueAt(copy, path.slice(0, -1));
  const key = path.at(-1);
  if (!isMapping(parent) || key === undefined) return copy;
  // JSON leaves out a key without a value.
  parent[key] = wanted ?? undefined;
  return copy;
}
