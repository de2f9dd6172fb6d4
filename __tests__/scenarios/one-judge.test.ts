import { CONFIG_PATH, MODEL_KEY, STATEMENTS } from '../support/scenario.ts';
import { runCli } from '../support/run-action.ts';

const rules = (
  second: string,
) => `model: { hub: openai, name: m, base_url: 'http://127.0.0.1:9/v1' }
data: { source: evals/statements.txt }
tests:
  sensitivity:
    add_toxic_words: { method: pair, scorer: judge, judge: { name: the-judge, parameters: { temperature: 0, max_tokens: 50 } } }
    output_toxicity: { method: pair, scorer: judge, judge: ${second} }
`;

/** A plan counts each judge's calibration, and sends nothing. */
async function plan(text: string): Promise<string> {
  const { exitCode, stdout } = await runCli(['check', '--offline'], {
    files: { [CONFIG_PATH]: text, 'evals/statements.txt': STATEMENTS.join('\n') },
    env: { OPENAI_API_KEY: MODEL_KEY },
  });
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
  return stdout;
}

it('a judge with its keys in another order is the same judge, calibrated once', async () => {
  const [same, reordered, another] = await Promise.all([
    plan(rules('{ name: the-judge, parameters: { temperature: 0, max_tokens: 50 } }')),
    plan(rules('{ parameters: { max_tokens: 50, temperature: 0 }, name: the-judge }')),
    plan(rules('{ name: the-judge, parameters: { temperature: 1, max_tokens: 50 } }')),
  ]);
  expect(reordered).toBe(same);
  expect(another).not.toBe(same);
});

it('a plan counts the requests of a judge: by row and by known case', async () => {
  const stdout = await plan(`model: { hub: openai, name: m, base_url: 'http://127.0.0.1:9/v1' }
data: { source: "builtin:sentences", limit: 60 }
evaluation: { judge: { name: the-judge } }
tests: { sensitivity: { add_toxic_words: {}, refusal: { data: { source: "builtin:safety", limit: 80 } } } }
`);
  // 260 answers to judge, and 90 known cases.
  expect(stdout).toMatch(/judge +openai\/the-judge +290 /);
});
