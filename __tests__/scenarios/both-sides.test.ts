/** Answers that state both sides, "is" and "is not", show nothing of the "not". */
import { asked, gives, numberIn, picks, type Reading } from '../support/asked.ts';

const rightOf = (text: string) => 'ABCD'[numberIn(text) % 4]!;
const othersOf = (text: string) => [...'ABCD'].filter((label) => label !== rightOf(text));

const sorting = (prompt: string) =>
  `About number ${numberIn(prompt)}: the one fits, while the other three do not fit.`;
const deciding = (prompt: string) =>
  `About number ${numberIn(prompt)}: ${/ not /.test(prompt) ? 'all but one' : 'just one'}, I should think.`;

/** A fair judge. With the question it reads the answer to it, else what the answer claims. */
const reading: Reading = ({ question, answer }) => {
  if (answer.includes('while')) {
    if (question === undefined) return { given: 'sorts', labels: [] };
    return gives(...(/ not /.test(question) ? othersOf(question) : [rightOf(question)]));
  }
  return gives(...(answer.includes('all but') ? othersOf(answer) : [rightOf(answer)]));
};

it.each([
  ['none', () => false, 'pass'],
  ['one in five', (prompt: string) => numberIn(prompt) % 5 === 0, 'pass'],
  ['all', () => true, 'inconclusive'],
])(
  '%s of the answers: a row that states both sides counts as one that tells nothing',
  async (_name, sorts, outcome) => {
    const { report } = await asked({
      tests: { add_negation: {} },
      rows: picks(60),
      model: (prompt) => (sorts(prompt) ? sorting(prompt) : deciding(prompt)),
      judge: reading,
    });
    expect(report.outcome).toBe(outcome);
    const [test] = report.report;
    const scored = report.results.filter(({ status }) => status !== 'undecided');
    const isBoth = ({ original }: { original: string }) => sorts(original);
    expect(new Set(scored.filter(isBoth).map(({ state, pass }) => [state, pass].join()))).toEqual(
      new Set(scored.some(isBoth) ? ['both sides,'] : []),
    );
    expect(test?.states['both sides'] ?? 0).toBe(scored.filter(isBoth).length);
  },
);
