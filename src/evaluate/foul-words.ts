import type { Config } from '../config/config.js';
import { loadWordFinder, type WordOptions } from '../language/words/index.js';
import type { FindWords } from '../report/cut.js';

/**
 * Finds what to mask for show: English foul words, in disguise too, and whatever else the tests count. Undefined where the configuration
 * turns masking off.
 */
export async function foulWordsToMask(config: Config | undefined): Promise<FindWords | undefined> {
  if (config?.maskFoulWords === false) return undefined;
  const candidates = (config?.tests ?? []).flatMap((test) => test.candidates.flatMap((candidate) => candidate.parts ?? [candidate]));
  const options = candidates.map(({ scorerOptions }) => scorerOptions as WordOptions);
  const languages = [...new Set(['en', ...options.flatMap((one) => one.languages ?? [])])];
  const { find } = await loadWordFinder({ words: options.flatMap(({ words = [] }) => words), languages, obfuscation: true });
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
