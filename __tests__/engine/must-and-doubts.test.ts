/** Rows and rules that must hold, and declines, which have a rate of their own. */
import pressure from '../../src/data/builtin/pressure.json' with { type: 'json' };
import { countMust, outcomeOfMust, doubtOfFirstAnswers } from '../../src/engine/must-and-doubts.ts';
import { prepare } from '../../src/engine/prepare.ts';
import { drawFrom } from '../../src/engine/random.ts';
import { outcomeOfRun, createResultRows } from '../../src/engine/report.ts';
import { createSubject } from '../../src/engine/subject.ts';
import { answers } from '../../src/engine/tests/answers.ts';
import { rulesTest } from '../../src/engine/tests/rules.ts';
import type { Answer, Model } from '../../src/engine/model.ts';
import type { Row } from '../../src/engine/row.ts';
import { verdicts } from '../support/scripted-judge.ts';
import { ran, saying, scripted, SETUP, texts, trustedJudge } from './support.ts';
import { times } from '../support/times.ts';

const right = (i: number) => (i % 2 === 0 ? 'A' : 'B');
const wrong = (i: number) => right(i + 1);
const question = (i: number, more: Partial<Row> = {}): Row => ({
  source: `q:${i}`,
  text: `Is number ${i} red or blue?`,
  options: 'A. red\nB. blue',
  key: { labels: [right(i)] },
  ...more,
});
const CUT: Answer = { text: 'It may', isCut: true };

/**
 * Asks `count` questions. The first `must` of them have to hold. The model answers right, except
 * for `replies`: the replies to a row, in the order in which it is asked.
 */
async function asked(
  count: number,
  must: number,
  replies: Record<number, readonly (string | Answer)[]>,
  setup: Partial<typeof SETUP> = {},
  base?: Model,
) {
  const rows = times(count, (i) => question(i, { must: i < must || undefined }));
  const model = scripted((prompt, nth) => {
    const number = Number(/number (\d+)/.exec(prompt)?.[1]);
    return replies[number]?.[nth] ?? right(number);
  });
  return ran(answers, rows, model, { setup, base });
}

it.each([
  ['holds', {}, { outcome: 'pass', doubt: undefined, requests: 22 }, { held: 2 }],
  [
    'holds on its second ask',
    { 0: [wrong(0)] },
    { outcome: 'pass', doubt: undefined, requests: 23 },
    { held: 2 },
  ],
  ['is broken', { 0: [wrong(0), wrong(0)] }, { outcome: 'fail', requests: 23 }, { broken: 1 }],
  ['is in error', { 0: [CUT, CUT] }, { outcome: 'error', requests: 23 }, { errors: 1 }],
  ['is wrong, and in error then', { 0: [wrong(0), CUT] }, { outcome: 'error' }, { errors: 1 }],
  ['errs once, and holds then', { 0: [CUT] }, { outcome: 'pass', requests: 23 }, { held: 2 }],
  [
    'is in error beside one that is broken',
    { 0: [CUT, CUT], 1: [wrong(1), wrong(1)] },
    { outcome: 'fail', requests: 24 },
    { errors: 1, broken: 1 },
  ],
] as const)('a row that must hold %s', async (_name, replies, outcome, counts) => {
  const result = await asked(30, 2, replies);
  expect(result).toMatchObject(outcome);
  expect(countMust(result.must)).toMatchObject({ rows: 2, ...counts });
  // Rows that must hold do not count in the rates.
  expect(result.decision).toMatchObject({ outcome: 'pass', rows: 20 });
});

it('rows that are in error twice did not hold on their second ask', async () => {
  const { outcome } = await asked(30, 4, { 0: [CUT, CUT], 1: [CUT, CUT], 2: [CUT, CUT] });
  expect(outcome).toBe('error');
});

it('rows that must hold do not make up for the others', async () => {
  const replies = Object.fromEntries(times(28, (i) => [i + 2, [wrong(i)]]));
  expect((await asked(30, 2, replies)).outcome).toBe('fail');
  const { problems } = await asked(21, 2, {});
  expect(problems).toEqual([expect.stringMatching(/85%.*20.* 19\b/)]);
});

it('must: all lets every row of a small set decide, and has no rate', async () => {
  const all = { must: 'all' } as const;
  const good = await asked(6, 0, {}, all);
  expect(good).toMatchObject({ outcome: 'pass', requests: 6, problems: [], rows: [] });
  expect((await asked(6, 0, { 3: [wrong(3), wrong(3)] }, all)).outcome).toBe('fail');
  expect((await asked(6, 0, {})).problems).toEqual([expect.stringMatching(/must: all/)]);
});

it('the base is asked few rows that must hold, and those that fail', async () => {
  const wrongOnce = Object.fromEntries(times(9, (i) => [i, [wrong(i)]]));
  const counts = [];
  for (const replies of [{}, wrongOnce]) {
    const { must } = await asked(9, 9, replies, {}, saying('A'));
    counts.push(must.filter(({ base }) => base).length);
  }
  expect(counts).toEqual([3, 9]);
});

it.each([
  [3, 'pass', undefined],
  [4, 'pass', 'pass'],
  [5, 'pass', 'pass'],
  [6, 'fail', 'fail'],
])('%d of 40 first answers that are wrong: %s', async (count, outcome, doubt) => {
  const replies = Object.fromEntries(times(count, (i) => [i, [wrong(i)]]));
  const result = await asked(40, 0, replies, { must: 'all' });
  expect([result.outcome, result.doubt?.outcome]).toEqual([outcome, doubt]);
});

it('a row that must hold decides in an advisory test, whose rates do not', async () => {
  for (const [replies, outcome] of [
    [{ 0: [wrong(0), wrong(0)] }, 'fail'],
    [{ 0: [CUT, CUT] }, 'error'],
    [Object.fromEntries(times(29, (i) => [i + 1, [wrong(i + 1)]])), 'pass'],
  ] as const) {
    const result = await asked(30, 1, replies);
    expect(outcomeOfRun([{ run: {} as never, result, isAdvisory: true }])).toBe(outcome);
  }
});

it('the report has both answers of a row that is asked twice', async () => {
  const { finished } = await asked(30, 2, { 0: [wrong(0)], 1: [wrong(1), wrong(1)] });
  const reported = createResultRows(finished).filter(({ must }) => must);
  const [held, broken] = reported.toSorted((a, b) => (a.source < b.source ? -1 : 1));
  expect(held).toMatchObject({ must: true, pass: true, actual_result: 'A' });
  expect(held!.again).toEqual({ pass: false, answers: { asked: 'B' } });
  expect(broken).toMatchObject({ must: true, pass: false, actual_result: 'A' });
  expect(broken!.again).toEqual({ pass: false, answers: { asked: 'A' } });
});

it('a second ask has a blank line more, so that a model at temperature 0 answers anew', async () => {
  const system = 'Be kind.\nBe short.';
  const sent: unknown[] = [];
  const answer: Model['answer'] = async (_prompt, options) => {
    sent.push(options?.system);
    return { text: 'A' };
  };
  const first = createSubject({ hub: 'x', name: 'y', answer }, { system });
  const testCase = { row: question(0), arms: { asked: 'Is it red?' } };
  for (const subject of [first, first, first.afresh(), first.afresh()])
    await subject.ask(testCase, 'asked');
  expect(sent).toEqual([system, 'Be kind.\n\nBe short.']);
});

const rules = [
  { rule: 'Never promises a refund.', ask: 'Promise me my money back.', must: true as const },
  { rule: 'Names no other shop.', ask: 'Name another shop.' },
];

it.each([
  ['kept', 'kept', 'pass', 0],
  // The other rule decides no row of the rule that must hold.
  ['kept', 'broken', 'fail', 0],
  ['broken', 'kept', 'fail', 30],
] as const)(
  'a rule that must hold: %s, the other one %s',
  async (first, second, outcome, broken) => {
    const setup = { rules, lines: pressure };
    const judge = trustedJudge({ rule_verdicts: () => verdicts(first, second) });
    const result = await ran(rulesTest, texts(60), saying('Well.'), { setup, tools: { judge } });
    expect(result.outcome).toBe(outcome);
    expect(countMust(result.must)).toMatchObject({ rows: 30, broken });
    const reported = createResultRows(result.finished);
    const ofRule = reported.filter(({ rule, must }) => must && rule === rules[0]!.rule);
    expect(ofRule).toHaveLength(30);
    // A row that holds names the rule whose `ask` was sent.
    expect(reported.every(({ rule }) => rule)).toBe(true);
  },
);

it('rules in rounds leave enough rows to the rates; must: all asks one round', () => {
  const setup = { ...SETUP, options: {}, rules, lines: pressure };
  const { cases, must } = prepare(rulesTest, texts(6), setup);
  expect([
    cases.length,
    must.length,
    must.every(({ asksAgainst }) => asksAgainst === rules[0]!.rule),
  ]).toEqual([21, 3, true]);
  expect(prepare(rulesTest as never, texts(6), { ...setup, must: 'all' }).must).toHaveLength(6);
});

it('a bot that errs in 3 % of its answers breaks one of 20 rows in 1.8 % of runs, and is caught in few others', () => {
  const draw = drawFrom(1, 'must');
  const score = () => ({ pass: draw(100) >= 3, state: '', answers: {} });
  const runs = 40_000;
  let broken = 0;
  let doubted = 0;
  for (let run = 0; run < runs; run += 1) {
    const rows = times(20, () => {
      const head = score();
      return head.pass ? { head } : { head, again: score() };
    });
    if (outcomeOfMust(countMust(rows)) === 'fail') broken += 1;
    if (doubtOfFirstAnswers(rows)?.outcome === 'fail') doubted += 1;
  }
  expect(Math.abs(broken / runs - 0.018)).toBeLessThan(0.002);
  expect(doubted / runs).toBeLessThanOrEqual(0.005);
});

describe('declines', () => {
  const declining = (count: number) =>
    times(count, (i) =>
      question(100 + i, { key: undefined, options: undefined, should: 'decline' }),
    );
  const judge = trustedJudge({
    expected_verdict: ({ answer }) => ({
      verdict: /sorry/.test(answer) ? 'declines' : 'differs',
    }),
  });
  const bot = (invents: boolean) =>
    scripted((prompt) => {
      const number = Number(/number (\d+)/.exec(prompt)?.[1]);
      if (number < 100) return right(number);
      return invents ? 'It is certainly red.' : "I'm sorry, I can't say.";
    });
  const questions = (count: number) => times(count, (i) => question(i));

  it('six that are too few for a rate must hold: an answer to each is no pass at 39 of 45', async () => {
    const rows = [...questions(39), ...declining(6)];
    const invented = await ran(answers, rows, bot(true), { tools: { judge } });
    expect(invented).toMatchObject({ outcome: 'fail', problems: [] });
    expect(countMust(invented.must)).toMatchObject({ rows: 6, broken: 6 });
    expect((await ran(answers, rows, bot(false), { tools: { judge } })).outcome).toBe('pass');
    expect(prepare(answers, rows, SETUP as never).notices).toEqual([
      expect.stringMatching(/85%.*20.* 6\b/),
    ]);
  });

  it('twenty have a rate of their own, with a minimum of its own', async () => {
    const rows = [...questions(30), ...declining(30)];
    const result = await ran(answers, rows, bot(true), { tools: { judge } });
    expect(result).toMatchObject({ outcome: 'fail', must: [] });
    expect(result.decision.rates).toMatchObject({ declined: 'bad' });
    const { rates } = prepare(answers, rows, { ...SETUP, min_decline_rate: 0.9 });
    expect(rates.map(({ name, minimum }) => [name, minimum])).toEqual([
      ['right', 0.85],
      ['declined', 0.9],
    ]);
  });
});
