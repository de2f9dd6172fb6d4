import { lazy } from '../lazy.js';
import { fold, isWordAt, MARK, UNITS, unitAt } from './edges.js';
import type { Entry } from './entries.js';
import { bounded, patternScan, type Scan, type Visit } from './pattern.js';

/**
 * The same hits as `patternScan`, found by looking up each word of the text: an entry that begins with a word character can only begin
 * where a word does, and its own first word is then the whole of that word. So a word's hash tells which few entries to compare, and most
 * words have none. Entries that begin with a sign are tried wherever their first unit stands.
 */
export function tableScan(entries: readonly Entry[]): Scan {
  if (entries.length === 0) return () => undefined;
  if (!entries.every(isTabled)) return patternScan(entries);
  const table = new Table(entries);
  return (text, visit) => {
    table.scan(text, visit);
  };
}

/** Not a mark that another is folded to, nor a sign with a capital: their other forms would have to be looked up too. */
function isTabled({ text, start, end }: Entry): boolean {
  if (text.includes(MARK) || start === 'spaced' || end === 'spaced') return false;
  const first = String.fromCodePoint(text.codePointAt(0)!);
  if (start === 'word') return end === 'word' || !isWordAt([...text].at(-1)!, 0);
  return !isWordAt(first, 0) && first.toUpperCase() === first.toLowerCase() && (end === 'word' || !isWordAt([...text].at(-1)!, 0));
}

const SIZE = 0x4000;
/** Folded units: what a pattern takes as the same letter must have the same hash. */
const next = (hash: number, folded: number) => (Math.imul(hash, 31) + folded) | 0;

interface Candidate {
  entry: Entry;
  /** Tried at the place, unless the entry is ASCII: then comparing its units is the whole rule. */
  pattern?: RegExp;
}

class Table {
  /** By the hash of the first word: most places are empty, and so most words of a text are done with here. */
  readonly #words: (Candidate[] | undefined)[] = new Array<undefined>(SIZE);
  /** By the first unit; and whether there is one. */
  readonly #signs = new Map<number, Candidate[]>();
  readonly #isSign = new Uint8Array(0x10000);

  constructor(entries: readonly Entry[]) {
    for (const entry of entries) {
      const candidate = candidateOf(entry);
      if (entry.start === 'word') {
        (this.#words[firstHash(entry.text) & (SIZE - 1)] ??= []).push(candidate);
        continue;
      }
      const first = entry.text.charCodeAt(0);
      this.#signs.set(first, [...(this.#signs.get(first) ?? []), candidate]);
      this.#isSign[first] = 1;
    }
  }

  scan(text: string, visit: Visit): void {
    const words = this.#words;
    const isSign = this.#isSign;
    const endOf = endsIn(text);
    const length = text.length;
    for (let at = 0; at < length;) {
      const start = at;
      let hash = 0;
      for (;;) {
        let value = 1;
        while (at < length && (value = UNITS[text.charCodeAt(at)]!) > 1) {
          hash = next(hash, value);
          at++;
        }
        if (at >= length || value === 1) break;
        value = unitAt(text, at);
        if (value === 1) break;
        hash = next(hash, value);
        at += widthAt(text, at);
      }
      let candidates: Candidate[] | undefined;
      if (at > start) {
        candidates = words[hash & (SIZE - 1)];
      } else {
        const unit = text.charCodeAt(at);
        if (isSign[unit] === 1) candidates = this.#signs.get(unit);
        at += widthAt(text, at);
      }
      if (candidates === undefined) continue;
      for (const candidate of candidates) {
        const end = endOf(candidate, start);
        if (end < 0) continue;
        visit(start, end, candidate.entry);
        at = end;
        break;
      }
    }
  }
}

/** How many units the character has that begins here. */
function widthAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00 && text.codePointAt(at)! > 0xffff ? 2 : 1;
}

/** Says where an entry ends that begins at a place of the text, or -1. What stands before it has been looked at by then. */
function endsIn(text: string): (candidate: Candidate, start: number) => number {
  // Folding a long text costs more than most texts need.
  const folded = lazy(() => fold(text));
  return ({ entry, pattern }, start) => {
    if (pattern) {
      pattern.lastIndex = start;
      return pattern.test(folded()) ? pattern.lastIndex : -1;
    }
    const word = entry.text;
    const end = start + word.length;
    if (end > text.length) return -1;
    for (let i = 0; i < word.length; i++) {
      const unit = text.charCodeAt(start + i);
      const value = UNITS[unit]!;
      if ((value < 3 ? unit : value) !== word.charCodeAt(i)) return -1;
    }
    return entry.end === 'word' && isWordAt(text, end) ? -1 : end;
  };
}

function candidateOf(entry: Entry): Candidate {
  if (/^[\0-\x7f]*$/.test(entry.text)) return { entry };
  return { entry, pattern: new RegExp(bounded(entry), 'iuy') };
}

function firstHash(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length && isWordAt(text, at); at += widthAt(text, at)) hash = next(hash, unitAt(text, at));
  return hash;
}
