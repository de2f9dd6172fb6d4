import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { barriersOf, inBrowser, openBrowser, openFile } from '../support/browser.ts';
import { HOSTILE } from '../support/hostile-corpus.ts';
import { attentive, type RecordedRequest } from '../support/model-server.ts';
import { runCli } from '../support/run-action.ts';
import { some } from '../support/runs.ts';
import { config, CONFIG_PATH, modelServer, scenario } from '../support/scenario.ts';

const WIDTHS = [390, 768, 1280];
/** Opens every row, and returns the names of all elements in the lists. */
const EVERY_ELEMENT = `(() => {
  for (const details of document.querySelectorAll('.all details')) details.open = true;
  return [...new Set(Array.from(document.querySelectorAll('.all ol.rows *'), ({ localName }) => localName))];
})()`;
const shownIn = (page: Page) => page.locator('ol.rows > li:visible').count();

/** The HTML report, opened as a file. */
inBrowser('the HTML report in Chromium (skipped without Chromium)', () => {
  let folder: string;
  let browser: Browser;
  const file = (name: string) => path.join(folder, name, 'report.html');
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sensitivity-page-'));
    const open = async () => {
      const isGrass = ({ body }: RecordedRequest) => JSON.stringify(body).includes('Grass');
      const model = await modelServer({
        answer: attentive,
        fail: (request) => (isGrass(request) ? { status: 400 } : undefined),
      });
      const files = {
        [CONFIG_PATH]: config(model),
        'evals/statements.txt': 'The sky is blue.\nGrass is green.\n',
      };
      await scenario({
        model,
        files,
        inputs: { comment: 'never', 'report-directory': path.join(folder, 'inconclusive') },
      });
    };
    const run = (name: string, text: string) =>
      runCli(['run', '--report-directory', path.join(folder, name)], {
        files: { [CONFIG_PATH]: text, 'rows.txt': 'The sky is blue.\nGrass is green.\n' },
      });
    [browser] = await Promise.all([
      openBrowser(),
      runCli(['demo', '--report-directory', folder]),
      open(),
      run('error', 'model: 1\n'),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('keeps hostile texts from running, loading, opening or navigating', async () => {
    const tricks = some(HOSTILE).filter((text) => text.length <= 2_000);
    const model = await modelServer({
      answer: (prompt) => tricks[Number(/zq(\d+)x/.exec(prompt)?.[1] ?? 0)]!,
    });
    const rows = tricks.map((text, i) => ({
      text: `The sky ${text} zq${i}x is blue.`,
      options: `A. ${text}\nB. no`,
    }));
    const { report } = await scenario({
      files: {
        [CONFIG_PATH]: config(model).replace('evals/statements.txt', 'evals/rows.jsonl'),
        'evals/rows.jsonl': rows.map((row) => JSON.stringify(row)).join('\n'),
      },
      inputs: { comment: 'never', 'report-directory': path.join(folder, 'hostile') },
    });
    expect(report!.results.length).toBeGreaterThan(tricks.length / 2);
    const { page, misdeeds, close } = await openFile(browser, file('hostile'));
    const names = await page.evaluate<string[]>(EVERY_ELEMENT);
    expect('b details div dl dt dd i ins li ol p span summary'.split(' ')).toEqual(
      expect.arrayContaining(names),
    );
    expect(misdeeds).toEqual([]);
    expect(await barriersOf(page)).toEqual([]);
    close();
  });

  it.each(['attentive', 'oblivious', 'inconclusive', 'error'])(
    'is accessible, fits its width and begins with the verdict and the rows: %s',
    async (name) => {
      const { page, misdeeds, close } = await openFile(browser, file(name));
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // Only colours differ in dark mode.
        expect(
          await barriersOf(page, colorScheme === 'dark' ? ['color-contrast'] : undefined),
        ).toEqual([]);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          const over =
            'document.documentElement.scrollWidth - document.documentElement.clientWidth';
          expect([width, await page.evaluate(over)]).toEqual([width, 0]);
          const { y } = (await page.locator('h1').boundingBox())!;
          expect(y).toBeLessThan(120);
          // Rows that failed begin on the first screen.
          const row = await page
            .locator('details.row.fail, details.row.error')
            .first()
            .boundingBox({ timeout: 100 })
            .catch(() => null);
          if (row) expect(row.y).toBeLessThan(800);
        }
      }
      expect(misdeeds).toEqual([]);
      close();
    },
  );

  it('works by keyboard alone', async () => {
    const { page, close } = await openFile(browser, file('oblivious'));
    const focused = () =>
      page.evaluate<string>('document.activeElement.id || document.activeElement.localName');
    // The table of results, which scrolls, comes before the rows.
    for (const name of ['div', 'summary']) {
      await page.keyboard.press('Tab');
      expect(await focused()).toBe(name);
    }
    const first = page.locator('details.row').first();
    expect(await first.getAttribute('open')).toBe('');
    await page.keyboard.press('Enter');
    expect(await first.getAttribute('open')).toBeNull();
    await page.keyboard.press('Space');
    expect(await first.locator('.arm').count()).toBe(3);
    expect(await first.locator('.arm').nth(2).getAttribute('aria-label')).toBe('with "not"');
    close();
  });

  it('is readable without JavaScript', async () => {
    const { page, misdeeds, close } = await openFile(browser, file('oblivious'), {
      javaScriptEnabled: false,
    });
    const words = await page.locator('main').innerText();
    for (const said of [
      'misses the "not" too often',
      'What to do next.',
      'reads negation',
      'does not read the "not"',
    ])
      expect(words).toContain(said);
    expect(await shownIn(page)).toBeGreaterThan(3);
    expect(misdeeds).toEqual([]);
    close();
  });
});
