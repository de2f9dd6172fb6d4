/** What `JSON.parse` does not tell: where rows start, and where a syntax error stands. Offsets are characters from 0. */
export interface JsonScan {
  /** Start of every element of the outermost array. */
  rows: number[];
  /** Where the text stops being JSON; absent for valid JSON. */
  error?: number;
}

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
// Unrolled: an alternation under a star would need a stack as deep as the string is long.
// eslint-disable-next-line no-control-regex -- JSON forbids these characters in strings
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;

/** Tokens that may stand next: brackets, `,` and `:` for themselves, `s` for a string, `v` for any other scalar. */
const NEXT = {
  value: '[{sv',
  firstValue: '[{sv]',
  key: 's',
  firstKey: 's}',
  colon: ':',
  afterValue: ',]',
  afterMember: ',}',
  end: '',
} as const;

/** Walks over a JSON text (RFC 8259). Valid exactly where `JSON.parse` finds it valid. */
export function scanJson(text: string): JsonScan {
  const rows: number[] = [];
  const open: ('[' | '{')[] = [];
  const after = () => (open.length === 0 ? 'end' : open.at(-1) === '[' ? 'afterValue' : 'afterMember');
  let state: keyof typeof NEXT = 'value';
  let at = 0;
  for (;;) {
    at = matchEnd(SPACE, text, at) ?? at;
    if (at === text.length) return state === 'end' ? { rows } : { rows, error: at };

    const [token, end] = readToken(text, at);
    if (token === '' || !NEXT[state].includes(token)) return { rows, error: at };
    const isRow = open.length === 1 && (state === 'value' || state === 'firstValue') && token !== ']';
    if (isRow && open[0] === '[') rows.push(at);

    if (token === '[' || token === '{') {
      open.push(token);
      state = token === '[' ? 'firstValue' : 'firstKey';
    } else if (token === ']' || token === '}') {
      open.pop();
      state = after();
    } else if (token === ',') state = open.at(-1) === '[' ? 'value' : 'key';
    else if (token === ':') state = 'value';
    else state = state === 'key' || state === 'firstKey' ? 'colon' : after();
    at = end;
  }
}

/** The kind of the token at an offset (empty where there is none) and the offset behind it. */
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
