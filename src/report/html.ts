// Lays out blocks as HTML, for GitHub's comment and summary and for the page. No line may be blank,
// since that would end the HTML and start Markdown.

import { hash } from 'node:crypto';
import type { Outcome } from '../run/results.ts';
import { piecesOf, type Block, type Sentence, type TableBlock, visible } from './blocks.ts';

export function escapeMarkup(text: string) {
  return visible(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function blocksToHtml(blocks: readonly Block[], heading = 'h3') {
  return blocks.map((block) => blockToHtml(block, heading)).join('\n');
}

function blockToHtml(block: Block, heading: string): string {
  switch (block.kind) {
    case 'heading':
      return `<${heading}>${inline(block.text)}</${heading}>`;
    case 'text':
      return `<p>${inline(block.text)}</p>`;
    case 'facts': {
      const { text, runUrl = '' } = block;
      const link = ` · <a href="${escapeMarkup(runUrl)}">this run</a>`;
      return `<p><sub>${inline(text)}${/^https?:\/\//.test(runUrl) ? link : ''}</sub></p>`;
    }
    case 'table':
      return tableToHtml(block);
    case 'section': {
      const title = `<summary>${inline(block.title)}</summary>`;
      return `<details>\n${title}\n${blocksToHtml(block.blocks)}\n</details>`;
    }
  }
}

function tableToHtml({ head, rows, isFigures }: TableBlock) {
  const heads = head.map((name) => `<th>${inline(name)}</th>`);
  const lines = rows.map((cells) => {
    const tags = cells.map((cell, i) => {
      const start = isFigures && i > 0 ? '<td align="right">' : '<td>';
      return `${start}${inline(cell)}</td>`;
    });
    return `<tr>${tags.join('')}</tr>`;
  });
  return `<table class="${isFigures ? 'figures' : 'rows'}">\n<thead><tr>${heads.join('')}</tr></thead>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`;
}

/**
 * A sentence as HTML. GitHub looks for mentions, issue numbers, links and emoji everywhere except
 * inside `<code>`. It hides a `<br>` there, so each line of code is a separate element.
 */
function inline(sentence: Sentence) {
  return visible(sentence).split('\n').map(lineToHtml).join('<br>');
}

function lineToHtml(line: string) {
  return piecesOf(line)
    .map(({ text, isCode, isBold }) => {
      const html = isCode ? `<code>${escapeMarkup(text)}</code>` : text.replace(/\S+/g, wordToHtml);
      return isBold && text.trim() !== '' ? `<b>${html}</b>` : html;
    })
    .join('');
}

/**
 * A word in which GitHub finds nothing to link: letters, a short number, `A18` or the sign of an
 * outcome, perhaps in quotation marks or brackets and with punctuation after it.
 */
const PLAIN_WORD =
  /^["“‘(]{0,3}(?:\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*|\p{L}{1,12}\d{1,4}|[-−]?\d{1,6}(?:[.,/]\d{1,6})*%?|[-–—·/+=<>≤≥…→×%]|[✅❌⛔⚠⏭]\uFE0F?)?["”’).,;:!?…]*$/u;
/**
 * Separates a word from brackets and punctuation around it, which stay outside of the code:
 * `(rule_verdicts).` has some, and `f(x)` has none.
 */
const IN_BRACKETS = /^(\({0,3})([^(]*[^(),.;:])([),.;:]*)$/;
const COMMIT = /[\da-f]{7}/i;
const MAX_WORD_LENGTH = 80;

/** Makes code of a word that is not plain, since a sentence may quote an error from elsewhere. */
function wordToHtml(word: string) {
  if (word.length <= MAX_WORD_LENGTH && PLAIN_WORD.test(word) && !COMMIT.test(word))
    return escapeMarkup(word);
  const [, start = '', inside = word, end = ''] = IN_BRACKETS.exec(word) ?? [];
  return `${start}<code>${escapeMarkup(inside)}</code>${end}`;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --dim: #57606a; --paper: #f6f8fa; --card: #fff; --line: #d1d9e0; --link: #0969da;
  --good: #2da44e; --bad: #cf222e; --odd: #bf8700; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f0f6fc; --dim: #9ea7b3; --paper: #0d1117; --card: #151b23; --line: #3d444d; --link: #58a6ff;
    --good: #2ea043; --bad: #f85149; --odd: #d29922; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 0.9375rem/1.55 system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif; }
main { max-width: 70rem; margin: clamp(0px, 2vw, 2rem) auto; padding: clamp(0.9rem, 3vw, 2rem); background: var(--card);
  border: 1px solid var(--line); border-top: 6px solid var(--odd); border-radius: 10px; overflow-wrap: anywhere; }
main.pass { border-top-color: var(--good); } main.fail, main.error { border-top-color: var(--bad); }
h1 { font-size: clamp(1.25rem, 1rem + 1.4vw, 1.75rem); line-height: 1.25; margin: 0 0 0.75rem; }
p { margin: 0.6rem 0; max-width: 62rem; }
a { color: var(--link); }
sub { font-size: 0.8125rem; color: var(--dim); vertical-align: baseline; }
code { font: 0.9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--paper); padding: 0.1em 0.3em; border-radius: 4px;
  white-space: pre-wrap; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.rows b > code { background: color-mix(in srgb, var(--odd) 25%, var(--paper)); }
details { margin: 0.75rem 0; border-top: 1px solid var(--line); padding-top: 0.6rem; }
summary { cursor: pointer; font-weight: 600; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table { border-collapse: collapse; margin: 0.75rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: 0.4rem 0.75rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-size: 0.8125rem; font-weight: 600; color: var(--dim); }
.figures { overflow-wrap: normal; } .figures th:not(:first-child), .figures [align] { text-align: right; }
.rows { table-layout: fixed; width: 100%; }
@media (max-width: 479.98px) { th, td { padding: 0.35rem; } }
`;

/** A second line of defence after escaping: no script runs, and nothing is loaded. */
const STYLE_HASH = hash('sha256', STYLE, 'base64');
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

/** The report as a single page without scripts or external resources. */
export function htmlPage(title: string, outcome: Outcome, blocks: readonly Block[]) {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main class="${outcome}">
${blocksToHtml(blocks, 'h1')}
</main>
</body>
</html>
`;
}
