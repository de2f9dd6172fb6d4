/** Attribution names the line that broke rows, by path and line, in every form of prompt. */
import type { Results } from '../../src/engine/results.ts';
import { CONFIG_PATH, MODEL_KEY } from '../support/scenario.ts';
import { LINES, PROMPT, promptModel } from '../support/changed-prompt.ts';
import { FILE, jsonl, QUESTIONS } from '../support/triplets.ts';
import { runCli } from '../support/run-action.ts';

const GUILTY = 'Skip small words.';
const HARMLESS = 'Stay friendly.';
const [BASE, HEAD] = [LINES, LINES.with(4, GUILTY).with(8, HARMLESS)];

interface Side {
  /** Keys of the model, indented by two spaces. */
  model?: string;
  files?: Record<string, string>;
}

interface Change {
  base: Side;
  head: Side;
  fails?: (system: string) => boolean;
  words?: string[];
  budget?: string;
}

const filesOf = (url: string, { model = '', files = {} }: Side, budget = '') => ({
  [CONFIG_PATH]: `model:
  hub: openai
  base_url: ${url}/v1
  name: scenario-model
  retries: 0
${model}
data: { source: "${FILE}", limit: 100 }
evaluation: { method: triplet, compare: base }
${budget}
tests:
  sensitivity:
    add_negation: {}
`,
  [FILE]: jsonl(QUESTIONS),
  ...files,
});

async function attribute({ base, head, fails, words = [], budget }: Change) {
  const { url, requests } = await promptModel({ fails });
  const env = { OPENAI_API_KEY: MODEL_KEY, COLUMNS: '200' };
  const ended = await runCli(['run', '--base', 'HEAD', ...words], {
    committed: filesOf(url, base, budget),
    files: filesOf(url, head, budget),
    env,
  });
  return { ...ended, requests };
}

async function attributionOf(change: Change) {
  const { stdout } = await attribute({ ...change, words: ['--json'] });
  const { attribution } = JSON.parse(stdout) as { attribution: Results['attribution'] };
  const named = attribution!.parts.filter((part) => part.named);
  return { attribution: attribution!, named };
}

const indented = (lines: readonly string[], by: number) =>
  lines.map((line) => ' '.repeat(by) + line).join('\n');
const literal = (lines: readonly string[]) => `  system_prompt: |\n${indented(lines, 4)}`;
const folded = (lines: readonly string[]) => `  system_prompt: >\n${indented(lines, 4)}`;
const quoted = (lines: readonly string[]) => `  system_prompt: ${JSON.stringify(lines.join('\n'))}`;
const inFile = (text: string): Side => ({
  model: `  system_prompt_file: ${PROMPT}`,
  files: { [PROMPT]: text },
});
const template = (lines: readonly string[]) =>
  `  prompt: |\n${indented([...lines, '{text}', '{options}'], 4)}`;
const withVariable = (lines: readonly string[]): Side => ({
  model: `  system_prompt: "You help. {manner}"\n  variables: { manner: { file: prompts/manner.txt } }`,
  files: { 'prompts/manner.txt': `${lines.join('\n')}\n` },
});
const sentences = (head: boolean) =>
  Array.from({ length: 40 }, (_, i) => {
    if (head && i === 20) return GUILTY;
    return head && i % 10 === 0 ? `Rule ${i} holds now.` : `Rule ${i} holds.`;
  }).join(' ');

it.each<[string, Change, string]>([
  ['CRLF', { base: inFile(BASE.join('\r\n')), head: inFile(HEAD.join('\r\n')) }, `${PROMPT}:5`],
  ['a literal block', { base: { model: literal(BASE) }, head: { model: literal(HEAD) } }, '11'],
  ['a folded text', { base: { model: folded(BASE) }, head: { model: folded(HEAD) } }, '6'],
  ['a quoted text', { base: { model: quoted(BASE) }, head: { model: quoted(HEAD) } }, '6'],
  ['a template', { base: { model: template(BASE) }, head: { model: template(HEAD) } }, '11'],
  [
    'the file of a variable',
    { base: withVariable(BASE), head: withVariable(HEAD) },
    'prompts/manner.txt:5',
  ],
  [
    'a line of 40 sentences',
    { base: inFile(sentences(false)), head: inFile(sentences(true)) },
    `${PROMPT}:1`,
  ],
])('attribution names the place of the guilty line in %s', async (_, change, place) => {
  const { attribution, named } = await attributionOf(change);
  expect(attribution.kind).toBe('one');
  expect(attribution.requests).toBeLessThanOrEqual(250);
  const wanted = place.includes(':') ? place : `${CONFIG_PATH}:${place}`;
  expect(named).toMatchObject([{ place: wanted }]);
  expect(JSON.stringify(named[0]!.within ?? named[0]!.head)).toContain(GUILTY);
});

it('a prompt of 138 kB with a change in every line is one part', async () => {
  const text = (word: string) =>
    Array.from({ length: 2_300 }, (_, i) => `${word} ${i} ${'x'.repeat(50)}`);
  const { attribution, named } = await attributionOf({
    base: inFile(text('Old').join('\n')),
    head: inFile([...text('New').slice(1), GUILTY].join('\n')),
  });
  expect(attribution.parts).toHaveLength(1);
  expect(named).toMatchObject([{ place: `${PROMPT}:1-2300` }]);
  expect(named[0]!.head).toHaveLength(1_000);
});

it('a changed parameter is named beside another one', async () => {
  const parameters = (temperature: number, top_p: number) =>
    `  parameters:\n    temperature: ${temperature}\n    top_p: ${top_p}`;
  const { attribution, named } = await attributionOf({
    base: { model: parameters(0, 1) },
    head: { model: parameters(1, 0.5) },
  });
  expect(attribution.parts).toHaveLength(2);
  expect(named).toMatchObject([{ place: `${CONFIG_PATH}:7`, old: 0, new: 1 }]);
});

it('the message names the cap that leaves no request for attribution', async () => {
  const { stdout, exitCode } = await attribute({
    base: inFile(BASE.join('\n')),
    head: inFile(HEAD.join('\n')),
    budget: 'judge: off\nbudget: { max_requests: 32 }',
  });
  expect(exitCode).toBe(1);
  expect(stdout).toContain('Which change broke the rows is not known: ');
  expect(stdout).toContain('`budget.max_requests`');
});

it('attribution stops with a message if the base has no answers', async () => {
  const { stdout } = await attribute({
    base: {
      ...inFile(BASE.join('\n')),
      model: `  system_prompt_file: ${PROMPT}\n  api: completions`,
    },
    head: inFile(HEAD.join('\n')),
    fails: (body) => body.includes('"prompt"'),
  });
  expect(stdout).toContain('no row has an answer of the base to compare with');
});
