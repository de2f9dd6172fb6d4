import { parseYaml } from '../../src/config/positions.ts';
import { parseConfig } from '../../src/config/rules.ts';
import { lineOfField } from '../../src/config/subject-places.ts';

const NESTED = parseYaml(
  `model: { name: m,
  parameters: { a.b: 1 },
  variables: { tone: kind } }
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
const OF_LANGTEST = parseYaml('model_parameters:\n  temperature: 1', 'f.yml');

it.each([
  ['name', 1],
  ['parameters.a.b', 2],
  ['variables.tone', 3],
  ['custom:new stove.prompt', 8],
  ['of a test that is gone: custom:absent.prompt', 6],
])('the line of %s', (field, line) => {
  expect(lineOfField(field.replace(/.*: /, ''), NESTED)).toBe(line);
});

it('a line of a literal block is one of the file, and a text between quotes has that of its key', () => {
  const yaml = parseYaml(
    'model:\n  name: m\n  prompt: |\n    Be brief.\n    {text}\n  system_prompt: "a\n    b"',
    'f.yml',
  );
  expect(lineOfField('prompt', yaml, 2)).toBe(5);
  expect(lineOfField('system_prompt', yaml, 2)).toBe(6);
});

it('a test under its older name, and one of a list', () => {
  const yaml = parseYaml(ALIASES, 'f.yml');
  expect(lineOfField('add_negation.prompt', yaml)).toBe(5);
  expect(lineOfField('custom:new tone.prompt', yaml)).toBe(7);
  const { placeOf } = parseConfig(ALIASES, 'f.yml');
  expect(placeOf('tests.sensitivity.add_negation.prompt')).toBe('f.yml:5:17');
  expect(placeOf('tests.sensitivity.custom:new tone.prompt')).toBe('f.yml:7:9');
  expect(placeOf('tests.sensitivity.add_negation.prompt_file')).toBeUndefined();
  expect(placeOf('tests.sensitivity.contrast.prompt')).toBeUndefined();
});

it('a parameter in LangTest’s place', () => {
  expect(lineOfField('parameters.temperature', OF_LANGTEST)).toBe(2);
});
