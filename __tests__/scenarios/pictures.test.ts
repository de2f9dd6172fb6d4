/**
 * Screenshots of comment, summary and report for six outcomes. PICTURES=FOLDER keeps them there.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { marked } from 'marked';
import type { Browser, Page } from 'playwright-core';
import { inBrowser, openBrowser, openFile } from '../support/browser.ts';
import { openPromptPull, CHANGED, LINES } from '../support/changed-prompt.ts';
import { attentive, oblivious, type ModelServerOptions } from '../support/model-server.ts';
import { some } from '../support/runs.ts';
import { BASE, config, CONFIG_PATH, gitHub, modelServer, scenario } from '../support/scenario.ts';

const { PICTURES } = process.env;

/** What GitHub and a telephone give to read in. */
const SIZES = [
  { width: 1280, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];
const COLOURS = ['light', 'dark'] as const;
const OUTCOMES = ['pass', 'fail', 'inconclusive', 'error', 'compared', 'line'] as const;
const PLACES = ['comment', 'summary', 'report'] as const;
type Outcome = (typeof OUTCOMES)[number];

const houses = Array.from({ length: 40 }, (_, i) => `The house number ${i + 1} is red.`).join('\n');
const numberIn = (prompt: string) => Number(/number (\d+)/.exec(prompt)?.[1]);
/** The base hears every "not", the head misses it in eleven of forty houses. */
const worse: ModelServerOptions['answer'] = (prompt, { body }) => {
  const isDeaf = (body as { model: string }).model !== 'the-base' && numberIn(prompt) <= 11;
  return / not /.test(prompt) && !isDeaf ? 'No, wrong.' : 'Yes, right.';
};

const WORLDS: Record<
  Exclude<Outcome, 'line'>,
  { model: ModelServerOptions; more?: string; rows?: string }
> = {
  pass: { model: { answer: attentive } },
  fail: { model: { answer: oblivious } },
  inconclusive: {
    model: {
      answer: attentive,
      fail: ({ body }) => (JSON.stringify(body).includes('Grass') ? { status: 400 } : undefined),
    },
    rows: 'The sky is blue.\nGrass is green.',
  },
  error: { model: { keys: ['sk-another'] } },
  compared: { model: { answer: worse }, more: 'evaluation: { compare: base }\n', rows: houses },
};

const css = await Promise.all(
  COLOURS.map((colour) =>
    readFile(
      createRequire(import.meta.url).resolve(`github-markdown-css/github-markdown-${colour}.css`),
      'utf8',
    ),
  ),
);
/** As GitHub shows a comment: a column of its own, in its own style. */
const asOnGitHub = (markdown: string, colour: number) => `<!doctype html><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${css[colour]!} body{margin:0;background:${colour === 0 ? '#fff' : '#0d1117'}} .markdown-body{max-width:860px;padding:16px;font-size:14px}</style>
<article class="markdown-body">${marked.parse(markdown, { async: false })}</article>`;

inBrowser('the outputs in Chromium (skipped without Chromium)', () => {
  let folder: string;
  let browser: Browser;

  /** The commonest pull request: one changed line of a prompt. */
  async function changeLine(directory: string) {
    const head = LINES.with(4, CHANGED[4]!);
    const { github, run } = await openPromptPull({
      head,
      inputs: { 'report-directory': directory },
    });
    return { github, run };
  }

  async function runWorld(outcome: Exclude<Outcome, 'line'>, directory: string) {
    const { model: options, more = '', rows } = WORLDS[outcome];
    const [model, github] = [await modelServer(options), await gitHub()];
    const text = config(model, more);
    const files: Record<string, string> = { [CONFIG_PATH]: text };
    if (rows !== undefined) files['evals/statements.txt'] = rows;
    for (const [name, content] of Object.entries(files))
      github.files.set(`${BASE}:${name}`, content.replace('scenario-model', 'the-base'));
    const run = await scenario({ github, files, inputs: { 'report-directory': directory } });
    return { github, run };
  }

  async function make(outcome: Outcome): Promise<void> {
    const at = path.join(folder, outcome);
    const { github, run } = outcome === 'line' ? await changeLine(at) : await runWorld(outcome, at);
    const { summary, report } = run;
    const isFailing = outcome === 'compared' || outcome === 'line';
    expect(report!.outcome).toBe(isFailing ? 'fail' : outcome);
    for (const [place, markdown] of [
      ['comment', github.comments[0]!.body!],
      ['summary', summary],
    ] as const)
      for (const [i, colour] of COLOURS.entries())
        await writeFile(path.join(at, `${place}-${colour}.html`), asOnGitHub(markdown, i));
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sensitivity-pictures-'));
    if (PICTURES) await mkdir(PICTURES, { recursive: true });
    browser = await openBrowser();
    for (const outcome of OUTCOMES) await make(outcome);
  });
  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  /**
   * Where the verdict begins, and where cause and next step end; without a next step on what
   * passed.
   */
  const said = async (page: Page) => {
    const end = async (found: ReturnType<Page['locator']>) => {
      const box = (await found.first().boundingBox())!;
      return Math.ceil(box.y + box.height);
    };
    const next = page.getByText('What to do next.');
    return {
      verdict: Math.floor((await page.locator('h1, h3').first().boundingBox())!.y),
      cause: await end(page.locator('h1 ~ *, h3 ~ *')),
      next: (await next.count()) > 0 ? await end(page.locator('p', { has: next })) : undefined,
    };
  };

  const all = OUTCOMES.flatMap((outcome) => PLACES.map((place) => ({ outcome, place })));
  it.each(PICTURES ? all : some(all, 3))(
    'begin with verdict, cause and next step, within the page: $outcome, $place',
    async ({ outcome, place }) => {
      for (const colorScheme of PICTURES ? COLOURS : COLOURS.slice(0, 1)) {
        const name = place === 'report' ? 'report.html' : `${place}-${colorScheme}.html`;
        const { page, misdeeds, close } = await openFile(
          browser,
          path.join(folder, outcome, name),
          { colorScheme },
        );
        for (const size of SIZES) {
          await page.setViewportSize(size);
          const { verdict, cause, next } = await said(page);
          const most = size.width < 800 ? 2 * size.height : 600;
          expect(verdict).toBeLessThan(120);
          expect(Math.max(cause, next ?? 0)).toBeLessThan(most);
          expect(next === undefined).toBe(outcome === 'pass');
          if (place === 'comment' && size.width === 390) {
            expect(Math.max(cause, next ?? 0)).toBeLessThan(900);
            const height = await page.evaluate('document.querySelector("article").scrollHeight');
            expect(height).toBeLessThan(1_800);
          }
          const over =
            'document.documentElement.scrollWidth - document.documentElement.clientWidth';
          expect([size.width, await page.evaluate(over)]).toEqual([size.width, 0]);
          if (PICTURES)
            await page.screenshot({
              path: path.join(PICTURES, `${outcome}-${place}-${colorScheme}-${size.width}.png`),
              fullPage: true,
            });
        }
        expect(misdeeds).toEqual([]);
        close();
      }
    },
  );
});
