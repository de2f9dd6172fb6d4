/** Every run ends soon, with any server, any file and any reader of its log. */
import {
  deskConfig,
  deskFiles,
  deskModel,
  largeDesk,
  PROMPT,
  PROMPT_PATH,
  ROWS_PATH,
} from '../support/desk.ts';
import { CONFIG_PATH, gate, modelServer, type GateRun } from '../support/gate.ts';
import type { ModelFailure } from '../support/model-types.ts';
import { one, some } from '../support/runs.ts';

/** Long enough for a busy machine, and far shorter than a run that hangs. */
const SOON_MS = 120_000;
const LONG = 200_000;
const keys = (length: number) => Array.from({ length }, (_, i) => `key${i}: 1`).join('\n');
const many = (sign: string) => sign.repeat(Math.ceil(LONG / sign.length));

async function endsSoon(run: GateRun) {
  const start = Date.now();
  const ended = await gate(run);
  expect(Date.now() - start).toBeLessThan(SOON_MS);
  // A report with a stack would show a defect.
  expect(ended.shown).not.toMatch(/(?:\n|%0A) +at .*:\d+:\d+/);
  return ended;
}

const FAILURES: ModelFailure[] = [
  ...one<ModelFailure>(['hang', 'stall']),
  ...some<ModelFailure>(['reset', 'cut', 'half', 'html', { status: 500 }], 2),
];
it.each(FAILURES)('an endpoint that answers nothing but %j is an error', async (failure) => {
  const model = await modelServer({ fail: () => failure });
  const config = deskConfig({ more: 'deadline: 100\n' }).replace('retries: 1', 'timeout: 5');
  const base = deskFiles({ [CONFIG_PATH]: config });
  const { report, exitCode } = await endsSoon({ base, model, haste: 50 });
  expect([report.outcome, exitCode]).toEqual(['error', 1]);
  expect(report.results[0]?.error?.kind).toMatch(/./);
});

it('answers that come in time count beside those that never do', async () => {
  const fail = (_request: unknown, nth: number) => (nth % 7 === 0 ? 'stall' : undefined);
  const model = await modelServer({ ...deskModel(), fail });
  const base = deskFiles({ [CONFIG_PATH]: deskConfig().replace('retries: 1', 'timeout: 5') });
  const { report } = await endsSoon({ base, model, haste: 20 });
  expect([report.outcome, report.results.filter(({ error }) => error)]).toEqual(['pass', []]);
});

const SIGNS = ['*', '`', ' ', '\n', '<', '"', '\\"', '(', '{', '| ', 'é', '\u200b', 'sk-a**** '];
it.each(some(SIGNS))('an endpoint that answers 400 with nothing but %j', async (sign) => {
  const body = { error: { message: `x${many(sign)}y` } };
  const model = await modelServer({ fail: () => ({ status: 400, body }) });
  const { report } = await endsSoon({ base: deskFiles(), model });
  expect(report.outcome).toBe('error');
});

const WORDS = [
  '*',
  '`',
  ' ',
  '<answer>',
  '"',
  'only ',
  '(',
  '\n> ',
  '```\n',
  'wait ',
  'the answer of ',
];
it.each(some(WORDS))('a model that answers with nothing but %j', async (words) => {
  const model = await modelServer({ answer: () => `It is (A)${many(words)}` });
  const { report } = await endsSoon({ base: deskFiles(), model });
  expect(report.outcome).toMatch(/^(?:fail|error)$/);
  expect(report.results.length).toBeGreaterThan(0);
});

const CONFIGS: [what: string, config: string][] = [
  ['pairs of braces', `data: { source: "${'{a,b}'.repeat(16)}" }`],
  ['60,000 keys', keys(60_000)],
  ['3,000 unknown keys', keys(3000)],
  ['brackets in brackets', `data: ${'['.repeat(20_000)}`],
  ['keys that are mappings', `? ${'? '.repeat(30)}a`],
  ['mistakes without end', '}'.repeat(25_000)],
  ['aliases of aliases', 'a: &a [x]\nb: &b [*a,*a,*a]\nc: &c [*b,*b,*b]\nd: [*c,*c,*c]'],
];
it.each(CONFIGS)('a configuration with %s', async (_name, text) => {
  const base = deskFiles({ [CONFIG_PATH]: `${text}\ntests: { sensitivity: { answers: {} } }\n` });
  const { report } = await endsSoon({ base, inputs: { hub: 'reference', model: 'attentive' } });
  expect(report).toMatchObject({ outcome: 'error', problem: { name: 'ConfigError' } });
});

const DATA: [file: string, text: string][] = [
  ['broken.json', `[${many('{"a":[')}`],
  ['quotes.csv', `text\n${many('"')}"\n`],
  ['line.txt', `The sky is blue${many(' and so on')}.\n`],
  ['columns.csv', keys(LONG / 10).replaceAll('\n', ',')],
  ['spaces.txt', `The sky is${many(' ')}blue.\n`],
  ['questions.txt', `${many('What is it, which is it: ')}?\n`],
  ['options.csv', `text,options\nIt is.,"A. yes${many(' ')}B\nB. no${many(', or ')}"\n`],
];
it.each(some(DATA, 2))('a data file %s', async (name, text) => {
  const config = deskConfig().replace(ROWS_PATH, name);
  const model = await modelServer(deskModel());
  const { report } = await endsSoon({
    base: deskFiles({ [CONFIG_PATH]: config, [name]: text }),
    model,
  });
  expect(report.outcome).toBe('error');
});

it.each([
  [1, 40, 'pass'],
  // This is more than may be sent.
  [20, 1000, 'error'],
])('a text like its rows, %i times, in a prompt beside %i rows', async (times, count, outcome) => {
  const model = await modelServer(deskModel());
  const config = deskConfig();
  const long = `$&\n  variables: { long: "${many('What is the colour of item ')}" }`;
  const head = {
    [PROMPT_PATH]: PROMPT + '{long}'.repeat(times),
    [CONFIG_PATH]: config.replace('retries: 1', long),
  };
  const { report } = await endsSoon({ base: largeDesk(count, config), head, model });
  expect([report.outcome, report.results.length > 0]).toEqual([outcome, true]);
});

it('a log without a reader changes no verdict', async () => {
  const model = await modelServer(deskModel());
  const { exitCode, report } = await endsSoon({
    base: deskFiles(),
    model,
    ownProcess: { closedLog: true },
  });
  expect([exitCode, report.outcome]).toEqual([0, 'pass']);
});
