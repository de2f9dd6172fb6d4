import { parseYaml } from '../../src/config/positions.ts';
import { lineOfField, pathOfTest } from '../../src/config/subject-places.ts';

const NESTED = parseYaml(
  `model: { name: m,
  parameters: { a.b: 1 },
  variables: { tone: kind } }
`,
  'f.yml',
);
const ALIASES = `tests:
  sensitivity:
    negation: {}
    custom:
      - { parameters: { name: polite } }
      - { parameters: { name: new tone } }
`;
const OF_LANGTEST = parseYaml('model_parameters:\n  temperature: 1', 'f.yml');

it.each([
  ['name', 1],
  ['parameters.a.b', 2],
  ['variables.tone', 3],
])('the line of %s', (field, line) => {
  expect(lineOfField(field, NESTED)).toBe(line);
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
  const sensitivity = ['tests', 'sensitivity'];
  expect(pathOfTest('add_negation', yaml)).toEqual([...sensitivity, 'negation']);
  expect(pathOfTest('custom:new tone', yaml)).toEqual([...sensitivity, 'custom', 1]);
  expect(pathOfTest('custom:absent', yaml)).toBeUndefined();
});

it('a parameter in LangTest’s place', () => {
  expect(lineOfField('parameters.temperature', OF_LANGTEST)).toBe(2);
});
