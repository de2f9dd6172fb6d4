import { isMap, isNode, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
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

/** @throws ConfigError with file, line and column where the text is no YAML, or holds a key twice. */
export function parseYaml(text: string, file: string): LocatedYaml {
  const lines = new LineCounter();
  const document = parseDocument(withoutTuples(text, file), { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const at = (offset: number) => lines.linePos(offset);
  const place = (offset: number) => `${file}:${at(offset).line}:${at(offset).col}`;

  const [problem] = document.errors;
  if (problem) {
    throw new ConfigError(problem.message.replace(/\s+/g, ' '), {
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
    throw new ConfigError((error as Error).message, {
      where: file,
      remedy: `Write values out instead of using so many aliases (at most ${MAX_ALIASES}).`,
      cause: error,
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
