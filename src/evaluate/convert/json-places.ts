import type { Path } from '../../config/positions.js';
import { offsetIn, parseJson, scanJson } from '../../data/parse-json.js';

/** A parsed JSON text that still knows where everything stands. */
export interface LocatedJson {
  value: unknown;
  /** `file:line:column` of what stands at a path; of its nearest parent where it is absent. */
  where: (path: Path) => string;
  /** Of each element of the list at a path, in one walk: rows may be many. */
  elements: (path: Path) => string[];
}

/** @throws DataError with file, line and column where the text is no JSON. */
export function locatedJson(text: string, name: string): LocatedJson {
  const value = parseJson(text, name);
  const elements = (path: Path): string[] => {
    const start = offsetIn(text, path);
    return placesOf(
      scanJson(text.slice(start)).rows.map((row) => start + row),
      { text, name },
    );
  };
  return { value, where: (path) => placesOf([offsetIn(text, path)], { text, name })[0]!, elements };
}

/** Offsets in ascending order. */
function placesOf(offsets: readonly number[], { text, name }: { text: string; name: string }): string[] {
  let [line, lineStart, next] = [1, 0, text.indexOf('\n')];
  return offsets.map((offset) => {
    while (next !== -1 && next < offset) [line, lineStart, next] = [line + 1, next + 1, text.indexOf('\n', next + 1)];
    return `${name}:${line}:${offset - lineStart + 1}`;
  });
}
