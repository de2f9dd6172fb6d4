import { describeRealModel } from '../support/lm-server.ts';
import { CONFIG_PATH, scenario } from '../support/scenario.ts';
import { STORIES } from '../support/stories.ts';
import { figuresIn } from '../support/figures.ts';

/**
 * BYOD's three figures on a real, very small language model, beside what this file works out by
 * itself, from the definitions, of the server's own distributions: none of the product's code, and
 * another of the server's ways (`prompt_logprobs` of the whole vocabulary).
 */

const SENTENCES = STORIES[0].split(/(?<=[.])\s/).slice(0, 3);
const files = (url: string) => ({
  [CONFIG_PATH]: `model: { hub: openai, name: tinystories-260k, base_url: ${url}/v1 }
data: { source: sentences.txt }
tests: { sensitivity: { word_order: { parameters: { swaps: 2 } }, tokenization: {}, long_range_context: { data: { source: stories.txt } } } }
`,
  'sentences.txt': SENTENCES.join('\n'),
  'stories.txt': STORIES.slice(0, 2).join('\n'),
});

type Whole = ReadonlyMap<number, number>;

describeRealModel('BYOD on a real language model', (address) => {
  const post = async (route: string, body: object): Promise<unknown> =>
    (
      await fetch(`${address()}${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json();
  const tokens = async (prompt: string, add_special_tokens = true) =>
    ((await post('/tokenize', { prompt, add_special_tokens })) as { tokens: number[] }).tokens;

  /** Probabilities in the place of every token but the first. */
  async function places(prompt: readonly number[]): Promise<Whole[]> {
    const reply = (await post('/v1/completions', {
      prompt,
      prompt_logprobs: -1,
      max_tokens: 1,
      temperature: 0,
    })) as {
      choices: { prompt_logprobs: (Record<string, { logprob: number }> | null)[] }[];
    };
    return reply.choices[0]!.prompt_logprobs.slice(1).map((place) => {
      const all = Object.entries(place!).map(([id, { logprob }]): [number, number] => [
        Number(id),
        Math.exp(logprob),
      ]);
      expect(all).toHaveLength(512);
      return new Map(all);
    });
  }

  /**
   * Any token will do as the one behind the end: what was expected in its place does not hang on
   * it.
   */
  const behind = async (prompt: readonly number[]) => (await places([...prompt, 5])).at(-1)!;

  function jsd(p: Whole, q: Whole): number {
    let sum = 0;
    for (const [id, inP] of p) {
      const inQ = q.get(id)!;
      const middle = (inP + inQ) / 2;
      if (inP > 0) sum += (inP * Math.log(inP / middle)) / 2;
      if (inQ > 0) sum += (inQ * Math.log(inQ / middle)) / 2;
    }
    return sum;
  }

  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const error = (values: readonly number[]) =>
    Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)) / values.length);

  /**
   * As BYOD does it for LLaMA, whose tokenizer this model has: each piece but the first behind a
   * "=", whose tokens are dropped.
   */
  async function ofPieces([first, ...rest]: readonly string[]): Promise<number[]> {
    const lead = (await tokens('=')).length;
    const tails = await Promise.all(
      rest.map(async (piece) => (await tokens(`=${piece}`)).slice(lead)),
    );
    return [...(await tokens(first!)), ...tails.flat()];
  }

  it('the three figures are what its distributions make them, to 1e-6', async () => {
    const { report } = await scenario({
      files: files(address()),
      inputs: { comment: 'never', 'api-key': '' },
    });
    const rowsOf = (name: string) => report!.results.filter(({ test_type }) => test_type === name);
    const figureOf = (name: string) =>
      figuresIn(report!.report.find(({ test_type }) => test_type === name)).divergence!;
    const expectFigure = (name: string, values: readonly number[], value: number) => {
      rowsOf(name).forEach(({ eval_score }, i) =>
        expect(Math.abs(eval_score! - values[i]!)).toBeLessThan(1e-6),
      );
      expect(figureOf(name).rows).toBe(values.length);
      expect(Math.abs(figureOf(name).value! - value)).toBeLessThan(1e-6);
      expect(Math.abs(figureOf(name).standard_error! - error(values))).toBeLessThan(1e-6);
      for (const one of values) expect(one).toBeGreaterThan(0);
    };

    const swapped: number[] = [];
    for (const { original, test_case } of rowsOf('word_order')) {
      expect(SENTENCES).toContain(original);
      swapped.push(
        jsd(await behind(await tokens(original)), await behind(await tokens(test_case))),
      );
    }
    expectFigure('word_order', swapped, swapped.toSorted((a, b) => a - b)[1]!);

    const chopped: number[] = [];
    for (const { original } of rowsOf('tokenization')) {
      const pieces = original.match(/.{1,5}/gu)!;
      chopped.push(jsd(await behind(await tokens(original)), await behind(await ofPieces(pieces))));
    }
    expect(chopped).toHaveLength(3);
    expectFigure('tokenization', chopped, mean(chopped));
    expect(figureOf('tokenization').unchanged).toBe(0);

    const contexts: number[] = [];
    for (const { original, test_case } of rowsOf('long_range_context')) {
      const last = original.split(/(?<=[.])\s/).at(-1)!;
      const [whole, other] = STORIES[0].includes(original)
        ? [STORIES[0], STORIES[1]]
        : [STORIES[1], STORIES[0]];
      expect(original).toBe(
        whole
          .split(/(?<=[.])\s/)
          .slice(-3)
          .join(' '),
      );
      expect(test_case).toBe([...other.split(/(?<=[.])\s/).slice(0, 2), last].join(' '));
      const count = (await tokens(` ${last}`)).length;
      const [p, q] = [
        (await places(await tokens(original))).slice(-count),
        (await places(await tokens(test_case))).slice(-count),
      ];
      contexts.push(mean(p.map((one, i) => jsd(one, q[i]!))));
    }
    expect(contexts).toHaveLength(2);
    expectFigure('long_range_context', contexts, mean(contexts));
  }, 120_000);
});
