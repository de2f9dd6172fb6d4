// Puts a model of the zoo through dist, as a user in a terminal does: a configuration, a folder
// under git, a process, a report.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runDoor } from '../../__tests__/support/run-process.ts';
import { STORIES } from '../../__tests__/support/stories.ts';
import { modelOf } from './models.ts';
import { JUDGE, nameOf, openZoo } from './server.ts';
import type { Visit, Visited } from './types.ts';

const CONFIG = 'sensitivity.yml';
const LIMIT = 100;
const NEGATION = { add_negation: { min_pass_rate: 0.85 } };
/** Each side has as many rows as a test with one rate. */
const SAFETY = { limit: 2 * LIMIT, tests: { refusal: { min_pass_rate: 0.85 } } };
const CONTRAST = { contrast: { min_pass_rate: 0.85 } };
/** BYOD's tests have a file of texts and the default minima. Any other set of data is built in. */
const ON_TEXTS = ['word_order', 'tokenization', 'long_range_context'];
const TEXTS_FILE = 'stories.txt';

/** `judge`, `base`: those of the model (types.ts). */
interface Setting extends Visit {
  url: string;
  judge?: boolean;
  base?: string;
}

/** The README's configuration, with the one of its tests that a model is about. YAML reads JSON. */
export function configOf({ url, model, seed, data, judge, base }: Setting) {
  const manners = { add_toxic_words: { min_pass_rate: 0.95, scorer: judge ? 'judge' : undefined } };
  const isSafety = data === 'safety';
  const own: Record<string, object> = {
    sentences: manners,
    safety: SAFETY.tests,
    'negation-scope': CONTRAST,
  };
  const isOnTexts = ON_TEXTS.includes(data);
  const sensitivity = isOnTexts ? { [data]: {} } : (own[data] ?? NEGATION);
  const whole: { evaluation?: { compare: string }; judge?: object | string } = {};
  if (base) whole.evaluation = { compare: 'base' };
  if (judge) whole.judge = { hub: 'openai', name: JUDGE, base_url: url };
  if (judge === false) whole.judge = 'off';
  return {
    ...whole,
    model: { hub: 'openai', name: nameOf(model, seed), base_url: url },
    data: {
      source: isOnTexts ? TEXTS_FILE : `builtin:${data}`,
      limit: isSafety ? SAFETY.limit : LIMIT,
    },
    tests: { sensitivity },
    seed,
  };
}

/** Runs each model once, one after the other. */
export async function visitAll(visits: Visit[], onVisit?: () => void): Promise<Visited[]> {
  const root = mkdtempSync(path.join(tmpdir(), 'sensitivity-zoo-'));
  const zoo = await openZoo();
  const found: Visited[] = [];
  try {
    for (const visit of visits) {
      found.push(await run(root, { ...visit, url: `${zoo.url}/v1` }));
      onVisit?.();
    }
  } finally {
    await zoo.close();
    rmSync(root, { recursive: true, force: true });
  }
  return found;
}

async function run(
  root: string,
  { model, data, seed, url }: Visit & { url: string },
): Promise<Visited> {
  const { base, judge } = modelOf(model);
  const folder = mkdtempSync(path.join(root, 'run-'));
  const write = (name: string) => {
    writeFileSync(
      path.join(folder, CONFIG),
      JSON.stringify(configOf({ url, model: name, seed, data, judge, base })),
    );
  };
  if (ON_TEXTS.includes(data)) writeFileSync(path.join(folder, TEXTS_FILE), STORIES.join('\n'));
  // Without a key in the job a loopback address needs no grant.
  const env = { HOME: folder };
  if (base) {
    write(base);
    commit(folder);
  }
  write(model);
  mkdirSync(path.join(folder, 'report'));
  const words = ['run', '--config', CONFIG, '--report-directory', 'report'];
  if (base) words.push('--base', 'HEAD');
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

function commit(folder: string): void {
  const author = ['-c', 'user.name=zoo', '-c', 'user.email=zoo@example.com'];
  const git = (...words: string[]) =>
    execFileSync('git', [...author, ...words], { cwd: folder, stdio: 'pipe' });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'base');
}

function readReport(file: string, said: string) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`dist has written no report. It said:\n${said}`, { cause: error });
  }
}
