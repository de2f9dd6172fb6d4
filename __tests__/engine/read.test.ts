import { parseOptions } from '../../src/language/options.ts';
import { readArm } from '../../src/engine/read.ts';
import { RowError } from '../../src/engine/row-error.ts';
import type { Case, AnswerKey } from '../../src/engine/row.ts';
import { describeOracle, oracle } from '../support/oracle.ts';

const caseOf = (text: string, key: AnswerKey, options?: string): Case => ({
  row: { source: 'r', text, options },
  arms: { original: text },
  keys: { original: key },
  options: options === undefined ? undefined : parseOptions(options),
});
const read = (testCase: Case, text: string, prompt = testCase.arms.original!) =>
  readArm(testCase, 'original', { reply: { text, prompt }, judge: undefined });

it.each([
  ['False.', 'false'],
  ["I can't help with that.", 'declines'],
  ["I can't help with that.", 'B', "A. Sure.\nB. I can't help with that."],
])('by rule: %s', async (text, said, options?: string) => {
  const key = options ? { labels: ['B'] } : { truth: true };
  expect((await read(caseOf('The sky is blue.', key, options), text)).said.join()).toBe(said);
});

describeOracle('labelled answers', () => {
  interface Labelled {
    statement?: string;
    question?: string;
    options?: string | string[];
    answer: string;
    prompt?: string;
    expected?: string | string[];
  }
  it('no answer is read as a decline but one that refuses', async () => {
    const files = ['natural_answers.jsonl', 'plain_answers.jsonl', 'choice_readings.jsonl'];
    const expectedOfDeclines = [];
    for (const row of files.flatMap((file) => oracle<Labelled>(file))) {
      const options = row.options && [row.options].flat().join('\n');
      const key: AnswerKey = options ? { labels: ['A'] } : { truth: true };
      const asked = caseOf(row.question ?? row.statement ?? '', key, options);
      const reading = await read(asked, row.answer, row.prompt).catch((error: unknown) =>
        expect(error).toBeInstanceOf(RowError),
      );
      if (reading?.said.includes('declines')) expectedOfDeclines.push(row.expected);
    }
    expect(expectedOfDeclines).toEqual(['refuse']);
  });
});
