/** Which line of a changed prompt broke the model: found by reverting one change after the other, and told at its line. */
import { describe, expect, it } from '@jest/globals';
import { BASE, CONFIG_PATH, gitHub, HEAD, KEY, modelServer, pullRequest, scenario } from '../support/scenario.js';
import { asGitHub } from '../support/gfm.js';
import { runCli } from '../support/run-action.js';
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

interface Change {
  more?: string;
  head?: readonly string[];
  base?: readonly string[];
  inputs?: Record<string, string>;
}

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

const filesOf = (url: string, lines: readonly string[], more = '') => ({
  [CONFIG_PATH]: configOf(url, more),
  [PROMPT]: text(lines),
  [FILE]: jsonl(questions),
});

async function changed({ more = '', head = CHANGED, base = LINES, inputs = {} }: Change = {}) {
  const model = await serve();
  const github = await gitHub();
  github.pulls[0]!.base.sha = BASE;
  const filesWith = (lines: readonly string[]) => filesOf(model.url, lines, more);
  const put = (sha: string, lines: readonly string[]) => {
    for (const [name, content] of Object.entries(filesWith(lines))) github.files.set(`${sha}:${name}`, content);
  };
  put(BASE, base);
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

it('a prompt with a fence, an element and a mention: the suggestion holds it as it is, and the rest of the page stays text', async () => {
  const hostile = ['```suggestion', '</details><img src=x>@octocat', '```'];
  const { github, run } = await changed({ base: LINES.toSpliced(4, 1, ...hostile) });
  expect(run.report!.attribution).toMatchObject({ kind: 'one' });
  const [{ body, original_line: line } = { body: '', original_line: 0 }] = github.reviewComments;
  expect([github.reviewComments.length, line]).toEqual([1, 5]);
  expect(body.endsWith(`\n\n\`\`\`\`suggestion\n${hostile.join('\n')}\n\`\`\`\``)).toBe(true);
  for (const page of [body.slice(0, body.indexOf('````suggestion')), github.comments[0]!.body!, run.summary]) {
    const { images, mentions, blocks } = asGitHub(page);
    expect({ images, mentions, blocks }).toEqual({ images: [], mentions: [], blocks: [] });
  }
});

describe('sensitivity attribute', () => {
  const attribute = async (head: readonly string[], words: readonly string[] = []) => {
    const { url } = await serve();
    const env = { OPENAI_API_KEY: KEY, COLUMNS: '120' };
    return runCli(['attribute', ...words], { committed: filesOf(url, LINES), files: filesOf(url, head), env });
  };

  it('names the change that broke rows, in text and as JSON', async () => {
    const { exitCode, stdout, stderr } = await attribute(CHANGED, ['--base', 'HEAD']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    expect(stdout).toMatch(/^Reverting line 5 of `system_prompt` restores (\d+) of \1 answers \(asking again restores 0 of \1\)\.\n/);
    expect(stdout).toContain('\nThe change that broke the rows:\n');
    expect(stdout).toMatch(
      /\n {2}line 1 of `system_prompt` +0 .*\n {2}line 5 of `system_prompt` +[1-9].*\n {2}line 9 of `system_prompt` +0 /,
    );
    const json = JSON.parse((await attribute(CHANGED, ['--base', 'HEAD', '--json'])).stdout) as object;
    expect(json).toMatchObject({ broken: expect.any(Number), attribution: { kind: 'one', parts: [{}, { named: true, line: 5 }, {}] } });
  });

  it('no row broke: it says so, with exit status 0', async () => {
    const harmless = CHANGED.with(4, LINES[4]!);
    expect(await attribute(harmless, ['--base', 'HEAD'])).toMatchObject({ exitCode: 0, stdout: 'No row broke since the base.\n' });
    const json = JSON.parse((await attribute(harmless, ['--base', 'HEAD', '--json'])).stdout) as object;
    expect(json).toEqual({ broken: 0, attribution: null });
  });

  it('one changed place: there is nothing to tell apart', async () => {
    const { exitCode, stdout } = await attribute(LINES.with(4, CHANGED[4]!), ['--base', 'HEAD']);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^\d+ rows broke\. Model and prompts changed in one place only: `system_prompt`\.\n$/);
  });

  it('a base without a configuration: an error, before the first request', async () => {
    const { url, requests } = await serve();
    const ended = await runCli(['attribute', '--base', 'HEAD'], { committed: { 'README.md': 'Hello.' }, files: filesOf(url, CHANGED) });
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toMatch(/the base commit [0-9a-f]{7} has no configuration to compare with[^]*Name a commit that has/);
    expect(requests).toEqual([]);
  });

  it.each([
    [[], 'there is no base to compare with', 'Name a commit: --base origin/main.'],
    [['--base', 'nowhere'], "git knows no commit 'nowhere' here", '--base origin/main'],
  ])('%j: an error that says what to write', async (words, what, remedy) => {
    const { exitCode, stdout, stderr } = await attribute(CHANGED, words);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(what);
    expect(stderr).toContain(remedy);
  });
});
