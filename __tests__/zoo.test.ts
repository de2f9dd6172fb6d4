import { claimsOf, visitAll } from '../scripts/zoo.ts';
import { readPrompt } from '../scripts/zoo/knowledge.ts';
import { answerOf, ZOO } from '../scripts/zoo/models.ts';
import { one } from './support/runs.ts';

/**
 * One model of each class (with THOROUGH=1 all), once, through dist over HTTP. `npm run zoo` uses
 * twenty seeds and all data.
 */
it('the gate passes the good models of the zoo and fails those that overlook the "not"', async () => {
  const visits = Object.entries(ZOO).map(([model, { data }], i) => {
    return { model, data: data[i % data.length]!, runs: 1 };
  });
  expect(visits.length).toBeGreaterThanOrEqual(40);
  const classes = Map.groupBy(visits, ({ model }) => ZOO[model]!.deserves);
  const found = await visitAll([...classes.values()].flatMap(one));
  const claims = claimsOf(found);
  expect(claims.length).toBeGreaterThanOrEqual(3);
  expect(claims.flatMap(({ broken }) => broken)).toEqual([]);
}, 300_000);

it('readPrompt finds the row, arm and right answers of a prompt', () => {
  const options = 'A. duodenum\nB. trachea\nC. aorta\nD. ureter';
  const ask = (verb: string) =>
    readPrompt(
      `Which of these structures ${verb} part of the digestive system?\n${options}\nA letter, please.`,
    );
  expect(ask('is')).toMatchObject({ arm: 'original', right: ['A'], wrong: ['B', 'C', 'D'] });
  expect(ask('is truly')).toMatchObject({ arm: 'placebo', right: ['A'] });
  expect(ask('is not')).toMatchObject({
    arm: 'negated',
    right: ['B', 'C', 'D'],
    plain: { right: ['A'] },
  });
  const statement = readPrompt(
    'Is this statement true or false?\nThe Rolling Stones were not a string quartet from Vienna.',
  );
  expect(statement).toMatchObject({ arm: 'negated', right: true, plain: { right: false } });
  expect(readPrompt('fuck fuck The hotel is full.')).toMatchObject({
    kind: 'sentence',
    arm: 'perturbed',
  });
});

it('a model gives the same answer to the same prompt with the same seed', () => {
  const prompt =
    'Is this statement true or false?\nThe Rolling Stones were a string quartet from Vienna.';
  const asked = readPrompt(prompt);
  for (const name of Object.keys(ZOO))
    expect(answerOf(name, 3, asked)).toEqual(answerOf(name, 3, asked));
});
