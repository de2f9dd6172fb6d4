import { orderIn, rows } from '../../scripts/zoo/order.ts';
import { isRubric, replyTo } from '../support/rubric.ts';
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.ts';
import { asPublished } from './published.ts';
import { figuresIn } from '../support/figures.ts';

/**
 * `word_order_answers` tests a chat model without next-token probabilities by questions with their
 * words out of order.
 */

interface Asked {
  arm: string;
  known: string;
}
type Answer = (asked: Asked, prompt: string) => string;

async function run(
  answer: Answer,
  {
    test = 'word_order_answers: {}',
    data = rows,
  }: { test?: string; data?: readonly unknown[] } = {},
) {
  const model = await modelServer({
    answer: (prompt) => {
      if (isRubric(prompt)) return replyTo(prompt, () => []);
      const { arm, known } = orderIn(prompt)!;
      return answer({ arm, known: String(known) }, prompt);
    },
  });
  const config = `model: { hub: openai, name: scenario-model, base_url: "${model.url}/v1", retries: 0 }
data: { source: rows.jsonl }
tests: { sensitivity: { ${test} } }`;
  const file = data.map((row) => JSON.stringify(row)).join('\n');
  const finished = await scenario({
    files: { [CONFIG_PATH]: config, 'rows.jsonl': file },
    inputs: { comment: 'never' },
  });
  return { ...finished, requests: model.count('/chat/completions') };
}

const sees: Answer = ({ arm, known }) => (arm === 'scrambled' ? 'E' : known);

describe('word_order_answers', () => {
  it('passes a model that calls scrambled questions senseless, by option or in words', async () => {
    const prompts: string[] = [];
    const { outputs, report, summary, stdout } = await run((asked, prompt) => {
      prompts.push(prompt);
      if (asked.arm !== 'scrambled') return asked.known;
      return prompts.length % 2 === 0
        ? 'E. The question makes no sense'
        : "I'm sorry, but I can't make sense of that.";
    });
    expect(outputs.outcome).toBe('pass');
    // The statistics are folded below the verdict.
    expect(stdout).toMatch(/::group::How sure is this\?\n[^]*decided after[^]*::endgroup::\n/);
    expect(stdout.match(/decided after/g)).toHaveLength(1);
    // With the added option a question has five, of which one is right.
    expect(report!.report[0]).toMatchObject({
      test_type: 'word_order_answers',
      method: 'triplet',
      scorer: 'choice',
    });
    expect(figuresIn(report!.report[0]).guess_rate).toBeCloseTo(0.2);
    const [row] = report!.results;
    expect(row).toMatchObject({ state: 'sensitive', key: { test_case: ['E', 'none'] } });
    expect(row!.options).toMatch(/\nE\. The question makes no sense$/);
    for (const prompt of prompts) expect(prompt).toContain('\nE. The question makes no sense');
    expect(summary).toContain('It said that it makes no sense of');
    expect(await asPublished(report)).toMatchObject({ outcome: 'pass' });
  });

  it.each<[what: string, answer: Answer, state: string]>([
    ['matches keywords', ({ known }) => known, 'insensitive'],
    [
      'makes no sense of a space more',
      ({ arm, known }) => (arm === 'original' ? known : 'E'),
      'unsteady',
    ],
  ])('fails a model that %s', async (_, answer, state) => {
    const { outputs, report, everything, summary } = await run(answer);
    expect(outputs.outcome).toBe('fail');
    // The placebo of this test is a space, not a word.
    expect(everything).not.toContain('harmless word');
    if (state === 'unsteady') expect(summary).toContain('a space more changes its answer');
    expect(report!.results.find((row) => row.state !== undefined)).toMatchObject({ state });
  });

  it('refuses a minimum near the rate of a guess before a request', async () => {
    const { everything, requests } = await run(sees, {
      test: 'word_order_answers: { min_pass_rate: 0.29 }',
    });
    expect(everything).toContain(
      'A mere guess is right in 20.0 % of the perturbed rows, so min_pass_rate 0.29 shows nothing. Set it to 0.30',
    );
    expect(requests).toBe(0);
  });

  it('leaves out rows without a key, without options or with too few words', async () => {
    const [row] = rows as { text: string; options: string[]; answer: string }[];
    const odd = [
      { text: 'Who owned the ladder, Ada or Boris?', options: row!.options },
      { text: row!.text },
      { ...row, text: 'Who is it, Ada or Ada?' },
    ];
    const { report } = await run(sees, { data: [...odd, ...rows] });
    expect(report!.not_applicable.map(({ reason }) => reason).toSorted()).toEqual([
      'it has fewer than 6 different words',
      'no options that can be told apart, to which one more could be added',
      'the row does not say what is right (column answer)',
    ]);
  });

  it.each([
    [
      'word_order: { method: triplet }',
      'write `word_order_answers` for questions with their words in another order',
    ],
    ['word_order_answers: { method: pair }', 'word_order_answers asks every row three ways'],
  ])('is suggested in place of %s', async (test, message) => {
    const { everything, requests } = await run(sees, { test });
    expect(everything).toContain(message);
    expect(requests).toBe(0);
  });
});
