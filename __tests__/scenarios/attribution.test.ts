/**
 * Attribution finds the changed line that broke the model by reverting one change at a time, and
 * comments at that line.
 */
import { CONFIG_PATH, MODEL_KEY } from '../support/scenario.ts';
import {
  openPromptPull,
  CHANGED,
  filesWithPrompt,
  LINES,
  OPENAI,
  PROMPT,
  promptModel,
} from '../support/changed-prompt.ts';
import { asGitHub } from '../support/gfm.ts';
import { runCli } from '../support/run-action.ts';

const NEXT = 'd'.repeat(40);

it('a review comment names the guilty line, suggests the old one, and goes once it is applied', async () => {
  const { github, run, push } = await openPromptPull();
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
])('attribution sends no request for %s', async (_, given) => {
  const { run } = await openPromptPull(given);
  expect(run.report).not.toHaveProperty('attribution');
});

it('attribution names no change if the requests of its control fail', async () => {
  // Only reverted and edited prompts have a blank line.
  const { run, github } = await openPromptPull({ fails: (system) => system.includes('\\n\\n') });
  expect(run.outputs.outcome).toBe('fail');
  expect(run.report!.attribution).toMatchObject({
    kind: 'skipped',
    why: expect.stringMatching(/^too many of its requests had no answer: /),
    parts: [],
  });
  expect(github.reviewComments).toEqual([]);
});

it('a part whose requests fail is reported as untried, and the others are tried', async () => {
  const fails = (system: string) =>
    system.includes('You help travellers') && system.includes('Skip small');
  const { run, github } = await openPromptPull({ fails });
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
  '%s makes a mixture that no hub accepts: it is untried, and the verdict stays',
  async (_, subject, why) => {
    const { run, github } = await openPromptPull({ subject, inputs: { 'fail-on': 'fail' } });
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

it('attribution is skipped with a reason if it would exceed the cap', async () => {
  const more = ', judge: off';
  const { run, github } = await openPromptPull({ more, inputs: { 'max-requests': '620' } });
  const { requests } = run.report!.usage;
  const cap = requests - run.report!.attribution!.requests + 5;
  const tight = await openPromptPull({ more, inputs: { 'max-requests': String(cap) } });
  expect(tight.run.outputs.outcome).toBe('fail');
  expect(tight.run.report!.attribution).toMatchObject({
    kind: 'skipped',
    requests: 0,
    why: expect.stringContaining('budget.max_requests'),
  });
  expect(github.reviewComments).toHaveLength(1);
});

it('a suggestion holds hostile markup of a prompt unchanged, and the rest of the page stays text', async () => {
  const hostile = ['```suggestion', '</details><img src=x>@octocat', '```'];
  const { github, run } = await openPromptPull({ base: LINES.toSpliced(4, 1, ...hostile) });
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

it('comments stand in the new file of a renamed prompt, and at the key that names it', async () => {
  const { github, run } = await openPromptPull({ renamed: 'prompts/old.txt' });
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

it('a comment on a model name that the judge has too stands at the key of the model', async () => {
  const named = (name: string) => OPENAI.replace('scenario-model', `"${name}" # not "${name}"`);
  const judged = (name: string) => `, judge: { hub: openai, name: ${name} }`;
  const { github } = await openPromptPull({
    head: LINES.with(8, 'Stay friendly.'),
    subject: { base: named('good-model'), head: named('deaf-model') },
    evaluation: { base: judged('good-model'), head: judged('deaf-model') },
  });
  const [comment] = github.reviewComments;
  expect(comment).toMatchObject({ path: CONFIG_PATH, original_line: 4 });
  expect(comment!.body).toContain('```diff\n-name: deaf-model\n+name: good-model\n```');
});

it('a comment on one of several keys in a flow mapping stands at its line', async () => {
  const subject = (temperature: number) =>
    `${OPENAI}\n  parameters: { temperature: ${temperature}, top_p: ${temperature} }`;
  const { github, run } = await openPromptPull({
    head: LINES.with(8, 'Stay friendly.'),
    subject: { base: subject(0), head: subject(1) },
  });
  expect(run.report!.attribution).toMatchObject({ kind: 'one' });
  const [comment] = github.reviewComments;
  expect(comment).toMatchObject({ path: CONFIG_PATH, original_line: 5 });
  expect(comment!.body).toContain('```diff\n-temperature: 1\n+temperature: 0\n```');
});

it('plan prints the most requests of attribution if the subject changed', async () => {
  const { url } = await promptModel();
  const plan = async (head: readonly string[], words: readonly string[] = []) => {
    const ended = await runCli(['check', '--offline', '--base', 'HEAD', ...words], {
      committed: filesWithPrompt(url, LINES),
      files: filesWithPrompt(url, head),
    });
    return ended.stdout.replace(/\s+/g, ' ');
  };
  expect(await plan(CHANGED)).toContain(
    'If rows break, at most 250 requests more find out which of the 3 changes broke them.',
  );
  expect(JSON.parse(await plan(CHANGED, ['--json']))).toMatchObject({
    plan: { attribution: { parts: 3, requests: 250 } },
  });
  expect(await plan(LINES.with(4, CHANGED[4]!))).toContain(
    'If rows break, at most 250 requests more find out whether the change broke them.',
  );
  expect(await plan(LINES)).not.toContain('If rows break');
});

it('one changed place is measured like several', async () => {
  const { url } = await promptModel();
  const { exitCode, stdout } = await runCli(['run', '--base', 'HEAD'], {
    committed: filesWithPrompt(url, LINES),
    files: filesWithPrompt(url, LINES.with(4, CHANGED[4]!)),
    env: { OPENAI_API_KEY: MODEL_KEY, COLUMNS: '120' },
  });
  expect(exitCode).toBe(1);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'Reverting `prompts/system.txt:5` restores 10 of 10 answers',
  );
});
