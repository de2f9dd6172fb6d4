import { parseOptions } from '../../src/language/options.ts';
import { addNegation } from '../../src/engine/tests/add_negation.ts';
import { statesBothSides } from '../../src/engine/tests/arms.ts';
import type { Case } from '../../src/engine/row.ts';
import { describeOracle, oracle } from '../support/oracle.ts';
import { questions, ran, scripted, trustedJudge } from './support.ts';

describeOracle('answers of a friendly chat model, and of deaf ones that state both sides', () => {
  type Given = { given: string; labels: string[] };
  type Arm = 'original' | 'test_case';
  type Sides = {
    kind: string;
    text: string;
    perturbed: string;
    options: string;
    key: Record<Arm, string[]>;
    answers: Record<Arm, string>;
    readings: Record<Arm, string[]>;
    reading_of_test_case_under_original?: string[];
    without_question: Record<Arm, Given>;
  };
  it('no fair row is set aside, and every deaf one', async () => {
    for (const r of oracle<Sides>('both_sides.jsonl')) {
      const testCase: Case = {
        row: { source: 'r', text: r.text, options: r.options },
        arms: { original: r.text, perturbed: r.perturbed },
        keys: { original: { labels: r.key.original }, perturbed: { labels: r.key.test_case } },
        options: parseOptions(r.options),
      };
      const judge = trustedJudge({
        labels: ({ question, answer }) => {
          if (question !== undefined) {
            const labels = r.reading_of_test_case_under_original ?? r.readings.original;
            return { given: labels.length > 0 ? 'options' : 'unclear', labels };
          }
          return r.without_question[answer === r.answers.original ? 'original' : 'test_case'];
        },
      });
      const reading = (arm: Arm) => ({
        said: r.readings[arm],
        readBy: 'judge' as const,
        text: r.answers[arm],
        key: { labels: r.key[arm] },
      });
      const both = { original: reading('original'), perturbed: reading('test_case') };
      expect([r.answers.test_case, await statesBothSides(testCase, both, judge)]).toEqual([
        r.answers.test_case,
        r.kind === 'deaf',
      ]);
    }
  });
});

it('more than half of the known rows on both sides: inconclusive; some: a pass', async () => {
  const rows = questions(200);
  const verdictAt = async (share: number) => {
    const judge = trustedJudge({
      labels: ({ question = '' }) => {
        const asked = question.replace(/ not | really | truly | indeed | certainly /, ' ');
        const row = rows.find(({ text }) => asked.includes(text));
        if (!row || !('labels' in row.key!)) return { given: 'sorts', labels: [] };
        const { labels } = row.key;
        const negated = [...'ABCD'].filter((one) => !labels.includes(one));
        return { given: 'options', labels: / not /.test(question) ? negated : labels };
      },
    });
    const model = scripted((prompt) => {
      const number = Number(/number (\d+)/.exec(prompt)![1]);
      const key = rows[number]!.key as { labels: string[] };
      const right = / not /.test(prompt)
        ? [...'ABCD'].filter((one) => !key.labels.includes(one))
        : key.labels;
      return number % 10 < share * 10
        ? `Some are, and some are not, in the matter of ${number}.`
        : right.join(', ');
    });
    return ran(addNegation, rows, model, { tools: { judge } });
  };
  const most = await verdictAt(0.7);
  expect(most).toMatchObject({
    outcome: 'inconclusive',
    doubt: { reason: expect.stringContaining('both sides') as string },
  });
  const { outcome, rows: scored } = await verdictAt(0.3);
  expect(outcome).toBe('pass');
  expect(scored.map(({ head }) => head)).not.toContainEqual(
    expect.objectContaining({ state: 'both sides', pass: true }),
  );
});
