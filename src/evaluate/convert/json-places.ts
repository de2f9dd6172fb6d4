import { parseJson } from '../../data/parse-json.js';
import { offsetIn } from '../../data/json-scan.js';

/** A parsed JSON text that still knows where everything stands. */
export interface LocatedJson {
  value: unknown;
  /** `file:line:column` of what stands at a path; of its nearest parent where it is absent. */
  where: (path: readonly (string | number)[]) => string;
}

/** @throws DataError with file, line and column where the text is no JSON. */
export function locatedJson(text: string, name: string): LocatedJson {
  const value = parseJson(text, name);
  return {
    value,
    where: (path) => {
      const lines = text.slice(0, offsetIn(text, path)).split('\n');
      return `${name}:${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
    },
  };
}
