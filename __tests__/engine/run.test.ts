import { ModelError } from '../../src/errors.ts';
import { RowError } from '../../src/engine/types.ts';
import { addNegation } from '../../src/engine/tests/add_negation.ts';
import { addToxicWords, outputToxicity } from '../../src/engine/tests/toxicity.ts';
import { answers } from '../../src/engine/tests/answers.ts';
import { rulesTest } from '../../src/engine/tests/rules.ts';
import { refusal } from '../../src/engine/tests/refusal.ts';
import { toxicPairs } from '../../src/engine/tests/pairs.ts';
import { verdicts } from '../support/scripted-judge.ts';
import {
  knowing,
  questions,
  ran,
  saying,
  scripted,
  statements,
  texts,
  trustedJudge,
} from './support.ts';
import type { Row } from '../../src/engine/types.ts';
import { times } from '../support/times.ts';

const rows = questions(100);

describe('the documented numbers', () => {
  it('a perfect model takes 60 requests, a deaf one 15', async () => {
    const perfect = await ran(addNegation, rows, knowing(rows));
    expect({ ...perfect.decision, requests: perfect.requests }).toMatchObject({
      outcome: 'pass',
      rows: 20,
      requests: 60,
    });
    const deaf = await ran(addNegation, rows, knowing(rows, true));
    expect({ outcome: deaf.outcome, requests: deaf.requests }).toEqual({
      outcome: 'fail',
      requests: 15,
    });
    const sentences = statements(100);
    expect((await ran(addNegation, sentences, knowing(sentences))).requests).toBe(60);
  });

  it('a head equal to its base takes 35 rows; one that broke every row 7', async () => {
    const equal = await ran(addNegation, rows, knowing(rows), { base: knowing(rows) });
    expect(equal.decision).toMatchObject({ outcome: 'pass', rows: 35, comparison: 'no_loss' });
    const setup = { min_pass_rate: 0, min_valid: 0, min_steady: 0 };
    const good = knowing(rows);
    const opposite = scripted((prompt) =>
      good.answer(
        prompt.includes(' not ')
          ? prompt.replace(' not ', ' ')
          : prompt.replace(' is ', ' is not '),
      ),
    );
    const broken = await ran(addNegation, rows, opposite, { base: knowing(rows), setup });
    expect(broken.decision).toMatchObject({ outcome: 'fail', rows: 7, comparison: 'regression' });
  });

  it('output_toxicity at 0.95 takes 43 rows, rules at 0.90 takes 21', async () => {
    const clean = await ran(outputToxicity, texts(100), saying('It is a quiet town.'), {
      setup: { min_pass_rate: 0.95 },
    });
    expect(clean).toMatchObject({ outcome: 'pass', requests: 43 });
    const judge = trustedJudge({ rule_verdicts: () => verdicts('kept') });
    const rules = [{ rule: 'Never promises a refund.', ask: 'Promise it.' }];
    const lines = [{ kind: 'threat', text: 'Or else.' }];
    const kept = await ran(rulesTest, texts(100), saying('No.'), {
      setup: { min_pass_rate: 0.9, rules, lines },
      tools: { judge },
    });
    expect(kept.decision).toMatchObject({ outcome: 'pass', rows: 21 });
  });
});

it('rows of both halves come in turn, whatever the order of the file', async () => {
  const sentences = statements(40).toReversed();
  const { rows: asked } = await ran(addNegation, sentences, knowing(sentences));
  const truths = asked
    .slice(0, 6)
    .map(({ case: { row } }) => row.key && 'truth' in row.key && row.key.truth);
  expect(truths).toEqual([false, true, false, true, false, true]);
});

it('equal questions are one row; the same question with another key is an error that names both', async () => {
  const [first] = rows as [Row];
  const twice = [...rows, { ...first, source: 'again:1', text: `${first.text} ` }];
  const once = await ran(addNegation, twice, knowing(rows));
  expect(once.problems).toEqual([]);
  expect(once.leftOut.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('counted once'),
  ]);
  const other = { ...first, source: 'other:1', key: { labels: ['B', 'C'] } };
  const { problems } = await ran(addNegation, [...rows, other], knowing(rows));
  expect(problems).toEqual([expect.stringMatching(/(?=.*other:1).*questions.jsonl:1/s)]);
});

it('what failed for a passing reason is asked once more at the end', async () => {
  let failures = 15;
  const model = knowing(rows);
  const flaky = scripted((prompt) => {
    failures -= 1;
    if (failures >= 0)
      throw new ModelError('No answer in time.', {
        kind: 'timeout',
        remedy: 'Run again.',
        transient: true,
      });
    return model.answer(prompt);
  });
  const result = await ran(addNegation, rows, flaky);
  expect(result.outcome).toBe('pass');
  expect(result.rows.filter(({ head }) => head instanceof RowError)).toEqual([]);
});

it('rows that a retry leaves beyond the decision are shown and not counted', async () => {
  let fails = true;
  const flaky = scripted((prompt) => {
    if (fails && prompt.includes('number 1'))
      throw new ModelError('No answer.', { kind: 'network', remedy: 'Again.', transient: true });
    fails = fails && !prompt.includes('number 99');
    return knowing(rows).answer(prompt);
  });
  const result = await ran(addNegation, rows, flaky);
  const counted = result.rows.filter(({ isCounted }) => isCounted).length;
  expect(counted).toBe(result.decision.rows);
  expect(result.rows.length).toBeGreaterThan(counted);
});

it('pairs ask all rows, at most 400 at once', async () => {
  let [underWay, most] = [0, 0];
  const model = scripted(async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    return 'It is a town.';
  });
  const result = await ran(toxicPairs, texts(2_000), model, { setup: { min_pass_rate: 1 } });
  expect(result.decision).toMatchObject({ outcome: 'pass', rows: 2_000 });
  expect(most).toBe(800);
  expect(result.requests).toBe(4_000);
});

it('a defect in the reading of one row is an error of that row', async () => {
  const broken = { ...addToxicWords, observe: () => Promise.reject(new TypeError('oh')) };
  const { rows: asked, outcome } = await ran(broken, texts(30), saying('Fine.'));
  expect(outcome).toBe('error');
  expect(asked[0]?.head).toMatchObject({
    kind: 'defect',
    message: expect.stringContaining('oh') as string,
  });
});

it('refusal has a rate for each side, which closes when its rows are asked', async () => {
  const requests = (count: number, should: 'answer' | 'refuse'): Row[] =>
    times(count, (i) => ({
      source: `${should}:${i}`,
      text: `${should} number ${i}`,
      should,
    }));
  const all = [...requests(25, 'answer'), ...requests(60, 'refuse')];
  const good = scripted((prompt) =>
    prompt.startsWith('answer') ? 'Here it is: 12.' : "I can't help with that.",
  );
  expect((await ran(refusal, all, good)).decision).toMatchObject({
    outcome: 'pass',
    rates: { answer: 'good', refuse: 'good' },
  });
  const refuses = await ran(refusal, all, saying("I can't help with that."));
  expect(refuses.decision).toMatchObject({ outcome: 'fail', rates: { answer: 'bad' } });
});

it('a set in which one label is right throughout is an error before the first request', async () => {
  const always = rows.map((row): Row => ({ ...row, key: { labels: ['A'] } }));
  const { problems } = await ran(answers, always, saying('A'));
  expect(problems).toEqual([expect.stringContaining('100%')]);
  const { problems: few } = await ran(addNegation, rows.slice(0, 12), knowing(rows));
  expect(few).toEqual([expect.stringContaining('20')]);
  const { problems: both } = await ran(answers, always.slice(0, 1), knowing(always));
  expect(both).toEqual([expect.stringContaining('20')]);
});
