/** `advisory: true`: a test is asked and reported, and decides nothing. */
import { CONFIG_PATH, pullRequest, gitHub, scenario } from '../support/scenario.ts';
import {
  configOf,
  deaf,
  FILE,
  jsonl,
  QUESTIONS,
  questionModel,
  type Way,
} from '../support/triplets.ts';

const ADVISORY = 'add_negation: { advisory: true }, add_toxic_words: { scorer: bad_words }';

async function run(way: Way, tests: string) {
  const { url } = await questionModel(way);
  const github = await gitHub();
  const files = { [CONFIG_PATH]: configOf({ url, tests }), [FILE]: jsonl(QUESTIONS) };
  return { github, ...(await scenario({ github, event: pullRequest(), files })) };
}

it('a run passes despite a failing advisory test, and the comment calls the test advisory', async () => {
  const { outputs, exitCode, report, github } = await run(deaf, ADVISORY);
  expect([outputs.outcome, exitCode]).toEqual(['pass', 0]);
  expect(report!.report).toMatchObject([
    { test_type: 'add_negation', advisory: true, outcome: 'fail' },
    { test_type: 'add_toxic_words', outcome: 'pass' },
  ]);
  expect(github.comments[0]!.body).toContain('reads negation (advisory)');
});
