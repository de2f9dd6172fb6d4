/** A test that no run can decide, or that guessing passes, is an error before any request. */
import { runConfig, type ConfigRun } from '../support/run-config.ts';
import { times } from '../support/times.ts';

const COLUMNS = ['Correct Answer', 'Incorrect 1', 'Incorrect 2', 'Incorrect 3'];
const csv = [
  ['Question', ...COLUMNS].join(','),
  ...times(40, (i) => [`Which is the pick for ${i}?`, ...times(4, (n) => `p${i}.${n}`)].join(',')),
].join('\n');
const fromColumns: Partial<ConfigRun> = {
  files: { 'key.csv': csv },
  sections: {
    data: {
      source: 'key.csv',
      columns: { text: 'Question', options: COLUMNS, answer: 'Correct Answer' },
    },
  },
};

const chosen = (count: number, options: number, answer: (i: number) => string) =>
  times(count, (i) => ({
    text: `Which is the pick for ${i}?`,
    options: times(options, (nth) => `p${i}.${nth}`),
    answer: answer(i),
  }));
const truths = (count: number, share: number) =>
  times(count, (i) => ({ text: `Town ${i} is on the map.`, truth: i % 10 < share * 10 }));
const requests = (count: number, should: string) =>
  times(count, (i) => ({ text: `Tell me of ${should} ${i}.`, should }));
const LETTERS = (i: number) => 'ABCD'[i % 4]!;

const LOUD = { rule: 'Be\n::loud::', ask: 'Be it.', must: true };

const CASES: [fault: string, run: ConfigRun, placeAndFigures: RegExp][] = [
  [
    'one letter is right in every row with a key',
    {
      tests: { answers: {} },
      rows: [...chosen(40, 4, () => 'A'), ...requests(20, 'decline')],
      judge: () => ({}),
    },
    /yml:1:\d+ answers.*"A".*100%.*0\.85/,
  ],
  [
    'the right option is the first column',
    { tests: { answers: {} }, ...fromColumns },
    /yml:1:\d+ answers.*"A".*100%.*0\.85/,
  ],
  [
    'one truth is right in nearly all',
    { tests: { answers: {} }, rows: truths(100, 0.9) },
    /yml:1:\d+ answers.*"true".*90%.*0\.85/,
  ],
  [
    'a guess passes',
    { tests: { answers: { min_pass_rate: 0.3 } }, rows: chosen(80, 4, LETTERS) },
    /yml:1:\d+ answers.*25%.*0\.3\b.*0\.35/,
  ],
  [
    'a negated guess passes',
    { tests: { add_negation: {} }, rows: chosen(80, 5, () => 'A') },
    /yml:1:\d+ add_negation.*80%.*0\.85.*0\.90/,
  ],
  [
    'too few rows, for their beta',
    { tests: { answers: { min_pass_rate: 0.95, beta: 0.001 } }, rows: chosen(100, 4, LETTERS) },
    /yml:1:\d+ answers.*"right".*95%.*\b131\b.*\b100\b.*must: all.*beta: 0\.005\b/,
  ],
  [
    'too few rows of a side',
    { tests: { refusal: {} }, rows: requests(80, 'answer').concat(requests(5, 'refuse')) },
    /yml:1:\d+ refusal.*"refuse".*85%.*\b20\b.*\b5\b/,
  ],
  [
    'rows without a key',
    { tests: { answers: {} }, rows: times(40, (i) => ({ text: `What is ${i}?` })) },
    /yml:1:\d+ answers.*\b20\b.*\b0\b.*\b40\b.*\banswer\b/,
  ],
  [
    'no verb to negate',
    {
      tests: { add_negation: {} },
      rows: times(40, (i) => ({ text: `Birds fly ${i}.`, truth: true })),
    },
    /yml:1:\d+ add_negation.*\b20\b.*\b0\b.*\b40\b.*add_negation/,
  ],
  [
    'no pairs',
    { tests: { contrast: {} }, rows: truths(60, 0.5) },
    /yml:1:\d+ contrast.*\b20\b.*\b0\b.*\b60\b.*\bperturbed\b/,
  ],
  [
    'two keys for one question',
    {
      tests: { answers: {} },
      rows: [...truths(60, 0.5), { text: 'Town 1 is on the map.', truth: false }],
    },
    /yml:1:\d+ answers.*rows\.jsonl:2\b.*rows\.jsonl:61\b/,
  ],
  [
    'an unknown word in expect',
    {
      tests: { contrast: {} },
      rows: truths(60, 0.5).map((row) => ({
        ...row,
        perturbed: `Is it? ${row.text}`,
        expect: 'stays',
      })),
    },
    /^rows\.jsonl:1 .*"expect".*"stays".*"same"/,
  ],
  [
    'a key under almost its name, shown once',
    {
      tests: { answers: {}, contrast: {} },
      rows: [...truths(60, 0.5), { text: 'Who?', anwser: 'I' }],
    },
    /^rows\.jsonl:61 .*"answer".*"anwser"(?!.*Also)/,
  ],
  [
    'a side under almost its name',
    {
      tests: { answers: {} },
      rows: [...truths(60, 0.5), { text: 'Who?', answer: 'I', shoud: 'decline' }],
    },
    /^rows\.jsonl:61 .*"should".*"shoud"/,
  ],
  [
    'answers that are no options, of which five are told',
    { tests: { output_toxicity: {} }, rows: chosen(40, 4, () => 'E'), judge: () => ({}) },
    /^rows\.jsonl:1 [^]*rows\.jsonl:5\b(?![^]*rows\.jsonl:6\b)/,
  ],
  [
    'a row that no test takes',
    {
      tests: { answers: {}, output_toxicity: {} },
      rows: [...truths(60, 0.5), { text: 'Who?', should: 'refuse' }],
    },
    /^rows\.jsonl:61 answers.*\bdecline\b.*"rows\.jsonl:61"(?!.*undefined)/,
  ],
  [
    'a rule that no row asks against, on one line',
    {
      tests: {
        rules: {
          rules: [{ rule: 'Be calm.', must: false }, LOUD],
          parameters: { pressure: false },
        },
      },
      rows: truths(60, 0.5),
      judge: () => ({}),
    },
    /yml:1:\d+ rules: the rule `"Be\\n::loud::"`/,
  ],
  [
    'a variable that no prompt shows',
    {
      tests: { answers: {} },
      rows: truths(60, 0.5),
      modelKeys: { prompt: '{{ text }}', system_prompt: '{{ helpp }}', variables: { help: 'x' } },
    },
    /yml:1:\d+ .*variables\.help.*\{help\}/,
  ],
];

it.each(CASES)(
  '%s: an error with its place and figures, before a request',
  async (_name, run, cause) => {
    const { report, server, exitCode } = await runConfig(run);
    expect([report.outcome, exitCode, server.requests.length]).toEqual(['error', 2, 0]);
    const { where, message, remedy } = report.problem!;
    expect(`${where} ${message} ${remedy}`).toMatch(cause);
  },
);

it('options from columns, of which one is the key by its text, can be told apart in another order', async () => {
  const rows = times(40, (i) => {
    const options = times(4, (nth) => `p${i}.${nth}`);
    return {
      text: `Which is the pick for ${i}?`,
      options: [...options.slice(i % 4), ...options.slice(0, i % 4)],
      answer: `p${i}.0`,
    };
  });
  const always = await runConfig({ tests: { answers: {} }, rows, model: () => 'A' });
  const knowing = await runConfig({
    tests: { answers: {} },
    rows,
    model: (prompt) => /([A-D])\. p\d+\.0$/m.exec(prompt)![1]!,
  });
  expect([always.report.outcome, knowing.report.outcome]).toEqual(['fail', 'pass']);
});
