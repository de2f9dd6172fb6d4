import { figuresIn } from '../support/figures.ts';
import { houseRules } from '../../src/data/house-rules/pairs.ts';
import { answerOf } from '../data/house-rules-reader.ts';
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.ts';

/**
 * `builtin:house-rules` as a gate. The models answer by a reader of the English text, not by the
 * keys of the set. `data/house-rules.test.ts` rates other readers.
 */

type Answers = (text: string) => string;

const rows = houseRules({ seed: 42 }).map(({ text, perturbed }) => ({
  text: String(text),
  perturbed: String(perturbed),
}));
const byPerturbed = new Map(rows.map((row) => [row.perturbed, row]));

const run = async (answer: Answers, { tests = 'contrast: {}' } = {}) => {
  const model = await modelServer({ answer: (prompt) => answer(prompt.split('\n')[0] ?? '') });
  const config = `model: { hub: openai, name: scenario-model, base_url: "${model.url}/v1", retries: 0 }
data: { source: "builtin:house-rules" }
tests: { sensitivity: { ${tests} } }
`;
  const { report, outputs } = await scenario({
    files: { [CONFIG_PATH]: config },
    inputs: { comment: 'never' },
  });
  return { outcome: outputs.outcome, report, row: report?.report[0] };
};

it('a model that reads the rules passes, with placebos that leave its answers', async () => {
  const { outcome, report, row } = await run(answerOf);
  expect(outcome).toBe('pass');
  expect(row).toMatchObject({
    test_type: 'contrast',
    method: 'triplet',
    known_count: figuresIn(row).asked_count,
    steady_rate: 1,
    minimum_steady_rate: 0.85,
    pass_rate: 1,
  });
  expect(figuresIn(row).guess_rate).toBeCloseTo(1 / 3);
  expect(report!.not_applicable).toEqual([]);
});

it('a model that does not see the edit fails by its sensitivity', async () => {
  const { outcome, row } = await run((text) => answerOf(byPerturbed.get(text)?.text ?? text));
  expect([outcome, figuresIn(row).streams!.sensitive]).toEqual(['fail', 'bad']);
});

it('add_negation uses the same rows, with the two wrong answers as its key', async () => {
  const negated = / are not right\?$/;
  const knowing: Answers = (text) => {
    const right = answerOf(
      text.replace(/ are (?:not|indeed|really|truly|certainly) right\?$/, ' are right?'),
    );
    return negated.test(text)
      ? ['A', 'B', 'C'].filter((letter) => letter !== right).join(', ')
      : right;
  };
  const tests = 'add_negation: { min_pass_rate: 0.85 }';
  const read = await run(knowing, { tests });
  expect([read.outcome, read.report!.not_applicable]).toEqual(['pass', []]);
  const ignoring = await run((text) => knowing(text.replace(negated, ' are right?')), { tests });
  expect(ignoring.outcome).toBe('fail');
});
