/** Which line of a changed prompt broke the model: found by reverting one change after the other, and told at its line. */
import { expect, it } from '@jest/globals';
import { BASE, CONFIG_PATH, gitHub, HEAD, modelServer, pullRequest, scenario } from '../support/scenario.js';
import { FILE, jsonl, questions } from '../support/triplets.js';

const PROMPT = 'prompts/system.txt';
const NEXT = 'd'.repeat(40);
const LINES = [
  'You help travellers.',
  ...['Read every word.', 'Be brief.', 'Answer in English.'],
  'Use the map.',
  ...['Name the option.', 'Never guess.', 'Add no reasons.'],
  'Stay polite.',
];
/** Three places change; the middle one makes the model overlook the "not". */
const CHANGED = LINES.with(0, 'You help all travellers.').with(4, 'Skip small words.').with(8, 'Stay friendly.');

const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;

const serve = async () =>
  modelServer({
    answer: (prompt, { body }) => {
      const system = JSON.stringify((body as { messages: unknown }).messages);
      const { answer, negated_answer } = questions[Number(/sheet (\d+)/.exec(prompt)![1])]!;
      return (/ not /.test(prompt) && !system.includes('Skip small words') ? negated_answer : answer)[0]!;
    },
  });

const configOf = (url: string, more = '') => `model:
  hub: openai
  name: scenario-model
  base_url: ${url}/v1
  retries: 0
  system_prompt_file: ${PROMPT}
data: { source: "${FILE}", limit: 100 }
evaluation: { method: triplet, compare: base${more} }
tests: { sensitivity: { add_negation: {} } }
`;

async function changed({
  more = '',
  head = CHANGED,
  inputs = {},
}: { more?: string; head?: readonly string[]; inputs?: Record<string, string> } = {}) {
  const model = await serve();
  const github = await gitHub();
  github.pulls[0]!.base.sha = BASE;
  const filesWith = (lines: readonly string[]) => ({
    [CONFIG_PATH]: configOf(model.url, more),
    [PROMPT]: text(lines),
    [FILE]: jsonl(questions),
  });
  const put = (sha: string, lines: readonly string[]) => {
    for (const [name, content] of Object.entries(filesWith(lines))) github.files.set(`${sha}:${name}`, content);
  };
  put(BASE, LINES);
  const push = async (lines: readonly string[], sha = HEAD) => {
    put(sha, lines);
    github.pulls[0]!.head.sha = sha;
    const event = pullRequest({ head: { ref: 'patch', sha, repo: { full_name: 'octo-org/octo-repo' } } });
    const env = { GITHUB_BASE_REF: 'main' };
    return scenario({ github, event, env, files: filesWith(lines), inputs: { review: 'comment', ...inputs } });
  };
  return { github, model, push, run: await push(head) };
}

it('names the line that broke the model, suggests the old one at it, and is gone once it is applied', async () => {
  const { github, run, push } = await changed();
  expect(run.outputs.outcome).toBe('fail');
  const { attribution } = run.report!;
  expect(attribution).toMatchObject({ kind: 'one', control: { restored: 0 } });
  expect(attribution!.parts.map(({ line, named }) => [line, named])).toEqual([
    [1, false],
    [5, true],
    [9, false],
  ]);
  const [named] = attribution!.parts.filter((part) => part.named);
  expect(named).toMatchObject({ path: PROMPT, head: ['Skip small words.'], base: ['Use the map.'] });
  expect(run.report!.usage.requests).toBeGreaterThanOrEqual(attribution!.requests);
  expect(github.comments[0]!.body).toContain('line 5 of <code>system_prompt</code>');
  expect(github.reviewComments).toMatchObject([{ path: PROMPT, original_line: 5 }]);
  expect(github.reviewComments[0]!.body).toMatch(/Reverting line 5 of .*restores \d+ of \d+ answers[^]*```suggestion\nUse the map\.\n```/);

  const applied = CHANGED.map((line, i) => (i === 4 ? LINES[4]! : line));
  const green = await push(applied, NEXT);
  expect([green.exitCode, green.outputs.outcome]).toEqual([0, 'pass']);
  expect(green.report).not.toHaveProperty('attribution');
  expect(github.reviewComments).toEqual([]);
  expect(github.comments).toMatchObject([{ body: expect.stringContaining('✅') }]);
});

it.each([
  ['a change in one place', { head: LINES.map((line, i) => (i === 4 ? CHANGED[4]! : line)) }],
  ['a run without a regression', { head: LINES.map((line, i) => (i === 4 ? line : CHANGED[i]!)) }],
  ['attribution: false', { more: ', attribution: false' }],
])('sends no request for %s', async (_, given) => {
  const { run } = await changed(given);
  expect(run.report).not.toHaveProperty('attribution');
});

it('is skipped where it would pass the cap, and says so', async () => {
  const { run, github } = await changed({ inputs: { 'max-requests': '620' } });
  const { requests } = run.report!.usage;
  const tight = await changed({
    inputs: { 'max-requests': String(requests - run.report!.attribution!.requests + 5), 'on-budget': 'partial' },
  });
  expect(tight.run.outputs.outcome).toBe('fail');
  expect(tight.run.report!.attribution).toMatchObject({
    kind: 'skipped',
    requests: 0,
    why: expect.stringContaining('budget.max_requests'),
  });
  expect(github.reviewComments).toHaveLength(1);
});
