import type { Config } from '../config/config.js';
import { type Language, wordFinder, type WordOptions } from '../language/words/index.js';
import type { FindWords } from '../report/mask.js';

/**
 * What to mask for show, or nothing where the configuration says so: the English list and its forms, whether the tests count forms or not,
 * and whatever else the tests count.
 */
export function foulWordsToMask(config: Config | undefined): FindWords | undefined {
  if (config?.maskFoulWords === false) return undefined;
  const candidates = (config?.tests ?? []).flatMap((test) => test.candidates.flatMap((candidate) => candidate.parts ?? [candidate]));
  const options = candidates.map(({ scorerOptions }) => scorerOptions as WordOptions);
  const obfuscation = options.some((one) => one.obfuscation);
  const languages = [...new Set<Language>(['en', ...options.flatMap((one) => one.languages ?? [])])];
  const { find } = wordFinder({ words: options.flatMap(({ words = [] }) => words), languages, forms: true, obfuscation });
  return remembered(find);
}

const MOST_REMEMBERED = 10_000;

/** Every report shows the same texts, and what was looked through once need not be again. */
function remembered(find: FindWords): FindWords {
  const known = new Map<string, ReturnType<FindWords>>();
  return (text) => {
    const found = known.get(text) ?? find(text);
    if (known.size < MOST_REMEMBERED) known.set(text, found);
    return found;
  };
}
