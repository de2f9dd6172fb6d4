import { statSync } from 'node:fs';
import path from 'node:path';
import { CHROMIUM, openBrowser } from '../chromium.mjs';
import { cli, median } from './bench.mjs';

const ROWS = 10_000;

/**
 * The HTML report of ten thousand rows: how large it is, and in Chromium, where there is one, how
 * long until there is something to see and until a search has been drawn.
 * @param {import('./bench.mjs').Bench} bench
 */
export async function page(bench) {
  const line = (i) =>
    `Statement number ${i} is about the ${i % 7} rivers of a town that was built in the year ${1000 + (i % 900)}.`;
  bench.write('page.txt', Array.from({ length: ROWS }, (_, i) => line(i)).join('\n'));
  bench.write(
    'page.yml',
    `model: { hub: reference, name: oblivious }\ndata: { source: page.txt, limit: ${ROWS} }\ntests: { sensitivity: { add_negation: { method: pair } } }\n`,
  );
  bench.measure([cli, 'run', '--config', 'page.yml', '--report-directory', 'page']);
  const file = path.join(bench.work, 'page', 'report.html');
  const rows = bench.report('page').results.length;
  if (rows !== ROWS) throw new Error(`${rows} rows, and not ${ROWS}`);
  bench.row(`report.html of ${ROWS.toLocaleString('en')} rows`, statSync(file).size / 1024 ** 2, {
    unit: 'MB',
    digits: 1,
  });
  if (CHROMIUM === undefined) {
    bench.row('  in Chromium', 'not here');
    return;
  }
  const browser = await openBrowser();
  try {
    const rounds = [];
    for (let i = 0; i < 5; i++) rounds.push(await visit(browser, file));
    const of = (read) => median(rounds.map(read));
    bench.row(
      '  first paint',
      of(({ paint }) => paint),
      { unit: 'ms', goal: 'under 1,000 ms' },
    );
    bench.row(
      '  a search, drawn',
      of(({ text }) => text),
      { unit: 'ms', goal: 'under 100 ms' },
    );
    bench.row(
      '  elements',
      of(({ elements }) => elements),
    );
  } finally {
    await browser.close();
  }
}

async function visit(browser, file) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`file://${file}`);
  // The index of the search is built in steps after the page is drawn.
  await page.waitForTimeout(1_500);
  const measured = await page.evaluate(`(() => {
    const timed = (value) => {
      const from = performance.now();
      document.getElementById('text').value = value;
      document.getElementById('text').dispatchEvent(new Event('input'));
      document.body.offsetHeight;
      return performance.now() - from;
    };
    // The first search reads the text of every row.
    timed('rivers');
    return {
      paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      text: timed('rivers 199'),
      elements: document.querySelectorAll('*').length,
    };
  })()`);
  await page.close();
  return measured;
}
