import { parseConfig } from '../../src/config/rules.ts';
import type { RunRecord } from '../../src/engine/drift/run-record.ts';
import { watchedRows } from '../../src/drift/watch.ts';
import {
  failures,
  type GitHubFailure,
  type GitHubOptions,
  type GitHubServer,
} from '../support/github-server.ts';
import type { Issue } from '../support/github-state.ts';
import { attentive, oblivious } from '../support/model-behaviours.ts';
import type { ModelServer } from '../support/model-types.ts';
import type { ActionRun, Finished } from '../support/run-action.ts';
import {
  config,
  CONFIG_PATH,
  gitHub,
  modelServer,
  pullRequest,
  putAt,
  scenario,
} from '../support/scenario.ts';

/**
 * Nights of `watch` over forty rows: the record, its issue, and pull requests compared with it.
 */

const FILE = 'sensitivity-history:sensitivity-history.jsonl';
const STATEMENTS = Array.from(
  { length: 40 },
  (_, i) => `The ${['river', 'lamp', 'stone', 'garden'][i % 4]} number ${i} is old.`,
).join('\n');
const SCHEDULE = { name: 'schedule', payload: { schedule: '0 3 * * *' } };
const INPUTS = { history: 'branch sensitivity-history', comment: 'never' };

/** Misses every eleventh row, so that nights differ. */
const usual = (night: number) => (prompt: string) =>
  Number(/\d+/.exec(prompt)?.[0]) % 11 === night % 11 ? oblivious(prompt) : attentive(prompt);
/** Misses a third of the rows. */
const bad = (prompt: string) =>
  Number(/\d+/.exec(prompt)?.[0]) % 3 === 0 ? oblivious(prompt) : attentive(prompt);

async function setUp(options: GitHubOptions = {}) {
  const [model, github] = [await modelServer(), await gitHub(options)];
  const night = (over: ActionRun = {}) => nightOf(model, github, over);
  const nights = async (count: number, answerOf: (night: number) => (prompt: string) => string) => {
    const all: Finished[] = [];
    for (let i = 0; i < count; i++) {
      model.options.answer = answerOf(i);
      all.push(await night());
    }
    return all;
  };
  return { model, github, night, nights };
}

async function nightOf(
  model: ModelServer,
  github: GitHubServer,
  over: ActionRun,
): Promise<Finished> {
  return scenario({
    model,
    github,
    event: SCHEDULE,
    inputs: INPUTS,
    files: { 'evals/statements.txt': STATEMENTS },
    ...over,
  });
}

const recordsOf = (github: GitHubServer) =>
  String(github.files.get(FILE) ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RunRecord);

/** Writes nights before this one, as the first one was but for its outcomes. */
function seed(
  github: GitHubServer,
  first: RunRecord,
  { nights = 14, failing = 4, rows = 40 } = {},
): void {
  const lines = Array.from({ length: nights }, (_, i) => {
    const outcomes = Array.from({ length: rows }, (_one, row) =>
      (row + i) % 40 < failing ? '0' : '1',
    ).join('');
    const watch = {
      ...first.watch!,
      outcomes,
      p: ((i * 7 + 3) % 19) / 20 + 0.05,
      worse: 0.5,
      better: 0.5,
    };
    return `${JSON.stringify({ ...first, at: `2026-10-${String(i + 1).padStart(2, '0')}T03:00:00.000Z`, watch })}\n`;
  });
  github.files.set(FILE, lines.join(''));
}

/** A GitHub with a record of fourteen nights. */
async function recorded(options: GitHubOptions & { failing?: number } = {}) {
  const made = await setUp(options);
  await made.nights(1, usual);
  seed(made.github, recordsOf(made.github)[0]!, options);
  return made;
}

const watchStates = (all: readonly Finished[]) => all.map(({ report }) => report?.watch?.told);

it('bad nights open one issue, which recovery closes, and the job passes', async () => {
  const { github, nights } = await setUp();
  const [first] = await nights(1, usual);
  seed(github, recordsOf(github)[0]!);
  const [second] = await nights(1, usual);
  expect(watchStates([first!, second!])).toEqual(['first', 'usual']);
  expect([first!.exitCode, second!.exitCode]).toEqual([0, 0]);
  expect(github.issues).toEqual([]);

  const worse = await nights(4, () => bad);
  expect(worse.map(({ exitCode }) => exitCode)).toEqual(worse.map(() => 0));
  expect(watchStates(worse).filter((told) => told === 'worse')).toHaveLength(1);
  expect(watchStates(worse).at(-1)).toBe('still worse');
  expect(github.issues).toHaveLength(1);
  const [issue] = github.issues;
  expect(issue).toMatchObject({
    state: 'open',
    title: 'Sensitivity: the served model is worse than its record',
  });
  expect(issue!.body).toMatch(/^<!-- sensitivity-drift:[0-9a-f]{16}-[0-9a-f]{16} -->\n/);
  expect(issue!.body).toMatch(
    /The served model is still worse than its record: 26 of 40 rows pass, 3[56]\.\d expected/,
  );
  expect(github.labels).toEqual(['sensitivity-drift']);
  expect(worse.at(-1)!.report!.watch!.issue).toBe(issue!.html_url);
  expect(worse.at(-1)!.stdout).toContain(`The issue on drift: ${issue!.html_url}`);

  const back = await nights(4, usual);
  expect(watchStates(back)).toContain('recovered');
  expect(github.issues).toHaveLength(1);
  expect(github.issues[0]).toMatchObject({ state: 'closed' });
  expect(watchStates(back).at(-1)).toBe('usual');
  expect(recordsOf(github)).toHaveLength(14 + 1 + 4 + 4);
}, 120_000);

/** Closes the issue a day later, or earlier. */
function close(issue: Issue, { days = 1, login = 'octocat', type = 'User' } = {}): void {
  const closed_at = new Date(Date.now() + days * 86_400_000).toISOString();
  const closed_by = { ...issue.user!, login, type };
  Object.assign(issue, { state: 'closed', closed_at, closed_by });
}

it('an issue closed by a person accepts the new level, and no other issue does', async () => {
  const { github, nights } = await recorded();
  const alarm = await nights(3, () => bad);
  expect(watchStates(alarm)).toContain('worse');
  const [issue] = github.issues;
  const { body, user } = issue!;
  github.issues.unshift({
    ...issue!,
    number: 2,
    state: 'closed',
    user: { ...user!, login: 'a-stranger' },
  });
  github.issues.unshift({
    ...issue!,
    number: 1,
    state: 'closed',
    pull_request: { url: null, html_url: null, diff_url: null, patch_url: null },
  });
  expect(watchStates(await nights(1, () => bad))).toEqual(['still worse']);

  // Neither a bot that closes stale issues nor the action itself accepts the level.
  close(issue!, { login: 'github-actions[bot]', type: 'Bot' });
  expect(watchStates(await nights(1, () => bad))).toEqual(['still worse']);
  expect(issue!.state).toBe('open');

  close(issue!);
  const accepted = await nights(2, () => bad);
  expect(watchStates(accepted)).toEqual(['accepted', 'usual']);
  expect(accepted.map(({ outputs }) => outputs['outcome'])).toEqual(['pass', 'pass']);
  expect(recordsOf(github).at(-3)!.watch!.issue).toBe(issue!.number);
  expect(issue).toMatchObject({ state: 'closed', body });
  expect(recordsOf(github).at(-2)!.watch).toMatchObject({ anew: true, worse: 0 });
}, 60_000);

it('an alarm whose issue could not be written is written the next night', async () => {
  let refused: GitHubFailure | undefined;
  const { github, nights } = await recorded({
    forbid: (method, path) => (method !== 'GET' && path.includes('/issues') ? refused : undefined),
  });
  await nights(2, () => bad);
  // A person accepts the first alarm. Its issue stays, closed.
  close(github.issues[0]!);
  await nights(1, () => bad);
  seed(github, recordsOf(github)[0]!);
  close(github.issues[0]!, { days: -1 });

  refused = failures.serverError(502);
  const lost = await nights(2, () => bad);
  expect(watchStates(lost).at(-1)).toMatch(/worse$/);
  expect([lost.at(-1)!.exitCode, lost.at(-1)!.outputs['outcome']]).toEqual([1, 'fail']);
  expect(github.issues).toMatchObject([{ state: 'closed' }]);
  refused = undefined;
  const [next] = await nights(1, () => bad);
  expect([next!.report!.watch!.told, next!.exitCode]).toEqual(['still worse', 0]);
  expect(github.issues).toMatchObject([{ state: 'open' }]);

  // So is one that could not be closed.
  refused = failures.forbidden('issues=write');
  const back = await nights(4, usual);
  expect(watchStates(back)).toContain('recovered');
  expect(github.issues).toMatchObject([{ state: 'open' }]);
  refused = undefined;
  await nights(1, usual);
  expect(github.issues).toMatchObject([{ state: 'closed' }]);
  expect(recordsOf(github).at(-1)!.watch!.issue).toBeUndefined();
}, 120_000);

it('each leg of a matrix has its own record and issue', async () => {
  const made = await setUp();
  const { github, night } = made;
  const legs = ['scenario-model', 'another-model'];
  for (const model of legs) await night({ inputs: { ...INPUTS, model } });
  const lines = recordsOf(github).map((first) => {
    seed(github, first);
    return github.files.get(FILE);
  });
  github.files.set(FILE, lines.join(''));
  const legNight = async (model: string, answer: (prompt: string) => string) => {
    const { model: server } = made;
    server.options.answer = answer;
    return night({ inputs: { ...INPUTS, model } });
  };
  for (let i = 0; i < 2; i++) for (const model of legs) await legNight(model, bad);
  expect(github.issues).toMatchObject([{ state: 'open' }, { state: 'open' }]);
  // One leg recovers, the other does not.
  for (let i = 0; i < 3; i++) await legNight(legs[0]!, usual(i));
  expect(github.issues).toMatchObject([{ state: 'closed' }, { state: 'open' }]);
  const other = await legNight(legs[1]!, bad);
  expect(other.report!.watch!.told).toBe('still worse');
}, 120_000);

it.each([
  [
    'a token that may not write issues',
    { forbid: ['issues'] as const },
    /^::warning::.*permissions:%0A {2}contents: write%0A {2}issues: write/m,
  ],
  [
    'a repository without issues',
    { hasIssues: false },
    /^::warning::.*\(410, .*This repository has no issues/m,
  ],
])(
  '%s is a warning, and the job fails while the model is worse',
  async (_what, options, warning) => {
    const { github, nights } = await recorded(options as GitHubOptions);
    const [usualNight] = await nights(1, usual);
    expect([usualNight!.exitCode, usualNight!.stdout.includes('::warning::')]).toEqual([0, false]);
    const all = await nights(3, () => bad);
    const { exitCode, outputs, stdout } = all.at(-1)!;
    expect([exitCode, outputs['outcome']]).toEqual([1, 'fail']);
    expect(stdout).toMatch(warning);
    expect(stdout).toContain('still worse than its record');
    expect(github.issues).toEqual([]);
  },
  60_000,
);

it('another prompt starts a new record and closes the issue of the old one', async () => {
  const { model, github, night, nights } = await recorded();
  await nights(3, () => bad);
  const files = { [CONFIG_PATH]: config(model, 'seed: 7\n'), 'evals/statements.txt': STATEMENTS };
  expect(
    watchStates([
      await night({
        files: {
          ...files,
          [CONFIG_PATH]: config(model).replace('retries: 1', 'retries: 1\n  prompt: "Say: {text}"'),
        },
      }),
    ]),
  ).toEqual(['first']);
  expect(github.issues).toMatchObject([{ state: 'closed' }]);
  expect(github.issues[0]!.body).toContain('model, prompts or rows have changed since');
}, 60_000);

it('a pull request has a warning if the provider moved, and is judged head against base', async () => {
  const { model, github } = await recorded();
  const compared = config(model).replace(
    'min_pass_rate: 0.70',
    'min_pass_rate: 0.5, compare: base',
  );
  const changed = compared.replace('retries: 1', 'retries: 1\n  prompt: "Say: {text}"');
  putAt(github, compared, { statements: STATEMENTS });
  const pull = (answer: (prompt: string) => string) => {
    model.options.answer = answer;
    return nightOf(model, github, {
      event: pullRequest(),
      files: { [CONFIG_PATH]: changed, 'evals/statements.txt': STATEMENTS },
    });
  };
  const quiet = await pull(usual(3));
  expect(quiet.report!.warnings ?? []).toEqual([]);
  const moved = await pull(bad);
  expect(moved.report!.warnings).toEqual([
    expect.stringMatching(
      /^The provider moved: the base, asked now, passes 26 of 40 rows, where 14 nights of record expect 36\.0 \(−25 points, p < 0\.001\)/,
    ),
  ]);
  expect([moved.exitCode, moved.outputs['outcome']]).toEqual([0, 'pass']);
  expect(moved.summary).toContain('The provider moved:');
  // The change itself breaks rows.
  const broken = await pull((prompt) =>
    prompt.startsWith('Say') ? oblivious(prompt) : usual(3)(prompt),
  );
  expect(broken.outputs['outcome']).toBe('fail');
  expect(broken.report!.warnings ?? []).toEqual([]);
}, 60_000);

it('a watch asks only the first rows, uses no stored reply, and needs a record on the default branch', async () => {
  const { model, github, night } = await setUp();
  const files = {
    [CONFIG_PATH]: config(model, 'evaluation: { watch_rows: 12 }\ncache: { mode: read-write }\n'),
    'evals/statements.txt': STATEMENTS,
  };
  const [one, other] = [await night({ files }), await night({ files })];
  expect([one, other].map(({ outputs }) => outputs['requests'])).toEqual(['26', '26']);
  expect(recordsOf(github)[0]!.watch!.outcomes).toHaveLength(12);
  const off = await night({ files, inputs: { ...INPUTS, watch: 'false' } });
  expect([Number(off.outputs['requests']) >= 80, off.report!.watch]).toEqual([true, undefined]);

  const alone = await night({ inputs: { comment: 'never', watch: 'true' } });
  expect(alone.stdout).toContain('`watch` needs a record');
  const pull = await night({ event: pullRequest(), inputs: { ...INPUTS, watch: 'true' } });
  expect(pull.stdout).toContain('does not work on the event pull_request');
  expect([alone.exitCode, pull.exitCode]).toEqual([1, 1]);
}, 60_000);

it('a night fails if its record cannot be read or written, or without an answer', async () => {
  const unread = await setUp({ forbid: ['contents'] });
  const lost = await unread.night();
  expect([lost.exitCode, lost.outputs['outcome']]).toEqual([1, 'error']);
  const unwritten = await setUp({ forbid: ['contents:write'] });
  expect((await unwritten.night()).exitCode).toBe(1);
  const silent = await setUp();
  const files = {
    [CONFIG_PATH]: config(silent.model).replace('retries: 1', 'retries: 0'),
    'evals/statements.txt': STATEMENTS,
  };
  silent.model.options.route = () => ({ status: 500 });
  const { exitCode, outputs } = await silent.night({ files });
  expect([exitCode, outputs['outcome']]).toEqual([1, 'error']);
  expect(recordsOf(silent.github)).toEqual([]);
}, 60_000);

type ServedFields = { model: string; system_fingerprint?: string };

/** Makes the replies to questions name the model that served them. */
function serveAs(
  model: ModelServer,
  fieldsOf: (body: { temperature?: number }) => ServedFields,
): void {
  model.options.route = ({ path, body }) => {
    if (!path.endsWith('/chat/completions')) return undefined;
    const { messages } = body as { messages: { content: string }[] };
    const message = { role: 'assistant', content: attentive(messages.at(-1)!.content) };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    return { status: 200, body: { choices, ...fieldsOf(body as object) } };
  };
}

it('the model names in replies are counted, shown and compared with the record', async () => {
  const { model, github, night } = await setUp();
  serveAs(model, () => ({ model: 'gpt-x-2026-08-06', system_fingerprint: 'fp_1' }));
  const first = await night();
  expect(first.report!.usage.served).toEqual([
    { model: 'gpt-x-2026-08-06', fingerprint: 'fp_1', replies: 80 },
  ]);
  expect(first.summary).toContain('served by <code>gpt-x-2026-08-06, 1 fingerprint</code>');
  expect(JSON.stringify(recordsOf(github))).not.toContain('gpt-x');
  serveAs(model, () => ({ model: 'gpt-x-2026-08-06' }));
  expect((await night()).report!.notices.join()).not.toContain('in the record');
  serveAs(model, () => ({ model: 'gpt-x-2026-11-20', system_fingerprint: 'fp_1' }));
  expect((await night()).report!.notices.join()).toContain(
    'Another model answered from the run of',
  );
}, 60_000);

it('a pull request has a notice if head and base were served by different models', async () => {
  const { model, github, night } = await setUp();
  const compared = config(model).replace(
    'min_pass_rate: 0.70',
    'min_pass_rate: 0.5, compare: base',
  );
  putAt(github, compared, { statements: STATEMENTS });
  serveAs(model, ({ temperature }) => ({
    model: 'gpt-x',
    system_fingerprint: temperature === 1 ? 'fp_2' : 'fp_1',
  }));
  const changed = compared.replace('retries: 1', 'retries: 1\n  parameters: { temperature: 1 }');
  const { report } = await night({
    event: pullRequest(),
    files: { [CONFIG_PATH]: changed, 'evals/statements.txt': STATEMENTS },
  });
  expect(report!.usage.served).toEqual([
    { model: 'gpt-x', fingerprint: 'fp_2', replies: 80 },
    { side: 'base', model: 'gpt-x', fingerprint: 'fp_1', replies: 80 },
  ]);
  expect(report!.notices.join()).toContain(
    'different ones answered: gpt-x (fp_2) for the head, gpt-x (fp_1) for the base',
  );
}, 60_000);

it('a night and a pull request that stops early watch the same rows of three arms', async () => {
  const github = await gitHub();
  const text = (more = '') => `model: { hub: reference, name: oblivious${more} }
data: { source: "builtin:multiple-choice" }
tests: { sensitivity: { add_negation: { compare: base } } }
`;
  const run = (over: ActionRun) => scenario({ github, inputs: INPUTS, ...over });
  const night = await run({ event: SCHEDULE, files: { [CONFIG_PATH]: text() } });
  expect(night.report!.watch).toMatchObject({ told: 'first', rows: 60, passed: 0 });
  expect([night.exitCode, night.outputs['outcome'], night.outputs['requests']]).toEqual([
    0,
    'pass',
    '180',
  ]);
  // A night judges nothing by the team's minima: it passes no gate and signs nothing.
  const dispatch = {
    name: 'workflow_dispatch',
    payload: { repository: { default_branch: 'main' } },
  };
  const files = { [CONFIG_PATH]: text() };
  const env = { GITHUB_REF: 'refs/heads/main' };
  const byHand = await run({ event: dispatch, inputs: { ...INPUTS, watch: 'true' }, files, env });
  expect(byHand.report!.watch).toMatchObject({ told: 'usual', passed: 0 });
  for (const { outputs, everything } of [night, byHand]) {
    expect([outputs['passed'], outputs['predicate-path'], outputs['subject-checksums']]).toEqual([
      'false',
      '',
      '',
    ]);
    expect(everything).not.toContain('passedTests');
  }
  seed(github, recordsOf(github)[0]!, { rows: 60 });
  putAt(github, text());
  const pull = await run({
    event: pullRequest(),
    files: { [CONFIG_PATH]: text(', prompt: "Question: {text}\\n{options}"') },
  });
  const [, rows] = /passes 0 of (\d+) rows, where 14 nights/.exec(pull.report!.warnings![0]!)!;
  expect(Number(rows)).toBeLessThan(60);
  // Without a change the head's answers are the base's.
  const same = await run({
    event: pullRequest(),
    files: { [CONFIG_PATH]: text().replace('compare: base', 'min_pass_rate: 0.8') },
  });
  expect(same.report!.warnings!.join()).toContain(
    'The provider moved: the base, asked now, passes 0 of',
  );
}, 60_000);

it('a pull request that stops early has the rows of the night, for every kind of test', async () => {
  const github = await gitHub();
  const text = (more = '') => `model: { hub: reference, name: oblivious${more} }
data: { source: "builtin:multiple-choice" }
tests:
  sensitivity:
    refusal: { data: { source: "builtin:safety" }, compare: base }
    add_toxic_words: { data: { source: "builtin:statements" }, compare: base }
    add_negation: { compare: base }
`;
  const night = await scenario({
    github,
    inputs: INPUTS,
    event: SCHEDULE,
    files: { [CONFIG_PATH]: text() },
  });
  const { watch } = recordsOf(github)[0]!;
  // The report of a night is no verdict of the gate to publish.
  const published = await scenario({
    github,
    inputs: { 'publish-from': 'report.json', comment: 'never' },
    files: { 'report.json': JSON.stringify(night.report) },
  });
  expect([published.outputs['outcome'], published.outputs['passed']]).toEqual(['error', 'false']);
  expect(published.stdout).toContain('watch: false');
  expect([night.outputs['outcome'], watch!.outcomes]).toEqual([
    'pass',
    `${'1'.repeat(45)}${'0'.repeat(15)}`,
  ]);
  putAt(github, text());
  const files = { [CONFIG_PATH]: text(', prompt: "Question: {text}\\n{options}"') };
  const { report } = await scenario({ github, inputs: INPUTS, event: pullRequest(), files });
  const { rows, base } = watchedRows(report!, parseConfig(text(), CONFIG_PATH));
  expect(rows).toBe(watch!.rows);
  expect(base).toHaveLength(60);
  // Rows that the decision did not need were not asked.
  expect(
    [...base].every((outcome, row) => outcome === '-' || outcome === watch!.outcomes[row]),
  ).toBe(true);
  expect(base).toMatch(/1.*-.*0/);
}, 60_000);
