// Draws docs/images/comment.png and report.png: comment and HTML report of a real run of the demo
// (`npm start`) for the model `oblivious`, as GitHub and a browser show them; and review.png: the
// review of a changed system prompt.
// Needs a build (`npm run bundle`) and Chromium (Debian: apt-get install chromium
// fonts-noto-color-emoji).
//
//   node scripts/picture.mjs [path of chromium]
//
// With PICTURES=FOLDER, it also draws all pages there, 390 and 1280 px wide.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { marked } from 'marked';
import { restoringParts } from '../src/action/review.ts';
import { patchLines, placeFindings } from '../src/github/place-findings.ts';
import { renderMarkdown } from '../src/report/formats/markdown.ts';
import { reviewTexts } from '../src/report/formats/review.ts';
import { foulWordMask } from '../src/run/report-files.ts';
import { openBrowser } from './chromium.mjs';
import { pageOf, runReview } from './picture/review.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(path.join(tmpdir(), 'sensitivity-picture-'));
const css = readFileSync(
  createRequire(import.meta.url).resolve('github-markdown-css/github-markdown-light.css'),
  'utf8',
);

const cli = path.join(root, 'dist/cli.js');
const mask = await foulWordMask(undefined);
const storyOptions = { base: 'main', mask };

async function commentPage() {
  const results = JSON.parse(readFileSync(path.join(work, 'oblivious', 'report.json'), 'utf8'));
  const markdown = renderMarkdown(results, {
    ...storyOptions,
    kind: 'comment',
    maxBytes: 12_000,
    runUrl: 'https://github.com/',
    commit: '1a2b3c4d5e6f7a8b9c0d',
  });
  const html = marked.parse(markdown, { async: false });
  return `<!doctype html><meta name="viewport" content="width=device-width, initial-scale=1"><style>${css}
    body{margin:0} main{padding:20px 24px;font-size:14px}</style><main class="markdown-body">${html}</main>`;
}

async function reviewPage() {
  const { results, files } = await runReview(path.join(work, 'change'), cli);
  const texts = reviewTexts(results, storyOptions);
  const findings = restoringParts(results, 'main').map((part, index) => ({
    ...part,
    kind: /** @type {const} */ ('attribution'),
    id: String(index),
    restored: { firstLine: part.line ?? 1, head: part.head, base: part.base },
    body: () => texts.describePart(part),
  }));
  const diffs = files.map(({ path: file, patch }) => ({ path: file, diff: patchLines(patch) }));
  const { placed } = placeFindings(findings, diffs, 10);
  return pageOf({
    summary: texts.describeReview(placed.length, 'https://github.com/'),
    placed,
    hunks: diffs[0].diff,
    css,
  });
}

let browser;
try {
  execFileSync(process.execPath, [cli, 'demo', '--report-directory', work], { stdio: 'ignore' });
  browser = await openBrowser(process.argv[2]);
  await drawPage(browser, 'comment', await commentPage());
  await drawPage(browser, 'review', await reviewPage());
  await drawReport(browser);
} finally {
  await browser?.close();
  rmSync(work, { recursive: true, force: true });
}

async function drawPage(browser, name, html) {
  const viewport = { width: 860, height: 640 };
  const tab = await browser.newPage({ viewport, deviceScaleFactor: 2 });
  await tab.setContent(html);
  await tab.locator('main').screenshot({ path: path.join(root, `docs/images/${name}.png`) });
  await drawAtWidths(tab, name);
}

async function drawReport(browser) {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 1280 } });
  await tab.goto(`file://${path.join(work, 'oblivious', 'report.html')}`);
  await tab.screenshot({ path: path.join(root, 'docs/images/report.png') });
  await drawAtWidths(tab, 'report');
}

/** Draws the whole page at the width of a phone and of a screen, if PICTURES names a folder. */
async function drawAtWidths(tab, name) {
  const { PICTURES } = process.env;
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  for (const width of [390, 1280]) {
    await tab.setViewportSize({ width, height: 900 });
    await tab.screenshot({ path: path.join(PICTURES, `${name}-${width}.png`), fullPage: true });
  }
}
