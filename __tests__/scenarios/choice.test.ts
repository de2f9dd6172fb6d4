import { CONFIG_PATH, config, modelServer, scenario } from '../support/scenario.ts';

const rows = [
  {
    question: 'A cactus stem is used to store',
    options: ['fruit', 'liquid', 'food', 'spines'],
    negated_answer: ['A', 'C', 'D'],
  },
  {
    question: 'Which of these is a mammal?',
    options: ['trout', 'whale', 'gecko', 'heron'],
    negated_answer: 'A, C, D',
  },
  { question: 'The sky at noon is mostly', options: 'A. green\nB. blue' },
];
function replaced(text: string, old: string, now: string): string {
  expect(text).toContain(old);
  return text.replace(old, now);
}

const run = async (answer: (prompt: string) => string) => {
  const model = await modelServer({ answer });
  const withRows = replaced(config(model), 'statements.txt', 'rows.jsonl');
  const text = replaced(withRows, '{ method: pair,', '{ method: pair, scorer: choice,');
  return scenario({
    files: {
      [CONFIG_PATH]: text,
      'evals/rows.jsonl': rows.map((row) => JSON.stringify(row)).join('\n'),
    },
    inputs: { comment: 'never' },
  });
};
const isNegated = (prompt: string) => / not /.test(prompt);

it('a model that chooses the right option of the negated question passes without embeddings', async () => {
  const { outputs, report } = await run((prompt) =>
    isNegated(prompt) ? 'The answer is **A**.' : '(B)',
  );
  expect(outputs).toMatchObject({ outcome: 'pass', requests: '6' });
  expect(report!.report[0]).toMatchObject({ scorer: 'choice', pass_count: 3 });
});

it('an unchanged choice fails, and so does another wrong one if the right ones are known', async () => {
  const { outputs, report } = await run(() => 'B');
  expect(outputs.outcome).toBe('fail');
  expect(report!.results.map(({ eval_score }) => eval_score)).toEqual([0, 0, 0]);
});

it('an answer without a choice is an error of its row', async () => {
  const { outputs, report } = await run((prompt) =>
    isNegated(prompt) ? 'It could be A or B, who knows.' : 'B',
  );
  expect(outputs.outcome).toBe('error');
  expect(report!.results[0]).toMatchObject({
    status: 'error',
    error: { kind: 'unreadable' },
    actual_result: 'It could be A or B, who knows.',
  });
});
