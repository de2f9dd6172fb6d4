/** `baseline` under `method: triplet`: an earlier report stands for the base as long as eight rows asked anew answer as it has them. */
import { beforeAll, expect, it } from '@jest/globals';
import { CONFIG_PATH, gitHub, scenario } from '../support/scenario.js';
import { BASE, configOf, deaf, FILE, jsonl, knowing, questions, serving, type Way } from '../support/triplets.js';

const REPORT = 'evals/last.json';
const CHECKED = 8;
const ARMS = 3;
const SEED = 'seed: 7\n';
let earlier: string;

beforeAll(async () => {
  // A bar that takes many rows, so that the report knows what later runs ask.
  const model = await serving(knowing);
  const tests = 'add_negation: { min_pass_rate: 0.95, margin: 0.025 }';
  const files = { [CONFIG_PATH]: `${configOf({ url: model.url, name: 'good', tests })}${SEED}`, [FILE]: jsonl(questions) };
  const { report } = await scenario({ files, inputs: { comment: 'never' } });
  expect(report!.report[0]).toMatchObject({ outcome: 'pass', asked_count: 43 });
  earlier = JSON.stringify(report);
});

/** A head that knows all, beside a base that goes its own way now. */
async function beside(base: Way) {
  const model = await serving((asked) => (asked.model === 'good' ? base : knowing)(asked));
  const github = await gitHub();
  const of = (name: string) => `${configOf({ url: model.url, name, evaluation: `, baseline: ${REPORT}` })}${SEED}`;
  const data = { [FILE]: jsonl(questions), [REPORT]: earlier };
  for (const [name, text] of Object.entries({ ...data, [CONFIG_PATH]: of('good') })) github.files.set(`${BASE}:${name}`, text);
  const finished = await scenario({ github, files: { ...data, [CONFIG_PATH]: of('head') }, inputs: { comment: 'never' } });
  const asked = model.requests.filter(({ body }) => (body as { model?: string }).model === 'good').length;
  return { ...finished, row: finished.report!.report[0]!, asked };
}

it('eight rows of the base are asked anew, and no further one while it answers as the report has it', async () => {
  const { row, asked, outputs, summary } = await beside(knowing);
  expect(outputs.outcome).toBe('pass');
  expect(row).toMatchObject({ drift: { checked: CHECKED, changed: 0 }, baseline: { source: 'report', broken: 0 } });
  expect(asked).toBe(CHECKED * ARMS);
  expect(summary).toContain('8 rows of the baseline report asked of the base again: all have the same answer');
});

it('a base that has drifted is told, is asked itself, and is what the report names as the other side', async () => {
  const { row, asked, outputs, summary, report } = await beside(deaf);
  expect(outputs.outcome).toBe('pass');
  expect(row.drift!.changed).toBeGreaterThan(0);
  expect(asked).toBeGreaterThan(CHECKED * ARMS);
  for (const { source } of [row.baseline!, ...Object.values(row.comparisons!)]) expect(source).toBe('base');
  // Of the deaf base no row was sensitive, whatever the report of a better day has.
  expect(row.comparisons!.sensitive).toMatchObject({ pass_rate: 0, broken: 0 });
  expect(report!.results[0]!.baseline).toMatchObject({ state: 'insensitive' });
  expect(summary).toContain('answered differently, so the base itself was asked');
  expect(summary).toContain('against the base');
  expect(summary).not.toContain('against the baseline report');
});
