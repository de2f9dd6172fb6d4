import type { RunRecord } from '../../src/engine/drift/run-record.ts';
import type { GitHubServer } from '../support/github-server.ts';
import type { ModelFailure, Spoken } from '../support/model-types.ts';
import type { Finished } from '../support/run-action.ts';
import { CONFIG_PATH, gitHub, modelServer, scenario } from '../support/scenario.ts';

/** Nights in which 36 or 15 of 60 rows lose their answer, after 14 usual nights. */

const FILE = 'sensitivity-history:sensitivity-history.jsonl';
const ROWS = Array.from({ length: 60 }, (_, i) =>
  JSON.stringify({
    text: `Row ${i}: which letter is first?`,
    options: ['yes', 'no', 'maybe'],
    answer: 'A',
    negated_answer: ['B', 'C'],
  }),
).join('\n');

const rowOf = (prompt: string) => Number(/Row (\d+)/.exec(prompt)?.[1]);
const isLost = (prompt: string) => rowOf(prompt) % 5 < 3;
/**
 * These 15 rows raise the alarm in their first night, whatever is drawn for it from the start of
 * the run: the p-value is at most 3e-8. With 12 rows it is 7e-7 to 5e-6, and an alarm needs about
 * 1e-6.
 */
const isOneOfFour = (prompt: string) => rowOf(prompt) % 4 === 0;
const right = (prompt: string) => (prompt.includes(' not ') ? 'B' : 'A');
/** Fails two rows, which are others every night. */
const usual = (night: number) => (prompt: string) =>
  rowOf(prompt) % 30 === night % 30 ? 'A' : right(prompt);

async function setUp() {
  const [model, github] = [await modelServer(), await gitHub()];
  const text = `model: { hub: openai, name: scenario-model, base_url: "${model.url}/v1", retries: 0 }
data: { source: evals/rows.jsonl }
tests: { sensitivity: { add_negation: { min_pass_rate: 0.7 } } }
`;
  const night = (inputs: Record<string, string> = {}) =>
    scenario({
      model,
      github,
      event: { name: 'schedule', payload: { schedule: '0 3 * * *' } },
      inputs: { history: 'branch sensitivity-history', comment: 'never', ...inputs },
      files: { [CONFIG_PATH]: text, 'evals/rows.jsonl': ROWS },
    });
  const nights = async (count: number): Promise<Finished[]> => {
    const all: Finished[] = [];
    for (let i = 0; i < count; i++) all.push(await night());
    return all;
  };
  const answer = (lost: Spoken, isOfLost = isLost) => {
    model.options.answer = (prompt) => (isOfLost(prompt) ? lost : right(prompt));
  };
  const fail = (failure: ModelFailure, isOfLost = isLost) => {
    model.options.fail = ({ body }) => (isOfLost(JSON.stringify(body)) ? failure : undefined);
  };
  model.options.answer = usual(0);
  await night();
  seed(github);
  return { model, github, night, nights, answer, fail };
}

const recordsOf = (github: GitHubServer) =>
  String(github.files.get(FILE))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RunRecord);

function seed(github: GitHubServer): void {
  const [first] = recordsOf(github);
  const lines = Array.from({ length: 14 }, (_, i) => {
    const outcomes = Array.from({ length: 60 }, (_one, row) => (row % 30 === i ? '0' : '1')).join(
      '',
    );
    const p = ((i * 7 + 3) % 19) / 20 + 0.05;
    const watch = { ...first!.watch!, outcomes, p, worse: 0.5, better: 0.5 };
    const at = `2026-10-${String(i + 1).padStart(2, '0')}T03:00:00.000Z`;
    return `${JSON.stringify({ ...first, at, watch })}\n`;
  });
  github.files.set(FILE, lines.join(''));
}

const watchStates = (all: readonly Finished[]) => all.map(({ report }) => report?.watch?.told);

it.each<[string, Spoken]>([
  ['prose', 'That depends on how one reads it, and on much else besides.'],
  ['nothing', ''],
  ['a thought that is cut', { content: '<think>Well, the first', finish_reason: 'length' }],
])(
  'a model that answers with %s is worse than its record',
  async (_what, lost) => {
    const { github, nights, answer } = await setUp();
    answer(lost);
    const worse = await nights(2);
    expect(watchStates(worse)).toEqual(['worse', 'still worse']);
    expect(worse.at(-1)!.report!.watch).toMatchObject({ rows: 60, passed: 24 });
    expect(recordsOf(github).at(-1)!.watch!.outcomes.replaceAll('1', '')).toBe('0'.repeat(36));
    expect(github.issues).toMatchObject([{ state: 'open' }]);
  },
  60_000,
);

it('rows that are refused or cut before their first word count as failed, with a warning', async () => {
  const { model, nights, answer, fail } = await setUp();
  model.options.answer = right;
  fail({ status: 400 }, isOneOfFour);
  const [alarm] = await nights(1);
  expect([alarm!.report!.watch, alarm!.exitCode]).toMatchObject([
    { told: 'worse', rows: 60, passed: 45 },
    0,
  ]);
  expect(alarm!.summary).toMatch(/^<h3>⚠️ Sensitivity: the served model is worse/);
  expect(alarm!.stdout).toContain('sensitivity: warning: The served model is worse');
  expect(alarm!.everything.match(/.{0,60}(?:needed|✅).{0,20}/g) ?? []).toEqual([]);

  delete model.options.fail;
  answer({ content: '', finish_reason: 'length' }, isOneOfFour);
  const [cut] = await nights(1);
  expect(cut!.report!.watch).toMatchObject({ told: 'still worse', rows: 60, passed: 45 });
}, 60_000);

it.each([500, 400])(
  'a night with too few answers (%d) is an error that neither extends the record nor ends an alarm',
  async (status) => {
    const { model, github, night, nights, answer, fail } = await setUp();
    answer('Perhaps.');
    await nights(1);
    const [issue] = github.issues;
    const kept = recordsOf(github).length;
    model.options.answer = usual(3);
    fail({ status });
    const silent = await nights(3);
    expect(silent.map(({ exitCode, outputs }) => [exitCode, outputs['outcome']])).toEqual(
      silent.map(() => [1, 'error']),
    );
    expect(watchStates(silent)).toEqual(silent.map(() => 'not compared'));
    expect(silent[0]!.summary).toMatch(
      /^<h3>⛔ Sensitivity: too few .*: \d\d of 60 rows have none/,
    );
    expect(silent[0]!.summary).toMatch(
      /closes no alarm.*<blockquote>.*HTTP \d00.*What to do next/s,
    );
    expect(recordsOf(github)).toHaveLength(kept);
    expect(issue!.state).toBe('open');

    // Fewer rows are named, and the others compared.
    fail({ status: 500 }, (prompt) => rowOf(prompt) % 10 === 0);
    const { report } = await night();
    expect(report!.watch).toMatchObject({ told: 'still worse', rows: 54, silent: 6 });
  },
  60_000,
);

it('a first night without a scored row starts no record', async () => {
  const { github, night, answer } = await setUp();
  github.files.delete(FILE);
  answer('Perhaps.', () => true);
  const { exitCode, outputs, summary } = await night();
  expect([exitCode, outputs['outcome'], github.files.has(FILE)]).toEqual([1, 'error', false]);
  expect(summary).toContain('60 of 60 rows have none');
}, 60_000);
