import { badWords } from './bad_words.js';
import { choice } from './choice.js';
import { embedding } from './embedding.js';
import { judge } from './judge.js';
import { loss } from './loss.js';
import type { Scorer } from './scorer.js';

/** Every scorer there is. To add one: a file beside this one, a line here, and its name in the tests that it fits. */
export const SCORERS: readonly Scorer[] = [embedding, loss, choice, judge, badWords] as Scorer[];

export function findScorer(name: string): Scorer | undefined {
  return SCORERS.find((scorer) => scorer.name === name);
}

/** `scorer: auto` takes the first of these that a test knows, that there is a judge for, and that fits its samples. */
export const AUTO = 'auto';
export const AUTO_ORDER: readonly string[] = [choice, judge, loss].map(({ name }) => name);
