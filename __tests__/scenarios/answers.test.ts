import { EXPECTED_CASES } from '../../src/engine/judges/expected-rubric.ts';
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.ts';

/**
 * The test `answers`: a team's own questions with expected answers in words, sent unchanged and
 * compared by rule or by a judge.
 */

const DAYS = Array.from({ length: 40 }, (_, i) => i + 3);
const QUESTIONS = DAYS.map((days, i) => ({
  Question: `How many days does step ${i + 1} of a claim take?`,
  'Expected Answer': `${days} days`,
}));
const daysOf = (text: string) => DAYS[Number(/step (\d+)/.exec(text)?.[1] ?? 1) - 1];

const csvOf = (rows: readonly Record<string, string>[]) =>
  [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
    .join('\n');

const known = new Map(
  EXPECTED_CASES.map(({ question, answer, verdict }) => [
    JSON.stringify([question, answer]),
    verdict,
  ]),
);

/** A judge that compares numbers, and takes an answer without one for a decline. */
function judgeOf(prompt: string): string {
  const [material] = [...prompt.matchAll(/\n(\{\n[^]*?\n\})/g)].at(-1)!.slice(1);
  const { question, key, answer } = JSON.parse(material!) as {
    question: string;
    key: string[];
    answer: string;
  };
  const found = /\d+/.exec(answer)?.[0];
  const isRight = key.some((one) => one.startsWith(`${found} `));
  const read = isRight ? 'agrees' : 'differs';
  const verdict =
    known.get(JSON.stringify([question, answer])) ?? (found === undefined ? 'declines' : read);
  return JSON.stringify({ reason: `It says ${found}.`, verdict });
}

interface Written {
  rows?: readonly Record<string, string>[];
  test?: string;
  tests?: string;
  data?: string;
}

async function run(
  answer: (text: string) => string | { content: string; finish_reason: string },
  { rows = QUESTIONS, test = '{}', tests = `answers: ${test}`, data = 'evals/q.csv' }: Written = {},
) {
  const model = await modelServer({
    answer: (prompt, { body }) =>
      (body as { model?: unknown } | undefined)?.model === 'the-judge'
        ? judgeOf(prompt)
        : answer(prompt),
  });
  const config = `model: { hub: openai, name: m, base_url: "${model.url}/v1", retries: 0 }
data: { source: ${data}, columns: { text: Question } }
tests: { sensitivity: { ${tests} } }
evaluation: { judge: { hub: openai, name: the-judge } }
`;
  const found = await scenario({
    files: { [CONFIG_PATH]: config, 'evals/q.csv': csvOf(rows) },
    inputs: { comment: 'never' },
  });
  return { ...found, row: found.report!.report[0]!, requests: model.count('/chat/completions') };
}

it('a bot with right answers passes: by rule if the words are equal, else by the judge', async () => {
  const byRule = await run((text) => `"${daysOf(text)} Days."`);
  expect(byRule.row).toMatchObject({
    test_type: 'answers',
    outcome: 'pass',
    pass_rate: 1,
    minimum_pass_rate: 0.85,
    decision: 'sequential',
    scorer: 'expected',
  });
  expect(byRule.everything).toContain('answer = `"Expected Answer"`');
  const { row, report, requests } = await run((text) => `It takes ${daysOf(text)} days, I think.`);
  expect(row).toMatchObject({ outcome: 'pass', calibration: { right: 40, total: 40 } });
  const asked = report!.results.filter(({ actual_result }) => actual_result !== null);
  expect(requests).toBe(40 + 2 * asked.length);
  expect(asked[0]).toMatchObject({
    state: 'right',
    expected: [expect.stringMatching(/^\d+ days$/)],
    judgement: { verdict: 'agrees', reason: expect.stringMatching(/^It says \d+\.$/) },
  });
});

it('a bot with wrong answers fails, and the report shows question, expected answer, answer and reason', async () => {
  const { row, summary } = await run((text) => `That takes ${daysOf(text)! + 50} days.`);
  expect(row).toMatchObject({ outcome: 'fail', pass_rate: 0 });
  expect(summary).toContain('the model answers otherwise than expected too often');
  expect(summary).toMatch(
    /<b>answers otherwise than expected<\/b> · expected: \d+ days · judged differs: It says \d+/,
  );
  expect(summary).toContain('<td>That takes ');
});

it('a bot that declines fails, and the advice is to give it its documents', async () => {
  const { row, summary } = await run(() => 'Our service desk can tell you that.');
  expect(row.outcome).toBe('fail');
  expect(summary).toMatch(/(\d+) of \1 answers decline: the model does not have the documents/);
});

it('a decline is right only for a row that asks for one', async () => {
  const rows = QUESTIONS.map((one) => ({ ...one, 'Expected Answer': '', should: 'escalate' }));
  expect((await run(() => 'A colleague will call you.', { rows })).row.outcome).toBe('pass');
  const { row, report } = await run(() => 'It takes 4 days.', { rows });
  expect(row.outcome).toBe('fail');
  expect(report!.results.find(({ pass }) => pass === false)).toMatchObject({
    should_decline: true,
    state: 'wrong',
  });
});

it('rows without an expected answer are one error before the first request', async () => {
  const rows = QUESTIONS.map((one, i) => (i % 10 === 4 ? { ...one, 'Expected Answer': '' } : one));
  const { report, requests } = await run(() => 'Yes.', { rows });
  expect(requests).toBe(0);
  expect(report!.problem).toMatchObject({
    where: 'evals/q.csv:6',
    message: expect.stringMatching(/^4 of 40 rows have no expected answer: .*q\.csv:36/),
    remedy: expect.stringContaining('write `decline` in a column `should`'),
  });
});

it('an answer that the token limit cut is an error, not a wrong answer', async () => {
  const { row, report } = await run(() => ({ content: 'Well, let me', finish_reason: 'length' }));
  expect(row.outcome).toBe('error');
  expect(report!.results[0]!.error).toMatchObject({
    kind: 'truncated',
    message: expect.stringContaining('max_tokens'),
  });
});

it('a missing judge or too few rows are errors before the first request', async () => {
  const none = await run(() => 'Yes.', { test: '{ judge: off }' });
  expect([none.requests, none.report!.problem]).toEqual([
    0,
    expect.objectContaining({
      where: '.github/sensitivity.yml:3',
      message: expect.stringContaining(
        'rows have an expected answer in words, and there is no judge',
      ),
    }),
  ]);
  const few = await run(() => 'Yes.', { rows: QUESTIONS.slice(0, 5) });
  expect(few.report!.problem!.message).toMatch(
    /^answers: 5 distinct rows; \d+ are needed at a minimum of 0\.85$/,
  );
});

const PAIRS = DAYS.map((days, i) => ({
  Question: `How many days does step ${i + 1} of a claim take?`,
  perturbed: `How many days does step ${i + 1} of a claim take at most?`,
  ideal: `${days} days`,
  perturbed_answer: `${days + 100} days`,
}));

it('contrast compares answers in words arm by arm, and a model that ignores the edit fails', async () => {
  const knows = (text: string) =>
    `That takes ${daysOf(text)! + (text.includes('at most') ? 100 : 0)} days.`;
  const read = await run(knows, { rows: PAIRS, tests: 'contrast: {}' });
  expect(read.row).toMatchObject({ test_type: 'contrast', method: 'triplet', outcome: 'pass' });
  expect(read.report!.results.find(({ pass }) => pass)).toMatchObject({
    readings: { original: 'agrees', placebo: 'agrees', test_case: 'agrees' },
    key: { original: 'agrees', test_case: 'agrees' },
  });
  const deaf = await run((text) => knows(text.replace(' at most', '')), {
    rows: PAIRS,
    tests: 'contrast: {}',
  });
  expect(deaf.row.outcome).toBe('fail');
  expect(deaf.summary).toMatch(/expected: \d+ days · expected once changed: 1\d\d days/);
  expect(deaf.summary).toContain('read as another answer; right would be the expected answer');
});

it('a test that cannot read answers in words names `answers` once, and leaves such questions out', async () => {
  const statements = DAYS.map((days) => ({
    Question: `Step ${days} of a claim is quick.`,
    answer: `${days} days`,
  }));
  const rows = [...statements, { Question: 'What is the last step?', answer: 'Step 42' }];
  const { report, everything } = await run(() => 'True', { rows, tests: 'add_negation: {}' });
  expect(everything).toContain(
    'add_negation: 41 rows have an expected answer in words, which this test does not read. The test `answers` reads it',
  );
  expect(report!.not_applicable).toMatchObject([
    { source: 'evals/q.csv:42', reason: expect.stringContaining('its answer is in words') },
  ]);
});
