import { fold, SPACED_WORD, WORD } from './edges.js';
import type { Edge, Entry } from './entries.js';

/** Is told of each hit, from left to right: where it begins and ends, and the entry that it is. */
export type Visit = (start: number, end: number, entry: Entry) => void;
export type Scan = (text: string, visit: Visit) => void;

const BESIDE: Record<Edge, string> = { word: WORD, spaced: SPACED_WORD, open: '' };

function escape(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

export function bounded({ text, ...edges }: Entry): string {
  return between(edges, escape(text));
}

function between({ start, end }: Pick<Entry, 'start' | 'end'>, inner: string): string {
  const before = start === 'open' ? '' : `(?<!${BESIDE[start]})`;
  return `${before}(?:${inner})${end === 'open' ? '' : `(?!${BESIDE[end]})`}`;
}

/** Neighbours with the same edges share them: what may stand beside a word is a large class, and compiling one for each takes seconds. */
function alternatives(entries: readonly Entry[]): string {
  const sets: Entry[][] = [];
  for (const entry of entries) {
    const last = sets.at(-1);
    if (last?.[0]!.start === entry.start && last[0].end === entry.end) last.push(entry);
    else sets.push([entry]);
  }
  return sets.map((set) => between(set[0]!, set.map(({ text }) => `(${escape(text)})`).join('|'))).join('|');
}

/** The rule itself, as one regular expression: hits do not overlap, and at one place the entries are tried in their order. */
export function patternScan(entries: readonly Entry[]): Scan {
  if (entries.length === 0) return () => undefined;
  const pattern = new RegExp(alternatives(entries), 'giu');
  return (text, visit) => {
    for (const match of fold(text).matchAll(pattern)) {
      const which = (match as (string | undefined)[]).findIndex((group, i) => i > 0 && group !== undefined) - 1;
      visit(match.index, match.index + match[0].length, entries[which]!);
    }
  };
}
