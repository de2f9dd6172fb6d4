/**
 * `baseline` under `method: triplet` compares with an earlier report.
 */
import { BASE, CONFIG_PATH, gitHub, scenario } from '../support/scenario.ts';
import { configOf, FILE, jsonl, knowing, QUESTIONS, questionModel } from '../support/triplets.ts';

const REPORT = 'evals/last.json';
const SEED = 'seed: 7\n';
let earlier: string;

beforeAll(async () => {
  // A bar that takes many rows, so that the report knows what later runs ask.
  const model = await questionModel(knowing);
  const tests = 'add_negation: { min_pass_rate: 0.95, margin: 0.025 }';
  const files = {
    [CONFIG_PATH]: `${configOf({ url: model.url, name: 'good', tests })}${SEED}`,
    [FILE]: jsonl(QUESTIONS),
  };
  const { report } = await scenario({ files, inputs: { comment: 'never' } });
  expect(report!.report[0]).toMatchObject({ outcome: 'pass', asked_count: 43 });
  earlier = JSON.stringify(report);
});

it('a baseline report is compared with, and the base is not asked', async () => {
  const model = await questionModel(knowing);
  const github = await gitHub();
  const of = (name: string) =>
    `${configOf({ url: model.url, name, evaluation: `, baseline: ${REPORT}` })}${SEED}`;
  const data = { [FILE]: jsonl(QUESTIONS), [REPORT]: earlier };
  for (const [name, text] of Object.entries({ ...data, [CONFIG_PATH]: of('good') }))
    github.files.set(`${BASE}:${name}`, text);
  const { report, outputs, summary } = await scenario({
    github,
    files: { ...data, [CONFIG_PATH]: of('head') },
    inputs: { comment: 'never' },
  });
  expect(outputs.outcome).toBe('pass');
  expect(report!.report[0]).toMatchObject({ baseline: { source: 'report', broken: 0 } });
  expect(
    model.requests.filter(({ body }) => (body as { model?: string }).model === 'good'),
  ).toEqual([]);
  expect(summary).toContain('against the baseline report');
});
