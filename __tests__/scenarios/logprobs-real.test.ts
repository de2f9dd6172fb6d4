import { expect, it } from '@jest/globals';
import { describeRealModel } from '../support/lm-server.js';
import { CONFIG_PATH, scenario } from '../support/scenario.js';
import { STORIES } from '../support/stories.js';

/**
 * The noise that one request tells, on a real, very small language model, beside what 50 repeats at temperature 1 show: none of the
 * product's code. It knows no question, but its next word is often one of a letter, or begins with one: these are the options.
 */

const REPEATS = 50;
const LABELS = [...'ABCD'];

/** Every prompt shows them, in as few words as can be: the model is slow. */
const OPTIONS = LABELS.map((label) => `${label}. ${label.toLowerCase()}`).join(' ');

/** So many prompts: of one, 50 draws show the noise no closer than 0.05 or so. */
const PROMPTS = 30;

/** Two words each, and what may come behind them. */
const SENTENCES = STORIES.flatMap((story) => story.split(/(?<=[.])\s/)).map((sentence) => sentence.split(' '));
const rows = SENTENCES.map((words) => ({
  text: words.slice(0, 2).join(' '),
  placebo: words.slice(2, 4).join(' '),
  perturbed: words.slice(4, 6).join(' '),
  options: OPTIONS,
  answer: ['A', 'B'],
  perturbed_answer: ['C'],
}));

const files = (url: string) => ({
  [CONFIG_PATH]: `model: { hub: openai, name: tinystories-260k, base_url: ${url}/v1, prompt: "{options}\\n{text}", parameters: { temperature: 1, max_tokens: 1 } }
data: { source: rows.jsonl }
evaluation: { scorer: choice, logprobs: auto, lint: "off", min_valid: 0, beta: 0.02, margin: 0.14 }
tests: { sensitivity: { contrast: {} } }
`,
  'rows.jsonl': rows.map((row) => JSON.stringify(row)).join('\n'),
});

describeRealModel('log-probabilities of a real language model', (address) => {
  /** One draw, as an option's label or as none. */
  async function draw(content: string, seed: number): Promise<string> {
    const body = JSON.stringify({ messages: [{ role: 'user', content }], max_tokens: 1, temperature: 1, seed });
    // A connection that was kept may be closed by the server the moment it is used again.
    const headers = { 'content-type': 'application/json', connection: 'close' };
    const reply = await (await fetch(`${address()}/v1/chat/completions`, { method: 'POST', headers, body })).json();
    const said = (reply as { choices: { message: { content: string } }[] }).choices[0]!.message.content.trim().toUpperCase();
    return LABELS.includes(said) ? said : 'other';
  }

  /** Without the bias of a sample: how often two different ones of the draws differ. */
  async function noiseOf(prompt: string, seed: number): Promise<number> {
    const drawn = await Promise.all(Array.from({ length: REPEATS }, (_, i) => draw(prompt, seed + i)));
    const counts = [...LABELS, 'other'].map((label) => drawn.filter((each) => each === label).length);
    return 1 - counts.reduce((sum, count) => sum + count * (count - 1), 0) / (REPEATS * (REPEATS - 1));
  }

  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

  it('the noise of one request agrees with that of 50 repeats at temperature 1 within 0.02', async () => {
    const { report } = await scenario({ files: files(address()), inputs: { comment: 'never', 'api-key': '' } });
    // The first rows of the plan, which the seed of the run orders: how many more are asked, chance decides.
    const arms = report!.results.flatMap(({ original, placebo, test_case, probabilities: of }) =>
      of ? [[original, of.original] as const, [placebo!, of.placebo] as const, [test_case, of.test_case] as const] : [],
    );
    const told = [...new Map(arms)].map(([prompt, one]) => ({ prompt, ...one! }));
    expect(told.length).toBeGreaterThanOrEqual(PROMPTS);
    // Each draw has a seed of its own, so that no two prompts share their luck.
    const some = told.slice(0, PROMPTS);
    const repeated: number[] = [];
    for (const [i, { prompt }] of some.entries()) repeated.push(await noiseOf(`${OPTIONS}\n${prompt}`, 1 + REPEATS * i));
    const single = some.map(({ noise }) => noise);
    expect(Math.abs(mean(single) - mean(repeated))).toBeLessThanOrEqual(0.02);
    // There is something to agree on, and row by row it is the same up to what 50 draws can tell.
    expect(Math.max(...single)).toBeGreaterThan(0.4);
    expect(Math.min(...single)).toBeLessThan(0.1);
    single.forEach((noise, i) => expect(Math.abs(noise - repeated[i]!)).toBeLessThan(0.25));
  }, 300_000);
});
