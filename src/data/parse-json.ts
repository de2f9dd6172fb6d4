import { DataError } from '../errors.ts';
import { jsonIn, MAX_DEPTH, quoted, tooDeepAt } from '../json.ts';

/**
 * Parses JSON that starts at a line of a file.
 *
 * @throws DataError with file, line and column
 */
export function parseJson(text: string, name: string, line = 1): unknown {
  const placeAt = (offset: number) => {
    const start = text.lastIndexOf('\n', offset - 1) + 1;
    const lines = text.slice(0, start).split('\n').length;
    return `${name}:${line + lines - 1}:${offset - start + 1}`;
  };
  const value = jsonIn(text);
  if (value !== undefined) return value;
  const tooDeepOffset = tooDeepAt(text);
  if (tooDeepOffset !== undefined) {
    const remedy = 'Write lists and objects with fewer levels, or remove what no test reads.';
    throw new DataError(`The JSON is nested deeper than ${MAX_DEPTH} levels.`, {
      where: placeAt(tooDeepOffset),
      remedy,
    });
  }
  const errorOffset = scanJson(text).error ?? text.length;
  const faultyText = text.slice(errorOffset, errorOffset + 30);
  const message =
    faultyText === ''
      ? 'The JSON ends too early.'
      : `This is not valid JSON: ${quoted(faultyText)}.`;
  const remedy = 'Correct the syntax: double quotes, no comma after the last entry, no comments.';
  throw new DataError(message, { where: placeAt(errorOffset), remedy });
}

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
// Unrolled: an alternation under a star would need a stack as deep as the string is long.
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;

/**
 * Tokens allowed in each state: brackets, `,` and `:` stand for themselves, `s` for a string, `v`
 * for any other scalar.
 */
const ALLOWED_TOKENS = {
  value: '[{sv',
  firstValue: '[{sv]',
  key: 's',
  firstKey: 's}',
  colon: ':',
  afterValue: ',]',
  afterMember: ',}',
  end: '',
};

/**
 * Finds the elements of the outermost array and the first error, by offset. `jsonc-parser` is
 * slower, and its stack overflows.
 */
export function scanJson(text: string): { rows: number[]; error?: number } {
  const rows: number[] = [];
  const openBrackets: string[] = [];
  let state: keyof typeof ALLOWED_TOKENS = 'value';
  for (let offset = 0; ;) {
    offset = matchEnd(SPACE, text, offset) ?? offset;
    if (offset === text.length) return state === 'end' ? { rows } : { rows, error: offset };
    const { token, end } = tokenAt(text, offset);
    if (end === undefined || !ALLOWED_TOKENS[state].includes(token)) return { rows, error: offset };

    const isKey = state === 'key' || (state === 'firstKey' && token === 's');
    if (!isKey && '[{sv'.includes(token) && openBrackets.length === 1 && openBrackets[0] === '[')
      rows.push(offset);
    if (isKey) state = 'colon';
    else if (token === ':') state = 'value';
    else if (token === ',') state = openBrackets.at(-1) === '[' ? 'value' : 'key';
    else if (token === '[' || token === '{') {
      openBrackets.push(token);
      state = token === '[' ? 'firstValue' : 'firstKey';
    } else {
      if (token === ']' || token === '}') openBrackets.pop();
      if (openBrackets.length === 0) state = 'end';
      else state = openBrackets.at(-1) === '[' ? 'afterValue' : 'afterMember';
    }
    offset = end;
  }
}

/** Returns no `end` if the text at this offset is not a token. */
function tokenAt(text: string, offset: number): { token: string; end: number | undefined } {
  const sign = text.charAt(offset);
  if ('[]{},:'.includes(sign)) return { token: sign, end: offset + 1 };
  if (sign === '"') return { token: 's', end: matchEnd(STRING, text, offset) };
  return { token: 'v', end: matchEnd(SCALAR, text, offset) };
}

function matchEnd(pattern: RegExp, text: string, offset: number): number | undefined {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
