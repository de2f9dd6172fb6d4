/** A prompt that code assembles, gated in both ways that docs/your-product.md shows. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { withJudge } from '../support/scripted-judge.ts';
import { CONFIG_PATH, gate, MODEL_KEY, modelServer } from '../support/gate.ts';
import { startInternet } from '../support/internet.ts';
import type { ModelServer } from '../support/model-server.ts';
import type { Tree } from '../support/repository.ts';

const PAGE = readFileSync('docs/your-product.md', 'utf8').replaceAll(/\bYOUR-/g, 'a-');
const [, RECIPE = ''] = PAGE.split('## A prompt that your code assembles');
const BLOCKS = [...RECIPE.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, text = '']) => text);
const [TEMPLATE = '', APP = '', WORKFLOW = ''] = BLOCKS;

const numbers = Array.from({ length: 40 }, (_, i) => i + 1);
const priceOf = (item: number, more = 0) => `Item ${item} costs ${item + more} euros.`;
const page = (items: readonly number[], more = 0) =>
  `${items.map((item) => priceOf(item, more)).join('\n')}\n`;
/** Rows with the price of each item in the answer, as `cellOf` writes it. */
const rowsOf = (cellOf: (price: number) => string) =>
  `question,answer\n${numbers.map((item) => `What is the price of item ${item}?,${cellOf(item)}\n`).join('')}`;
const FILES = {
  'prompts/system.md': 'Answer only from the help pages.\n\n{{ help }}\n',
  'help/chairs.md': page(numbers.slice(0, 20)),
  'help/tables.md': page(numbers.slice(20)),
  'evals/questions.csv': rowsOf((price) => `${price} euros`),
};
const NEW_PAGE = { 'help/tables.md': page(numbers.slice(20), 1) };
const NEW_ROWS = { 'evals/questions.csv': rowsOf((price) => `${price + 1} euros`) };
/** As docs/red.md writes a row that takes both answers. */
const BOTH = {
  'evals/questions.csv': rowsOf((price) => `"[""${price} euros"", ""${price + 1} euros""]"`),
};
const REST = `data: { source: evals/questions.csv }
judge: { hub: openai, name: a-judge }
tests: { sensitivity: { answers: { min_pass_rate: 0.85 } } }
`;

/** The model answers from the system prompt. The judge reads what no rule can. */
const answer = withJudge(
  (prompt, { body }) => {
    const [, item = ''] = /item (\d+)/.exec(prompt) ?? [];
    const [, price = ''] =
      new RegExp(`Item ${item} costs (\\d+ euros)`).exec(JSON.stringify(body)) ?? [];
    return price || 'I do not know that.';
  },
  () => ({ verdict: 'declines' }),
);

/** The team's app. It assembles the prompt, and asks the model with the key of the request. */
function startApp(files: Record<string, string>, model: ModelServer) {
  const help = ['help/chairs.md', 'help/tables.md'].map((name) => files[name]).join('\n');
  const system = files['prompts/system.md']?.replace('{{ help }}', help);
  return modelServer({
    keys: undefined,
    route: async ({ headers, body }) => {
      const { question } = body as { question: string };
      const messages = [
        { role: 'system', content: system },
        { role: 'user', content: `Customer: ${question}` },
      ];
      const response = await fetch(`${model.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'a-model', messages }),
      });
      const { choices } = (await response.json()) as {
        choices: { message: { content: string } }[];
      };
      return { status: 200, body: { answer: choices[0]?.message.content } };
    },
  });
}

/** [what runs, section of the page, changes of the head, outcome, changes of the base] */
it.each([
  ['the template', TEMPLATE, {}, 'pass'],
  ['the template with an emptied help page', TEMPLATE, { 'help/tables.md': '\n' }, 'fail'],
  ['the app', APP, {}, 'pass'],
  ['the app with an emptied help page', APP, { 'help/tables.md': '\n' }, 'fail'],
  ['a page and its rows at once', TEMPLATE, { ...NEW_PAGE, ...NEW_ROWS }, 'fail'],
  ['a page behind rows that take both answers', TEMPLATE, NEW_PAGE, 'pass', BOTH],
])(
  'what the model is sent decides: %s',
  async (_name, section, head: Record<string, string>, outcome, before: Tree = {}) => {
    const model = await modelServer({ answer, keys: [MODEL_KEY] });
    const app = await startApp({ ...FILES, ...head }, model);
    await startInternet(model.url);
    const { host } = new URL(app.url);
    const here = (text: string) => text.replaceAll('127.0.0.1:8080', host);
    const gateStep = (parse(here(WORKFLOW)) as { with: Record<string, string> }[]).at(-1);
    const base: Tree = { ...FILES, ...before, [CONFIG_PATH]: `${here(section)}${REST}` };
    const { outputs } = await gate({
      base,
      head,
      inputs: gateStep?.with,
      env: { OPENAI_API_KEY: MODEL_KEY },
    });
    expect(outputs.outcome).toBe(outcome);
    const sent = model.requests.map(({ body }) => JSON.stringify(body));
    expect(sent.some((body) => body.includes(priceOf(1)) && body.includes('Customer: What'))).toBe(
      true,
    );
  },
);
