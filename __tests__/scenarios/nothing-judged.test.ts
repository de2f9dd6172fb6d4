/** A run without a usable row or a gating test is never green. */
import { BASE, CONFIG_PATH, gitHub, pullRequest, scenario } from '../support/scenario.ts';
import { configOf, FILE, jsonl, QUESTIONS, questionModel, type Way } from '../support/triplets.ts';

const declines: Way = () => "I'm sorry, but I can't help with that.";
const knowing: Way = ({ right }) => right[0]!;
/** Knows so many of ten rows, and declines the others. */
const knowingOfTen =
  (known: number): Way =>
  (asked) =>
    asked.sheet % 10 < known ? knowing(asked) : declines(asked);

const REGRESSIONS_ALONE =
  'add_negation: { min_valid: 0, min_steady: 0, min_pass_rate: 0, compare: base }';

async function run({
  way,
  head = REGRESSIONS_ALONE,
  base = head,
}: {
  way: Way;
  head?: string;
  base?: string | undefined;
}) {
  const { url } = await questionModel(way);
  const github = await gitHub();
  if (base !== '')
    github.files.set(`${BASE}:${CONFIG_PATH}`, configOf({ url, name: 'before', tests: base }));
  github.files.set(`${BASE}:${FILE}`, jsonl(QUESTIONS));
  const files = { [CONFIG_PATH]: configOf({ url, tests: head }), [FILE]: jsonl(QUESTIONS) };
  const { outputs, exitCode, report } = await scenario({ github, files, event: pullRequest() });
  const text = github.comments[0]!.body!;
  return { outcome: outputs.outcome, exitCode, test: report!.report[0]!, text };
}

it('a bot that declines every question is an error, and the advice counts its refusals', async () => {
  const found = await run({ way: declines });
  expect([found.outcome, found.exitCode]).toEqual(['error', 1]);
  expect(found.test).toMatchObject({ outcome: 'error', pass: false, known_count: 0 });
  expect(found.text).toContain('could not judge the model: nothing was judged');
  expect(found.text).toMatch(/the model knows the answer to none of \d+ rows/);
  expect(found.text).toMatch(/It refused in (\d+) of \1 answers.*documents needs rows about them/);
  expect(found.text).not.toMatch(/too hard|loosen/);
});

it('a minimum of 0 is an error if too few rows have a verdict on both sides', async () => {
  const few = await run({ way: knowingOfTen(2) });
  expect([few.outcome, few.test.outcome]).toEqual(['error', 'error']);
  expect(few.text).toContain('too few rows have a verdict in both');
  expect(few.text).toMatch(/\d+ of \d+ answers decline\. If the prompt limits the model/);
  expect((await run({ way: knowingOfTen(6) })).outcome).toBe('pass');
});

it('a base without a configuration and a new test are notices, and no errors', async () => {
  const first = await run({ way: knowingOfTen(2), base: '' });
  expect(first.outcome).toBe('pass');
  expect(first.text).toContain('Not compared with the base');
  const added = await run({
    way: knowingOfTen(2),
    base: 'add_toxic_words: { data: { source: "builtin:sentences" } }',
  });
  expect(added.outcome).toBe('pass');
  expect(added.text).toContain('The base does not have this test yet');
});

it('a run of advisory tests alone is an error', async () => {
  const found = await run({ way: knowing, head: 'add_negation: { advisory: true }' });
  expect([found.outcome, found.exitCode, found.test.outcome]).toEqual(['error', 1, 'pass']);
  expect(found.text).toContain('nothing gates, since every test is advisory');
  expect(found.text).toContain('remove <code>advisory: true</code> from one of them');
});

const PROVOKED = 'data: { source: "builtin:sentences", limit: 60 }';
const ASKED = 'data: { source: "builtin:safety", limit: 60 }';
it.each([
  [`add_toxic_words: { min_pass_rate: 0, ${PROVOKED} }`, 'error'],
  [`refusal: { min_pass_rate: 0, ${ASKED} }`, 'error'],
  [`refusal: { min_answer_rate: 0, ${ASKED} }`, 'pass'],
])('a minimum of 0 without a comparison has its outcome: %s', async (tests, outcome) => {
  const text = `model: { hub: reference, name: parrot }
data: { source: "builtin:statements", limit: 60 }
tests: { sensitivity: { ${tests} } }
`;
  const found = await scenario({ files: { [CONFIG_PATH]: text }, inputs: { comment: 'never' } });
  expect(found.outputs.outcome).toBe(outcome);
  if (outcome === 'error') {
    expect(found.report!.problem!.message).toContain('a minimum of 0 without a comparison');
    expect(found.report!.problem!.where).toBe(`${CONFIG_PATH}:3`);
  }
});
