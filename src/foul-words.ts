import type { Config } from './config/config.js';
import { badWordFinder } from './engine/scorers/bad_words.js';
import type { FindWords } from './report/mask.js';

/** What to mask for show: the words that the tests count, or nothing where the configuration says so. */
export function foulWordsToMask(config: Config | undefined): FindWords | undefined {
  if (config?.maskFoulWords === false) return undefined;
  return badWordFinder(config?.tests.flatMap(({ candidates }) => candidates.flatMap((candidate) => candidate.parts ?? [candidate]).flatMap(({ scorerOptions }) => (scorerOptions.words as string[] | undefined) ?? [])));
}
