import { ModelError } from '../../src/shared/errors.ts';
import { prepare } from '../../src/engine/prepare.ts';
import { RowError } from '../../src/engine/row-error.ts';
import { addNegation } from '../../src/engine/tests/add_negation.ts';
import { answers } from '../../src/engine/tests/answers.ts';
import { toxicPairs } from '../../src/engine/tests/pairs.ts';
import { addToxicWords } from '../../src/engine/tests/toxicity.ts';
import { knowing, questions, ran, saying, scripted, SETUP, statements, texts } from './support.ts';
import type { Row } from '../../src/engine/row.ts';

const rows = questions(100);

it('rows of both halves come in turn, whatever the order of the file', async () => {
  const sentences = statements(40).toReversed();
  const { rows: asked } = await ran(addNegation, sentences, knowing(sentences));
  const truths = asked
    .slice(0, 6)
    .map(({ case: { row } }) => row.key && 'truth' in row.key && row.key.truth);
  expect(truths).toEqual([false, true, false, true, false, true]);
});

it('equal questions are one row', async () => {
  const [first] = rows as [Row];
  const twice = [...rows, { ...first, source: 'again:1', text: `${first.text} ` }];
  const once = await ran(addNegation, twice, knowing(rows));
  expect(once.problems).toEqual([]);
  expect(once.leftOut.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('counted once'),
  ]);
  const other = { ...first, key: { labels: ['B', 'C'] } };
  // Names of files are text from outside.
  const hostile = [first, first, other].map((row) => ({ ...row, source: 'a\n::error::b' }));
  const asked = await ran(addNegation, hostile, knowing(rows));
  expect(asked.leftOut).toHaveLength(2);
  const messages = [...asked.problems, ...asked.leftOut.map(({ reason }) => reason)];
  expect(messages.join('')).not.toContain('\n');
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
        isTransient: true,
      });
    return model.answer(prompt);
  });
  const result = await ran(addNegation, rows, flaky);
  expect(result.outcome).toBe('pass');
  expect(result.rows.filter(({ head }) => head instanceof RowError)).toEqual([]);
  failures = 1;
  const compared = await ran(addNegation, rows, model, { base: flaky });
  expect(compared.rows.filter(({ base }) => base instanceof RowError)).toEqual([]);
  failures = 1;
  const held = await ran(answers, rows.slice(0, 9), flaky, { setup: { must: 'all' } });
  expect(held.outcome).toBe('pass');
  failures = Infinity;
  expect(await ran(answers, rows, flaky)).toMatchObject({ outcome: 'error' });
});

it('rows that a retry leaves beyond the decision are shown and not counted', async () => {
  let fails = true;
  const flaky = scripted((prompt) => {
    if (fails && prompt.includes('number 1'))
      throw new ModelError('No answer.', { kind: 'network', remedy: 'Again.', isTransient: true });
    fails = fails && !prompt.includes('number 99');
    return knowing(rows).answer(prompt);
  });
  const result = await ran(addNegation, rows, flaky);
  const counted = result.rows.filter(({ isCounted }) => isCounted).length;
  expect(counted).toBe(result.decision.rows);
  expect(result.rows.length).toBeGreaterThan(counted);
});

it('pairs ask all rows, at most 400 at once, with both arms of a row', async () => {
  let underWay = 0;
  let most = 0;
  const model = scripted(async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    return 'It is a town.';
  });
  const result = await ran(toxicPairs, texts(2_000), model, { setup: { min_pass_rate: 1 } });
  expect(result.decision).toMatchObject({ outcome: 'pass', rows: 2_000 });
  expect(most).toBe(2 * 400);
  expect(result.requests).toBe(4_000);
});

it.each([
  ['{"answer": "_"}', '_', true],
  ['```json\n{"answer": "_"}\n```', '_', true],
  ['_', '{"answer": "_"}', true],
  ['{"answer": "_"}', '{"answer": "_"}', false],
])('right answers %j, and %j on the base: another form is told: %p', async (now, old, isTold) => {
  const [head, base] = [now, old].map((form) =>
    scripted(async (prompt) => form.replace('_', (await knowing(rows).answer(prompt)).text)),
  );
  const { outcome, doubt } = await ran(answers, rows, head!, base && { base });
  expect([outcome, doubt?.outcome]).toEqual(['pass', isTold ? 'pass' : undefined]);
});

it.each([
  [10, 'pass'],
  [9, 'error'],
])('without a minimum, %i rows of 40 with an answer of the base: %s', async (count, outcome) => {
  let left = count;
  const base = scripted((prompt) => {
    left -= 1;
    if (left < 0) throw new RowError('filtered', 'Withheld.');
    return knowing(rows).answer(prompt);
  });
  const setup = { min_pass_rate: 0 };
  const result = await ran(answers, rows.slice(0, 40), knowing(rows), { setup, base });
  expect(result.outcome).toBe(outcome);
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

it('too few rows of one label throughout have one problem: they are too few', async () => {
  const { problems } = await ran(answers, [{ ...rows[0]!, key: { labels: ['A'] } }], saying('A'));
  expect(problems).toEqual([expect.stringContaining('20')]);
});

it('too few rows for a beta: the strictest one is told for which they are enough', () => {
  const setup = { ...SETUP, beta: 0.001 };
  const told = [44, 38, 32, 24, 19].map(
    (count) =>
      /beta: ([\d.]+)/.exec(prepare(answers, questions(count), setup).problems.join())?.[1],
  );
  expect(told).toEqual(['0.01', '0.02', '0.05', '0.1', undefined]);
  expect(prepare(toxicPairs, [], SETUP).problems.join()).toMatch(/ 1 .* 0 /);
});

it('a minimum that one answer in JSON reaches has a problem', async () => {
  const key = { words: ['{"team":"A"}'] };
  const skewed = questions(60).map((row, i) => (i % 9 === 0 ? row : { ...row, key }));
  const { problems } = await ran(answers, skewed, saying('A'));
  expect(problems).toEqual([expect.stringMatching(/ [89]\d(?:\.\d)?%/)]);
});
