import { LABEL_CASES, labelPrompt } from '../../../src/engine/judges/labels.ts';
import type { Model } from '../../../src/engine/model.ts';
import { addNegation } from '../../../src/engine/perturbations/add_negation.ts';
import type { TripletReportRow } from '../../../src/engine/verdict/report-row.ts';
import type { Sample } from '../../../src/engine/sample.ts';
import { readPlainLabels } from '../../../src/language/plain.ts';
import { describeOracle, oracle } from '../../support/oracle.ts';
import { materialOf } from '../material.ts';
import { runOf } from '../scripted.ts';
import { animal, questions, tripletOf, type Ways } from '../triplet/support.ts';

/**
 * A row is set aside only where what an answer puts forward does not change with the question: a
 * closing contrast is how chat models talk.
 */

type Arm = 'original' | 'placebo' | 'test_case';
type Given = { given: string; labels: string[] };

interface OracleRow {
  kind: 'fair' | 'deaf';
  text: string;
  options: string;
  key: { original: string[]; test_case: string[] };
  answers: Record<Arm, string>;
  readings: Record<Arm, string[]>;
  reading_of_test_case_under_original?: string[];
  without_question: Record<'original' | 'test_case', Given>;
}

const KNOWN = new Map(LABEL_CASES.map((one) => [labelPrompt(one), one.gives]));
const READERS = {
  labels: (answer: string, { options }: { options: Parameters<typeof readPlainLabels>[1] }) =>
    readPlainLabels(answer, options),
  stance: () => undefined,
};

const given = (labels: readonly string[]): Given => ({
  given: labels.length > 0 ? 'options' : 'unclear',
  labels: [...labels],
});

/** The known cases; of other answers, what `read` makes of the material. */
function judgeBy(read: (material: Record<string, string>) => Given): Model & { asked: string[] } {
  const asked: string[] = [];
  return {
    hub: 'test',
    name: 'judge',
    asked,
    answer: async (prompt) => {
      const known = KNOWN.get(prompt);
      if (!known) asked.push(prompt);
      const reading = known ? given(known) : read(materialOf(prompt));
      return { text: JSON.stringify({ reason: 'So it says.', ...reading }) };
    },
  };
}

describeOracle('answers of a friendly chat model, and of deaf ones that state both sides', () => {
  const records = oracle<OracleRow>('both_sides.jsonl');
  const armOf = (prompt: string, { text }: OracleRow): Arm => {
    if (prompt.includes(' not ')) return 'test_case';
    return prompt.includes(text) ? 'original' : 'placebo';
  };

  /** One record at a time, and rows that nothing sets aside beside it. */
  async function stateOf(record: OracleRow): Promise<string | undefined> {
    const sample: Sample = {
      source: 'row',
      text: record.text,
      options: record.options,
      answer: record.key.original,
      negated_answer: record.key.test_case,
    };
    const plain = questions(20);
    const others = animal(plain, ({ right }) => right);
    const model: Model = {
      ...others,
      answer: async (prompt, options) =>
        prompt.includes(record.options)
          ? { text: record.answers[armOf(prompt, record)] }
          : others.answer(prompt, options),
    };
    const judge = judgeBy(({ question, answer }) => {
      if (question === undefined) {
        const isFirst = answer === record.answers.original;
        return record.without_question[isFirst ? 'original' : 'test_case'];
      }
      const arm = armOf(question, record);
      if (arm === 'original' && answer === record.answers.test_case && record.kind === 'fair')
        return given(record.reading_of_test_case_under_original ?? record.readings.original);
      return given(record.readings[arm]);
    });
    const run = tripletOf([sample, ...plain], {
      judge,
      test: addNegation,
      scorer: { name: 'auto', readers: READERS },
    });
    const { results } = await runOf([run], { model });
    return results.find(({ original }) => original === record.text)?.state;
  }

  it('sets no fair row aside, and every deaf one', async () => {
    const states = await Promise.all(
      records.map(async (record) => [record.kind, await stateOf(record)] as const),
    );
    const of = (kind: string) => states.flatMap(([one, state]) => (one === kind ? [state] : []));
    expect(of('fair')).toEqual(Array(13).fill('sensitive'));
    expect(of('deaf')).toEqual(Array(9).fill('both_sides'));
  });
});

/** Says both groups in `share` of the rows, plain letters in the others. */
const saysBoth =
  (share: number): Ways =>
  ({ sample, right }) =>
    Number(/kind (\d+)/.exec(sample.text)![1]) % 10 < share * 10 ? `both of ${right}` : right;

async function verdictOn(share: number) {
  const samples = questions(100);
  const judge = judgeBy(({ question, answer }) => {
    const label = /both of (\w)/.exec(answer!)![1]!;
    const { answer: plain, negated_answer: negated } = samples.find(({ text }) =>
      (question ?? '').replace(/ (?:not|indeed|really|truly|certainly) /, ' ').includes(text),
    ) ?? { answer: [label], negated_answer: [label] };
    if (question === undefined) return { given: 'sorts', labels: [] };
    return given(/ not /.test(question) ? negated! : plain!);
  });
  const run = tripletOf(samples, { judge });
  const { report } = await runOf([run], { model: animal(samples, saysBoth(share)) });
  return report[0] as TripletReportRow;
}

it('is inconclusive where more than half of the known rows state both sides, though the rest passes', async () => {
  expect(await verdictOn(0.7)).toMatchObject({ outcome: 'inconclusive', pass: false });
  const some = await verdictOn(0.3);
  expect(some).toMatchObject({ outcome: 'pass' });
  expect(some.both_sides_count).toBeGreaterThan(0);
});

it('asks what is put forward without the question, and of no answer that a rule reads', async () => {
  const samples = questions(40);
  const contrast: Ways = ({ arm, right, plain }) =>
    arm === 'test_case' ? `that would be ${right}, only ${plain.right} is` : right;
  const judge = judgeBy(({ question, answer }) => {
    const [, said, other] = /be (\w), only (\w)/.exec(answer!)!;
    return given(question === undefined || / not /.test(question) ? [said!] : [other!]);
  });
  const { report } = await runOf([tripletOf(samples, { judge })], {
    model: animal(samples, contrast),
  });
  expect(report[0]).toMatchObject({ outcome: 'pass', pass_rate: 1 });
  expect(report[0]).not.toHaveProperty('both_sides_count');
  const blind = judge.asked.filter((prompt) => materialOf(prompt).question === undefined);
  expect(blind).toHaveLength(judge.asked.length / 3);
  expect(Object.keys(materialOf(blind[0]!))).toEqual(['options', 'answer']);
});
