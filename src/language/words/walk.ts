import type { Cell, Reading } from './cells.js';
import { BETWEEN, MASKS, VOWELS, WEAK_MASKS } from './letters.js';
import type { Node } from './trie.js';

/** How a letter of an entry came about. */
export type How = Reading | 'mask' | 'weak' | 'swapped';

/** What was made of the signs on the way from the first letter of an entry to its last: nothing yet. */
const NOTHING = {
  /** One for each letter of the entry. */
  hows: [] as readonly How[],
  /** Letters that stand there more often than in the entry. */
  again: 0,
  /** The longest row of one letter. */
  longest: 0,
  /** Whether a `u` or `i` stands there twice instead of once, which few words have. */
  doubled: false,
  dressed: false,
  masks: '',
  maskRuns: 0,
  /** What stands between the letters, the same everywhere; and how often. */
  gap: '',
  gaps: 0,
  /** Whether two letters have no gap between them though others have. */
  hasPieces: false,
};
export type Evidence = typeof NOTHING;

export interface Route {
  word: string;
  /** Cells, the end not included. */
  start: number;
  end: number;
  evidence: Evidence;
}

interface State {
  node: Node;
  at: number;
  /** The letter that may come again, and its sign; none behind a gap. */
  last: string;
  lastSign: string;
  isAgain: boolean;
  run: number;
  evidence: Evidence;
}

/** No letter that may come again. */
const NO_LETTER = { last: '', lastSign: '', isAgain: false, run: 0 };
const LONGEST_GAP = 3;
/**
 * Behind so many, a letter comes again in the same sign only: in a row of `@a@a` each letter may start a word, and would be followed to its
 * end.
 */
const LONGEST_MIXED = 16;
/** What is written for the `u` of a word that everybody completes. */
const FOR_U: ReadonlySet<string> = new Set('0134@!v');

/** Every way to read an entry from this place on; each is one that has yet to be found plausible. */
export function routes(cells: readonly Cell[], start: number, root: Node): Route[] {
  const found: Route[] = [];
  const open: State[] = [{ ...NO_LETTER, node: root, at: start, evidence: NOTHING }];
  for (let state = open.pop(); state; state = open.pop()) {
    const { node, at, evidence } = state;
    if (node.word !== undefined) found.push({ word: node.word, start, end: at, evidence });
    const cell = cells[at];
    if (!cell) continue;
    for (const [letter, how] of cell.readings) advance(state, cell, { letter, how, open });
    repeat(state, cell, open);
    cover(state, cell, open);
    if (evidence.hows.length > 0) {
      blank(state, cells, open);
      gap(state, cells, open);
    }
  }
  return found;
}

interface Step {
  letter: string;
  how: How;
  open: State[];
}

function advance(state: State, cell: Cell, { letter, how, open }: Step): void {
  const child = state.node.next.get(letter);
  // Letters that come again are taken behind those of the entry: else every row of them could be parted in many ways.
  if (!child || (state.isAgain && letter === state.last)) return;
  const { evidence } = state;
  const run = letter === state.last ? state.run + 1 : 1;
  const isInPiece = evidence.hows.length > 0 && state.last !== '';
  const isMask = how === 'mask';
  open.push({
    node: child,
    at: state.at + 1,
    last: letter,
    lastSign: cell.sign,
    isAgain: false,
    run,
    evidence: {
      ...evidence,
      hows: [...evidence.hows, how],
      longest: Math.max(evidence.longest, isMask ? 0 : run),
      dressed: evidence.dressed || cell.isDressed,
      masks: isMask ? evidence.masks + cell.sign : evidence.masks,
      maskRuns: isMask && evidence.hows.at(-1) !== 'mask' ? evidence.maskRuns + 1 : evidence.maskRuns,
      hasPieces: evidence.hasPieces || isInPiece,
    },
  });
}

function repeat(state: State, cell: Cell, open: State[]): void {
  const { evidence, last } = state;
  const how = evidence.hows.at(-1);
  // `||` is code.
  if (last === '' || cell.sign === '|' || how === 'mask' || how === 'weak' || how === 'swapped') return;
  if (cell.sign !== state.lastSign && (state.run > LONGEST_MIXED || !cell.readings.some(([letter]) => letter === last))) return;
  const run = state.run + 1;
  const again = {
    ...evidence,
    again: evidence.again + 1,
    longest: Math.max(evidence.longest, run),
    doubled: evidence.doubled || last === 'u' || last === 'i',
    dressed: evidence.dressed || cell.isDressed,
  };
  open.push({ ...state, at: state.at + 1, isAgain: true, run, evidence: again });
}

/** A sign in the place of a letter. */
function cover(state: State, cell: Cell, open: State[]): void {
  if (state.evidence.hows.length === 0 || state.evidence.gaps > 0) return;
  if (MASKS.has(cell.sign))
    for (const letter of state.node.next.keys()) if (letter !== ' ') advance(state, cell, { letter, how: 'mask', open });
  if (WEAK_MASKS.has(cell.sign))
    for (const letter of state.node.next.keys()) if (VOWELS.has(letter)) advance(state, cell, { letter, how: 'weak', open });
  if (FOR_U.has(cell.sign)) advance(state, cell, { letter: 'u', how: 'swapped', open });
}

/** The blank of an entry: one or two, or a sign that joins words. */
function blank(state: State, cells: readonly Cell[], open: State[]): void {
  const child = state.node.next.get(' ');
  const cell = cells[state.at]!;
  if (!child || !(cell.isSpace || WEAK_MASKS.has(cell.sign)) || state.evidence.gaps > 0) return;
  const more = cell.isSpace && cells[state.at + 1]?.isSpace ? 1 : 0;
  // The next letter stands in a word of its own, not behind a gap inside of one.
  open.push({ ...state, node: child, at: state.at + 1 + more, last: ' ', lastSign: ' ', isAgain: false, run: 0 });
}

function gap(state: State, cells: readonly Cell[], open: State[]): void {
  const { evidence } = state;
  if (state.last === '' || state.last === ' ' || evidence.maskRuns > 0) return;
  let end = state.at;
  while (end < cells.length && end - state.at < LONGEST_GAP && BETWEEN.has(cells[end]!.sign)) end++;
  for (let until = state.at + 1; until <= end; until++) {
    const signs = signsBetween(cells, state.at, until);
    if (evidence.gaps > 0 && evidence.gap !== signs) continue;
    open.push({ ...state, ...NO_LETTER, at: until, evidence: { ...evidence, gap: signs, gaps: evidence.gaps + 1 } });
  }
}

export function signsBetween(cells: readonly Cell[], start: number, end: number): string {
  let signs = '';
  for (let i = start; i < end; i++) signs += cells[i]!.sign;
  return signs;
}
