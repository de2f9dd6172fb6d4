import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { createModel } from '../../src/models/model.ts';
import { sealOf } from '../../src/models/keys.ts';
import { RunStore } from '../../src/models/store.ts';
import { startModelServer, type ModelServer } from '../support/model-server.ts';
import { temporaryFolder } from '../support/repository.ts';
import { accessOf, settingsOf } from './support.ts';

const secrets = ['sk-the-key-0001', 'sk-another-02'];
let directory: string;
let server: ModelServer;
beforeEach(async () => {
  directory = temporaryFolder();
  server = await startModelServer({ answer: (prompt) => `${prompt} ${server.requests.length}` });
});
afterEach(() => {
  jest.restoreAllMocks();
  return server.close();
});

const options = (more = {}) => ({ directory, scope: 'pr-1', usesFinished: true, ...more });
const file = () => path.join(directory, readdirSync(directory)[0] ?? 'none');

/** A run that asks questions; `outcome` finishes it. */
async function run({
  questions = ['a', 'b'],
  outcome = '',
  digest = 'd',
  more = {},
  keys = secrets,
  settings = {},
  texts = { prompt: 'y' },
} = {}) {
  const seal = await sealOf(keys);
  const store = seal && new RunStore(options(more), seal, { digest, texts });
  const base_url = `${server.url}/v1`;
  const access = { ...accessOf({ baseUrl: base_url }), store };
  const model = await createModel(settingsOf({ base_url, retries: 0, ...settings }), access);
  const before = server.requests.length;
  const answers: string[] = [];
  for (const question of questions)
    answers.push(
      await model.answer(question, { nth: answers.length > 2 ? 1 : 0 }).then(
        ({ text, filter }) => (filter === undefined ? text : 'filtered'),
        (error: { kind: string }) => error.kind,
      ),
    );
  const reused = store?.reused();
  if (outcome) store?.finish(outcome);
  const notices = store?.close() ?? [];
  await access.endpoints.close();
  return {
    answers,
    asked: server.requests.length - before,
    reused,
    notices,
    stored: access.endpoints.meter.stored,
  };
}

it.each([
  ['another digest', { digest: 'other' }],
  ['another scope', { more: { scope: 'pr-2' } }],
  ['an event that uses no finished run', { more: { usesFinished: false } }],
  ['--no-resume', { more: { isFresh: true } }],
  ['another key', { keys: ['sk-another-key'] }],
  ['another temperature', { settings: { parameters: { temperature: 1 } } }],
])('%s asks anew', async (_, changed) => {
  await run({ outcome: 'pass' });
  expect(await run(changed)).toMatchObject({ asked: 2, reused: undefined });
});

it.each([
  ['fail', true],
  ['inconclusive', false],
  ['error', false],
  ['pass', false],
])(
  'a subject that differs in white space from one that ended as %s: kept %j',
  async (outcome, isKept) => {
    const texts = { prompt: 'x' };
    await run({ outcome, texts });
    const seal = (await sealOf(secrets))!;
    const store = new RunStore(options(), seal, { digest: 'd', texts: { prompt: ' x' } });
    expect(store.keptTexts).toEqual(isKept ? texts : undefined);
  },
);

it('an interrupted run goes on, on every event, and nothing is asked twice', async () => {
  await run({ digest: 'other', outcome: 'pass' });
  const { answers } = await run({ more: { usesFinished: false } });
  const next = await run({
    keys: secrets.toReversed(),
    questions: ['a', 'b', 'c'],
    outcome: 'pass',
    more: { usesFinished: false },
  });
  expect(next).toMatchObject({ asked: 1, reused: undefined });
  expect(next.answers.slice(0, 2)).toEqual(answers);
  expect(next.notices.join()).toMatch(/\b2\b/);
});

it('a run that is asked anew supersedes the one before', async () => {
  await run({ outcome: 'pass' });
  const fresh = await run({ outcome: 'fail', more: { isFresh: true } });
  expect((await run()).answers).toEqual(fresh.answers);
});

it('a second ask has a reply of its own, and a filter stays one', async () => {
  const first = await run({ questions: ['a', 'b', 'c', 'a'], outcome: 'pass' });
  expect(first.asked).toBe(4);
  expect(await run({ questions: ['a', 'b', 'c', 'a'] })).toMatchObject({
    answers: first.answers,
    notices: [],
    stored: 4,
    reused: { minutes: 0, replies: 4 },
  });
  server.options.fail = () => ({ status: 400, body: { error: { code: 'content_filter' } } });
  const filtered = await run({ digest: 'f', outcome: 'pass' });
  expect(filtered.answers).toEqual(['filtered', 'filtered']);
  expect(await run({ digest: 'f' })).toMatchObject({ asked: 0, answers: filtered.answers });
});

it('no key stands in the store', async () => {
  await run({ outcome: 'pass' });
  for (const key of secrets) expect(readFileSync(file(), 'utf8')).not.toContain(key);
});

const TAMPERED: [name: string, notices: number, tamper: (file: string) => void][] = [
  [
    'another answer',
    1,
    (at) => writeFileSync(at, readFileSync(at, 'utf8').replaceAll('"text":"', '"text":"yes ')),
  ],
  ['cut in the middle', 2, (at) => truncateSync(at, Math.floor(readFileSync(at).length * 0.6))],
  ['garbage behind', 2, (at) => appendFileSync(at, `\u0000{"text":1}\n${'x'.repeat(10_000)}\n`)],
  ['lines twice', 0, (at) => appendFileSync(at, readFileSync(at))],
  [
    'lines backwards',
    0,
    (at) => writeFileSync(at, readFileSync(at, 'utf8').split('\n').toReversed().join('\n')),
  ],
  ['empty', 0, (at) => truncateSync(at, 0)],
  ['a link', 0, (at) => (rmSync(at), symlinkSync(`${at}.other`, at))],
  ['a folder', 0, (at) => (rmSync(at), mkdirSync(at))],
  ['of 70 MB', 0, (at) => truncateSync(at, 70 * 1024 ** 2)],
];

it.each(TAMPERED)(
  'a store that is %s costs no verdict, and has %i notices',
  async (_, count, tamper) => {
    const first = await run({ outcome: 'pass' });
    tamper(file());
    const again = await run({ outcome: 'pass' });
    expect([again.answers.length, readdirSync(directory).length]).toEqual([2, 1]);
    for (const [i, answer] of again.answers.entries())
      if (answer !== first.answers[i]) expect(answer).toMatch(/^[ab] [34]$/);
    expect(again.notices).toHaveLength(count);
    expect(again.notices.join()).not.toContain('yes');
  },
);

it('after any damage of any byte an answer is the stored one, or is asked anew', async () => {
  const { answers } = await run({ outcome: 'pass' });
  const whole = readFileSync(file());
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const damaged = Buffer.from(whole);
        damaged[at] = (damaged[at] ?? 0) ^ change;
        writeFileSync(file(), damaged);
        const again = await run();
        const oldest = server.requests.length - again.asked;
        for (const [i, answer] of again.answers.entries())
          if (answer !== answers[i]) expect(Number(answer.split(' ')[1])).toBeGreaterThan(oldest);
      },
    ),
    { numRuns: 30 },
  );
});

it('a run of more than a day ago is not used, nor one of the future', async () => {
  const now = Date.now();
  const day = 24 * 3600 * 1000;
  const clock = jest.spyOn(Date, 'now');
  for (const at of [now - day - 1000, now + 60_000]) {
    clock.mockReturnValue(at);
    await run({ digest: `at ${at}`, outcome: 'pass' });
    clock.mockReturnValue(now);
    expect(await run({ digest: `at ${at}` })).toMatchObject({ asked: 2 });
  }
});

it('calibrations are kept for a judge and its known cases', async () => {
  const calibration = {
    judge: 'j',
    rubric: 'r',
    right: 1,
    total: 1,
    solvedEchoes: 0,
    lost: 1,
    is_stored: false,
  };
  const seal = (await sealOf(secrets))!;
  const open = (more = {}) => new RunStore(options(more), seal, { digest: 'd' });
  const first = open();
  first.calibrationsOf('openai/j').write('v1', calibration);
  // Another version of the program may store other fields.
  first.calibrationsOf('openai/j').write('v2', { ...calibration, lost: -1 });
  first.close();
  const later = open({ scope: 'pr-2' });
  expect(later.calibrationsOf('openai/j').read('v1')).toEqual(calibration);
  expect(later.calibrationsOf('openai/j').read('v2')).toBeUndefined();
  expect(later.calibrationsOf('openai/k').read('v1')).toBeUndefined();
  expect(open({ isFresh: true }).calibrationsOf('openai/j').read('v1')).toBeUndefined();
});

it('a folder that cannot be made costs a notice', async () => {
  const blocked = path.join(directory, 'file');
  writeFileSync(blocked, '');
  const { answers, notices } = await run({ outcome: 'pass', more: { directory: blocked } });
  expect(answers).toHaveLength(2);
  expect(notices).toHaveLength(1);
});
