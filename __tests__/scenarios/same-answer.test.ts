import { echo } from '../support/model-server.ts';
import { CONFIG_PATH, gitHub, modelServer, scenario } from '../support/scenario.ts';
import { configOf, FILE, jsonl, QUESTIONS } from '../support/triplets.ts';

/** The headline names the fault of a model that answers no question, not the "not". */
it.each<[string, (prompt: string) => string, outcome: string, headline: RegExp, next: RegExp]>([
  [
    'always answers A',
    () => 'A',
    'fail',
    /❌ Sensitivity failed: the model gives the same answer to every question/,
    /All (\d+) answers were A: check the prompt, or how its answers are read\./,
  ],
  [
    'refuses everything',
    () => "I'm sorry, but I can't help with that.",
    'fail',
    /❌ Sensitivity failed: the model refuses to answer/,
    /It refused in (\d+) of \1 answers: check the system prompt/,
  ],
  [
    'repeats the question',
    echo,
    'error',
    /Sensitivity: could not judge the model/,
    /It repeated the question in (\d+) of \1 answers: check that the endpoint/,
  ],
])(
  'a model that %s has that fault in headline and advice',
  async (_name, answer, outcome, headline, next) => {
    const [model, github] = [await modelServer({ answer }), await gitHub()];
    const { outputs, summary } = await scenario({
      github,
      files: { [CONFIG_PATH]: configOf(model), [FILE]: jsonl(QUESTIONS) },
    });
    expect(outputs.outcome).toBe(outcome);
    for (const text of [summary, github.comments[0]!.body!]) {
      expect(text).toMatch(headline);
      expect(text).toMatch(next);
      expect(text).not.toMatch(/too hard|as if the .*not.* were not there/);
    }
  },
);
