// The commonest pull request: it changes one line of a system prompt, and so a scripted model
// overlooks the "not". Its run, and the review of it as GitHub shows it.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { marked } from 'marked';
import { answerOf } from '../zoo/models.ts';
import { readPrompt } from '../zoo/knowledge.ts';

const PROMPT = 'prompts/support.md';
const BASE = [
  'You answer the questions of our customers.',
  ...['Answer in English.', '', 'Read every word of the question:'],
  'a small word such as "not" can turn its meaning round.',
  ...['', 'Name an option by its letter.', 'Add no reasons.'],
  'Stay polite.',
];
const CULPRIT = 'skip small words, they carry no meaning.';
const HEAD = BASE.with(4, CULPRIT);

const textOf = (lines) => `${lines.join('\n')}\n`;

/** Overlooks the "not" in four of ten rows if the system prompt has the culprit. */
async function startModel() {
  const server = createServer(async (request, response) => {
    const { messages } = /** @type {{ messages: { content: string }[] }} */ (await json(request));
    const prompt = messages.at(-1)?.content ?? '';
    const name = messages.some(({ content }) => content.includes(CULPRIT))
      ? 'deaf in 40 %'
      : 'knowing';
    const { text } = answerOf(name, 1, { prompt, ...readPrompt(prompt) });
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        choices: [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/**
 * Runs the gate on the change, in a repository below `folder`. Returns its results and the diff as
 * GitHub lists it.
 */
export async function runReview(folder, cli) {
  const server = await startModel();
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const config = [
    `model: { hub: openai, name: our-model, base_url: "http://127.0.0.1:${port}/v1", system_prompt_file: ${PROMPT} }`,
    'data: { source: "builtin:multiple-choice", limit: 100 }',
    'evaluation: { compare: base }',
    'tests: { sensitivity: { add_negation: { min_pass_rate: 0.85 } } }',
  ];
  const git = (...words) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' });
  const who = ['-c', 'user.name=example', '-c', 'user.email=example@example.com'];
  mkdirSync(path.join(folder, 'prompts'), { recursive: true });
  writeFileSync(path.join(folder, 'sensitivity.yml'), textOf(config));
  writeFileSync(path.join(folder, PROMPT), textOf(BASE));
  git('init', '--quiet');
  git('add', '--all');
  git(...who, 'commit', '--quiet', '--message', 'base');
  writeFileSync(path.join(folder, PROMPT), textOf(HEAD));
  const words = [
    cli,
    'run',
    '--config',
    'sensitivity.yml',
    '--base',
    'HEAD',
    '--report-directory',
    'report',
    '--cache-directory',
    'cache',
  ];
  const env = { ...process.env, OPENAI_API_KEY: 'sk-example' };
  // The exit status is that of the verdict.
  await promisify(execFile)(process.execPath, words, { cwd: folder, env }).catch(
    ({ code, stderr }) => {
      if (code !== 1) throw new Error(stderr);
    },
  );
  server.close();
  const diff = git('diff', '--', PROMPT);
  return {
    results: JSON.parse(readFileSync(path.join(folder, 'report', 'report.json'), 'utf8')),
    files: [{ path: PROMPT, patch: diff.slice(diff.indexOf('@@')) }],
  };
}

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const STYLE = `
body { margin: 0; font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; color: #1f2328; }
main { padding: 16px; max-width: 900px; box-sizing: border-box; }
.box { border: 1px solid #d1d9e0; border-radius: 6px; overflow: hidden; margin: 12px 0; }
.head { background: #f6f8fa; border-bottom: 1px solid #d1d9e0; padding: 8px 12px; color: #59636e; }
.head b, .head code { color: #1f2328; }
.bot { border: 1px solid #d1d9e0; border-radius: 2em; padding: 0 6px; font-size: 12px; }
.box .markdown-body { padding: 12px; font-size: 14px; overflow-x: auto; }
.box .box { margin: 12px; }
table.diff, .markdown-body table.diff { display: table; margin: 0; border-collapse: collapse; width: 100%; font: 12px/20px ui-monospace, "DejaVu Sans Mono", monospace; }
table.diff tr td { padding: 0 8px; border: 0; vertical-align: top; white-space: pre-wrap; overflow-wrap: anywhere; }
table.diff tr td.n { width: 1%; color: #59636e; text-align: right; white-space: nowrap; }
table.diff tr.added, .markdown-body table.diff tr.added { background: #dafbe1; } table.diff tr.removed, .markdown-body table.diff tr.removed { background: #ffebe9; }
table.diff tr.common { background: none; }
.suggestion { border: 1px solid #d1d9e0; border-radius: 6px; overflow: hidden; }
.suggestion > p { margin: 0 !important; padding: 6px 12px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; font-size: 12px; }
.suggestion > div { padding: 8px 12px; text-align: right; border-top: 1px solid #d1d9e0; }
.button { border: 1px solid #d1d9e0; border-radius: 6px; padding: 4px 12px; font-size: 12px; background: #f6f8fa; }`;

const SIGNS = { '+': 'added', '-': 'removed', ' ': 'common' };
const lineOf = ({ sign, text, line }) =>
  `<tr class="${SIGNS[sign]}"><td class="n">${sign === '-' ? '' : line}</td><td>${sign} ${escaped(text)}</td></tr>`;
const linesOf = (lines) => `<table class="diff">${lines.map(lineOf).join('')}</table>`;
const author = (did) =>
  `<div class="head"><b>github-actions</b> <span class="bot">bot</span> ${did}</div>`;
const prose = (markdown) =>
  `<div class="markdown-body">${marked.parse(markdown, { async: false })}</div>`;

const SUGGESTION = /^(`{3,})suggestion\n([^]*?)\n?^\1$/m;

/**
 * The inline comment under the lines of the diff that GitHub prints above it: at most three before
 * the commented ones.
 */
function inline({ path: file, lines, body }, hunks) {
  const all = hunks.flat();
  const commented = all.filter(
    ({ sign, line }) => sign !== '-' && line >= lines.first && line <= lines.last,
  );
  const end = all.indexOf(commented.at(-1)) + 1;
  const shown = all.slice(Math.max(0, end - 1 - commented.length - 3), end);
  const [block, , text = ''] = SUGGESTION.exec(body) ?? ['', '', ''];
  const suggested = text
    .split('\n')
    .map((one, i) => ({ sign: '+', text: one, line: lines.first + i }));
  const change = linesOf([...commented.map((one) => ({ ...one, sign: '-' })), ...suggested]);
  const suggestion = `<div class="suggestion"><p>Suggested change</p>${change}<div><span class="button">Commit suggestion</span></div></div>`;
  const [before = '', after = ''] = block === '' ? [body] : body.split(block);
  const said = `${marked.parse(before, { async: false })}${block === '' ? '' : suggestion}${marked.parse(after, { async: false })}`;
  return `<div class="box"><div class="head"><code>${escaped(file)}</code></div>${linesOf(shown)}
    <div class="box">${author(`commented on line ${lines.last}`)}<div class="markdown-body">${said}</div></div></div>`;
}

/** The page of a review: its text, then each inline comment at its line. */
export function pageOf({ summary, placed, hunks, css }) {
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><style>${css}${STYLE}</style>
    <main><div class="box">${author('reviewed')}${prose(summary)}</div>${placed.map((one) => inline(one, hunks)).join('')}</main>`;
}
