/** A run that judged nothing never passes. */
import { CONFIG_PATH, gate, modelServer, type GateRun } from '../support/gate.ts';
import {
  COMPARED,
  deskConfig,
  deskFiles,
  deskModel,
  QUESTIONS,
  ROWS_PATH,
  rows,
} from '../support/desk.ts';
import type { Tree } from '../support/repository.ts';
import { eventAt } from '../trust/support.ts';

const configWith = (test: string) => deskConfig().replace('answers: { min_pass_rate: 0.8 }', test);

it.each([
  ['every request is refused', { fail: () => ({ status: 500 }) }, 'error'],
  [
    'every second answer is lost',
    { fail: (_request: unknown, nth: number) => (nth % 2 === 0 ? { status: 400 } : undefined) },
    'inconclusive',
  ],
] as const)('%s: %s', async (_name, options, outcome) => {
  const model = await modelServer({ ...deskModel(), ...options });
  const { exitCode, report } = await gate({ base: deskFiles(), model, haste: 50 });
  expect([report.outcome, exitCode]).toEqual([outcome, 1]);
});

it.each<[fault: string, files: Tree, placeAndFigures: RegExp, event?: GateRun['event']]>([
  ['no row', deskFiles({ [ROWS_PATH]: '' }), /^(?![^]*config-ref)evals\/questions\.jsonl /],
  [
    'minima of 0 and nothing to compare with',
    deskFiles({ [CONFIG_PATH]: configWith('answers: { min_pass_rate: 0 }') }),
    /yml .*min_pass_rate/,
  ],
  [
    'minima of 0 on a schedule, which compares with nothing',
    deskFiles({ [CONFIG_PATH]: configWith('answers: { min_pass_rate: 0, compare: base }') }),
    /yml .*min_pass_rate/,
    ({ merge }) => eventAt('schedule', 'refs/heads/main', merge),
  ],
  [
    'no test that can fail',
    deskFiles({ [CONFIG_PATH]: configWith('answers: { advisory: true }') }),
    /yml .*advisory: true/,
  ],
])('%s: an error before the first request', async (_name, base, cause, event) => {
  const model = await modelServer(deskModel());
  const inputs = { 'api-key': '', 'missing-key': 'skip' };
  const { report, exitCode } = await gate({ base, model, event, inputs });
  expect([report.outcome, exitCode, model.requests.length]).toEqual(['error', 1, 0]);
  const { where, message, remedy } = report.problem!;
  expect(`${where} ${message} ${remedy}`).toMatch(cause);
});

it.each([
  ['another hub', 'anthropic'],
  ['no address', 'openai'],
])('a head that needs a key by %s is no reason to skip', async (_what, hub) => {
  const { url } = await modelServer({ keys: undefined });
  const config = deskConfig().replace('retries: 1', `retries: 1\n  base_url: ${url}/v1`);
  const { outputs } = await gate({
    base: deskFiles({ [CONFIG_PATH]: config }),
    head: { [CONFIG_PATH]: deskConfig().replace('hub: openai', `hub: ${hub}`) },
    inputs: { 'missing-key': 'skip' },
  });
  expect(outputs.outcome).toBe('error');
});

it.each<[change: string, outcome: string, run: Partial<GateRun>]>([
  ['nothing that git tracks or an earlier step wrote', 'skipped', {}],
  [
    'rows that an earlier step wrote',
    'error',
    { untracked: { 'out.jsonl': rows(QUESTIONS.slice(1)) }, inputs: { data: 'out.jsonl' } },
  ],
  [
    'a name that an input overrides',
    'error',
    {
      head: { [CONFIG_PATH]: COMPARED.replace('desk-model', 'other') },
      inputs: { model: 'desk-model' },
    },
  ],
  [
    'nothing since the commit before, which may be red',
    'error',
    {
      event: ({ base, merge }) => eventAt('push', 'refs/heads/main', merge, { before: base }),
    },
  ],
])('a change of %s is %s without a key', async (_what, outcome, run) => {
  const ended = await gate({ base: deskFiles({ [CONFIG_PATH]: COMPARED }), ...run });
  expect(ended.outputs.outcome).toBe(outcome);
  if (outcome === 'error') expect(ended.report.problem?.remedy).toContain('OPENAI_API_KEY');
});
