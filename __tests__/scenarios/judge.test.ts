import type { ActionRun } from '../support/run-action.ts';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CONFIG_PATH, config, modelServer, scenario } from '../support/scenario.ts';
import type { ModelServer } from '../support/model-server.ts';
import { KNOWN_CASES, verdictJson, withJudge } from '../support/scripted-judge.ts';

const isNegated = (prompt: string) => / not /.test(prompt);
const answers = (prompt: string) =>
  isNegated(prompt) ? 'I disagree with that.' : 'I agree with that.';
/** Finds the negation noticed for sky and grass, not applicable for rivers, else ignored. */
function judging(prompt: string): string {
  const reason = '<b>because</b>';
  if (/sky|Grass/.test(prompt)) return verdictJson('accounts', reason);
  return verdictJson(/rivers/.test(prompt) ? 'not_applicable' : 'ignores', reason);
}
const withKeys = (keys: string) =>
  `evaluation: { scorer: judge, judge: { name: the-judge }${keys} }\n`;
const folder = () => mkdtemp(path.join(tmpdir(), 'judge-cache-'));

/** A run of `scorer: judge` against this server, with a cache of its own. */
const judged = async (
  model: ModelServer,
  { keys = '', inputs = {}, event }: { keys?: string } & Pick<ActionRun, 'inputs' | 'event'> = {},
) =>
  scenario({
    event,
    files: { [CONFIG_PATH]: config(model, withKeys(keys)) },
    inputs: { comment: 'never', 'cache-directory': await folder(), ...inputs },
  });

it('rows that the judge excludes do not count, and its reasons are shown escaped', async () => {
  const model = await modelServer({ answer: withJudge(answers, { judging }) });
  const { outputs, report, summary } = await judged(model);
  expect(outputs).toMatchObject({ outcome: 'fail', requests: String(KNOWN_CASES + 10 + 5) });
  expect(report!.report[0]).toMatchObject({
    scorer: 'judge',
    pass_count: 2,
    fail_count: 2,
    error_count: 0,
    not_applicable_count: 1,
    calibration: { judge: 'openai/the-judge', right: KNOWN_CASES, total: KNOWN_CASES },
  });
  expect(report!.results.map(({ status }) => status)).toEqual([
    'scored',
    'scored',
    'not_applicable',
    'scored',
    'scored',
  ]);
  expect(report!.results[0]).toMatchObject({
    eval_score: 1,
    judgement: { verdict: 'accounts', reason: '<b>because</b>' },
  });
  expect(summary).not.toContain('<b>because</b>');
  expect(model.count('/embeddings')).toBe(0);
  const asked = model.requests.find(
    ({ body }) => (body as { model?: string }).model === 'the-judge',
  )!;
  expect(asked.body).toMatchObject({
    response_format: { type: 'json_schema', json_schema: { strict: true } },
  });
});

it('open questions are doubtful rows for embeddings, and none for a judge', async () => {
  const model = await modelServer({
    answer: withJudge(answers, { judging: () => verdictJson('accounts', 'because') }),
  });
  const rows = Array.from({ length: 15 }, (_, i) => `What is thing number ${i} made of?`).join(
    '\n',
  );
  const run = (evaluation: string) =>
    scenario({
      files: { [CONFIG_PATH]: config(model, evaluation), 'evals/statements.txt': rows },
      inputs: { comment: 'never' },
    });
  const { outputs, report } = await run(withKeys(''));
  expect(outputs.outcome).toBe('pass');
  expect(report!.report[0]).toMatchObject({
    pass_count: 15,
    fail_count: 0,
    not_applicable_count: 0,
  });
  expect(report!.notices.join()).not.toContain('may not tell');
  const embedded = await run('');
  expect(embedded.report!.notices.join()).toContain('15 of 15 rows may not tell');
});

it('a judge below the calibration minimum is an error with its table, and the model is not asked', async () => {
  const model = await modelServer({
    answer: withJudge(answers, { judging, wrong: Math.floor(KNOWN_CASES / 10) + 1 }),
  });
  const { exitCode, outputs, report, summary } = await judged(model);
  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({
    outcome: 'error',
    passed: 'false',
    requests: String(KNOWN_CASES),
  });
  expect(report!.results[0]!.error!.kind).toBe('judge_not_calibrated');
  expect(summary).toMatch(/may not gate/);
  expect(summary).toMatch(/not_applicable/);
});

it('a calibration is stored for the next run, and not used for another judge', async () => {
  const model = await modelServer({ answer: withJudge(answers, { judging }) });
  // On a schedule no finished run is used again.
  const event = { name: 'schedule', payload: {} };
  const inputs = { comment: 'never', 'cache-directory': await folder() };
  const files = { [CONFIG_PATH]: config(model, withKeys('')) };
  await scenario({ files, event, inputs });
  expect((await scenario({ files, event, inputs })).outputs.requests).toBe('15');
  const hotter = {
    [CONFIG_PATH]: config(
      model,
      withKeys('').replace('the-judge', 'the-judge, parameters: { temperature: 1 }'),
    ),
  };
  expect((await scenario({ files: hotter, event, inputs })).outputs.requests).toBe(
    String(KNOWN_CASES + 15),
  );
});

it('scorer: judge without a judge is an error with its place', async () => {
  const model = await modelServer();
  const { report } = await scenario({
    files: { [CONFIG_PATH]: config(model, 'evaluation: { scorer: judge }\n') },
    inputs: { comment: 'never' },
  });
  expect(report!.problem).toMatchObject({
    where: `${CONFIG_PATH}:11:23`,
    message: expect.stringContaining('needs a judge'),
  });
  expect(model.requests).toEqual([]);
});

it('a run is inconclusive if the judge excludes nearly all rows', async () => {
  const model = await modelServer({
    answer: withJudge(answers, {
      judging: (prompt) => verdictJson(prompt.includes('sky') ? 'accounts' : 'not_applicable'),
    }),
  });
  const { exitCode, outputs, report, summary } = await judged(model, {
    inputs: { 'fail-on': 'fail, error' },
  });
  expect(outputs.outcome).toBe('inconclusive');
  expect(exitCode).toBe(1);
  expect(report!.report[0]).toMatchObject({ pass_count: 1, set_aside_count: 4 });
  expect(summary).toContain('the judge excluded 4 of 5 rows');
});

it('a forged calibration in the cache is ignored', async () => {
  const kept = await folder();
  const model = await modelServer({ answer: withJudge(answers, { judging }) });
  const run = async () =>
    (
      await judged(model, {
        event: { name: 'schedule', payload: {} },
        inputs: { 'cache-directory': kept },
      })
    ).outputs.requests;
  model.options.answer = withJudge(answers, { judging, wrong: KNOWN_CASES });
  expect(await run()).toBe(String(KNOWN_CASES));
  const [name] = await readdir(kept);
  const file = path.join(kept, name!);
  const lines = await readFile(file, 'utf8');
  const perfect = lines.replace(/(\\"right\\":)0/, `$1${KNOWN_CASES}`);
  expect(perfect).not.toBe(lines);
  await writeFile(file, perfect);
  expect(await run()).toBe(String(KNOWN_CASES));
});

it('a cache in the checkout, which a pull request can fill, is refused', async () => {
  const { exitCode, stdout } = await scenario({
    model: await modelServer(),
    inputs: { comment: 'never', 'cache-directory': '.cache' },
  });
  expect(exitCode).toBe(1);
  expect(stdout).toContain('outside the checkout');
});
