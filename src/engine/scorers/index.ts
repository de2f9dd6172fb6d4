import { badWords } from './bad_words.js';
import { choice } from './choice.js';
import { embedding } from './embedding.js';
import { loss } from './loss.js';
import type { Scorer } from './scorer.js';

/** Every scorer there is. To add one: a file beside this one, a line here, and its name in the tests that it fits. */
export const SCORERS: readonly Scorer[] = [embedding, loss, choice, badWords] as Scorer[];

export function findScorer(name: string): Scorer | undefined {
  return SCORERS.find((scorer) => scorer.name === name);
}
