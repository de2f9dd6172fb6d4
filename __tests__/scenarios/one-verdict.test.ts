/** A pull request gets one verdict for one subject, as long as rules and rows stay the same. */
import { readdirSync } from 'node:fs';
import { CONFIG_PATH, gate, MODEL_KEY, modelServer, type GateRun } from '../support/gate.ts';
import {
  BROKEN,
  COMPARED,
  deskConfig,
  deskFiles,
  deskModel,
  POLITE,
  PROMPT,
  PROMPT_PATH,
  QUESTIONS,
  ROWS_PATH,
  rows,
} from '../support/desk.ts';
import { temporaryFolder, type Tree } from '../support/repository.ts';
import { eventAt } from '../trust/support.ts';

let cache: string;
beforeEach(() => {
  cache = temporaryFolder();
});

const BASE = deskFiles({ [CONFIG_PATH]: COMPARED });
const RED = BROKEN[PROMPT_PATH];
const GREEN = POLITE[PROMPT_PATH];

/** Runs that share a cache. `asked` counts the requests of a run. */
async function runs(...all: Partial<GateRun>[]) {
  const model = all[0]?.model ?? (await modelServer(deskModel()));
  const ended = [];
  for (const run of all) {
    const before = model.requests.length;
    const gated = await gate({ base: BASE, model, cache, haste: 50, ...run });
    ended.push({ ...gated, asked: model.requests.length - before });
  }
  return ended;
}

const prompt = (text: string): Tree => ({ [PROMPT_PATH]: text });

it.each([
  ['fail', 1, 1],
  ['pass', 0, 1 / 40],
])(
  'a %s that is started again asks nothing, and says the same with its cause',
  async (outcome, exitCode, share) => {
    const run = { head: prompt(RED), model: await modelServer(deskModel(share)) };
    const [first, again] = await runs(run, run);
    expect(first?.asked).toBeGreaterThan(0);
    expect(again).toMatchObject({ asked: 0, exitCode });
    expect(again?.report).toMatchObject({
      outcome,
      report: first?.report.report,
      attribution: { kind: 'one', parts: [{ name: `${PROMPT_PATH}:2` }] },
      reused: { run: '42' },
    });
  },
);

it('a red subject that is sent alike stays red, with 0 requests', async () => {
  const [, ...again] = await runs(
    { head: prompt(RED) },
    // An unrelated file, white space.
    { head: { ...prompt(RED), 'README.md': 'x' } },
    { head: prompt(`\n${RED.replace('at the desk', 'at  the\ndesk')}\n`) },
  );
  for (const { asked, report } of again) expect([asked, report.outcome]).toEqual([0, 'fail']);
  // A line of the kept prompt may be repaired already.
  expect(again.map(({ report }) => report.attribution?.kind)).toEqual(['one', undefined]);
});

it('another word, rule, row or base is asked anew, and so is white space of a green one', async () => {
  const ofBase = (changed: Tree) => ({ head: prompt(RED), base: { ...BASE, ...changed } });
  const ended = await runs(
    { head: prompt(RED) },
    { head: prompt(RED.replace('letter', 'sign')) },
    // A character that no reader sees, but the model.
    { head: prompt(RED.replace('desk', 'de\u{e0041}sk')) },
    ofBase({ [CONFIG_PATH]: COMPARED.replace('0.8', '0.75') }),
    ofBase({ [ROWS_PATH]: rows(QUESTIONS.slice(1)) }),
    ofBase({ [PROMPT_PATH]: `${PROMPT}Thanks.\n` }),
    { head: prompt(GREEN) },
    { head: prompt(`${GREEN}\n`) },
  );
  for (const { asked, report } of ended) {
    expect(asked).toBeGreaterThan(0);
    expect(report.reused).toBe(undefined);
  }
});

it.each([
  ['another commit of the app', { 'app.js': 'other code' }, true],
  ['the same commit again', {}, false],
])('%s: what an app answers belongs to its code', async (_what, changes: Tree, isAsked) => {
  const model = await modelServer({
    keys: undefined,
    route: ({ body }) => {
      const { prompt: text } = body as { prompt: string };
      return { status: 200, body: { answer: deskModel().answer(text) } };
    },
  });
  const app = `hub: http\n  url: ${model.url}/ask`;
  const config = deskConfig().replace('hub: openai', app);
  const run = {
    base: { ...BASE, [CONFIG_PATH]: config },
    inputs: { 'allowed-hosts': new URL(model.url).host },
    env: { OPENAI_API_KEY: MODEL_KEY },
    cache,
  };
  const first = await gate({ ...run, head: { 'app.js': 'code' } });
  const before = model.requests.length;
  const again = await gate({ ...run, head: { 'app.js': 'code', ...changes } });
  expect([first.outputs.outcome, again.outputs.outcome]).toEqual(['pass', 'pass']);
  expect(model.requests.length > before).toBe(isAsked);
});

it('a merge group leaves no file of answers', async () => {
  const event: GateRun['event'] = ({ base, merge }) =>
    eventAt('merge_group', 'refs/heads/gh-readonly-queue/main/pr-7', merge, {
      merge_group: { head_sha: merge, base_sha: base, base_ref: 'refs/heads/main' },
    });
  await runs({ head: prompt(GREEN), event });
  expect(readdirSync(cache)).toEqual([]);
});
