import { DataError } from '../errors.js';
import { jsonIn, MAX_DEPTH, quoted, tooDeepAt } from '../json.js';

/**
 * Parses JSON.
 *
 * @param name file that the text stands in
 * @param line line of the file that the text starts at, from 1
 * @throws DataError with file, line and column
 */
export function parseJson(text: string, name: string, line = 1): unknown {
  const where = (offset: number) => {
    const before = text.slice(0, offset).split('\n');
    return `${name}:${line + before.length - 1}:${before.at(-1)!.length + 1}`;
  };
  const value = jsonIn(text);
  if (value !== undefined) return value;
  const deep = tooDeepAt(text);
  if (deep !== undefined) {
    throw new DataError(`The JSON is nested deeper than ${MAX_DEPTH} levels.`, {
      where: where(deep),
      remedy: 'Write lists and objects with fewer levels, or take out what no test reads.',
    });
  }
  const error = scanJson(text).error ?? text.length;
  const rest = text.slice(error, error + 30);
  throw new DataError(rest === '' ? 'The JSON ends too early.' : `This is not valid JSON: ${quoted(rest)}.`, {
    where: where(error),
    remedy: 'Correct the syntax: double quotes, no comma after the last entry, no comments.',
  });
}

/** Places that `JSON.parse` does not report, as offsets in characters from 0. */
interface JsonScan {
  /** Start of every element of the outermost array. */
  rows: number[];
  /** Where the text stops being JSON; absent for valid JSON. */
  error?: number;
}

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
// Unrolled: an alternation under a star would need a stack as deep as the string is long.
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;

/** Tokens allowed in each state: brackets, `,` and `:` stand for themselves, `s` for a string, `v` for any other scalar. */
const NEXT = {
  value: '[{sv',
  firstValue: '[{sv]',
  key: 's',
  firstKey: 's}',
  colon: ':',
  afterValue: ',]',
  afterMember: ',}',
  end: '',
};
type State = keyof typeof NEXT;

/**
 * Scans a JSON text (RFC 8259); finds an error exactly where `JSON.parse` throws. `jsonc-parser` takes twice as long, and its stack
 * overflows at a depth of 10,000.
 */
export function scanJson(text: string): JsonScan {
  const rows: number[] = [];
  const open: string[] = [];
  let state: State = 'value';
  let at = 0;
  for (;;) {
    at = matchEnd(SPACE, text, at) ?? at;
    if (at === text.length) return state === 'end' ? { rows } : { rows, error: at };

    const [token, end] = readToken(text, at);
    if (token === '' || !NEXT[state].includes(token)) return { rows, error: at };
    if (open.length === 1 && open[0] === '[' && !',]'.includes(token)) rows.push(at);
    state = step(state, token, open);
    at = end;
  }
}

/** The state after a token. Updates the list of open brackets. */
function step(state: State, token: string, open: string[]): State {
  if (token === '[' || token === '{') {
    open.push(token);
    return token === '[' ? 'firstValue' : 'firstKey';
  }
  if (token === ',') return open.at(-1) === '[' ? 'value' : 'key';
  if (token === ':') return 'value';
  if (state === 'key' || (state === 'firstKey' && token === 's')) return 'colon';
  if (token === ']' || token === '}') open.pop();
  if (open.length === 0) return 'end';
  return open.at(-1) === '[' ? 'afterValue' : 'afterMember';
}

/** The kind of the token at an offset ('' if there is none), and the offset behind it. */
function readToken(text: string, at: number): [token: string, end: number] {
  const character = text.charAt(at);
  if ('[]{},:'.includes(character)) return [character, at + 1];
  const end = matchEnd(character === '"' ? STRING : SCALAR, text, at);
  return end === undefined ? ['', at] : [character === '"' ? 's' : 'v', end];
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Offset of the value at a path of a valid JSON text, or of its nearest parent if the path leads nowhere. */
export function offsetIn(text: string, path: readonly (string | number)[]): number {
  const open: { index?: number; key?: string | undefined }[] = [];
  let [at, found, depth] = [0, 0, -1];
  let isKey = false;
  for (;;) {
    at = matchEnd(SPACE, text, at) ?? at;
    const [token, end] = readToken(text, at);
    if (token === '') return found;
    const inner = open.at(-1);
    if (isKey && token === 's' && inner) {
      inner.key = JSON.parse(text.slice(at, end)) as string;
      isKey = false;
    } else if ('[{sv'.includes(token)) {
      const isThere = open.length <= path.length && open.every(({ index, key }, i) => (index ?? key) === path[i]);
      if (isThere && open.length > depth) [found, depth] = [at, open.length];
      if (depth === path.length) return found;
      if (token === '[') open.push({ index: 0 });
      if (token === '{') open.push({ key: undefined });
      isKey = token === '{';
    } else if (token === ',' && inner) {
      if (inner.index === undefined) isKey = true;
      else inner.index += 1;
    } else if (token === ']' || token === '}') {
      open.pop();
      isKey = false;
    }
    at = end;
  }
}
