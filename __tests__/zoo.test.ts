import { cellsOf, claimsOf } from '../scripts/zoo/claims.mjs';
import { visitAll } from '../scripts/zoo/gate.mjs';
import { readPrompt } from '../scripts/zoo/knowledge.mjs';
import { answerOf, nextOf, ZOO } from '../scripts/zoo/models.mjs';
import { quickVisits } from '../scripts/zoo/visits.mjs';
import { one } from './support/runs.ts';

const names = Object.keys(ZOO);

/**
 * One model of each class (with THOROUGH=1 all), once, through dist over HTTP. `npm run zoo` uses
 * twenty seeds and all data.
 */
it('the gate passes the good models of the zoo and fails those that overlook the "not"', async () => {
  const visits = quickVisits();
  expect(visits.length).toBeGreaterThanOrEqual(40);
  const deserves = new Map(Object.entries(ZOO).map(([name, model]) => [name, model.deserves]));
  const classes = Map.groupBy(visits, ({ model }) => deserves.get(model) as unknown);
  const found = await visitAll([...classes.values()].flatMap(one));
  const claims = claimsOf(cellsOf(found)) as { text: string; broken: string[] }[];
  expect(claims.length).toBeGreaterThanOrEqual(3);
  expect(claims.flatMap(({ broken }) => broken)).toEqual([]);
}, 300_000);

it('readPrompt finds the row, arm and right answers of a prompt', () => {
  const options = 'A. duodenum\nB. trachea\nC. aorta\nD. ureter';
  const ask = (verb: string) =>
    readPrompt(
      `Which of these structures ${verb} part of the digestive system?\n${options}\nA letter, please.`,
    ) as object;
  expect(ask('is')).toMatchObject({ arm: 'original', right: ['A'], wrong: ['B', 'C', 'D'] });
  expect(ask('is truly')).toMatchObject({ arm: 'placebo', right: ['A'] });
  expect(ask('is not')).toMatchObject({
    arm: 'negated',
    right: ['B', 'C', 'D'],
    plain: { right: ['A'] },
  });
  const statement = readPrompt(
    'Is this statement true or false?\nThe Rolling Stones were not a string quartet from Vienna.',
  ) as object;
  expect(statement).toMatchObject({ arm: 'negated', right: true, plain: { right: false } });
  expect(readPrompt('fuck fuck The hotel is full.')).toMatchObject({
    kind: 'sentence',
    arm: 'wrapped',
  });
});

it('a model gives the same answer to the same prompt with the same seed', () => {
  const prompt =
    'Is this statement true or false?\nThe Rolling Stones were a string quartet from Vienna.';
  const asked = { prompt, ...(readPrompt(prompt) as object) };
  // Models of next tokens give no answers.
  for (const name of names.filter((model) => nextOf(model) === undefined))
    expect(answerOf(name, 3, asked)).toEqual(answerOf(name, 3, asked));
});
