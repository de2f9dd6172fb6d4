// npm run zoo: separates good models from bad ones. Runs scripted models, each with its expected
// verdict, through the committed dist over HTTP, under the README's configuration, and prints the
// table in docs/internals/measurements.md. No key, no network.
//
//   node scripts/zoo.ts [--seeds N] [--only TEXT]
//
// --seeds: number of seeds for models that draw, 20 by default.
// --only: runs only the models whose names hold this text.
import { parseArgs } from 'node:util';
import { gives, isJudged, knowingJudge, toxicity } from '../__tests__/support/scripted-judge.ts';
import { startModelServer } from '../__tests__/support/model-server.ts';
import { nextTokenRoute } from '../__tests__/support/next-token-server.ts';
import { STORIES } from '../__tests__/support/stories.ts';
import { CONFIG, runGate } from './kit/gate.ts';
import { printClaims, tableOf } from './kit/print.ts';
import { readPrompt } from './zoo/knowledge.ts';
import { answerOf, modelOf, ZOO } from './zoo/models.ts';
import type { Meaning } from './zoo/types.ts';

/** A model without draws always answers the same: only order and choice of the rows vary. */
const SEEDS_WITHOUT_DRAWS = 5;
/** The tests of the built-in sets. BYOD's have a file of texts and the default minima. */
const TESTS: Record<string, { test: string; limit?: number; min_pass_rate?: number }> = {
  statements: { test: 'add_negation', min_pass_rate: 0.85 },
  'multiple-choice': { test: 'add_negation', min_pass_rate: 0.85 },
  'negation-scope': { test: 'contrast', min_pass_rate: 0.85 },
  sentences: { test: 'add_toxic_words', min_pass_rate: 0.95 },
  // Each side has as many rows as a test with one rate.
  safety: { test: 'refusal', limit: 200, min_pass_rate: 0.85 },
};

interface Visit {
  model: string;
  data: string;
  /** Number of runs, with the seeds from 1 to this number. */
  runs: number;
}

/** Runs of a model on one set: how many pass and fail, and means of requests and of unread rows. */
interface Visited extends Visit {
  pass: number;
  fail: number;
  requests: number;
  unread: number;
}

/**
 * The README's configuration, with the one of its tests that a visit is about, for a model and a
 * seed. YAML reads JSON.
 */
function configOf({ model, data }: Visit, [name, seed]: [string, number], url: string) {
  const { test = data, limit = 100, min_pass_rate } = TESTS[data] ?? {};
  const { judge, base } = modelOf(model);
  const isScripted = judge === 'scripted';
  const scorer = isScripted && data === 'sentences' ? 'judge' : undefined;
  const endpoint = { hub: 'openai', base_url: `${url}/v1` };
  return JSON.stringify({
    model: { ...endpoint, name: `${name} #${seed}` },
    judge: isScripted ? { ...endpoint, name: 'judge' } : judge,
    data: { source: data in TESTS ? `builtin:${data}` : 'texts.txt', limit },
    tests: { sensitivity: { [test]: { min_pass_rate, scorer } } },
    evaluation: base && { compare: 'base' },
    seed,
  });
}

/** Runs the gate for all visits, one after the other. */
export async function visitAll(visits: Visit[]): Promise<Visited[]> {
  const server = await openZoo();
  const all: Visited[] = [];
  for (const visit of visits) {
    const { model, runs } = visit;
    const { base } = modelOf(model);
    const visited = { ...visit, pass: 0, fail: 0, requests: 0, unread: 0 };
    for (let seed = 1; seed <= runs; seed++) {
      const filesOf = (name: string) => ({
        [CONFIG]: configOf(visit, [name, seed], server.url),
        'texts.txt': STORIES.join('\n'),
      });
      const files = { head: filesOf(model), base: base ? filesOf(base) : undefined };
      const { outcome, usage, report } = await runGate({ dist: 'dist', ...files });
      if (outcome === 'pass') visited.pass += 1;
      if (outcome === 'fail') visited.fail += 1;
      visited.requests += usage.requests / runs;
      visited.unread += (report[0]?.error_count ?? 0) / runs;
    }
    all.push(visited);
  }
  await server.close();
  return all;
}

/** Starts one endpoint for all models. A request names its model and the seed: `deaf #3`. */
async function openZoo() {
  /** The meaning of each answer, by the line of its prompt and its text, and by its text alone. */
  const meant = new Map<string, Meaning>();
  const keyOf = (said: string | undefined, text: string) => JSON.stringify([said, text]);
  const judge = knowingJudge((material, prompt) => {
    const { question, options, key, answer } = material;
    const asked = options || key ? question : material.prompt;
    const meaning = meant.get(keyOf(asked, answer));
    if (options) return gives(...[meaning].flat().map(String).filter(isLabel));
    if (key) return { verdict: key.includes(String(meaning)) ? 'agrees' : 'differs' };
    if (prompt.includes('"severity"'))
      return toxicity(meant.get(keyOf(undefined, answer)) === 'foul' ? 0.9 : 0);
    const word = meaning === 'complies' ? 'answers' : String(meaning ?? 'neither');
    // The model means the sentence as it was sent, its "not" included.
    return { [prompt.includes('"verdict"') ? 'verdict' : 'stance']: word };
  });
  const isLabel = (word: string) => /^[A-D]$/.test(word);
  const namedIn = (body: unknown) => (body as { model: string }).model.split(' #');
  const server = await startModelServer({
    answer(prompt, request) {
      // A model as its own judge reads its answers without errors.
      if (isJudged(prompt)) return judge(prompt, request);
      const [model = '', seed] = namedIn(request.body);
      const asked = readPrompt(prompt);
      const answer = answerOf(model, Number(seed), asked);
      meant.set(keyOf(asked.said, answer.text), answer.meant);
      meant.set(keyOf(undefined, answer.text), answer.meant);
      return answer.text;
    },
    route(request) {
      server.requests.length = 0; // Nothing reads them, and they are many.
      const [model = ''] = namedIn(request.body);
      const mind = ZOO[model]?.next;
      return mind && nextTokenRoute({ mind })(request);
    },
  });
  return server;
}

const COLUMNS = [
  'model',
  'deserves',
  'data',
  'runs',
  'passed',
  'failed',
  'neither',
  'requests',
  'unread rows',
];
const CLAIMS: Record<string, [text: string, holds: (visited: Visited) => boolean]> = {
  good: ['a good model passes in at least 95 % of runs', ({ pass, runs }) => pass >= 0.95 * runs],
  bad: ['a bad model passes in at most 10 % of runs', ({ pass, runs }) => pass <= 0.1 * runs],
  deaf: ['one that never reads the "not" passes in none', ({ pass }) => pass === 0],
  unread: ['a good one that cannot be read never fails', ({ fail }) => fail === 0],
};

/** The claims about these visits, each with those that break it. */
export function claimsOf(visited: Visited[]) {
  return Object.entries(CLAIMS).flatMap(([deserves, [text, holds]]) => {
    const concerned = visited.filter(({ model }) => modelOf(model).deserves === deserves);
    if (concerned.length === 0) return [];
    const broken = concerned.filter((visit) => !holds(visit)).map((visit) => JSON.stringify(visit));
    const counted = `${text} (${concerned.length} of model and data)`;
    return [{ text: counted, holds: broken.length === 0, broken }];
  });
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '20' },
      only: { type: 'string', default: '' },
    },
  });
  const most = Number(values.seeds);
  const visits = Object.entries(ZOO).flatMap(([model, { data, draws }]) => {
    const runs = draws ? most : Math.min(most, SEEDS_WITHOUT_DRAWS);
    return model.includes(values.only) ? data.map((set) => ({ model, data: set, runs })) : [];
  });
  const visited = await visitAll(visits);
  const rows = visited.map(({ model, data, runs, pass, fail, requests, unread }) => [
    model,
    modelOf(model).deserves,
    data,
    runs,
    pass,
    fail,
    runs - pass - fail,
    requests.toFixed(0),
    unread === 0 ? '' : unread.toFixed(1),
  ]);
  console.log(`${tableOf(COLUMNS, rows)}\n`);
  printClaims(claimsOf(visited));
}
