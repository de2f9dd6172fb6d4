/** A judge gates only if it is fit. A head neither chooses its judge nor judges itself. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EXPECTED } from '../../src/engine/judge/rubrics/expected.ts';
import { jsonl } from '../support/run-config.ts';
import { isJudged, withJudge, type Material, type Reading } from '../support/scripted-judge.ts';
import { CONFIG_PATH, gate, modelServer, type GateRun } from '../support/gate.ts';
import type { Behaviour, ModelServer } from '../support/model-types.ts';
import { temporaryFolder } from '../support/repository.ts';
import { times } from '../support/times.ts';

const ROWS = times(40, (i) => ({
  text: `What does number ${i} cost?`,
  answer: `${i} euros`,
  should: i % 2 === 0 ? 'answer' : 'refuse',
}));
const priceIn = (prompt: string) => `${/\d+/.exec(prompt)?.[0]} euros`;
const saying = (prompt: string) => `That is ${priceIn(prompt)}, please.`;
const agrees: Reading = ({ answer, key = [] }: Material) => ({
  verdict: key.some((right) => answer.includes(right)) ? 'agrees' : 'differs',
});

interface JudgedRun extends Partial<GateRun> {
  /** The line of the configuration. */
  judge?: string;
  tests?: string;
}

const configOf = ({ judge = 'judge: self', tests = 'answers: {}', name = 'base-model' }) =>
  `model: { hub: openai, name: ${name}, prompt: "{text}" }
data: { source: rows.jsonl }
${judge}
tests: { sensitivity: { ${tests} } }
`;

function run(model: ModelServer, { judge, tests, head, ...more }: JudgedRun = {}) {
  const base = { [CONFIG_PATH]: configOf({ judge, tests }), 'rows.jsonl': jsonl(ROWS) };
  return gate({ base, head, model, ...more });
}

const promptsTo = (server: ModelServer, judges: boolean) =>
  server.requests.flatMap(({ body }) => {
    const { model, messages } = body as { model: string; messages: { content: string }[] };
    const prompt = messages.at(-1)?.content ?? '';
    return isJudged(prompt) === judges ? [{ model, prompt }] : [];
  });

it.each([
  ['agrees with everything', () => '{"reason": "", "verdict": "agrees"}', 'answers: {}', 9],
  ['says nothing that can be read', () => 'Well.', 'answers: { must: all }', ROWS.length],
] as [what: string, judge: Behaviour, tests: string, mostQuestions: number][])(
  'a judge that %s gates nothing, until it is mended',
  async (_name, judge, tests, most) => {
    let answer: Behaviour = (...asked) => (isJudged(asked[0]) ? judge : saying)(...asked);
    const model = await modelServer({ answer: (...asked) => answer(...asked) });
    const cache = temporaryFolder();
    const { report, exitCode } = await run(model, { cache, tests });
    expect([report.outcome, exitCode]).toEqual(['error', 1]);
    expect(report.results[0]?.error?.kind).toBe('judge_not_calibrated');
    expect(report.calibrations[0]!.right).toBeLessThan(0.95 * report.calibrations[0]!.total);
    expect(promptsTo(model, false).length).toBeLessThanOrEqual(most);
    answer = withJudge(saying, agrees);
    const { report: mended } = await run(model, { cache, tests });
    expect(mended.outcome).toBe('pass');
  },
);

it.each([
  ['rules: { rules: [Never shouts.] }', 'error', 0],
  ['output_toxicity: { scorer: judge }', 'error', 0],
  ['refusal: {}', 'error', 0],
  ['answers: { must: all }, refusal: { advisory: true }', 'pass', ROWS.length],
])('a judge that reads nothing, and %s: %s after %i questions', async (tests, outcome, asked) => {
  const model = await modelServer({ answer: (one) => (isJudged(one) ? 'Well.' : priceIn(one)) });
  const { report } = await run(model, { tests });
  expect([report.outcome, promptsTo(model, false).length]).toEqual([outcome, asked]);
});

it('judge: self is the model of the base, and no head judges itself', async () => {
  const model = await modelServer({ answer: withJudge(saying, agrees) });
  const head = { [CONFIG_PATH]: configOf({ name: 'head-model' }) };
  const { report } = await run(model, { head });
  expect(report).toMatchObject({ outcome: 'pass', model: { name: 'head-model' } });
  expect(report.report[0]?.place).toMatch(/sensitivity\.yml:\d+:\d+$/);
  const names = (judges: boolean) => new Set(promptsTo(model, judges).map((one) => one.model));
  expect([names(false), names(true)]).toEqual([new Set(['head-model']), new Set(['base-model'])]);
});

it('a judge that the head chooses does not judge', async () => {
  const model = await modelServer({ answer: withJudge(saying, agrees) });
  const judge = 'judge: { hub: openai, name: kind-judge }';
  const { report } = await run(model, { head: { [CONFIG_PATH]: configOf({ judge }) } });
  expect(report.changes.rules.map((change) => change.path).join()).toContain('judge');
  expect(report.outcome).toBe('pass');
  expect(report.calibrations[0]?.judge).toContain('base-model');
});

const CHOSEN = ROWS.map(({ text }, i) => ({
  text,
  options: times(4, (nth) => `${i}.${nth} euros`),
  answer: 'ABCD'[i % 4],
}));
const letterOf = (prompt: string) => 'ABCD'[Number(/\d+/.exec(prompt)?.[0]) % 4]!;

it.each([
  ['what a rule reads', letterOf, 'pass'],
  ['what no rule reads', () => 'Whichever is cheapest, I would say.', 'fail'],
])('judge: off, and the model says %s: no judge is asked', async (_name, answer, outcome) => {
  const model = await modelServer({ answer });
  const config = configOf({ judge: 'judge: off' }).replace('{text}', '{text} {options}');
  const { report } = await gate({
    base: { [CONFIG_PATH]: config, 'rows.jsonl': jsonl(CHOSEN) },
    model,
  });
  expect([report.outcome, promptsTo(model, true).length]).toEqual([outcome, 0]);
});

it.each(['rules: { rules: [Never shouts.] }', 'output_toxicity: { scorer: judge }', 'answers: {}'])(
  'judge: off under %s is an error before a request',
  async (tests) => {
    const model = await modelServer();
    const { report } = await run(model, { judge: 'judge: off', tests });
    expect([report.outcome, model.requests.length]).toEqual(['error', 0]);
    expect(JSON.stringify(report.problem)).toMatch(/sensitivity\.yml:\d+:\d+|rows\.jsonl/);
  },
);

it('one calibration a run and rubric, whatever the number of tests, heads and bases', async () => {
  const model = await modelServer({ answer: withJudge(saying, agrees) });
  const custom =
    'custom: { parameters: { name: other, expect: same }, data: { source: pairs.jsonl } }';
  const pairs = ROWS.map((row) => ({ ...row, perturbed: `Tell me: ${row.text}` }));
  const tests = `answers: { compare: base }, ${custom}`;
  const base = {
    [CONFIG_PATH]: configOf({ tests }),
    'rows.jsonl': jsonl(ROWS),
    'pairs.jsonl': jsonl(pairs),
  };
  const { report } = await gate({
    base,
    head: { [CONFIG_PATH]: configOf({ tests, name: 'head-model' }) },
    model,
  });
  expect(report.outcome).toBe('pass');
  expect(report.calibrations).toMatchObject([
    { rubric: EXPECTED.name, total: EXPECTED.cases.length, right: EXPECTED.cases.length },
  ]);
  const known = promptsTo(model, true).filter(({ prompt }) => !prompt.includes('number'));
  expect(known).toHaveLength(EXPECTED.cases.length);
});

it('a stored calibration is used and named; one of another judge is not', async () => {
  const cache = temporaryFolder();
  const model = await modelServer({ answer: withJudge(saying, agrees) });
  const calibrated = async (changes: JudgedRun) => {
    const { report } = await run(model, { cache, ...changes });
    return [report.outcome, ...report.calibrations.map((one) => one.is_stored)];
  };
  expect(await calibrated({})).toEqual(['pass', false]);
  // Another subject has new answers, but the same judge.
  const head = { [CONFIG_PATH]: configOf({ name: 'head-model' }) };
  expect(await calibrated({ head })).toEqual(['pass', true]);
  for (const more of ['name: another', 'name: another, parameters: { user: lenient }'])
    expect(await calibrated({ judge: `judge: { hub: openai, ${more} }` })).toEqual(['pass', false]);
  for (const file of readdirSync(cache)) {
    const text = readFileSync(path.join(cache, file), 'utf8');
    writeFileSync(path.join(cache, file), text.replaceAll('"right":', '"right": '));
  }
  expect(await calibrated({ head })).toEqual(['pass', false]);
});
