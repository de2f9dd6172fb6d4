import { parseYaml } from '../../src/config/positions.ts';
import { isKeyOfConfiguration, lineOfRule } from '../../src/config/rule-places.ts';

const FILE = `seed: 7
evaluation: { margin: 0.2 }
shared: &shared
  min_pass_rate: 0.8
  data: { source: a.csv }
tests:
  defaults:
    min_valid: 0.5
  sensitivity:
    add_negation: *shared
    custom:
      - parameters: { name: tone }
        min_pass_rate: 0.7
`;
const yaml = parseYaml(FILE, 'config.yml');

it.each([
  ['at the top', 'seed', 1],
  ['of all tests, in `evaluation`', 'tests.sensitivity.add_negation.margin', 2],
  ['behind an alias', 'tests.sensitivity.add_negation.min_pass_rate', 4],
  ['in a mapping behind an alias', 'tests.sensitivity.add_negation.data.source', 5],
  ['of all tests, in the defaults', 'tests.sensitivity.add_negation.min_valid', 8],
  ['of a test in a list', 'tests.sensitivity.custom:tone.min_pass_rate', 13],
  ['that is gone: its test', 'tests.sensitivity.custom:tone.margin_of_old', 12],
  ['that is gone at the top', 'deadline', undefined],
])('the line of a rule %s', (_, rule, line) => {
  expect(lineOfRule(rule, yaml)).toBe(line);
});

it('a rule that is no key of the configuration is a file', () => {
  expect(isKeyOfConfiguration('evals/report.json')).toBe(false);
  expect(isKeyOfConfiguration('seed')).toBe(true);
});
