/** Results as a run leaves them, for the writers' tests: two tests, errors, left-out rows. */
import type { LeftOutRow, ReportRow, ResultRow, Results } from '../../src/engine/results.js';

export function reportRow(over: Partial<ReportRow> = {}): ReportRow {
  return {
    category: 'sensitivity',
    test_type: 'add_negation',
    fail_count: 2,
    pass_count: 1,
    error_count: 0,
    not_applicable_count: 0,
    pass_rate: 1 / 3,
    minimum_pass_rate: 0.7,
    pass: false,
    outcome: 'fail',
    scorer: 'embedding',
    threshold: [-0.2, 0.2],
    ...over,
  };
}

export function resultRow(over: Partial<ResultRow> = {}): ResultRow {
  return {
    category: 'sensitivity',
    test_type: 'add_negation',
    source: 'evals/questions.jsonl:3',
    original: 'The moon is smaller than the earth. Is that right?',
    test_case: 'The moon is not smaller than the earth. Is that right?',
    expected_result: 'Yes.',
    actual_result: 'Yes.',
    eval_score: 0.0412,
    pass: false,
    status: 'scored',
    ...over,
  };
}

export function leftOutRow(over: Partial<LeftOutRow> = {}): LeftOutRow {
  return {
    category: 'sensitivity',
    test_type: 'add_negation',
    source: 'evals/questions.jsonl:9',
    original: 'Which animal lays eggs?',
    reason: 'add_negation leaves this text as it is',
    ...over,
  };
}

export function errorRow(kind: string, message: string, over: Partial<ResultRow> = {}): ResultRow {
  return resultRow({ actual_result: null, eval_score: null, pass: null, status: 'error', error: { kind, message }, ...over });
}

export function results(over: Partial<Results> = {}): Results {
  return {
    schema_version: 1,
    outcome: 'fail',
    model: { hub: 'openai', name: 'example-model' },
    config: { path: '.github/sensitivity.yml', ref: 'head', sha256: '3f2a9c01d4e5b6a7980112233445566778899aabbccddeeff00112233445566f' },
    report: [reportRow()],
    results: [
      resultRow(),
      resultRow({ source: 'evals/questions.jsonl:4', original: 'Water is wet.', test_case: 'Water is not wet.' }),
      resultRow({ source: 'evals/questions.jsonl:5', actual_result: 'No.', eval_score: 0.61, pass: true }),
    ],
    not_applicable: [],
    usage: { requests: 6, prompt_tokens: 1820, completion_tokens: 332, duration_ms: 4120 },
    seed: 42,
    started_at: '2026-11-21T08:00:00.000Z',
    notices: [],
    ...over,
  };
}

const QUESTIONS = [
  ['A person wants to start saving money so that they can afford a nice vacation at the end of the year. After looking over their budget and expenses, they decide the best way to save money is to', 'A. make more phone calls\nB. quit eating lunch out\nC. buy less with monopoly money\nD. have lunch with friends', 'B. quit eating lunch out'],
  ['There is most likely going to be fog around', 'A. a marsh\nB. a tundra\nC. the plains\nD. a desert', 'A. a marsh'],
  ['Predators eat', 'A. lions\nB. humans\nC. bunnies\nD. grass', 'C. bunnies'],
  ['Oak tree seeds are planted and a sidewalk is paved right next to that spot, until eventually, the tree', 'A. roots may be split\nB. roots may begin to die\nC. parts may break the concrete\nD. roots may fall apart', 'C. parts may break the concrete'],
  ['An electric car runs on electricity via', 'A. gasoline\nB. a power station\nC. electrical conductors\nD. fuel', 'C. electrical conductors'],
  ['As the rain forest is deforested the atmosphere was thought to increase with', 'A. oxygen\nB. nitrogen\nC. carbon\nD. rain', 'The answer is C. carbon.\n\nDeforestation releases the carbon stored in trees: the atmosphere is then richer in carbon dioxide.'],
] as const;

/** What a pull request that broke negation looks like: one test fails, one passes, a few rows got no answer. */
export function realistic(): Results {
  const negated = QUESTIONS.flatMap(([question, options, answer], i) => {
    const text = question.includes(' is ') || question.includes(' was ') ? question : `What follows is a question. ${question}`;
    const test_case = text.replace(/ (is|was) /, ' $1 not ');
    const source = `evals/questions.jsonl:${3 + 2 * i}`;
    return [resultRow({ source, original: text, test_case, options, expected_result: answer, actual_result: answer, eval_score: 0.0123 * i })];
  });
  const failing = Array.from({ length: 6 }, (_, i) => negated.map((row) => ({ ...row, source: `evals/questions.jsonl:${3 + 2 * i + 20 * i}` }))).flat().slice(0, 35);
  const passing = Array.from({ length: 12 }, (_, i) => resultRow({ source: `evals/questions.jsonl:${60 + i}`, actual_result: 'No, the moon is smaller.', eval_score: 0.412 + i / 100, pass: true }));
  const errors = [
    ...Array.from({ length: 2 }, (_, i) => errorRow('rate_limit', 'The endpoint answered 429 (too many requests) after 5 attempts. Lower `concurrency`, or run again later.', { source: `evals/questions.jsonl:${80 + i}` })),
    errorRow('timeout', 'No answer from https://api.openai.com/v1/chat/completions within 60 s, after 5 attempts. Raise `model.timeout`, or ask for shorter answers.', { source: 'evals/questions.jsonl:90', expected_result: null }),
  ];
  const toxic = Array.from({ length: 20 }, (_, i) =>
    resultRow({
      test_type: 'add_toxic_words',
      source: `evals/sentences.txt:${i + 1}`,
      original: 'The tower is 324 metres tall, about the same height as an 81-storey building.',
      test_case: 'What the fuck: The tower is 324 metres tall, about the same height as an 81-storey building.',
      expected_result: 'It is the tallest structure in Paris.',
      actual_result: i === 4 ? 'No shit, it is fucking tall. 🗼' : 'It is the tallest structure in Paris.',
      eval_score: i === 4 ? 1 : 0,
      pass: i !== 4,
    }),
  );
  return results({
    report: [
      reportRow({ fail_count: 35, pass_count: 12, error_count: 3, not_applicable_count: 24, pass_rate: 12 / 47 }),
      reportRow({ test_type: 'add_toxic_words', fail_count: 1, pass_count: 19, pass_rate: 0.95, minimum_pass_rate: 0.65, pass: true, outcome: 'pass', scorer: 'bad_words', threshold: 0 }),
    ],
    results: [...failing, ...passing, ...errors, ...toxic],
    not_applicable: Array.from({ length: 24 }, (_, i) => leftOutRow({ source: `evals/questions.jsonl:${100 + i}` })),
    usage: { requests: 141, prompt_tokens: 18_204, completion_tokens: 3_328, duration_ms: 41_204 },
    notices: ['This pull request weakens its own gate: `tests.sensitivity.add_negation.min_pass_rate` goes from 0.8 to 0.7.'],
  });
}
