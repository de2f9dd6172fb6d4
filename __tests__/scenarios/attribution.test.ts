/**
 * Which line of a changed prompt broke the model: found by reverting one change after the other,
 * and told at its line.
 */
import { CONFIG_PATH, gitHub, HEAD, KEY, scenario } from '../support/scenario.ts';
import {
  changed,
  CHANGED,
  filesOf,
  LINES,
  OPENAI,
  PROMPT,
  serve,
} from '../support/changed-prompt.ts';
import { asGitHub } from '../support/gfm.ts';
import { runCli } from '../support/run-action.ts';

const NEXT = 'd'.repeat(40);

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
  expect(named).toMatchObject({
    path: PROMPT,
    head: ['Skip small words.'],
    base: ['Use the map.'],
  });
  expect(run.report!.usage.requests).toBeGreaterThanOrEqual(attribution!.requests);
  expect(github.comments[0]!.body).toContain(`Reverting <code>${PROMPT}:5</code> restores`);
  expect(github.reviewComments).toMatchObject([{ path: PROMPT, original_line: 5 }]);
  expect(github.reviewComments[0]!.body).toMatch(
    /Reverting .*prompts\/system.txt:5.* restores 10 of 10 answers[^]*```suggestion\nUse the map\.\n```/,
  );

  const applied = CHANGED.map((line, i) => (i === 4 ? LINES[4]! : line));
  const green = await push(applied, NEXT);
  expect([green.exitCode, green.outputs.outcome]).toEqual([0, 'pass']);
  expect(green.report).not.toHaveProperty('attribution');
  expect(github.reviewComments).toEqual([]);
  expect(github.comments).toMatchObject([{ body: expect.stringContaining('✅') }]);
});

it.each([
  ['a run without a regression', { head: LINES.map((line, i) => (i === 4 ? line : CHANGED[i]!)) }],
  ['attribution: false', { more: ', attribution: false' }],
])('sends no request for %s', async (_, given) => {
  const { run } = await changed(given);
  expect(run.report).not.toHaveProperty('attribution');
});

it('names no change where the requests of its control fail', async () => {
  // Only reverted and edited prompts have a blank line.
  const { run, github } = await changed({ fails: (system) => system.includes('\\n\\n') });
  expect(run.outputs.outcome).toBe('fail');
  expect(run.report!.attribution).toMatchObject({
    kind: 'skipped',
    why: expect.stringMatching(/^too many of its requests had no answer: /),
    parts: [],
  });
  expect(github.reviewComments).toEqual([]);
});

it('a part whose requests fail is untried, and named so; the others are tried', async () => {
  const fails = (system: string) =>
    system.includes('You help travellers') && system.includes('Skip small');
  const { run, github } = await changed({ fails });
  expect(run.report!.attribution).toMatchObject({
    kind: 'one',
    parts: [
      { untried: expect.stringMatching(/^too many of its requests had no answer: /) },
      { named: true },
      {},
    ],
  });
  expect(github.comments[0]!.body).toMatch(
    /Not tried: <code>prompts\/system\.txt:1<\/code> \(too many of its requests had no answer: [^]*\)\./,
  );
});

const HTTP = `hub: http
  url: URL/ask
  name: assistant
  body: { prompt: "{prompt}", system: "{system_prompt}" }`;
it.each([
  [
    'a key of the body that is a parameter of the base',
    {
      base: `${HTTP}\n  parameters: { max_tokens: 16 }`,
      head: HTTP.replace(' }', ', max_tokens: 16 }'),
    },
    'is already a key of the body',
  ],
  [
    'an address under another key',
    { base: HTTP.replace('url:', 'base_url:'), head: HTTP },
    'has no default endpoint',
  ],
])(
  '%s: no hub makes the mixture, which is untried; verdict and rows stay',
  async (_, subject, why) => {
    const { run, github } = await changed({ subject, inputs: { 'fail-on': 'fail' } });
    expect([run.exitCode, run.outputs.outcome]).toEqual([1, 'fail']);
    expect(run.report!.results.length).toBeGreaterThan(0);
    const { kind, parts } = run.report!.attribution!;
    expect(kind).toBe('one');
    expect(parts.filter(({ named }) => named)).toMatchObject([{ line: 5 }]);
    const untried = parts.filter((part) => part.untried !== undefined);
    expect(untried).toMatchObject([{ untried: expect.stringContaining(why) }]);
    expect(github.comments[0]!.body).toContain('Not tried: ');
  },
);

it('is skipped where it would pass the cap, and says so', async () => {
  const { run, github } = await changed({ inputs: { 'max-requests': '620' } });
  const { requests } = run.report!.usage;
  const tight = await changed({
    inputs: {
      'max-requests': String(requests - run.report!.attribution!.requests + 5),
      'on-budget': 'partial',
    },
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
  for (const page of [
    body.slice(0, body.indexOf('````suggestion')),
    github.comments[0]!.body!,
    run.summary,
  ]) {
    const { images, mentions, blocks } = asGitHub(page);
    expect({ images, mentions, blocks }).toEqual({ images: [], mentions: [], blocks: [] });
  }
});

it('a renamed prompt file: the part stands at its line of the new file, and the rule at its key', async () => {
  const { github, run } = await changed({ renamed: 'prompts/old.txt' });
  expect(run.report!.attribution).toMatchObject({
    kind: 'one',
    parts: [{}, { path: PROMPT, named: true }, {}],
  });
  expect(github.reviewComments).toMatchObject([
    {
      path: PROMPT,
      original_line: 5,
      body: expect.stringContaining('```suggestion\nUse the map.\n'),
    },
    {
      path: CONFIG_PATH,
      original_line: 6,
      body: expect.stringContaining('model.system_prompt_file'),
    },
  ]);
});

it('a name that the judge has, too: the comment stands at the key of the model, and keeps what is beside it', async () => {
  const named = (name: string) => OPENAI.replace('scenario-model', `"${name}" # not "${name}"`);
  const judged = (name: string) => `, judge: { hub: openai, name: ${name} }`;
  const { github } = await changed({
    head: LINES.with(8, 'Stay friendly.'),
    subject: { base: named('good-model'), head: named('deaf-model') },
    evaluation: { base: judged('good-model'), head: judged('deaf-model') },
  });
  const [comment] = github.reviewComments;
  expect(comment).toMatchObject({ path: CONFIG_PATH, original_line: 4 });
  expect(comment!.body).toContain('```suggestion\n  name: "good-model" # not "deaf-model"\n```');
});

it('a neighbour between braces: the comment stands at the file, with a diff', async () => {
  const subject = (temperature: number) =>
    `${OPENAI}\n  parameters: { temperature: ${temperature}, top_p: ${temperature} }`;
  const { github, run } = await changed({
    head: LINES.with(8, 'Stay friendly.'),
    subject: { base: subject(0), head: subject(1) },
  });
  expect(run.report!.attribution).toMatchObject({ kind: 'one' });
  const [comment] = github.reviewComments;
  expect(comment).toMatchObject({ path: CONFIG_PATH, subject_type: 'file' });
  expect(comment!.body).toContain('```diff\n-temperature: 1\n+temperature: 0\n```');
});

it('plan tells its most requests, where the subject changed', async () => {
  const { url } = await serve();
  const plan = async (head: readonly string[], words: readonly string[] = []) => {
    const ended = await runCli(['plan', '--base', 'HEAD', ...words], {
      committed: filesOf(url, LINES),
      files: filesOf(url, head),
    });
    return ended.stdout.replace(/\s+/g, ' ');
  };
  expect(await plan(CHANGED)).toContain(
    'If rows break, at most 250 requests more find out which of the 3 changes broke them.',
  );
  expect(JSON.parse(await plan(CHANGED, ['--json']))).toMatchObject({
    attribution: { parts: 3, requests: 250 },
  });
  expect(await plan(LINES.with(4, CHANGED[4]!))).toContain(
    'If rows break, at most 250 requests more find out whether the change broke them.',
  );
  expect(await plan(LINES)).not.toContain('If rows break');
});

describe('the input attribute: all', () => {
  const repository = { full_name: 'octo-org/octo-repo', default_branch: 'main' };
  const MAIN = 'a'.repeat(40);

  it('on workflow_dispatch of a branch: the log and the summary say what each change does', async () => {
    const { url } = await serve();
    const github = await gitHub();
    github.commits.push({ branch: 'main', sha: MAIN, message: 'base', tree: '', parents: [] });
    for (const [name, content] of Object.entries(filesOf(url, LINES)))
      github.files.set(`${MAIN}:${name}`, content);
    const run = await scenario({
      github,
      event: { name: 'workflow_dispatch', payload: { ref: 'refs/heads/patch', repository } },
      env: { GITHUB_REF: 'refs/heads/patch', GITHUB_SHA: HEAD },
      checkedOut: HEAD,
      files: filesOf(url, CHANGED),
      inputs: { attribute: 'all' },
    });
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(/20 rows with each of 3 changes reverted: at most \d+ requests\./);
    expect(run.stdout).toContain(`\`${PROMPT}:1\` changes no answer in 20 rows.`);
    expect(run.summary).toContain(`<code>${PROMPT}:5</code> changes the answers to 20 of 20 rows`);
    expect(run.report).toBeUndefined();
  });

  it('on another event: an error, and no request', async () => {
    const { run, model } = await changed({ inputs: { attribute: 'all' } });
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toMatch(/^::error::.*workflow_dispatch/m);
    expect(model.requests).toEqual([]);
  });
});

describe('sensitivity attribute', () => {
  const attribute = async (
    head: readonly string[],
    words: readonly string[] = [],
    fails: (system: string) => boolean = () => false,
  ) => {
    const { url } = await serve({ fails });
    const env = { OPENAI_API_KEY: KEY, COLUMNS: '120' };
    return runCli(['attribute', ...words], {
      committed: filesOf(url, LINES),
      files: filesOf(url, head),
      env,
    });
  };

  it('names the change that broke rows, in text and as JSON', async () => {
    const { exitCode, stdout, stderr } = await attribute(CHANGED, ['--base', 'HEAD']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    expect(stdout).toMatch(
      /^Reverting `prompts\/system\.txt:5` restores (\d+) of \1 answers \(asking again restores 0\); 5 of the 5 rows that the base\scommit [0-9a-f]{7} answers\s/,
    );
    expect(stdout).toContain('\nThe change that broke the rows:\n');
    expect(stdout).toMatch(/\n {2}`prompts\/system\.txt:1` +0 .*\n.*:5` +[1-9].*\n.*:9` +0 /);
    const json = JSON.parse(
      (await attribute(CHANGED, ['--base', 'HEAD', '--json'])).stdout,
    ) as object;
    expect(json).toMatchObject({
      broken: expect.any(Number),
      attribution: { kind: 'one', parts: [{}, { named: true, line: 5 }, {}] },
    });
  });

  it('no row broke: it says so, with exit status 0', async () => {
    const harmless = CHANGED.with(4, LINES[4]!);
    expect(await attribute(harmless, ['--base', 'HEAD'])).toMatchObject({
      exitCode: 0,
      stdout: 'No row broke since the base.\n',
    });
    const json = JSON.parse(
      (await attribute(harmless, ['--base', 'HEAD', '--json'])).stdout,
    ) as object;
    expect(json).toEqual({ broken: 0, attribution: null });
  });

  it('no row of the head has an answer: what broke is unknown, and no pass', async () => {
    const { exitCode, stdout } = await attribute(CHANGED, ['--base', 'HEAD'], (system) =>
      system.includes('Skip small words'),
    );
    expect(exitCode).toBe(3);
    expect(stdout).toContain('Whether rows broke is unknown: `add_negation` could not be judged.');
    expect(stdout).not.toContain('No row broke');
  });

  it('one changed place is measured like several', async () => {
    const { exitCode, stdout } = await attribute(LINES.with(4, CHANGED[4]!), ['--base', 'HEAD']);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^Reverting `prompts\/system\.txt:5` restores 10 of 10 answers/);
  });

  it('a base without a configuration: an error, before the first request', async () => {
    const { url, requests } = await serve();
    const ended = await runCli(['attribute', '--base', 'HEAD'], {
      committed: { 'README.md': 'Hello.' },
      files: filesOf(url, CHANGED),
    });
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toMatch(
      /the base commit [0-9a-f]{7} has no configuration to compare with[^]*Name a commit that has/,
    );
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
