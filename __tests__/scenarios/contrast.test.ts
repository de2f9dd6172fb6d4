import negationScope from '../../src/data/builtin/negation-scope.json' with { type: 'json' };
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.ts';
import { figuresIn } from '../support/figures.ts';

/**
 * Contrast sets, which contain their test cases, as gates of a few lines. The rows are ours, in the
 * shapes of published sets.
 */

type Row = Record<string, unknown>;
type Answers = (prompt: string) => string;

interface Gate {
  /** What a user writes: a configuration but for its model. */
  lines: string;
  answer: Answers;
  datasets?: Record<string, Row[]>;
  files?: Record<string, string>;
}

const run = async ({ lines, answer, datasets = {}, files = {} }: Gate) => {
  const model = await modelServer({ answer });
  const hub = await modelServer({
    keys: undefined,
    datasets: Object.fromEntries(
      Object.entries(datasets).map(([name, test]) => [name, { configs: { default: { test } } }]),
    ),
  });
  const asked = `model: { hub: openai, name: scenario-model, base_url: "${model.url}/v1", retries: 0 }\n`;
  const { report, outputs, everything } = await scenario({
    files: { [CONFIG_PATH]: `${asked}${lines}\n`, ...files },
    inputs: { comment: 'never' },
    env: { HF_DATASETS_SERVER: hub.url },
  });
  return {
    outcome: outputs.outcome,
    report: report!,
    everything,
    requests: model.count('/chat/completions'),
  };
};

/** The statement at the end of the stance prompt. */
const statementIn = (prompt: string): string => prompt.slice(prompt.indexOf('\n') + 1);

const truths = new Map(
  negationScope.flatMap(({ text, perturbed, placebo, answer, perturbed_answer }) => [
    [text, answer],
    [placebo, answer],
    [perturbed, perturbed_answer],
  ]),
);
const truthWord = (truth: boolean | undefined): string => (truth ? 'True' : 'False');
const knowing: Answers = (prompt) => truthWord(truths.get(statementIn(prompt)));

describe('builtin:negation-scope', () => {
  const lines =
    'data: { source: "builtin:negation-scope" }\ntests: { sensitivity: { contrast: {} } }';

  it('passes a model that reads each edit, and the report has three texts a row', async () => {
    const { outcome, report } = await run({ lines, answer: knowing });
    expect(outcome).toBe('pass');
    expect(report.report[0]).toMatchObject({
      test_type: 'contrast',
      method: 'triplet',
      scorer: 'auto',
      guess_rate: 0.5,
      valid_rate: 1,
    });
    expect(report.not_applicable).toEqual([]);
    expect(report.results).toHaveLength(negationScope.length);
    const [first] = report.results;
    const row = negationScope.find(({ text }) => text === first!.original)!;
    expect(first).toMatchObject({
      placebo: row.placebo,
      test_case: row.perturbed,
      state: 'sensitive',
    });
    expect(first!.key).toEqual({
      original: String(row.answer),
      test_case: String(row.perturbed_answer),
    });
  });
});

/**
 * ScoNe's shape (scone_nli/test/one_non_scoped.csv): both pairs of sentences in one row, each with
 * its label.
 */
const sconeRows = Array.from({ length: 60 }, (_, i) => {
  const [small, large] = [`tulip ${i}`, `flower ${i}`];
  const [first, second] = i % 2 === 0 ? [small, large] : [large, small];
  return {
    sentence1: `the gardener does not sell a ${first}`,
    sentence2: `the gardener does not sell a ${second}`,
    gold_label: i % 2 === 0 ? 'neutral' : 'entailment',
    sentence1_edited: `the gardener sells a ${first} and he does not wear a hat.`,
    sentence2_edited: `the gardener sells a ${second} and he does not wear a hat.`,
    gold_label_edited: i % 2 === 0 ? 'entailment' : 'neutral',
  };
});

const SCONE = `data:
  source: hf:OWNER/scone
  columns: { text: "{sentence1_edited} Does it follow that {sentence2_edited}", perturbed: "{sentence1} Does it follow that {sentence2}",
    answer: gold_label_edited, perturbed_answer: gold_label, options: [entailment, neutral] }
tests: { sensitivity: { contrast: {} } }`;

const letter = (options: readonly string[]) => (label: unknown) =>
  'ABC'[options.indexOf(label as string)] ?? 'B';

describe('a published contrast set, read by hf: in at most five lines', () => {
  const nli = letter(['entailment', 'neutral']);
  const scone: Answers = (prompt) => {
    const find = (
      first: 'sentence1' | 'sentence1_edited',
      second: 'sentence2' | 'sentence2_edited',
    ) =>
      sconeRows.find((row) => prompt.includes(`${row[first]} Does it follow that ${row[second]}`));
    const edited = find('sentence1_edited', 'sentence2_edited');
    return nli(edited ? edited.gold_label_edited : find('sentence1', 'sentence2')!.gold_label);
  };
  it('separates a model that reads ScoNe from one that does not', async () => {
    expect(SCONE.split('\n').length).toBeLessThanOrEqual(5);
    const of = { lines: SCONE, datasets: { 'OWNER/scone': sconeRows } };
    const passed = await run({ ...of, answer: scone });
    expect([passed.outcome, passed.report.problem]).toEqual(['pass', undefined]);
    const bad: Answers = (prompt) =>
      nli(/tulip.*flower/s.test(prompt.split('\n')[0]!) ? 'entailment' : 'neutral');
    expect((await run({ ...of, answer: bad })).outcome).toBe('fail');
  });

  it('leaves out a row whose answer is none of the options', async () => {
    const [first, ...rest] = sconeRows;
    const { report } = await run({
      lines: SCONE,
      datasets: { 'OWNER/scone': [{ ...first!, gold_label: 'the harbour master' }, ...rest] },
      answer: scone,
    });
    expect(report.not_applicable).toHaveLength(1);
    expect(report.not_applicable[0]!.reason).toContain('perturbed_answer');
  });
});

describe('a file of pairs', () => {
  const data = 'data: { source: pairs.jsonl }';
  const jsonl = (rows: readonly Row[]) => ({
    'pairs.jsonl': rows.map((row) => JSON.stringify(row)).join('\n'),
  });
  const pairs = Array.from({ length: 40 }, (_, i) => ({
    text: `Lamp ${i} is on.`,
    perturbed: i % 2 === 0 ? `Lamp ${i} is off.` : `Lamp ${i} is switched on.`,
    expect: i % 2 === 0 ? 'change' : 'same',
  }));
  const lamp: Answers = (prompt) => truthWord(!prompt.includes(' off'));

  it('with only `expect` compares answers, with the original asked twice as the placebo', async () => {
    const { outcome, report, requests, everything } = await run({
      lines: `${data}\ntests: { sensitivity: { contrast: {} } }`,
      files: jsonl(pairs),
      answer: lamp,
    });
    expect(outcome).toBe('pass');
    expect(everything).toContain('asked once more');
    expect(everything).not.toContain('harmless word');
    expect(requests).toBe(3 * figuresIn(report.report[0]).asked_count!);
    expect(report.report[0]).not.toHaveProperty('known_count');
    expect(report.results[0]!.placebo).toBe(report.results[0]!.original);
    expect(
      (
        await run({
          lines: `${data}\ntests: { sensitivity: { contrast: {} } }`,
          files: jsonl(pairs),
          answer: () => 'True',
        })
      ).outcome,
    ).toBe('fail');
  });

  it('leaves out rows that are no pairs, each with its reason', async () => {
    const rows = [
      ...pairs,
      { text: 'Lamp 90 is on.' },
      { text: 'Lamp 91 is on.', perturbed: 'Lamp 91 is off.' },
      { text: 'Lamp 92 is on.', perturbed: 'Lamp  92 is on.', expect: 'same' },
      { text: 'Lamp 93 is on.', perturbed: 'lamp 93 is on', expect: 'change' },
      {
        text: 'Lamp 94 is on.',
        perturbed: 'Winter came over all these high hills.',
        expect: 'change',
      },
      {
        text: 'Lamp 95 is on.',
        perturbed: 'Lamp 95 is off.',
        placebo: 'lamp 95 is off',
        expect: 'change',
      },
      {
        text: 'Lamp 96 is on.',
        perturbed: 'Lamp 96 is off.',
        answer: true,
        perturbed_answer: false,
        expect: 'same',
      },
    ];
    const { report } = await run({
      lines: `${data}\ntests: { sensitivity: { contrast: {} } }`,
      files: jsonl(rows),
      answer: lamp,
    });
    expect(
      report.not_applicable.map(({ reason }) => reason.split(/[:(,]/)[0]!.trim()).sort(),
    ).toEqual([
      'expect says same',
      'no_pair',
      'only_marks',
      'placebo_is_edit',
      'the perturbed text is the text itself',
      'the row has no perturbed text',
      'the row says neither what is right for both texts',
    ]);
  });

  it('takes a configured perturbation, by pairs with one expectation', async () => {
    const same = pairs
      .filter((_, i) => i % 2 === 1)
      .map(({ text, perturbed }) => ({ text, perturbed }));
    const lines = (expectation: string) =>
      `${data}\ntests: { sensitivity: { custom: { parameters: { name: switched lamps, expect: ${expectation} } } } }`;
    const listed = await run({ lines: lines('same'), files: jsonl(same), answer: lamp });
    expect([listed.outcome, listed.report.report[0]!.named]).toEqual(['pass', 'switched lamps']);
    expect(listed.everything).toContain('switched lamps');
    const off = pairs
      .filter((_, i) => i % 2 === 0)
      .map(({ text, perturbed }) => ({ text, perturbed, truth: true }));
    const deaf = await run({ lines: lines('change'), files: jsonl(off), answer: () => 'True' });
    expect(deaf.outcome).toBe('fail');
  });
});
