import { Lexer } from 'yaml';
import { ConfigError } from '../errors.js';

/** A number as Python and YAML both read it: `0.`, `.5`, `-1e-1`. */
const NUMBER = '[-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?';

/** Python's way to write a pair, as it stands in LangTest's pages: `(-0.1, 0.1)`. Where it is a value of its own YAML reads a text. */
export const PYTHON_PAIR = new RegExp(`^\\(\\s*(${NUMBER})\\s*,\\s*(${NUMBER})\\s*(?:,\\s*)?\\)$`);

/** Numbers between parentheses, with a comma behind the last or without. */
const TUPLE = new RegExp(`\\(\\s*${NUMBER}(?:\\s*,\\s*${NUMBER})*\\s*(?:,\\s*)?\\)`, 'y');

/** How the lexer announces that the next token is a plain or a block scalar, and its other tokens that are no part of the text. */
const SCALAR = '\x1f';
const BYTE_ORDER = '\ufeff';
const MARKS = [BYTE_ORDER, '\x02', '\x18', SCALAR];

/**
 * Inside of braces and brackets YAML takes a Python tuple apart at its comma: `(-0.1` and `0.1)`. Here tuples of numbers become lists, by
 * two signs that are exchanged, so that everything stays in its line and column. Only where YAML itself sees a plain scalar between braces
 * or brackets: quoted texts, comments, block scalars and texts outside of them are left alone.
 *
 * @throws ConfigError for another tuple there, with the YAML to write.
 */
export function withoutTuples(text: string, file: string): string {
  if (!text.includes('(')) return text;
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, token } of flowScalars(text)) {
    if (start < copied || !token.startsWith('(')) continue;
    TUPLE.lastIndex = start;
    const tuple = TUPLE.exec(text)?.[0];
    if (tuple !== undefined) {
      pieces.push(text.slice(copied, start), '[', tuple.slice(1, -1), ']');
      copied = start + tuple.length;
    } else if (!token.includes(')')) {
      throw new ConfigError('a Python tuple that cannot be read as YAML', {
        where: `${file}:${text.slice(0, start).split('\n').length}:${start - text.lastIndexOf('\n', start - 1)}`,
        remedy:
          'Write a list: threshold: [-0.1, 0.1] for numbers, ["one text", "another"] for texts. A text that begins with a parenthesis goes between quotes.',
      });
    }
  }
  return [...pieces, text.slice(copied)].join('');
}

/** The plain scalars between braces or brackets, and where each begins. */
function* flowScalars(text: string): Generator<{ start: number; token: string }> {
  let start = 0;
  let depth = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (!isScalar && MARKS.includes(token)) {
      // The one of them that stands in the text.
      if (token === BYTE_ORDER) start += token.length;
      isScalar = token === SCALAR;
      continue;
    }
    if (isScalar && depth > 0) yield { start, token };
    else if (!isScalar && (token === '{' || token === '[')) depth += 1;
    else if (!isScalar && (token === '}' || token === ']')) depth -= 1;
    start += token.length;
    isScalar = false;
  }
}
