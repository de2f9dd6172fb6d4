/** Only the workflow says where a key goes. A local server answers for every other host. */
import { deskFiles, PROMPT_PATH, rows } from '../support/desk.ts';
import { CONFIG_PATH, gate, modelServer, type GateRun } from '../support/gate.ts';
import { startInternet, type Internet } from '../support/internet.ts';
import type { ModelServer } from '../support/model-server.ts';
import { temporaryFolder } from '../support/repository.ts';
import { runDoor } from '../support/run-process.ts';
import { withJudge } from '../support/scripted-judge.ts';
import { terminal } from '../support/terminal.ts';

const KEYS = {
  'api-key': 'sk-of-the-input-0123456789',
  OPENAI_API_KEY: 'sk-of-openai-0123456789',
  A_KEY: 'sk-of-host-a-0123456789',
  B_KEY: 'sk-of-host-b-0123456789',
};
const { 'api-key': INPUT, ...env } = KEYS;
const [OWN, A, B] = [
  'https://api.openai.com/v1',
  'https://a.evil.test/v1',
  'https://b.evil.test/v1',
];
const LINES = 'a.evil.test A_KEY\nb.evil.test B_KEY';

let outside: ModelServer;
let internet: Internet;
beforeEach(async () => {
  outside = await modelServer({ answer: () => 'A river.', keys: undefined });
  internet = await startInternet(outside.url);
});

/** Only a judge can read the answers to these questions. */
const FILES = deskFiles({
  'evals/questions.jsonl': rows(
    Array.from({ length: 30 }, (_, i) => ({ text: `What is ${i}?`, answer: `A lake and ${i}` })),
  ),
});
const section = (name: string, { url = '', more = '' }) =>
  `{ hub: openai, name: ${name}, retries: 0${url && `, base_url: "${url}"`}${more} }`;

function config({ model = '', judge = '', more = '' }) {
  const prompt = `, prompt_file: ${PROMPT_PATH}${more}`;
  return `model: ${section('m', { url: model, more: prompt })}
judge: ${section('j', { url: judge })}
data: { source: evals/questions.jsonl }
tests: { sensitivity: { answers: { min_pass_rate: 0.8 } } }
`;
}

/** Section, host and key of each request, as in `m a.evil.test A_KEY`. */
function asked() {
  const lines = outside.requests.map(({ headers, body }) => {
    const { model } = body as { model: string };
    const given = headers.authorization?.replace('Bearer ', '');
    const [name = given] = Object.entries(KEYS).find(([, key]) => key === given) ?? [];
    return `${model} ${headers.host} ${name ?? 'none'}`;
  });
  return [...new Set(lines)].toSorted();
}

async function run(head: string, changes: Partial<GateRun> = {}) {
  const ended = await gate({
    base: { ...FILES, [CONFIG_PATH]: head },
    env,
    ...changes,
  });
  const shown = ended.shown;
  expect(Object.values(KEYS).filter((key) => shown.includes(key))).toEqual([]);
  return ended;
}

type Case = [name: string, config: string, inputs: Record<string, string>, asked: string[]];

const GRANTED: Case[] = [
  [
    "a hub's variable goes to its own hosts",
    config({}),
    {},
    ['j api.openai.com OPENAI_API_KEY', 'm api.openai.com OPENAI_API_KEY'],
  ],
  [
    'api-key goes to base-url alone',
    config({ model: A, judge: OWN }),
    { 'api-key': INPUT, 'base-url': A, hub: 'openai' },
    ['j api.openai.com OPENAI_API_KEY', 'm a.evil.test api-key'],
  ],
  [
    "a hub's variable never goes to base-url",
    config({ judge: OWN }),
    { 'base-url': A },
    ['j api.openai.com OPENAI_API_KEY', 'm a.evil.test none'],
  ],
  [
    'a judge at another host gets the key of its line',
    config({ model: A, judge: B }),
    { 'allowed-hosts': LINES },
    ['j b.evil.test B_KEY', 'm a.evil.test A_KEY'],
  ],
  [
    'a line without a variable gets requests and no key',
    config({ model: A, judge: OWN }),
    { 'allowed-hosts': 'a.evil.test' },
    ['j api.openai.com OPENAI_API_KEY', 'm a.evil.test none'],
  ],
];

it.each(GRANTED)('grants: %s', async (_name, head, inputs, expected) => {
  await run(head, { inputs });
  expect(asked()).toEqual(expected);
});

const STOPPED: Case[] = [
  [
    'a model at a host that is not granted',
    config({ model: A }),
    {},
    ['model.base_url', 'sensitivity.yml:'],
  ],
  ['a judge at a host that is not granted', config({ judge: B }), {}, ['judge.base_url']],
  [
    'a header with a variable of another host',
    config({ more: ', headers: { x-a: "${A_KEY}" }' }),
    { 'header-variables': 'A_KEY a.evil.test' },
    ['model.headers'],
  ],
];

it.each(STOPPED)('stops before a byte is sent: %s', async (_name, head, inputs, places) => {
  const ended = await run(head, { inputs });
  expect([ended.report.outcome, internet.connections, asked()]).toEqual(['error', [], []]);
  for (const place of places) expect(JSON.stringify(ended.report.problem)).toContain(place);
});

it('a pull request moves its model to another granted host, and gets the key of that host', async () => {
  const head = { [CONFIG_PATH]: config({ model: B, judge: A }) };
  const inputs = { 'allowed-hosts': LINES };
  const { report } = await run(config({ model: A, judge: A }), { head, inputs });
  expect(asked()).toEqual(['j a.evil.test A_KEY', 'm b.evil.test B_KEY']);
  expect(report.warnings).toHaveLength(1);
});

it('a terminal grants by its options, and names these', async () => {
  const files = { ...FILES, [CONFIG_PATH]: config({ model: A, judge: B }) };
  const keys = { ...env, SENSITIVITY_API_KEY: INPUT };
  const stopped = await terminal(['run', '--base-url', A], { files, env: keys });
  expect([stopped.exitCode, asked()]).toEqual([2, []]);
  expect(stopped.stdout + stopped.stderr).toContain('--allowed-hosts');
  const words = ['--base-url', A, '--allowed-hosts', 'b.evil.test B_KEY'];
  const { stdout, stderr } = await terminal(['run', '--show-rows', ...words], { files, env: keys });
  expect(asked()).toEqual(['j b.evil.test B_KEY', 'm a.evil.test api-key']);
  for (const key of Object.values(KEYS)) expect(stdout + stderr).not.toContain(key);
});

it.each([
  [OWN, true],
  [A, false],
])('a judge at %s: a verdict of a terminal is used again: %j', async (judge, isUsed) => {
  outside.options.answer = withJudge(
    () => 'A river.',
    () => ({ verdict: 'agrees' }),
  );
  const cwd = temporaryFolder({ ...FILES, [CONFIG_PATH]: config({ judge }) });
  const words = ['run', '--json', '--allowed-hosts', 'a.evil.test A_KEY'];
  const again = () => runDoor({ door: 'cli', words, cwd, env: { HOME: cwd, ...env } });
  await again();
  expect('reused' in JSON.parse((await again()).stdout)).toBe(isUsed);
});
