/** A pull request cannot change what judges it: each case, through the whole action. */
import { CONFIG_PATH, gate, modelServer, type GateRun } from '../support/gate.ts';
import { deskConfig, deskFiles, deskModel, QUESTIONS, ROWS_PATH, rows } from '../support/desk.ts';

const ODD = rows(QUESTIONS.map((row, i) => (i < 2 ? { ...row, answer: 'none of them' } : row)));

const CASES: [trick: string, run: Partial<GateRun>, outcome: string, report: object][] = [
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
    {
      problem: {
        where: `${CONFIG_PATH}:2:3`,
        message: expect.stringContaining('reference'),
      },
    },
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

it.each(CASES)('a pull request that %s', async (_name, run, outcome, expected) => {
  const model = await modelServer(deskModel());
  const { report } = await gate({ base: deskFiles(), model, ...run });
  expect(report).toMatchObject({ outcome, ...expected });
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
