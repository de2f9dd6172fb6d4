import { BUILTIN_NAMES } from '../../src/data/builtin.ts';
import { parseConfig } from '../../src/config/rules.ts';
import { errorOf } from './config-error.ts';

const textOf = (data: string, test = 'add_negation: {}') =>
  `model: { hub: openai, name: m }\ndata: ${data}\ntests: { sensitivity: { ${test} } }\n`;
const sourceOf = (data: string) => parseConfig(textOf(data), 'f.yml').tests[0]?.data.source;

it.each([
  ['{ source: "hf:o/n", split: train }', 'hf:o/n::train'],
  ['{ source: "hf:o/n:main", split: train }', 'hf:o/n:main:train'],
  ['{ data_source: "hf:o/n:main:train" }', 'hf:o/n:main:train'],
])('the source of %s', (data, source) => {
  expect(sourceOf(data)).toBe(source);
});

it.each([
  [
    '{ source: a.csv, data_source: b.csv }',
    '2:24',
    'the data is named twice: as source and as data_source',
  ],
  ['{ source: a.csv, split: train }', '2:24', 'the source `"a.csv"` has no splits'],
  [
    '{ source: "hf:o/n:test", split: train }',
    '2:32',
    'the split is named twice: in `"hf:o/n:test"` and as split',
  ],
  [
    '{ source: "hf:o/n:main:test", split: train }',
    '2:37',
    'the split is named twice: in `"hf:o/n:main:test"` and as split',
  ],
])('%s is refused', (data, place, message) => {
  expect(errorOf(textOf(data))).toMatchObject({ where: `f.yml:${place}`, message });
});

it('the error of a file without data names every built-in set', () => {
  const remedy = errorOf(textOf('{}'))?.remedy;
  for (const name of BUILTIN_NAMES) expect(remedy).toContain(`builtin:${name}`);
});

it.each([
  ['a column that this test does not read', '[placebo]', 'add_negation: {}', false],
  ['the same column for a test that reads it', '[placebo]', 'contrast: {}', true],
  ['the right answer of a question', '[answer]', 'add_negation: {}', true],
])('%s', (_, fill, test, isRefused) => {
  const message = errorOf(textOf(`{ source: a.csv, columns: { fill: ${fill} } }`, test))?.message;
  if (isRefused)
    expect(message).toContain('cannot fill a prompt: a column of this name has a role');
  else expect(message).toBeUndefined();
});

it('an unusable rate of another category is shown at its own line', () => {
  const text = `model: { hub: openai, name: m }
data: { source: a.csv }
tests:
  sensitivity:
    add_negation: { min_pass_rate: 0.8 }
  robustness:
    add_negation: { min_pass_rate: 7 }
`;
  expect(errorOf(text)).toMatchObject({
    where: 'f.yml:7:36',
    message: expect.stringContaining('the min_pass_rate of add_negation is 7'),
  });
});
