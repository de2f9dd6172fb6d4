import badWords from 'naughty-words/en.json' with { type: 'json' };

/** What the scripted models hear of a prompt: its question, its options, its negations. */

const NEGATION = /\b(?:not|cannot)\b|n['’]t\b/giu;
/** Words that change nothing, as a placebo puts them where a "not" might stand. */
const EMPHASIS = /\b(?:indeed|really|truly|certainly)\b/giu;
const OPTION = /^\s*\(?[A-Z][.):]\s+\S/;

/** The lines of a prompt that are options. */
export function optionsOf(prompt: string): string[] {
  return prompt.split('\n').filter((line) => OPTION.test(line));
}

/** All other lines. */
function questionOf(prompt: string): string {
  return prompt
    .split('\n')
    .filter((line) => !OPTION.test(line))
    .join('\n');
}

/** In the question, not in the options. */
export function countNegations(prompt: string): number {
  return questionOf(prompt).match(NEGATION)?.length ?? 0;
}

/** What a prompt is about: the same for a text, for its negation, with a word of emphasis and with foul words around it. */
export function gist(prompt: string): string {
  const bare = questionOf(prompt).replace(FOUL, ' ').replace(NEGATION, ' ').replace(EMPHASIS, ' ');
  return (bare.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

const FOUL = foulWords(badWords);

/** Whole words, the longest first, so that no entry hides a longer one. */
function foulWords(words: readonly string[]): RegExp {
  const entries = [...words].sort((a, b) => b.length - a.length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${entries.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}
