/** How much of the program one row takes, and that CONTRIBUTING's walk names files on its way. */
import { readFileSync } from 'node:fs';
import { CONFIG_PATH, gate, gitHub, modelServer } from '../support/gate.ts';
import { filesIn, temporaryFolder } from '../support/repository.ts';
import { runProcess } from '../support/run-process.ts';

/**
 * The most files of src of which a function runs, from the event to the comment, more often than
 * while src is loaded.
 */
const MOST_FILES = 90;
/** The most files of `models/` with a function that runs for each request. */
const MOST_OF_A_REQUEST = 8;

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

/** Calls of each function of src but the files themselves. */
function callsIn(folder: string): Map<string, number> {
  const calls = new Map<string, number>();
  for (const text of Object.values(filesIn(folder))) {
    const { result } = JSON.parse(text) as Coverage;
    for (const { url, functions } of result) {
      const file = /\/src\/(.*\.ts)$/.exec(url)?.[1];
      for (const [nth, { ranges }] of functions.slice(1).entries())
        if (file !== undefined) calls.set(`${file} ${nth}`, ranges[0]?.count ?? 0);
    }
  }
  return calls;
}

/** Calls of each function in a process that has this environment. */
async function covered(run: (env: Record<string, string>) => Promise<unknown>) {
  const folder = temporaryFolder();
  await run({ NODE_V8_COVERAGE: folder });
  return callsIn(folder);
}

const LOAD = `import { globSync } from 'node:fs';
for (const file of globSync('src/**/*.ts')) await import(process.cwd() + '/' + file);`;

/** Calls while all files are loaded. */
async function loaded() {
  return covered((env) =>
    runProcess(['--input-type=module', '--eval', LOAD], { env, cwd: process.cwd() }),
  );
}

const filesOf = (functions: Iterable<string>) =>
  [...new Set([...functions].map((one) => one.split(' ')[0] ?? ''))].sort();

async function walk() {
  const isTrue = (prompt: string) => prompt.includes('red') !== / not /.test(prompt);
  const model = await modelServer({ answer: (prompt) => (isTrue(prompt) ? 'True' : 'False') });
  const evals = ['text,truth', ...houses, ''].join('\n');
  let outputs = {};
  const calls = await covered(async (env) => {
    const ended = await gate({
      base: { [CONFIG_PATH]: CONFIG, 'evals/houses.csv': evals },
      model,
      github: await gitHub(),
      fresh: true,
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
  const ofRequest = [...calls].filter(([, count]) => count >= requests);
  const inModels = filesOf(ofRequest.map(([name]) => name)).filter((file) => /^models/.test(file));
  expect(inModels.length).toBeLessThanOrEqual(MOST_OF_A_REQUEST);
  const atLoad = await loaded();
  const ran = [...calls].filter(([name, count]) => count > (atLoad.get(name) ?? 0));
  const files = filesOf(ran.map(([name]) => name));
  expect(files.length).toBeLessThanOrEqual(MOST_FILES);
  const page = readFileSync('CONTRIBUTING.md', 'utf8');
  const steps = page.slice(page.indexOf('## A walk'), page.indexOf('## Rooms'));
  const named = [...steps.matchAll(/^\| `([\w/.-]+\.ts)` \|/gm)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((file) => !files.includes(file))).toEqual([]);
});
