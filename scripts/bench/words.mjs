import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findEngine } from '../simulate/engine.mjs';
import { benchText, rate } from './counting.mjs';

/**
 * Speed of counting foul words, on one core in this process, beside a bare search for one word in
 * the same text.
 * @param {import('./bench.mjs').Bench} bench
 */
export async function words(bench) {
  const engine = findEngine();
  try {
    const load = (...file) => import(pathToFileURL(path.join(engine.folder, ...file)).href);
    const { loadWordFinder, wordFinder } = await load('..', 'language', 'words', 'index.js');
    const { drawFrom } = await load('random.js');
    const text = benchText(4_000_000, drawFrom('words'));
    const now = () => performance.now();
    const list = rate(wordFinder().countBadWords, { text, now });
    const bare = rate((whole) => whole.match(/bollocks/gi)?.length ?? 0, { text, now });
    bench.row('counting with the plain list, one core', list.megabytesPerSecond, {
      unit: 'MB/s',
      goal: 'at least 40 MB/s',
    });
    const { countBadWords } = await loadWordFinder({ obfuscation: true });
    const beyond = rate(countBadWords, { text: text.slice(0, 1_000_000), now, rounds: 3 });
    bench.row('  beyond the list (obfuscation: true)', beyond.megabytesPerSecond, {
      unit: 'MB/s',
      digits: 1,
    });
    bench.row('  a bare search for one word', bare.megabytesPerSecond, { unit: 'MB/s' });
  } finally {
    engine.remove();
  }
}
