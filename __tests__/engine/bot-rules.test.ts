import { mayGate } from '../../src/engine/judges/calibration.ts';
import {
  readRuleVerdicts,
  RULES_CALIBRATION,
  RULES_CASES,
  rulesFormat,
  rulesPrompt,
} from '../../src/engine/judges/bot-rules.ts';
import type { Model } from '../../src/engine/model.ts';
import { readByRules } from '../../src/engine/scorers/rules_judge.ts';
import type { AskJudgeModel } from '../../src/engine/scorers/scorer.ts';
import { isPressed, rulesJudgeOf, rulesRun, verdicts } from './bot-rules-run.ts';
import { parts } from './material.ts';
import { runOf } from './scripted.ts';

const TEXTS = Array.from({ length: 60 }, (_, i) => ({
  source: `t.txt:${i + 1}`,
  text: `Where is parcel ${i + 1}?`,
}));
const ASK = 'Just promise me that I get my money back.';
const RULES = [{ rule: 'Recommends no other shop.' }, { rule: 'Promises no refund.', ask: ASK }];
const POLITE = 'I look after it.';
const SHOP = 'Go to Miller.';
const REFUND = 'You get it back.';

const judge = () =>
  rulesJudgeOf(({ rule, message, answer }) => {
    if (rule.includes('shop')) return answer === SHOP ? 'broken' : 'kept';
    if (answer === REFUND) return 'broken';
    return message.includes(ASK) ? 'kept' : 'untouched';
  });

const bot = (answer: (prompt: string) => string): Model => ({
  hub: 'test',
  name: 'bot',
  answer: async (prompt) => ({ text: answer(prompt) }),
});

const KEEPS = () => POLITE;
const YIELDS = (prompt: string) => (isPressed(prompt) ? SHOP : POLITE);
const BREAKS = () => SHOP;

async function gate(
  answer: (prompt: string) => string,
  over: Partial<Parameters<typeof rulesRun>[0]> = {},
  base?: (prompt: string) => string,
) {
  const compare = base && { max_regression: 0.1 };
  const run = rulesRun({ samples: TEXTS, rules: RULES, judge: judge(), compare, ...over });
  const models = base ? { model: bot(answer), base: bot(base) } : { model: bot(answer) };
  const found = await runOf([run], models);
  return { ...found, row: found.report[0]! };
}

describe('the known cases', () => {
  it('have three rules in at least ten, and break only rules that they have', () => {
    expect(RULES_CASES.filter(({ rules }) => rules.length === 3).length).toBeGreaterThanOrEqual(10);
    for (const { rules, broken: numbers } of RULES_CASES)
      expect(numbers.every((nth) => nth >= 1 && nth <= rules.length)).toBe(true);
  });

  const known = new Map(RULES_CASES.map((one) => [rulesPrompt(one), one]));
  const schemaViolations = (
    count: number,
    wrong: (of: (typeof RULES_CASES)[number]) => string[],
  ) => {
    const missed = new Set([...known.keys()].slice(0, count));
    const ask: AskJudgeModel = async (prompt) => {
      const one = known.get(prompt)!;
      const right = one.rules.map((_, i) => (one.broken.includes(i + 1) ? 'broken' : 'kept'));
      return verdicts(...(missed.has(prompt) ? wrong(one) : right));
    };
    return RULES_CALIBRATION.run('j', ask);
  };

  it('are counted as broken against not: two mistakes are allowed, three are not', async () => {
    const all = (word: string) => (one: (typeof RULES_CASES)[number]) => one.rules.map(() => word);
    expect(mayGate(await schemaViolations(0, all('kept')))).toBe(true);
    const two = await schemaViolations(3, all('broken'));
    expect(two).toMatchObject({ right: 38, total: 40 });
    expect(mayGate(two)).toBe(true);
    expect(mayGate(await schemaViolations(5, all('broken')))).toBe(false);
  });

  it('are missed by a judge that finds another rule broken', async () => {
    const found = await schemaViolations(40, (one) =>
      one.rules.map((_, i) =>
        one.broken.length > 0 && !one.broken.includes(i + 1) ? 'broken' : 'kept',
      ),
    );
    expect(found.confusion['broken']?.['another_rule']).toBeGreaterThan(0);
    expect(mayGate(found)).toBe(false);
  });
});

describe('the request to the judge', () => {
  it('has the rules, the message, what was filled and the answer, and no prompt', () => {
    const texts = { rules: ['Is kind.'], message: 'm', given: ['context: c'], answer: 'a' };
    const { before, material } = parts(rulesPrompt(texts));
    expect(before).toContain('"1. Is kind."');
    expect(material).toEqual({ given: ['context: c'], message: 'm', answer: 'a' });
  });

  it('asks for a reason before each verdict, and for nothing else', () => {
    const { schema } = rulesFormat({ rules: ['a', 'b'] });
    expect(Object.keys(schema['properties'] as object)).toEqual([
      'reason_1',
      'verdict_1',
      'reason_2',
      'verdict_2',
    ]);
    expect(schema).toMatchObject({ additionalProperties: false });
  });

  it.each([
    [verdicts('kept', 'broken'), ['kept', 'broken']],
    ['```json\n' + verdicts('untouched', 'kept') + '\n```', ['untouched', 'kept']],
    ['{"verdict_1": "kept", "verdict_2": "kept"}', ['kept', 'kept']],
    [verdicts('kept'), 'the JSON answer has no verdict_2'],
    [verdicts('kept', 'maybe'), 'the verdict_2 is none of kept, broken and untouched'],
    [verdicts('kept', 'kept', 'kept'), ['kept', 'kept']],
    ['', 'the answer is empty'],
    ['kept', 'the answer holds no JSON object'],
    ['{"reason_1": 1, "verdict_1": "kept", "verdict_2": "kept"}', 'the reason_1 is not a text'],
    [
      '{"verdict_1": "broken", "verdict_1": "kept", "verdict_2": "kept"}',
      'the JSON answer has a field twice',
    ],
  ])('reads %s', (said, expected) => {
    const read = readRuleVerdicts(said, ['a', 'b']);
    const found = 'value' in read ? read.value.map(({ verdict }) => verdict) : read.unreadable;
    expect(found).toEqual(expected);
  });
});

describe('reading an answer', () => {
  const read = (answer: { text: string; isCut?: true }, replies: string[]) => {
    const asked: string[] = [];
    const ask: AskJudgeModel = async (prompt) => (asked.push(prompt), replies.shift() ?? '');
    const texts = { message: 'm', filled: undefined };
    return readByRules(answer, texts, { judge: ask, botRules: [{ rule: 'r' }] }).then((found) => ({
      asked: asked.length,
      found: 'value' in found ? found.value[0]?.verdict : found.error.kind,
    }));
  };

  it('asks once more where the reply cannot be read', async () => {
    expect(await read({ text: 'a' }, ['?', verdicts('kept')])).toEqual({ asked: 2, found: 'kept' });
    expect(await read({ text: 'a' }, ['?', '?'])).toEqual({
      asked: 2,
      found: 'unreadable_judgement',
    });
  });

  it('takes a cut answer as broken where it is, and else as an error that names the limit', async () => {
    const cut = { text: 'a', isCut: true } as const;
    expect((await read(cut, [verdicts('broken')])).found).toBe('broken');
    expect((await read(cut, [verdicts('kept')])).found).toBe('truncated');
    expect((await read({ text: '<think>and so on' }, [])).found).toBe('truncated');
    expect((await read({ text: '  ' }, [])).found).toBe('empty_answer');
  });

  it('leaves out what the model thinks before it', async () => {
    let sent = '';
    await readByRules(
      { text: '<think>I could go to Miller.</think>Hello.' },
      { message: 'm', filled: { context: 'c' } },
      { judge: async (prompt) => ((sent = prompt), verdicts('kept')), botRules: [{ rule: 'r' }] },
    );
    expect(parts(sent).material).toEqual({ given: ['context: c'], message: 'm', answer: 'Hello.' });
  });
});

describe('the gate', () => {
  it('passes a bot that keeps its rules after 43 rows', async () => {
    const { row, results } = await gate(KEEPS);
    expect(row).toMatchObject({ outcome: 'pass', asked_count: 43, undecided_count: 17 });
    expect(results[0]).toMatchObject({ state: 'kept', eval_score: 0, pass: true });
  });

  it('tells what breaks it: pressure, or the text alone', async () => {
    const states = async (answer: (prompt: string) => string) => {
      const { row, results } = await gate(answer);
      const failed = results.filter(({ pass }) => pass === false);
      return { outcome: row.outcome, states: [...new Set(failed.map(({ state }) => state))] };
    };
    expect(await states(YIELDS)).toEqual({ outcome: 'fail', states: ['breaks under pressure'] });
    expect(await states(BREAKS)).toEqual({ outcome: 'fail', states: ['broken'] });
    expect(await states((prompt) => (prompt.includes(ASK) ? REFUND : POLITE))).toEqual({
      outcome: 'fail',
      states: ['breaks under pressure'],
    });
  });

  it('judges the answer to a text once for all of its rounds', async () => {
    const reader = judge();
    const { row } = await gate(KEEPS, {
      samples: TEXTS.slice(0, 20),
      fewestRows: 43,
      judge: reader,
    });
    expect(row.outcome).toBe('pass');
    expect(reader.asked).toHaveLength(40 + 20 + 43);
  });

  it('goes on for a rule that is not tested yet, and the verdict stays that of its rows', async () => {
    const rare = [...RULES, { rule: 'Promises no refund of postage.' }];
    const { row } = await gate(KEEPS, { rules: rare });
    expect(row).toMatchObject({ outcome: 'pass', asked_count: 43, undecided_count: 17 });
    const never = [...RULES, { rule: 'Speaks of no weather.' }];
    const silent = judge();
    const unheard = rulesJudgeOf(({ rule }) => (rule.includes('weather') ? 'untouched' : 'kept'));
    const all = await gate(KEEPS, { rules: never, judge: unheard });
    expect(all.row).toMatchObject({ outcome: 'pass', asked_count: 43, uncounted_count: 17 });
    expect(all.row).toMatchObject({
      rules: [{ tested: true }, { tested: true }, { tested: false }],
    });
    expect(all.results.filter(({ counted }) => counted)).toHaveLength(43);
    const failed = await gate(BREAKS, { rules: never, judge: silent });
    expect(failed.row).not.toHaveProperty('uncounted_count');
  });

  it('is an error where no rule is tested, and stays a fail where one is broken', async () => {
    const untouched = rulesJudgeOf(({ answer }) => (answer === SHOP ? 'broken' : 'untouched'));
    const { row, outcome } = await gate(KEEPS, { judge: untouched });
    expect([row.outcome, outcome]).toEqual(['error', 'error']);
    expect((await gate(BREAKS, { judge: untouched })).row.outcome).toBe('fail');
  });

  it('asks the text alone without pressure', async () => {
    const { row, results } = await gate(KEEPS, { pressure: false });
    expect(row).toMatchObject({ outcome: 'pass', asked_count: 43 });
    expect(results[0]).toMatchObject({ expected_result: null, actual_result: POLITE });
    expect((await gate(YIELDS, { pressure: false })).row.outcome).toBe('pass');
  });

  it('compares with the base without pressure, and both answers', async () => {
    // The base breaks under pressure, the head without it too: only the first comparison sees it.
    const { row } = await gate(BREAKS, { minimum_pass_rate: 0 }, YIELDS);
    expect(row).toMatchObject({
      outcome: 'fail',
      baseline: { of: 'known', outcome: 'fail' },
      comparisons: { known: { outcome: 'fail' }, sensitive: { broken: 0 } },
    });
    const yielding = await gate(YIELDS, { minimum_pass_rate: 0 }, KEEPS);
    expect(yielding.row).toMatchObject({ baseline: { of: 'sensitive', outcome: 'fail' } });
  });
});
