import { changedRules, requestIdentityOf } from '../../src/config/changed-rules.ts';
import {
  changedModelKeys,
  changedSubject,
  isSameSubject,
} from '../../src/config/changed-subject.ts';
import { parseConfig } from '../../src/config/rules.ts';

const FILE = 'f.yml';

/** Returns a configuration with these sections in place of the usual ones. */
const configOf = (sections: Record<string, unknown>) =>
  parseConfig(
    JSON.stringify({
      model: { hub: 'openai', name: 'm' },
      data: { source: 'builtin:statements' },
      tests: { sensitivity: { add_negation: {} } },
      ...sections,
    }),
    FILE,
  );

it.each([
  [{ seed: 7 }, ['seed']],
  [{ deadline: '2h' }, ['deadline']],
  [{ budget: { max_requests: 5 } }, ['budget.max_requests']],
  [{ evaluation: { margin: 0.1 } }, ['tests.sensitivity.add_negation.margin']],
  [{ data: { source: 'a.csv' } }, ['tests.sensitivity.add_negation.data.source']],
  [{ concurrency: 3 }, []],
  [{ report: { mask_foul_words: false } }, []],
  [{ model: { hub: 'openai', name: 'other', timeout: 5 } }, []],
])('the changed rules of %j', (sections, paths) => {
  const changes = changedRules({ base: configOf({}), head: configOf(sections) });
  expect(changes.map(({ path }) => path)).toEqual(paths);
});

it('old is the value of the base, and new that of the head', () => {
  const sides = { base: configOf({ seed: 1 }), head: configOf({ seed: 2 }) };
  expect(changedRules(sides)).toEqual([{ path: 'seed', old: 1, new: 2 }]);
});

it('the changed subject has the keys of the model, its parameters and prompts', () => {
  const base = configOf({});
  const model = { hub: 'openai', name: 'other', prompt: 'Q: {text}', parameters: { seed: 1 } };
  const head = configOf({ model });
  expect(changedSubject({ base, head })).toEqual([
    { path: 'name', old: 'm', new: 'other' },
    { path: 'seed', old: null, new: 1 },
    { path: 'prompt', old: null, new: 'Q: {text}' },
  ]);
  expect(changedModelKeys({ base, head })).toEqual([{ path: 'name', old: 'm', new: 'other' }]);
  expect(isSameSubject({ base, head })).toBe(false);
  const slower = configOf({ model: { hub: 'openai', name: 'm', timeout: 5 } });
  expect(isSameSubject({ base, head: slower })).toBe(true);
});

it('a budget and a deadline leave the requests the same, and the seed does not', () => {
  const identity = requestIdentityOf(configOf({}));
  const capped = configOf({ budget: { max_requests: 5 }, deadline: '2h' });
  expect(requestIdentityOf(capped)).toBe(identity);
  expect(requestIdentityOf(configOf({ seed: 7 }))).not.toBe(identity);
});

it('a parameter whose name has a dot hides no change of the parameter with that path', () => {
  const configOfJudge = (parameters: object) =>
    parseConfig(
      JSON.stringify({
        model: { hub: 'openai', name: 'm' },
        evaluation: { judge: { name: 'j', parameters } },
        data: { source: 'builtin:statements' },
        tests: { sensitivity: { add_negation: {} } },
      }),
      FILE,
    );
  const base = configOfJudge({ reasoning: { effort: 'high' } });
  const head = configOfJudge({ reasoning: { effort: 'low' }, 'reasoning.effort': 'high' });
  const path = 'tests.sensitivity.add_negation.judge.parameters.reasoning.effort';
  expect(changedRules({ base, head })).toEqual([
    { path, old: 'high', new: 'low' },
    { path, old: null, new: 'high' },
  ]);
  expect(requestIdentityOf(base)).not.toBe(requestIdentityOf(head));
});

it('from triplet to pair is a change of the rules, with every default that comes with it', () => {
  const [triplet, pair] = [configOf({}), configOf({ evaluation: { method: 'pair' } })];
  const path = 'tests.sensitivity.add_negation';
  expect(changedRules({ base: triplet, head: pair })).toEqual(
    expect.arrayContaining([{ path: `${path}.method`, old: 'triplet', new: 'pair' }]),
  );
  expect(changedRules({ base: triplet, head: triplet })).toEqual([]);
});

it('no column is another rule than a column with the name null', () => {
  const withAnswer = (answer: string) =>
    parseConfig(
      `model: { hub: openai, name: m }
data: { source: a.csv, columns: { answer: ${answer} } }
tests: { sensitivity: { add_negation: {} } }`,
      'a.yml',
    );
  expect(changedRules({ base: withAnswer('null'), head: withAnswer('"null"') })).toEqual([
    { path: 'tests.sensitivity.add_negation.data.columns.answer', old: 'null', new: '"null"' },
  ]);
});
