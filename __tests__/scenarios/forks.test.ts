/** Heads of forks, of Dependabot and of pull_request_target count with their texts only. */
import { CONFIG_PATH, gate, gitHub, modelServer, type GateRun } from '../support/gate.ts';
import {
  BROKEN,
  deskConfig,
  deskFiles,
  deskModel,
  POLITE,
  ROWS_PATH,
  rows,
} from '../support/desk.ts';
import { dependabot, fork, target } from '../trust/support.ts';

const OTHER_API = {
  [CONFIG_PATH]: deskConfig().replace('retries: 1', 'retries: 1\n  api: completions'),
};
const EVENTS: [string, GateRun['event']][] = [
  ['a fork', fork],
  ['Dependabot', dependabot],
  ['pull_request_target', target],
];

describe.each(EVENTS)('%s', (_name, event) => {
  it.each([
    ['breaks the prompt', 'fail', BROKEN],
    ['edits the prompt', 'pass', POLITE],
    ['asks another API', 'error', OTHER_API],
    ['brings rows and rules of its own', 'fail', { ...BROKEN, [ROWS_PATH]: rows([]) }],
  ])('%s: %s, without a preview', async (_what, outcome, head) => {
    const [model, github] = [await modelServer(deskModel()), await gitHub()];
    const { report } = await gate({
      base: deskFiles(),
      head,
      model,
      github,
      event,
      hasRemote: true,
    });
    expect(report).toMatchObject({ outcome });
    expect(report.preview).toBe(undefined);
    expect(github.comments).toHaveLength(1);
    if (outcome !== 'error') return;
    expect(report.problem?.where).toBe(`${CONFIG_PATH}:5:3`);
    expect(model.requests).toEqual([]);
  });
});

it.each([
  ['fail', 'error', 1],
  ['skip', 'skipped', 0],
])('without a key, missing-key: %s: %s', async (missing, outcome, exitCode) => {
  const ended = await gate({
    base: deskFiles(),
    head: BROKEN,
    event: fork,
    inputs: { 'missing-key': missing },
  });
  expect(ended).toMatchObject({ exitCode, outputs: { outcome, passed: 'false' } });
  expect(ended.stdout).toMatch(outcome === 'skipped' ? /::(?:notice|warning)/ : /::error/);
  expect(ended.summary).toContain('OPENAI_API_KEY');
});
