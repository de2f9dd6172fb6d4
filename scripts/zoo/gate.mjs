// Puts a model of the zoo through dist, as a user in a terminal does: a configuration, a folder
// under git, a process, a report.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runDoor } from '../../__tests__/support/run-process.ts';
import { ZOO } from './models.mjs';
import { stories } from './next-tokens.mjs';
import { rows } from './order.mjs';
import { JUDGE, nameOf } from './server.mjs';

const CONFIG = 'sensitivity.yml';
const LIMIT = 100;
const NEGATION = { add_negation: { min_pass_rate: 0.85 } };
/** Each side has as many rows as a test with one rate. */
const SAFETY = { limit: 2 * LIMIT, tests: { refusal: { min_pass_rate: 0.85 } } };
const CONTRAST = { contrast: { min_pass_rate: 0.85 } };
const MANNERS = { add_toxic_words: { min_pass_rate: 0.95 } };
/** Data files beside the built-in sets, with their test. Minima are the test's defaults. */
const STORIES = ['stories.txt', stories.join('\n')];
const ROWS = ['rows.jsonl', rows.map((row) => JSON.stringify(row)).join('\n')];
const FILES = {
  word_order: STORIES,
  tokenization: STORIES,
  long_range_context: STORIES,
  word_order_answers: ROWS,
};

/** The README's configuration, with the one of its tests that a model is about. YAML reads JSON. */
export function configOf({ url, model, seed, data, judge, base }) {
  const manners = {
    add_toxic_words: { ...MANNERS.add_toxic_words, ...(judge && { scorer: 'judge' }) },
  };
  const isSafety = data === 'safety';
  const own = { sentences: manners, safety: SAFETY.tests, 'negation-scope': CONTRAST };
  const [file] = FILES[data] ?? [];
  const sensitivity = file ? { [data]: {} } : (own[data] ?? NEGATION);
  return {
    model: { hub: 'openai', name: nameOf(model, seed), base_url: url },
    data: { source: file ?? `builtin:${data}`, limit: isSafety ? SAFETY.limit : LIMIT },
    tests: { sensitivity },
    evaluation: {
      ...(base && { compare: 'base' }),
      ...(judge && { judge: { hub: 'openai', name: JUDGE, base_url: url } }),
      ...(judge === false && { judge: 'off' }),
    },
    seed,
  };
}

/** @returns what runs a model once, and what removes all that it made. */
export function openGate(url) {
  const root = mkdtempSync(path.join(tmpdir(), 'sensitivity-zoo-'));
  return {
    run: (visit) => run(root, { ...visit, url }),
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

async function run(root, { model, data, seed, url }) {
  const { base, judge } = ZOO[model];
  const folder = mkdtempSync(path.join(root, 'run-'));
  const write = (name) =>
    writeFileSync(
      path.join(folder, CONFIG),
      JSON.stringify(configOf({ url, model: name, seed, data, judge, base })),
    );
  if (FILES[data]) writeFileSync(path.join(folder, FILES[data][0]), FILES[data][1]);
  const env = { HOME: folder, OPENAI_API_KEY: 'zoo' };
  if (base) {
    write(base);
    commit(folder);
  }
  write(model);
  mkdirSync(path.join(folder, 'report'));
  const words = [
    'run',
    '--config',
    CONFIG,
    '--report-directory',
    'report',
    ...(base ? ['--base', 'HEAD'] : []),
  ];
  const { stdout, stderr } = await runDoor({
    door: 'cli',
    words,
    env,
    cwd: folder,
    dist: path.resolve('dist'),
  });
  const report = readReport(path.join(folder, 'report', 'report.json'), `${stdout}${stderr}`);
  rmSync(folder, { recursive: true });
  const [test] = report.report;
  return {
    model,
    data,
    seed,
    outcome: report.outcome,
    requests: report.usage.requests,
    test,
    results: report.results,
  };
}

function commit(folder) {
  const author = ['-c', 'user.name=zoo', '-c', 'user.email=zoo@example.com'];
  const git = (...words) =>
    execFileSync('git', [...author, ...words], { cwd: folder, stdio: 'pipe' });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'base');
}

function readReport(file, said) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`dist has written no report. It said:\n${said}`, { cause: error });
  }
}
