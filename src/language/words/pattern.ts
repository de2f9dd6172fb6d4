import { fold, SPACED_WORD, WORD } from './edges.js';
import type { Edge, Entry } from './entries.js';

/** Is told of each hit, from left to right: where it begins and ends, and the entry that it is. */
export type Visit = (start: number, end: number, entry: Entry) => void;
export type Scan = (text: string, visit: Visit) => void;

const BESIDE: Record<Edge, string> = { word: WORD, spaced: SPACED_WORD, open: '' };

function escape(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

export function bounded({ text, start, end }: Entry): string {
  const before = start === 'open' ? '' : `(?<!${BESIDE[start]})`;
  return `${before}(?:${escape(text)})${end === 'open' ? '' : `(?!${BESIDE[end]})`}`;
}

/** The rule itself, as one regular expression: hits do not overlap, and at one place the entries are tried in their order. */
export function patternScan(entries: readonly Entry[]): Scan {
  if (entries.length === 0) return () => undefined;
  const pattern = new RegExp(entries.map((entry) => `(${bounded(entry)})`).join('|'), 'giu');
  return (text, visit) => {
    for (const match of fold(text).matchAll(pattern)) {
      const which = (match as (string | undefined)[]).findIndex((group, i) => i > 0 && group !== undefined) - 1;
      visit(match.index, match.index + match[0].length, entries[which]!);
    }
  };
}
