/**
 * Finds what the English data set of `obscenity` finds. Its own matcher searches for each of 115
 * patterns in turn, which took most of the time of a report. Here one search finds the places where
 * a pattern may begin.
 */
import {
  englishDataset,
  englishRecommendedBlacklistMatcherTransformers,
  type Node,
  type ParsedPattern,
  SyntaxKind,
} from 'obscenity';
import type { Find, Hit } from './list.ts';

const { blacklistedTerms, whitelistedTerms = [] } = englishDataset.build();
const TERMS = blacklistedTerms.map(({ id, pattern }) => ({
  word: wordOf(id),
  pattern: new RegExp(sourceOf(pattern), 'ys'),
}));
const SOURCES = blacklistedTerms.map(({ pattern }) => sourceOf(pattern));
const BEGINS_HERE = new RegExp(`(?=${SOURCES.join('|')})`, 'gs');
/** Matches the longest innocent phrase at each place: `cockney`. */
const INNOCENT = new RegExp(`(?=(${longestFirst(whitelistedTerms).join('|')}))`, 'gi');
/** They replace letters that look alike, and drop repeated ones. */
const TRANSFORMERS = englishRecommendedBlacklistMatcherTransformers.map((transformer) =>
  'factory' in transformer ? transformer.factory() : transformer,
);

function wordOf(termId: number): string {
  const match = { termId, matchLength: 0, startIndex: 0, endIndex: 0 };
  return englishDataset.getPayloadWithPhraseMetadata(match).phraseMetadata?.originalWord ?? '';
}

function sourceOf(pattern: ParsedPattern): string {
  const start = pattern.requireWordBoundaryAtStart ? '\\b' : '';
  const end = pattern.requireWordBoundaryAtEnd ? '\\b' : '';
  return `${start}${pattern.nodes.map(sourceOfNode).join('')}${end}`;
}

/** The patterns consist of letters and spaces, so nothing needs to be escaped. */
function sourceOfNode(node: Node): string {
  if (node.kind === SyntaxKind.Wildcard) return '.';
  if (node.kind === SyntaxKind.Optional) return `(?:${sourceOfNode(node.childNode)})?`;
  return String.fromCodePoint(...node.chars);
}

function longestFirst(phrases: readonly string[]): string[] {
  return phrases
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) => phrase.replaceAll(' ', ' +'));
}

/** Returns hits from left to right, which may overlap. */
export const findInEnglishDataset: Find = (text) => {
  const { letters, starts } = lettersOf(text);
  const places = Array.from(letters.matchAll(BEGINS_HERE), ({ index }) => index);
  if (places.length === 0) return [];
  const innocentUntil = innocentEnds(text);
  const hits: Hit[] = [];
  for (const place of places) {
    const start = starts[place]!;
    for (const { word, pattern } of TERMS) {
      pattern.lastIndex = place;
      if (!pattern.test(letters)) continue;
      const lastStart = starts[pattern.lastIndex - 1]!;
      const end = lastStart + String.fromCodePoint(text.codePointAt(lastStart)!).length;
      if (end > innocentUntil(start)) hits.push({ start, end, word });
    }
  }
  return hits;
};

/** Returns the letters that a text looks like, and the place in the text where each starts. */
function lettersOf(text: string): { letters: string; starts: number[] } {
  const starts: number[] = [];
  let letters = '';
  let start = 0;
  for (const transformer of TRANSFORMERS) if ('reset' in transformer) transformer.reset();
  for (const character of text) {
    let code = character.codePointAt(0);
    for (const transformer of TRANSFORMERS)
      if (code !== undefined) code = transformer.transform(code);
    if (code !== undefined) letters += String.fromCodePoint(code);
    while (starts.length < letters.length) starts.push(start);
    start += character.length;
  }
  return { letters, starts };
}

/**
 * Returns a function that gives the end of the innocent phrases that start at a place or before it.
 * Ask for places from left to right.
 */
function innocentEnds(text: string): (start: number) => number {
  const phrases = Array.from(text.matchAll(INNOCENT), ({ index, 1: phrase = '' }) => ({
    start: index,
    end: index + phrase.length,
  }));
  let nextPhrase = 0;
  let furthest = 0;
  return (start) => {
    while (nextPhrase < phrases.length && phrases[nextPhrase]!.start <= start) {
      furthest = Math.max(furthest, phrases[nextPhrase]!.end);
      nextPhrase += 1;
    }
    return furthest;
  };
}
