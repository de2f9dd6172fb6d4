/** A test that no run can decide, or that a guess passes, is an error before a request. */
import { asked, type AskedRun } from '../support/asked.ts';

const times = <Item>(count: number, make: (i: number) => Item): Item[] =>
  Array.from({ length: count }, (_, i) => make(i));
const COLUMNS = ['Correct Answer', 'Incorrect 1', 'Incorrect 2', 'Incorrect 3'];
const csv = [
  ['Question', ...COLUMNS].join(','),
  ...times(40, (i) => [`Which is the pick for ${i}?`, ...times(4, (n) => `p${i}.${n}`)].join(',')),
].join('\n');
const fromColumns: Partial<AskedRun> = {
  files: { 'key.csv': csv },
  more: {
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

it.each([
  ['one letter is right in every row', { tests: { answers: {} }, rows: chosen(40, 4, () => 'A') }],
  ['the right option is the first column', { tests: { answers: {} }, ...fromColumns }],
  ['one truth is right in nearly all', { tests: { answers: {} }, rows: truths(100, 0.9) }],
  ['a guess passes', { tests: { answers: { min_pass_rate: 0.3 } }, rows: chosen(80, 4, LETTERS) }],
  ['a negated guess passes', { tests: { add_negation: {} }, rows: chosen(80, 5, () => 'A') }],
  ['too few rows', { tests: { answers: { min_pass_rate: 0.95 } }, rows: chosen(20, 4, LETTERS) }],
  [
    'too few rows of a side',
    { tests: { refusal: {} }, rows: requests(80, 'answer').concat(requests(5, 'refuse')) },
  ],
  [
    'rows without a key',
    { tests: { answers: {} }, rows: times(40, (i) => ({ text: `What is ${i}?` })) },
  ],
  [
    'no verb to negate',
    {
      tests: { add_negation: {} },
      rows: times(40, (i) => ({ text: `Birds fly ${i}.`, truth: true })),
    },
  ],
  ['no pairs', { tests: { contrast: {} }, rows: truths(60, 0.5) }],
  [
    'two keys for one question',
    {
      tests: { answers: {} },
      rows: [...truths(60, 0.5), { text: 'Town 1 is on the map.', truth: false }],
    },
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
  ],
] as [string, AskedRun][])('%s', async (_name, run) => {
  const {
    exitCode,
    requests: sent,
    said,
  } = await asked(run).then(
    ({ report, server, ...ended }) => ({
      ...ended,
      requests: server.requests.length + Number(report.outcome !== 'error'),
    }),
    (error: unknown) => ({ exitCode: 2, requests: 0, said: String(error) }),
  );
  expect([said.slice(0, 400), exitCode, sent]).toEqual([expect.any(String), 2, 0]);
});

it('options from columns, of which one is the key by its text, can be told apart in another order', async () => {
  const rows = times(40, (i) => {
    const options = times(4, (nth) => `p${i}.${nth}`);
    return {
      text: `Which is the pick for ${i}?`,
      options: [...options.slice(i % 4), ...options.slice(0, i % 4)],
      answer: `p${i}.0`,
    };
  });
  const always = await asked({ tests: { answers: {} }, rows, model: () => 'A' });
  const knowing = await asked({
    tests: { answers: {} },
    rows,
    model: (prompt) => /([A-D])\. p\d+\.0$/m.exec(prompt)![1]!,
  });
  expect([always.report.outcome, knowing.report.outcome]).toEqual(['fail', 'pass']);
});
