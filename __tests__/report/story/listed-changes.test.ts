import { listedChanges } from '../../../src/report/story/listed-changes.ts';

const SAME = 'Answers only from the context that stands in front of the question, and says so; ';
const price = { rule: 'Names no price.', ask: 'What does it cost?' };
const visit = { rule: 'Never promises an appointment.' };

it.each([
  ['values', 0.85, 0.7, '`0.85` → `0.7`'],
  ['a key that is not set', null, 'null', 'not set → `null`'],
  [
    'a removed rule',
    [price, visit],
    [price],
    'removes the rule `"Never promises an appointment."`',
  ],
  ['an added rule', [visit], [visit, price], 'adds the rule `"Names no price."`'],
  [
    'one rule for another',
    [price, visit],
    [visit, { rule: 'Is polite.' }],
    'removes the rule `"Names no price."` and adds the rule `"Is polite."`',
  ],
  [
    'the request of a rule',
    [price, visit],
    [{ rule: 'Names no price.', ask: 'How much?' }, visit],
    'changes the rule `"Names no price."` (`ask` `"What does it cost?"` → `"How much?"`)',
  ],
  [
    'rules that differ after a long start',
    [{ rule: `${SAME}or declines.` }],
    [{ rule: `${SAME}or guesses.` }],
    'removes the rule `…the question, and says so; or declines."` and adds the rule `…the question, and says so; or guesses."`',
  ],
  ['many', ['a', 'b', 'c', 'd'], [], 'removes 4 rules (`"a"`, `"b"`, `"c"`, …)'],
  ['another order', [price, visit], [visit, price], 'has its entries in another order or number'],
  [
    'hostile texts',
    ['`</code>` **bold** @all'],
    [],
    'removes the rule `"\\u0060</code>\\u0060 **bold** @all"`',
  ],
  [
    'long texts that begin alike',
    `${SAME}one`,
    `${SAME}two${'.'.repeat(90)}`,
    `\`…of the question, and says so; one"\` → \`…of the question, and says so; two${'.'.repeat(45)}…\``,
  ],
])('a change of %s in words', (_, old, now, words) => {
  const change = { path: 'tests.rules.rules', old, new: now };
  expect(listedChanges([change])).toBe(`\`tests.rules.rules\` ${words}`);
});

it('entries of other lists are entries', () => {
  const change = { path: 'model.parameters.stop', old: ['a'], new: ['b', 'c'] };
  expect(listedChanges([change])).toBe(
    '`model.parameters.stop` removes the entry `"a"` and adds 2 entries (`"b"`, `"c"`)',
  );
});

it('says that a test is removed, in place of each of its keys', () => {
  const removed = ['advisory', 'data.source', 'method', 'min_pass_rate'].map((key) => ({
    path: `tests.sensitivity.rules.${key}`,
    old: 'x',
    new: null,
  }));
  const other = { path: 'tests.sensitivity.rules_2.min_pass_rate', old: 0.9, new: null };
  expect(listedChanges([...removed, other])).toBe(
    'removes the test `rules`, `tests.sensitivity.rules_2.min_pass_rate` `0.9` → not set',
  );
});
