import { expect, it } from '@jest/globals';
import { describeOracle, oracle } from '../support/oracle.js';
import { isRubric, replyTo } from '../support/rubric.js';
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.js';

interface Natural {
  question?: string;
  options?: string[];
  statement?: string;
  answer: string;
  label: string[] | 'true' | 'false';
  clear?: false;
}

const LABELS = ['A', 'B', 'C', 'D'];
const another = ({ label }: Natural) => {
  if (label === 'true') return 'false';
  return label === 'false' ? 'true' : LABELS.find((one) => !label.includes(one))!;
};

/** Each answer is that to a text of its own, and to the same text again; of two rows in five the third answer is another one. */
describeOracle('what chat models say, read by rule and by a judge that knows the label', () => {
  it.each(['natural_answers.jsonl', 'plain_answers.jsonl'])('%s: every clear answer is read, and none wrongly', async (file) => {
    const rows = oracle<Natural>(file).filter(({ clear }) => clear !== false);
    const textOf = (row: Natural, nth: number) => `${row.question ?? row.statement!} (row ${nth})`;
    const nthOf = (text: string) => Number(/\(row (\d+)\)/.exec(text)![1]);
    const model = await modelServer({
      answer: (prompt) => {
        if (isRubric(prompt) && !/\(row \d+\)/.test(prompt)) return replyTo(prompt, () => []);
        const row = rows[nthOf(prompt)]!;
        if (isRubric(prompt)) return replyTo(prompt, () => row.label);
        return / \(row \d+\) once more/.test(prompt) && nthOf(prompt) % 5 > 2 ? another(row) : row.answer;
      },
    });
    const data = rows.map((row, nth) => ({
      text: textOf(row, nth),
      perturbed: `${textOf(row, nth)} once more`,
      answer: row.label,
      perturbed_answer: row.label,
      ...(row.options && { options: row.options }),
    }));
    // By rates that are hardly ever wrong, and a minimum of about what passes: the last row decides.
    const config = `model: { hub: openai, name: chat, base_url: "${model.url}/v1", retries: 0, prompt: "{text}\\n{options}" }
data: { source: rows.jsonl }
evaluation: { lint: off, margin: 0.05, alpha: 0.0001, beta: 0.0001 }
tests: { sensitivity: { contrast: { min_pass_rate: 0.61, min_valid: 0 } } }
`;
    const files = { [CONFIG_PATH]: config, 'rows.jsonl': data.map((row) => JSON.stringify(row)).join('\n') };
    const { report } = await scenario({ files, inputs: { comment: 'never' } });
    const read = report!.results.filter(({ readings }) => readings);
    expect(read).toHaveLength(rows.length);
    const isWrong = ({ original, readings }: (typeof read)[number]) =>
      [readings!.original, readings!.placebo].some((reading) => String(reading) !== String(rows[nthOf(original)]!.label));
    expect(read.filter(isWrong)).toEqual([]);
    expect(report!.report[0]).toMatchObject({ error_count: 0, asked_count: rows.length });
  });
});
