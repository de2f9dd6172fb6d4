import { z } from 'zod';
import { key, settle, shapeOf, computedKey, type KeyTable } from '../../src/config/keys/key.ts';
import { EVALUATION_KEYS } from '../../src/config/keys/evaluation.ts';
import { MODEL_SECTION_KEYS } from '../../src/config/keys/model.ts';
import { TEST_KEYS } from '../../src/config/keys/test.ts';
import { ROOT_KEYS } from '../../src/config/keys/whole.ts';
import { parseConfig } from '../../src/config/rules.ts';
import { canonical } from '../../src/json.ts';
import { MODEL_KEYS } from '../../src/models/hubs/registry.ts';
import { errorOf } from './config-error.ts';

const facts = { schema: z.number(), about: 'A number.' };

it('a default of another kind than the schema does not compile', () => {
  // @ts-expect-error -- a default that could not be written
  key({ ...facts, default: 'one' });
  expect(key(facts)).toMatchObject({ kind: 'plain', default: undefined });
  expect(computedKey<string>()({ ...facts, field: 'number' })).toMatchObject({
    kind: 'computed',
    field: 'number',
  });
});

it('one entry is the type, the schema and the default', () => {
  const keys = {
    margin: key({ schema: z.number().max(1), about: 'How far.', default: 0.5 }),
    note: key({ schema: z.string(), about: 'A remark.' }),
  };
  const settled = settle(keys, {}, { note: 'run' });
  const margin: number = settled.margin;
  expect({ ...settled, margin }).toEqual({ margin: 0.5, note: 'run' });
  expect(settle(keys, { margin: 0, note: null }, { margin: 1 })).toEqual({
    margin: 0,
    note: undefined,
  });
  const schema = z.strictObject(shapeOf(keys));
  const margins = { default: 0.5, description: 'How far.', maximum: 1 };
  expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({
    properties: { margin: margins },
  });
  expect(schema.parse({})).toEqual({});
  // Below another of the same name a key has no default of its own: what stands above counts.
  expect(
    JSON.stringify(z.toJSONSchema(z.strictObject(shapeOf(keys, { omitsDefaults: true })))),
  ).not.toContain('default');
});

/** What a table says where nothing is written. */
function defaultsOf(keys: KeyTable): Record<string, unknown> {
  const written = Object.entries(keys).filter(
    ([name, entry]) =>
      entry.kind === 'plain' && entry.default !== undefined && !OF_HUBS.includes(name),
  );
  return Object.fromEntries(written.map(([name, entry]) => [name, entry.default]));
}

/** What triplet alone reads: elsewhere it may not be written. */
const SEQUENTIAL = ['margin', 'alpha', 'beta', 'min_steady'];

/** Their defaults are the hubs' own business. */
const OF_HUBS = Object.keys(MODEL_KEYS);

it('a configuration that says nothing is one that says every default', () => {
  const small = {
    model: { hub: 'reference', name: 'attentive' },
    data: { source: 'a.txt' },
    evaluation: { method: 'pair' },
    tests: { sensitivity: { add_negation: { scorer: 'choice' } } },
  };
  const { compare, max_regression, min_pass_rate } = TEST_KEYS;
  const worked = { compare: compare.default, max_regression: max_regression.default };
  const full = {
    ...small,
    ...defaultsOf(ROOT_KEYS),
    model: { ...small.model, ...defaultsOf(MODEL_SECTION_KEYS) },
    evaluation: {
      ...small.evaluation,
      ...Object.fromEntries(
        Object.entries(defaultsOf(EVALUATION_KEYS)).filter(([name]) => !SEQUENTIAL.includes(name)),
      ),
      ...worked,
    },
    tests: {
      sensitivity: { add_negation: { scorer: 'choice', min_pass_rate: min_pass_rate.default } },
    },
  };
  expect(Object.keys(full.evaluation)).toHaveLength(4);
  const rules = (value: object) => {
    const { tests, origin: _origin, ...rest } = parseConfig(JSON.stringify(value), 'a.yml');
    const alike = tests.map(({ line: _line, data, test, ...others }) => ({
      ...others,
      data: data.source,
      test: test.name,
    }));
    return canonical({ ...rest, tests: alike });
  };
  expect(rules(full)).toBe(rules(small));
});

const BELOW_ROOT = 'must be a path from the root of the repository, without `..`';

it.each([
  ['model: { hub: openai, name: m, prompt_file: ../p.md }', BELOW_ROOT],
  ['model: { hub: openai, name: m, prompt_file: /p.md }', BELOW_ROOT],
  [
    'model: { hub: openai, name: m, prompt_file: "file://p.md" }',
    'must be a path, without file://',
  ],
  ['model: { hub: openai, name: m, prompt_file: "p\\n.md" }', 'must be a path in one line'],
  ['model: { hub: openai, name: m, variables: { a: [1] } }', 'a number, true or false, or { file'],
])('%s is an error: %s', (keys, message) => {
  const data = 'data: { source: a.csv }\ntests: { sensitivity: { refusal: {} } }\n';
  const model = keys.startsWith('model') ? '' : 'model: { hub: openai, name: m }\n';
  expect(errorOf(`${model}${data}${keys}`)?.message).toContain(message);
});

it('an empty path is one error', () => {
  const error = errorOf(
    'model: { hub: openai, name: m, system_prompt_file: "" }\ntests: { sensitivity: { refusal: {} } }',
  );
  expect(error).toMatchObject({
    message: '`"model.system_prompt_file"` must not be empty',
    remedy: 'Correct the value.',
  });
});
