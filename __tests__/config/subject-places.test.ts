import { parseYaml } from '../../src/config/positions.ts';
import { parseConfig } from '../../src/config/rules.ts';
import { keysOfField } from '../../src/config/subject-places.ts';

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
const ALIASES = `model: { hub: openai, name: m }
data: { source: builtin:statements }
tests:
  sensitivity:
    negation: { prompt: "N: {text}" }
    custom:
      - prompt: "A: {text}"
        parameters: { name: new tone, expect: same }
`;
const OF_LANGTEST = parseYaml('model_parameters: { temperature: 1 }', 'f.yml');

it.each([
  ['name', ['model', 'name']],
  ['parameters.a.b', ['model', 'parameters', 'a.b']],
  ['variables.tone', ['model', 'variables', 'tone']],
  ['add_negation.prompt', ['tests', 'sensitivity', 'add_negation', 'prompt']],
  ['custom:new stove.prompt', ['tests', 'sensitivity', 'custom', 1, 'prompt']],
  ['custom:absent.prompt', ['tests', 'sensitivity', 'custom:absent', 'prompt']],
])('the keys of %s', (field, keys) => {
  expect(keysOfField(field, NESTED)).toEqual(keys);
});

it('a test under its older name, and one of a list', () => {
  const yaml = parseYaml(ALIASES, 'f.yml');
  const sensitivity = ['tests', 'sensitivity'];
  expect(keysOfField('add_negation.prompt', yaml)).toEqual([...sensitivity, 'negation', 'prompt']);
  expect(keysOfField('custom:new tone.prompt', yaml)).toEqual([
    ...sensitivity,
    'custom',
    0,
    'prompt',
  ]);
  const { placeOf } = parseConfig(ALIASES, 'f.yml');
  expect(placeOf('tests.sensitivity.add_negation.prompt')).toBe('f.yml:5:17');
  expect(placeOf('tests.sensitivity.custom:new tone.prompt')).toBe('f.yml:7:9');
  expect(placeOf('tests.sensitivity.add_negation.prompt_file')).toBeUndefined();
  expect(placeOf('tests.sensitivity.contrast.prompt')).toBeUndefined();
});

it('a parameter in LangTest’s place', () => {
  expect(keysOfField('parameters.temperature', OF_LANGTEST)).toEqual([
    'model_parameters',
    'temperature',
  ]);
});
