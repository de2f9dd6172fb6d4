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

type Path = readonly (string | number)[];

/**
 * Walks over the values of a JSON text (RFC 8259), each with its offset and path, until `visit` returns true. Returns the offset of a
 * syntax error, exactly where `JSON.parse` throws. `jsonc-parser` takes twice as long, and its stack overflows at a depth of 10,000.
 */
function walk(text: string, visit: (at: number, path: Path) => boolean): number | undefined {
  const path: (string | number)[] = [];
  let state: keyof typeof NEXT = 'value';
  let at = 0;
  for (;;) {
    at = matchEnd(SPACE, text, at) ?? at;
    if (at === text.length) return state === 'end' ? undefined : at;
    const sign = text.charAt(at);
    const isSign = '[]{},:'.includes(sign);
    const end = isSign ? at + 1 : matchEnd(sign === '"' ? STRING : SCALAR, text, at);
    const token = isSign ? sign : sign === '"' ? 's' : 'v';
    if (end === undefined || !NEXT[state].includes(token)) return at;

    const isKey = state === 'key' || (state === 'firstKey' && token === 's');
    if (!isKey && '[{sv'.includes(token) && visit(at, path)) return undefined;
    const last = path.length - 1;
    if (isKey) {
      path[last] = JSON.parse(text.slice(at, end)) as string;
      state = 'colon';
    } else if (token === '[') {
      path.push(0);
      state = 'firstValue';
    } else if (token === '{') {
      path.push('');
      state = 'firstKey';
    } else if (token === ':') {
      state = 'value';
    } else if (token === ',') {
      const index = path[last];
      if (typeof index === 'number') path[last] = index + 1;
      state = typeof index === 'number' ? 'value' : 'key';
    } else {
      if (token === ']' || token === '}') path.pop();
      const inner = path.at(-1);
      state = inner === undefined ? 'end' : typeof inner === 'number' ? 'afterValue' : 'afterMember';
    }
    at = end;
  }
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Finds the start of every element of the outermost array, and where the text stops being JSON, as offsets in characters from 0. */
export function scanJson(text: string): { rows: number[]; error?: number } {
  const rows: number[] = [];
  const error = walk(text, (at, path) => {
    if (path.length === 1 && typeof path[0] === 'number') rows.push(at);
    return false;
  });
  return { rows, ...(error !== undefined && { error }) };
}

/** Offset of the value at a path of a valid JSON text, or of its nearest parent if the path leads nowhere. */
export function offsetIn(text: string, wanted: Path): number {
  let [found, depth] = [0, -1];
  walk(text, (at, path) => {
    if (path.length > depth && path.length <= wanted.length && path.every((step, i) => step === wanted[i])) {
      [found, depth] = [at, path.length];
    }
    return depth === wanted.length;
  });
  return found;
}
