import { expect, it } from '@jest/globals';
import { parseYaml } from '../../src/config/positions.js';
import { keysOfField } from '../../src/config/subject-places.js';

const NESTED = parseYaml(
  `model: { name: m, parameters: { a.b: 1 }, variables: { tone: kind } }
tests:
  sensitivity:
    custom:
      - { parameters: { name: polite } }
      - { parameters: { name: new stove }, prompt: "{text}" }
`,
  'f.yml',
);
const OF_LANGTEST = parseYaml('model_parameters: { temperature: 1 }', 'f.yml');

it.each([
  ['name', ['model', 'name']],
  ['parameters.a.b', ['model', 'parameters', 'a.b']],
  ['variables.tone', ['model', 'variables', 'tone']],
  ['add_negation.prompt', ['tests', 'sensitivity', 'add_negation', 'prompt']],
  ['custom:new stove.prompt', ['tests', 'sensitivity', 'custom', 1, 'prompt']],
])('the keys of %s', (field, keys) => {
  expect(keysOfField(field, NESTED)).toEqual(keys);
});

it('a parameter in LangTest’s place', () => {
  expect(keysOfField('parameters.temperature', OF_LANGTEST)).toEqual([
    'model_parameters',
    'temperature',
  ]);
});
