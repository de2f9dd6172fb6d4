/**
 * A base whose model no longer exists: the verdict names that cause and the remedy.
 */
import { BASE, CONFIG_PATH, gitHub, modelServer, scenario } from '../support/scenario.ts';
import { configOf, FILE, jsonl, QUESTIONS } from '../support/triplets.ts';

/** Answers one question of six wrong. */
function answer(prompt: string): string {
  const sheet = Number(/sheet (\d+)/.exec(prompt)![1]);
  const { answer, negated_answer } = QUESTIONS[sheet]!;
  return (
    (/ not /.test(prompt) ? 1 : 0) + (sheet % 6 === 0 ? 1 : 0) === 1 ? negated_answer : answer
  )[0]!;
}

it('a retired base model is the named cause, and no row of the base counts as wrong', async () => {
  const model = await modelServer({
    answer,
    fail: ({ body }) =>
      (body as { model: string }).model === 'retired'
        ? {
            status: 404,
            body: {
              error: { message: 'The model `retired` does not exist', code: 'model_not_found' },
            },
          }
        : undefined,
  });
  const github = await gitHub();
  const of = (name: string) => configOf({ url: model.url, name, evaluation: ', compare: base' });
  const data = { [FILE]: jsonl(QUESTIONS) };
  for (const [name, text] of Object.entries({ ...data, [CONFIG_PATH]: of('retired') }))
    github.files.set(`${BASE}:${name}`, text);
  const files = { ...data, [CONFIG_PATH]: of('head') };
  const { outputs, report, summary } = await scenario({
    github,
    files,
    inputs: { comment: 'never' },
  });
  expect(outputs.outcome).toBe('inconclusive');
  expect(report!.report[0]).toMatchObject({
    baseline: { paired_count: 0, broken: 0 },
  });
  expect(report!.results[0]!.baseline).toMatchObject({
    status: 'error',
    error: { kind: 'not_found' },
  });
  expect(summary).toMatch(
    /could not be asked in \d+ rows: its endpoint knows no such model\. Run again once that is corrected/,
  );
  // The first row alone asks the base.
  expect(
    model.requests.filter(({ body }) => (body as { model?: string }).model === 'retired').length,
  ).toBe(1);
});
