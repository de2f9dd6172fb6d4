import { figuresIn } from '../support/figures.js';
import { expect, it } from '@jest/globals';
import { houseRules } from '../../src/data/house-rules/pairs.js';
import { answerOf } from '../data/house-rules-reader.js';
import { one } from '../support/runs.js';
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.js';

/**
 * `builtin:house-rules` as a gate. The models answer by a reader of the English text, not by the
 * keys of the set.
 */

type Answers = (text: string) => string;

const rows = houseRules({ seed: 42 }).map(({ text, perturbed, placebo }, index) => ({
  text: String(text),
  perturbed: String(perturbed),
  placebo: String(placebo),
  index,
}));
const byPerturbed = new Map(rows.map((row) => [row.perturbed, row]));
const byPlacebo = new Map(rows.map((row) => [row.placebo, row]));

const run = async (
  answer: Answers,
  { source = 'builtin:house-rules', tests = 'contrast: {}' } = {},
) => {
  const model = await modelServer({ answer: (prompt) => answer(prompt.split('\n')[0] ?? '') });
  const config = `model: { hub: openai, name: scenario-model, base_url: "${model.url}/v1", retries: 0 }
data: { source: "${source}" }
tests: { sensitivity: { ${tests} } }
`;
  const { report, outputs, everything } = await scenario({
    files: { [CONFIG_PATH]: config },
    inputs: { comment: 'never' },
  });
  const requests = model.count('/chat/completions');
  return { outcome: outputs.outcome, report, row: report?.report[0], everything, requests };
};

const withoutFrame = (text: string): string => text.split(' Nothing else ')[0] ?? '';

const next: Record<string, string> = { A: 'B', B: 'C', C: 'A' };
const turned: Answers = (text) => next[answerOf(text)] ?? 'A';
/** What a model answers that does not see the edit of these rows. */
const deafIn =
  (isDeaf: (index: number) => boolean): Answers =>
  (text) => {
    const row = byPerturbed.get(text);
    return answerOf(row && isDeaf(row.index) ? row.text : text);
  };

it('a model that reads the rules passes, and is asked a placebo that must leave its answer', async () => {
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

it.each(
  one<[string, Answers]>([
    ['always says yes', () => 'A'],
    ['always says no', () => 'B'],
    ['always says that it depends', () => 'C'],
    ['takes "not" for no', (text) => (/ has not /.test(withoutFrame(text)) ? 'B' : 'A')],
    ['takes "unless" for no', (text) => (/ unless /.test(withoutFrame(text)) ? 'B' : 'A')],
  ]),
)('a model that %s is right in a third of the texts, and fails', async (_name, answer) => {
  expect((await run(answer)).outcome).toBe('fail');
});

it.each<[string, Answers, 'steady' | 'sensitive']>([
  // Right where the answer stays, in a third of the rows.
  ['does not see the edit', deafIn(() => true), 'sensitive'],
  // Right in two thirds and a third of the last third: 0.78.
  ['does not see the edit in every third row', deafIn((index) => index % 3 === 0), 'sensitive'],
  // Never right after a placebo.
  [
    'gives another answer after every edit',
    (text) => {
      const row = byPerturbed.get(text) ?? byPlacebo.get(text);
      return row ? turned(row.text) : answerOf(text);
    },
    'steady',
  ],
  // Right after 0.7 of the placebos, where 0.85 must be. The other two minima are met.
  [
    'is upset by a placebo in three rows of ten',
    (text) => ((byPlacebo.get(text)?.index ?? 9) % 10 < 3 ? turned(text) : answerOf(text)),
    'steady',
  ],
])('a model that %s fails', async (_name, answer, stream) => {
  const { outcome, row } = await run(answer);
  expect([outcome, figuresIn(row).streams![stream]]).toEqual(['fail', 'bad']);
});

it('add_negation reads the rows as well: the two answers that are not right', async () => {
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

it('a wrong parameter is one clear line, and nothing is sent', async () => {
  const { outcome, report, requests } = await run(answerOf, {
    source: 'builtin:house-rules?negations=9',
  });
  expect([outcome, requests]).toEqual(['error', 0]);
  expect(report!.problem).toMatchObject({
    where: '.github/sensitivity.yml:2:17',
    message:
      'The data set builtin:house-rules takes negations=1 to negations=4, not `"negations=9"`.',
  });
});
