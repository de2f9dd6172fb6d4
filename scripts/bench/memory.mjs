import { cli } from './bench.mjs';
import { asking, sentences } from './throughput.mjs';

/**
 * Peak memory by number of rows: asked over HTTP, asked of the reference hub, and loaded with few
 * drawn.
 * @param {import('./bench.mjs').Bench} bench
 */
export function memory(bench) {
  for (const { rows, goal } of [{ rows: 1000 }, { rows: 10_000, goal: 250 }]) {
    bench.write('rows.txt', sentences(rows));
    bench.write(
      'config.yml',
      asking({ url: bench.url('50'), requests: 2 * rows, concurrency: 100 }),
    );
    told(bench, bench.gate('config.yml'), { what: `${rows} rows asked over HTTP`, most: goal });
  }
  const walls = [1000, 10_000, 100_000].map((rows) => {
    bench.write('rows.txt', sentences(rows));
    bench.write(
      'reference.yml',
      asking({ url: '', requests: rows, concurrency: 10 }).replace(
        /model: .*/,
        'model: { hub: reference, name: attentive }',
      ),
    );
    const used = bench.gate('reference.yml');
    told(bench, used, {
      what: `${rows} rows of the reference hub`,
      most: rows === 100_000 ? 400 : undefined,
    });
    return used.wall;
  });
  bench.row('  wall of 100,000 over ten times that of 10,000', walls[2] / (10 * walls[1]), {
    digits: 2,
    goal: 'about 1: linear',
  });
  drawn(bench);
}

/** @param {import('./bench.mjs').Bench} bench */
function drawn(bench) {
  const line = (i) =>
    JSON.stringify({
      text: `Row ${i} is a sentence of a common length that says something about the number ${i}.`,
      id: i,
      note: 'x'.repeat(100),
    });
  bench.write('large.jsonl', Array.from({ length: 100_000 }, (_, i) => line(i)).join('\n'));
  bench.write(
    'large.yml',
    'model: { hub: reference, name: attentive }\ndata: { source: large.jsonl, limit: 200 }\ntests: { sensitivity: { add_negation: {} } }\n',
  );
  // The model does not know these sentences, so the verdict does not matter.
  told(bench, bench.measure([cli, 'run', '--config', 'large.yml']), {
    what: '100,000 rows of JSONL, limit 200',
    most: 300,
  });
}

/**
 * @param {import('./bench.mjs').Bench} bench
 * @param {import('./bench.mjs').Used} used
 * @param {{ what: string, most?: number | undefined }} how
 */
function told(bench, { maxRSS, wall }, { what, most }) {
  bench.row(`${what}: peak memory`, maxRSS, {
    unit: 'MB',
    goal: most === undefined ? '' : `at most ${most} MB`,
  });
  bench.row('  wall', wall / 1000, { unit: 's', digits: 2 });
}
