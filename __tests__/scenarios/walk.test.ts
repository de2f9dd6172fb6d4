/** One row runs through few files, and CONTRIBUTING's walk names only files on this way. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CONFIG_PATH, gate, gitHub, modelServer } from '../support/gate.ts';
import { temporaryFolder } from '../support/repository.ts';

/** The most files of src in which a function runs, from the event to the comment. */
const MOST_FILES = 90;
/** The most files of `models/` in which a function runs for each request. */
const MOST_OF_A_REQUEST = 9;

const CONFIG = `model: { hub: openai, name: m }
data: { source: evals/houses.csv }
tests: { sensitivity: { add_negation: { min_pass_rate: 0.85 } } }
`;
const houses = Array.from(
  { length: 60 },
  (_, i) => `House number ${i + 1} is ${i % 2 === 0 ? 'red' : 'blue'}.,${i % 2 === 0}`,
);

interface Coverage {
  result: { url: string; functions: { ranges: { count: number }[] }[] }[];
}

/** Loads all files of src, then counts the calls of each function, and writes the counts. */
const COUNT = `
import { globSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
const src = process.env.TEST_SRC;
for (const file of globSync(src + '/**/*.ts')) await import('file://' + file);
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true });
process.on('exit', () =>
  session.post('Profiler.takePreciseCoverage', (_error, counts) =>
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify(counts))));`;

/** Counts the calls of each function of src in the process that `run` starts. */
async function countCalls(run: (env: Record<string, string>) => Promise<unknown>) {
  const file = path.join(temporaryFolder(), 'counts.json');
  await run({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(COUNT)}`,
    TEST_SRC: path.resolve('src'),
    TEST_COUNTS: file,
  });
  const { result } = JSON.parse(readFileSync(file, 'utf8')) as Coverage;
  return result.flatMap(({ url, functions }) => {
    const [, name] = /\/src\/(.*\.ts)$/.exec(url) ?? [];
    if (name === undefined) return [];
    return functions.map(({ ranges }) => ({ file: name, count: ranges[0]?.count ?? 0 }));
  });
}

const filesOf = (calls: readonly { file: string }[]) => [...new Set(calls.map(({ file }) => file))];

async function walk() {
  const isTrue = (prompt: string) => prompt.includes('red') !== / not /.test(prompt);
  const model = await modelServer({ answer: (prompt) => (isTrue(prompt) ? 'True' : 'False') });
  const evals = ['text,truth', ...houses, ''].join('\n');
  let outputs = {};
  const calls = await countCalls(async (env) => {
    const ended = await gate({
      base: { [CONFIG_PATH]: CONFIG, 'evals/houses.csv': evals },
      model,
      github: await gitHub(),
      ownProcess: {},
      env,
    });
    outputs = ended.outputs;
  });
  expect(outputs).toMatchObject({ outcome: 'pass' });
  expect(outputs).toHaveProperty('comment-url', expect.stringContaining('issuecomment'));
  return { calls, requests: model.requests.length };
}

it("a row's way is short, and CONTRIBUTING names files on it", async () => {
  const { calls, requests } = await walk();
  const ofRequest = calls.filter(({ count }) => count >= requests);
  const inModels = filesOf(ofRequest).filter((file) => /^models/.test(file));
  expect(inModels.length).toBeLessThanOrEqual(MOST_OF_A_REQUEST);
  const files = filesOf(calls.filter(({ count }) => count > 0));
  expect(files.length).toBeLessThanOrEqual(MOST_FILES);
  const page = readFileSync('CONTRIBUTING.md', 'utf8');
  const steps = page.slice(page.indexOf('## A walk'), page.indexOf('## Rooms'));
  const named = [...steps.matchAll(/^\| `([\w/.-]+\.ts)` \|/gm)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((file) => !files.includes(file))).toEqual([]);
});
