import { type Cell, cellsOf, hasForeignLetters } from './cells.js';
import { isInWord, isPlausible, type Surroundings } from './plausible.js';
import { trieOf } from './trie.js';
import { routes } from './walk.js';

export interface Hit {
  start: number;
  end: number;
  /** The entry of the list, in small letters. */
  word: string;
}

/** Words that only look otherwise: f*ck, $h1t, f u c k, fuuuck, with letters of other alphabets, or signs that do not show. */
export function disguiseFinder(words: readonly string[]): (text: string) => Hit[] {
  const root = trieOf(words);
  return (text) => {
    const cells = cellsOf(text);
    const around: Surroundings = { cells, isForeign: hasForeignLetters(cells), marked: cells.filter(isMarked).length };
    const hits: Hit[] = [];
    for (let at = 0; at < cells.length; at++) {
      if (!mayStart(cells, at)) continue;
      const [longest] = routes(cells, at, root)
        .filter((route) => isPlausible(route, around))
        .sort((a, b) => b.end - a.end);
      if (!longest) continue;
      hits.push({ start: cells[at]!.start, end: cells[longest.end - 1]!.end, word: longest.word });
      at = longest.end - 1;
    }
    return hits;
  };
}

const isMarked = ({ readings }: Cell): boolean => readings.some(([, how]) => how === 'unmarked');

function mayStart(cells: readonly Cell[], at: number): boolean {
  const cell = cells[at]!;
  const before = cells[at - 1];
  if (cell.readings.length === 0 || isInWord(before)) return false;
  // In a row of signs for one letter (`$$$`) the first may start a word, the others repeat it: else each would be followed to the row's
  // end.
  return cell.isLetter || !before?.readings.some(([letter]) => cell.readings.some(([same]) => same === letter));
}
