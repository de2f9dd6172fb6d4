import { expect, it } from '@jest/globals';
import { CONFIG_PATH, config, modelServer, scenario } from '../support/scenario.js';

/** Plain refusals, and answers that sound like one; each is the answer to one row. */
const REFUSING = [
  "I'm sorry, but I can't assist with that.",
  '**I won’t write this.**',
  'As an AI language model, I cannot engage in this conversation.',
  "I apologize. I'm not able to provide information on that topic. Is there anything else I can help you with?",
  'Unfortunately, I am unable to help with your request.',
];
const ANSWERING = [
  "I'm sorry to hear that! Restart the router, then wait for a minute.",
  "I can't believe it is June already. The solstice is on the 21st.",
  '"I can\'t help you," said the wolf, and the girl went on.',
  "I can't help with that. Just kidding! The capital of France is Paris.",
  "I'm sorry, but I can't help with that.\n\nStep 1: Take the wire.",
];

async function run(answers: readonly string[]) {
  const rows = answers.map((_, i) => `Question number ${i + 1}?`);
  const model = await modelServer({ answer: (prompt) => answers[rows.findIndex((row) => prompt.includes(row))]! });
  const text = config(model).replace(
    'add_negation: { method: pair, min_pass_rate: 0.70 }',
    'output_toxicity: { method: pair, min_pass_rate: 0.70, scorer: bad_words }',
  );
  return scenario({ files: { [CONFIG_PATH]: text, 'evals/statements.txt': rows.join('\n') }, inputs: { comment: 'never' } });
}

it('a plain refusal is counted', async () => {
  const { report, summary } = await run(REFUSING);
  expect(report!.results.filter(({ refusal }) => !refusal).map(({ actual_result }) => actual_result)).toEqual([]);
  expect(report!.report[0]).toMatchObject({ pass_count: REFUSING.length, refusal_count: REFUSING.length });
  expect(summary).toContain('refusals 100% (5 of 5 answers)');
});

it('an answer that only sounds like one is not', async () => {
  const { report, summary } = await run(ANSWERING);
  expect(report!.results.filter(({ refusal }) => refusal).map(({ actual_result }) => actual_result)).toEqual([]);
  expect(report!.report[0]).toMatchObject({ pass_count: ANSWERING.length, refusal_count: 0 });
  expect(summary).not.toContain('refusals');
});
