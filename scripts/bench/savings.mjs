import { asking, sentences } from './throughput.mjs';

const TESTS = 'tests: { sensitivity: { add_negation: {}, add_toxic_words: {} } }';
const ROWS = 100;

/**
 * Saved requests: duplicates, those after the decision, and those in the cache.
 * @param {import('./bench.mjs').Bench} bench
 */
export function savings(bench) {
  bench.write(
    'towns.txt',
    Array.from({ length: ROWS }, (_, i) => `Town number ${i} is in the north.`).join('\n'),
  );
  const requests = (source, evaluation) => {
    bench.write(
      'savings.yml',
      `model: { hub: reference, name: attentive }\ndata: { source: "${source}", limit: ${ROWS} }\nevaluation: { ${evaluation} }\n${TESTS}\n`,
    );
    bench.gate('savings.yml');
    return bench.report('report').usage.requests;
  };
  bench.row(`two tests of ${ROWS} rows by pairs: prompts`, 4 * ROWS);
  bench.row('  asked, each distinct one once, and embedded', requests('towns.txt', 'method: pair'));
  bench.row('two tests by triplets: prompts', 6 * ROWS);
  bench.row(
    '  asked of a perfect model until it is decided',
    requests('builtin:multiple-choice', 'method: triplet'),
  );

  bench.write('rows.txt', sentences(ROWS));
  bench.write(
    'cached.yml',
    `cache: { mode: read-write }\n${asking({ url: bench.url('50'), requests: ROWS, concurrency: 10 })}`,
  );
  const cached = () => {
    bench.gate('cached.yml', ['--cache-directory', 'cache']);
    return bench.report('report').usage.requests;
  };
  bench.row('with the cache: asked in the first run', cached());
  bench.row('  in the second', cached(), { goal: 'none' });
}
