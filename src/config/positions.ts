import { isMap, isNode, isScalar, LineCounter, parseDocument, type Document, type ErrorCode } from 'yaml';
import { ConfigError } from '../errors.js';
import { withoutTuples } from './tuples.js';

export type Path = readonly (string | number)[];

/** A parsed YAML file that still knows where everything stands. */
export interface LocatedYaml {
  value: unknown;
  /** `file:line:column` of what stands at a path; of its nearest parent where it is absent. `key` asks for a key's own place. */
  where(path: Path, key?: string): string;
  line(path: Path, key?: string): number;
}

/** More references to one anchor than a configuration ever needs are an attack on memory ("billion laughs"). */
const MAX_ALIASES = 100;

/** What the parser would say with a piece of the text: a file that is no YAML may be another than a configuration, with a key in it. */
const WITHOUT_QUOTING: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'An alias (*) cannot have this name',
  BAD_COLLECTION_TYPE: 'A tag (!) does not go with what it stands before',
  BAD_DIRECTIVE: 'A directive (%) is not known',
  BAD_DQ_ESCAPE: 'An escape sequence (a backslash in double quotes) is not valid',
  BAD_PROP_ORDER: 'An anchor (&) or a tag (!) stands in the wrong place',
  BAD_SCALAR_START: 'A value without quotes cannot start with this sign',
  IMPOSSIBLE: 'This cannot be read as YAML',
  TAG_RESOLVE_FAILED: 'A tag (!) is not known',
  UNEXPECTED_TOKEN: 'This does not belong here',
};

/** @throws ConfigError with file, line and column where the text is no YAML, or holds a key twice. */
export function parseYaml(text: string, file: string): LocatedYaml {
  const lines = new LineCounter();
  const document = parseDocument(withoutTuples(text, file), { lineCounter: lines, prettyErrors: false, uniqueKeys: true, logLevel: 'error' });
  const at = (offset: number) => lines.linePos(offset);
  const place = (offset: number) => `${file}:${at(offset).line}:${at(offset).col}`;

  const [problem] = document.errors;
  if (problem) {
    throw new ConfigError(WITHOUT_QUOTING[problem.code] ?? problem.message.replace(/\s+/g, ' '), {
      where: place(problem.pos[0]),
      remedy: 'Correct the YAML there: the indentation, a missing colon, a quote that is not closed, or a key that stands twice.',
    });
  }
  return {
    value: toValue(document, file),
    where: (path, key) => place(offsetOf(document, path, key)),
    line: (path, key) => at(offsetOf(document, path, key)).line,
  };
}

function toValue(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
  } catch (error) {
    // The parser names the alias: a piece of the text.
    const tooMany = (error as Error).message.startsWith('Excessive alias count');
    throw new ConfigError(tooMany ? 'the configuration follows too many aliases' : 'an alias (*) stands for nothing: no anchor (&) of its name comes before it', {
      where: file,
      remedy: `Write values out instead of using aliases (at most ${MAX_ALIASES}).`,
    });
  }
}

function offsetOf(document: Document, path: Path, key?: string): number {
  if (key !== undefined) {
    const parent = path.length === 0 ? document.contents : document.getIn(path, true);
    if (isMap(parent)) {
      const pair = parent.items.find((item) => (isScalar(item.key) ? item.key.value : item.key) === key);
      if (pair && isNode(pair.key) && pair.key.range) return pair.key.range[0];
    }
  }
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}
