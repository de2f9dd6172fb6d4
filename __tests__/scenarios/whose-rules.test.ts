/** A pull request cannot change what judges it: each case, through the whole action. */
import { CONFIG_PATH, gate, modelServer, type GateRun } from '../support/gate.ts';
import {
  BROKEN,
  deskConfig,
  deskFiles,
  deskModel,
  PROMPT_PATH,
  QUESTIONS,
  ROWS_PATH,
  rows,
} from '../support/desk.ts';
import { fork } from '../trust/support.ts';

const WEAK = deskConfig().replace('0.8', '0.4');
const OTHER_API = deskConfig().replace('retries: 1', 'retries: 1\n  api: completions');
const changedRule = (key: string, values: object) => ({
  changes: { rules: [{ path: `tests.sensitivity.answers.${key}`, ...values }] },
  config: { ref: 'base' },
});
const at = (where: string, message = /./) => ({
  problem: { name: 'ConfigError', where, message: expect.stringMatching(message) },
});
const ODD = rows(QUESTIONS.map((row, i) => (i < 2 ? { ...row, answer: 'none of them' } : row)));
const MODEL_LINE = `${CONFIG_PATH}:5:3`;

const CASES: [trick: string, run: Partial<GateRun>, outcome: string, report: object][] = [
  [
    'weakens the minimum that it misses',
    { head: { ...BROKEN, [CONFIG_PATH]: WEAK } },
    'fail',
    changedRule('min_pass_rate', { old: 0.8, new: 0.4 }),
  ],
  [
    'makes the test advisory',
    { head: { ...BROKEN, [CONFIG_PATH]: deskConfig({ test: ', advisory: true' }) } },
    'fail',
    changedRule('advisory', { old: false, new: true }),
  ],
  [
    'takes the rows away that it misses',
    { head: { ...BROKEN, [ROWS_PATH]: rows([]) } },
    'fail',
    { changes: { rows: [{ source: ROWS_PATH, removed: QUESTIONS.map(({ id }) => id) }] } },
  ],
  [
    'deletes the gate',
    { head: { [CONFIG_PATH]: null } },
    'error',
    { problem: { where: CONFIG_PATH } },
  ],
  [
    'corrects rows of the base',
    { base: deskFiles({ [ROWS_PATH]: ODD }), head: deskFiles() },
    'error',
    { problem: { remedy: expect.stringContaining('config-ref') } },
  ],
  [
    'corrects rows of the base by config-ref: head',
    {
      base: deskFiles({ [ROWS_PATH]: ODD }),
      head: deskFiles(),
      inputs: { 'config-ref': 'head' },
    },
    'pass',
    {},
  ],
  [
    'corrects settings of the base',
    {
      base: deskFiles({ [CONFIG_PATH]: deskConfig({ test: ', advisory: true' }) }),
      head: deskFiles(),
    },
    'error',
    { problem: { remedy: expect.stringContaining('config-ref') } },
  ],
  [
    'sets limits, which the preview does not try',
    { head: { [CONFIG_PATH]: deskConfig({ more: 'deadline: 90m\n' }) } },
    'pass',
    { changes: { rules: [{ path: 'deadline', new: '5400 s' }] }, preview: { outcome: 'pass' } },
  ],
  [
    'asks a scripted model',
    { head: { [CONFIG_PATH]: deskConfig().replace('hub: openai', 'hub: reference') } },
    'error',
    at(`${CONFIG_PATH}:2:3`, /reference/),
  ],
  [
    'puts a link in place of the prompt',
    { head: { [PROMPT_PATH]: { link: '../evals/questions.jsonl' } } },
    'error',
    at(PROMPT_PATH, /link/),
  ],
  [
    'is a fork and asks another API',
    { event: fork, head: { [CONFIG_PATH]: OTHER_API } },
    'error',
    at(MODEL_LINE, /model\.api/),
  ],
  [
    'adds the gate',
    { base: { 'README.md': 'x' }, head: deskFiles() },
    'pass',
    {
      config: { ref: 'head' },
      warnings: [expect.stringContaining(CONFIG_PATH)],
    },
  ],
];

it.each(CASES)('a pull request that %s', async (_name, run, outcome, told) => {
  const model = await modelServer(deskModel());
  const { report } = await gate({ base: deskFiles(), model, ...run });
  expect(report).toMatchObject({ outcome, ...told });
  expect(model.requests.length > 0).toBe(outcome !== 'error');
});

it('a pass whose own rows cannot be read is an error that names them', async () => {
  const model = await modelServer(deskModel());
  const head = { [ROWS_PATH]: ODD };
  const { report } = await gate({ base: deskFiles(), head, model });
  const second = expect.stringContaining(`${ROWS_PATH}:2`);
  const problem = { where: `${ROWS_PATH}:1`, remedy: second };
  expect(report).toMatchObject({ outcome: 'error', problem });
});

it.each([
  ['another model', 'model.name', deskConfig().replace('desk-model', 'other-model'), 0],
  ['another API', 'model.api', OTHER_API, 1],
  [
    'a bias on tokens',
    'model.parameters.logit_bias.1',
    deskConfig().replace('retries: 1', 'retries: 1\n  parameters: { logit_bias: { "1": 100 } }'),
    1,
  ],
])(
  '%s is among the changes, with a warning where it asks another way',
  async (_name, key, config, warnings) => {
    const model = await modelServer(deskModel());
    const { report } = await gate({ base: deskFiles(), head: { [CONFIG_PATH]: config }, model });
    expect(report.changes.subject).toMatchObject([{ path: key }]);
    expect(report.warnings.length).toBe(warnings);
  },
);

it('config-ref: head turns it around: the head decides, and the base is the preview', async () => {
  const model = await modelServer(deskModel(0.5));
  const { report } = await gate({
    base: deskFiles(),
    head: { ...BROKEN, [CONFIG_PATH]: WEAK },
    model,
    inputs: { 'config-ref': 'head' },
  });
  expect(report).toMatchObject({
    outcome: 'pass',
    config: { ref: 'head' },
    preview: { outcome: 'fail' },
  });
});
