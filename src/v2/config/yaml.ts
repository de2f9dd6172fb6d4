import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  parseDocument,
} from 'yaml';
import type { Document } from 'yaml';
import { ConfigError } from '../../errors.ts';
import { MAX_DEPTH, tooDeepAt } from '../../json.ts';
import { tuplesAsLists } from './values.ts';

export type Path = readonly (string | number)[];

export interface Places {
  /** `file:line:column` of a key, or of its nearest parent where the file does not have it. */
  placeOf: (path: Path) => string;
  /** The path of a key as the file has it, in sentences. */
  nameOf: (path: Path) => string;
}

/** About 4,000 lines. The parser compares each key of a mapping with all others. */
const MAX_TOKENS = 30_000;
/** Against texts that grow without end ("billion laughs"). */
const MAX_ALIASES = 100;

/** @throws ConfigError with its place for a text that is no YAML, or too large */
export function parseYaml(text: string, file: string): Places & { value: unknown } {
  const lines = new LineCounter();
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const options = {
    lineCounter: lines,
    merge: true,
    prettyErrors: false,
    logLevel: 'error',
  } as const;
  if ([...new Lexer().lex(text)].length > MAX_TOKENS)
    throw new ConfigError(`the file has more than ${MAX_TOKENS} words and signs`, {
      where: file,
      remedy: 'Write rows of data into a file of their own, and name that file in data.source.',
    });
  const document = parseDocument(tuplesAsLists(text), options);
  const [error] = document.errors;
  if (error) {
    const isSecond = error.code === 'MULTIPLE_DOCS';
    const message = isSecond ? 'a second document begins (`---`)' : error.message;
    throw new ConfigError(message.replace(/\s+/g, ' '), {
      where: placeAt(error.pos[0]),
      remedy:
        'Correct the YAML there: the indentation (spaces, no tabs), a missing colon, a quote that is not closed, a key that occurs twice. A text with `: `, or that begins with a sign such as @, % or {, needs quotes. A file has one document.',
    });
  }
  return {
    value: plainValue(document, file),
    placeOf: (path) => placeAt(offsetOf(document, path)),
    nameOf: (path) => path.join('.'),
  };
}

function plainValue(document: Document, file: string): unknown {
  let depth: number | undefined = 0;
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES });
    depth = tooDeepAt(JSON.stringify(value));
  } catch {
    // Too many aliases, or one within its own anchor.
  }
  if (depth === undefined) return value;
  throw new ConfigError(
    `values are nested deeper than ${MAX_DEPTH} levels, an alias (*) is within its own anchor (&), or there are more than ${MAX_ALIASES} aliases`,
    {
      where: file,
      remedy: 'Nest values less deeply, and write them out instead of using aliases.',
    },
  );
}

/** Follows aliases, so that a value behind one has the place at which it is written. */
function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of path) {
    const parent = isAlias(node) ? node.resolve(document) : node;
    if (!isCollection(parent)) break;
    const pairs = isMap(parent) ? parent.items : [];
    const pair = pairs.find(({ key }) => isScalar(key) && key.value === step);
    node = parent.get(step, true);
    const place = pair?.key ?? node;
    if (!isNode(place)) break;
    offset = place.range?.[0] ?? offset;
  }
  return offset;
}

const ODD_SPACE = /^ *[\u00a0\u2000-\u200b\u202f\u3000]/m;

/** The cause of many faults at once: spaces that YAML takes for letters. */
export function oddIndentation(text: string, file: string): ConfigError | undefined {
  const match = ODD_SPACE.exec(text);
  if (!match) return undefined;
  const line = text.slice(0, match.index).split('\n').length;
  return new ConfigError('the line begins with a no-break space (U+00A0), or another special one', {
    where: `${file}:${line}:${match[0].length}`,
    remedy: 'Indent with plain spaces.',
  });
}
