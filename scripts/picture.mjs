// Draws docs/images/comment.png and report.png: comment and HTML report of a real run of the demo (`npm start`) for the model `oblivious`,
// as GitHub and a browser show them.
// Needs a build (`npm run build`) and Chromium (Debian: apt-get install chromium fonts-noto-color-emoji).
//
//   node scripts/picture.mjs [path of chromium]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { marked } from 'marked';
import { openBrowser } from './chromium.mjs';

/** The compiled module; its types are those of src. */
const built = (file) => import(new URL(`../lib/${file}`, import.meta.url).href);
const { foulWordsToMask } = await built('run/report-files.js');
const { renderMarkdown } = await built('report/formats/markdown.js');

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(path.join(tmpdir(), 'sensitivity-picture-'));
const css = readFileSync(createRequire(import.meta.url).resolve('github-markdown-css/github-markdown-light.css'), 'utf8');

try {
  execFileSync(process.execPath, [path.join(root, 'dist/cli.js'), 'demo', '--report-directory', work]);
  const results = JSON.parse(readFileSync(path.join(work, 'oblivious', 'report.json'), 'utf8'));
  const markdown = renderMarkdown(results, {
    kind: 'comment',
    maxBytes: 12_000,
    runUrl: 'https://github.com/',
    commit: '1a2b3c4d5e6f7a8b9c0d',
    base: 'main',
    find: await foulWordsToMask(undefined),
  });
  const html = marked.parse(markdown, { async: false });
  const browser = await openBrowser(process.argv[2]);
  const page = await browser.newPage({ viewport: { width: 860, height: 640 }, deviceScaleFactor: 2 });
  await page.setContent(
    `<!doctype html><style>${css} body{margin:0} .markdown-body{padding:20px 24px;font-size:14px}</style><article class="markdown-body">${html}</article>`,
  );
  await page.locator('article').screenshot({ path: path.join(root, 'docs/images/comment.png') });
  const report = await browser.newPage({ viewport: { width: 1280, height: 1280 } });
  await report.goto(`file://${path.join(work, 'oblivious', 'report.html')}`);
  await report.screenshot({ path: path.join(root, 'docs/images/report.png') });
  await browser.close();
} finally {
  rmSync(work, { recursive: true, force: true });
}
