/**
 * A prompt in a file is read from head and base, and refused if it is no file of the repository.
 */
import type { GitHubServer } from '../support/github-server.ts';
import type { ModelServer, RecordedRequest } from '../support/model-server.ts';
import { one } from '../support/runs.ts';
import {
  BASE,
  CONFIG_PATH,
  FORK,
  gitHub,
  HEAD,
  modelServer,
  pullRequest,
  scenario,
  STATEMENTS,
} from '../support/scenario.ts';

const FILES = '  prompt_file: prompts/ask.txt\n  system_prompt_file: prompts/system.md';

/** A model that reads a "not" only if its prompts say so. */
const obedient = () =>
  modelServer({
    answer: (prompt, { body }) =>
      / not /.test(prompt) && JSON.stringify(body).includes('Mind every not.')
        ? 'No, wrong.'
        : 'Yes, right.',
  });
const rules = ({ url }: ModelServer, prompts = FILES) => `model:
  hub: openai
  name: m
  base_url: ${url}/v1
  retries: 0
${prompts}
data: { source: evals/statements.txt }
evaluation: { compare: base, method: pair, attribution: false }
tests: { sensitivity: { add_negation: { min_pass_rate: 0.2 } } }
`;
const prompts = (system: string) => ({
  'prompts/ask.txt': 'True? {text}\n',
  'prompts/system.md': `${system}\n`,
});
const SHARP = prompts('Mind every not.');
const DULL = prompts('Answer quickly.');

async function hubWith(sides: Record<string, Record<string, string>>): Promise<GitHubServer> {
  const github = await gitHub();
  for (const [sha, files] of Object.entries(sides)) {
    for (const [file, text] of Object.entries({
      ...files,
      'evals/statements.txt': STATEMENTS.join('\n'),
    })) {
      github.files.set(`${sha}:${file}`, text);
    }
  }
  return github;
}

const messagesOf = ({ requests }: ModelServer) =>
  requests
    .filter(({ path }) => path.endsWith('/chat/completions'))
    .map(
      ({ body }: RecordedRequest) =>
        (body as { messages: { role: string; content: string }[] }).messages,
    );

describe('a prompt in a file', () => {
  it('is read on both sides under compare: base', async () => {
    const model = await obedient();
    const text = rules(model);
    const github = await hubWith({ [BASE]: { [CONFIG_PATH]: text, ...SHARP } });
    const { outputs, report, summary } = await scenario({
      github,
      files: { [CONFIG_PATH]: text, ...DULL },
    });
    expect(outputs.outcome).toBe('fail');
    expect(report!.report[0]).toMatchObject({
      pass_count: 0,
      baseline: { pass_rate: 1, broken: 5, fixed: 0 },
    });
    expect(summary).not.toContain('asked once');
    const sent = messagesOf(model);
    expect(new Set(sent.map(([system]) => system!.content))).toEqual(
      new Set(['Mind every not.', 'Answer quickly.']),
    );
    expect(
      sent.every(([, user]) => user!.content.startsWith('True? ') && !user!.content.endsWith('\n')),
    ).toBe(true);
    expect(sent).toHaveLength(20);
  });

  it('is a change if its text or its name differs, and none if both are equal', async () => {
    const text = (file: string) =>
      `model: { hub: reference, name: attentive, system_prompt_file: ${file} }\ndata: { source: evals/statements.txt }\n` +
      'evaluation: { compare: base, method: pair }\ntests: { sensitivity: { add_negation: } }\n';
    const run = async (system: string, file = 'prompts/system.md') =>
      scenario({
        github: await hubWith({ [BASE]: { [CONFIG_PATH]: text('prompts/system.md'), ...SHARP } }),
        files: { [CONFIG_PATH]: text(file), [file]: system },
      });
    expect((await run('Mind every not.')).outputs.outcome).toBe('skipped');
    expect((await run('Mind it.')).outputs.outcome).toBe('pass');
    expect((await run('Mind every not.', 'prompts/renamed.md')).outputs.outcome).toBe('pass');
  });

  it("is a fork's own under the base's rules, from its checkout or through the API", async () => {
    for (const name of ['pull_request', 'pull_request_target']) {
      const model = await obedient();
      const text = rules(model);
      const github = await hubWith({
        [BASE]: { [CONFIG_PATH]: text, ...SHARP },
        [HEAD]: { [CONFIG_PATH]: text, ...DULL },
      });
      const checkout = name === 'pull_request' ? DULL : SHARP;
      const event = { ...pullRequest(FORK), name };
      const { outputs, report } = await scenario({
        github,
        event,
        files: { [CONFIG_PATH]: text, ...checkout },
      });
      expect({ name, outcome: outputs.outcome }).toEqual({ name, outcome: 'fail' });
      expect(report!.report[0]).toMatchObject({ pass_count: 0, baseline: { broken: 5 } });
      expect(report!.notices.join('\n')).toContain(
        'Judged as the pull request has it: another system prompt.',
      );
    }
  });

  it('is not compared, with a notice, if the base lacks it', async () => {
    const model = await obedient();
    const text = rules(model);
    const github = await hubWith({ [BASE]: { [CONFIG_PATH]: text } });
    const { outputs, report } = await scenario({
      github,
      files: { [CONFIG_PATH]: text, ...SHARP },
    });
    expect(outputs.outcome).toBe('pass');
    expect(report!.notices.join('\n')).toContain('there is no file `"prompts/ask.txt"`');
  });

  it('may have variables, on both sides and in a fork', async () => {
    const sideOf = (model: ModelServer, context: string) => ({
      [CONFIG_PATH]: rules(
        model,
        `  prompt_file: prompts/test.txt\n  variables: { context: "${context}" }`,
      ),
      'prompts/test.txt': '{{ context }} True? {{ text }}\n',
    });
    for (const event of [pullRequest(), { ...pullRequest(FORK), name: 'pull_request' }]) {
      const model = await obedient();
      const [base, head] = [sideOf(model, 'Mind every not.'), sideOf(model, 'Answer {quickly}.')];
      const github = await hubWith({ [BASE]: base, [HEAD]: head });
      const { outputs, report } = await scenario({ github, event, files: head });
      expect(outputs.outcome).toBe('fail');
      expect(report!.report[0]).toMatchObject({
        pass_count: 0,
        baseline: { pass_rate: 1, broken: 5, fixed: 0 },
      });
      expect(report!.rules_changed).toBeUndefined();
      const sent = new Set(
        messagesOf(model).map(([user]) => user!.content.replace(/True\?.*/, '')),
      );
      expect(sent).toEqual(new Set(['Mind every not. ', 'Answer {quickly}. ']));
    }
  });

  it('is refused without a quote if it is no file of the repository', async () => {
    const model = await obedient();
    const secret = 'hunter2-left-by-an-earlier-step';
    const cases: [prompts: string, over: Parameters<typeof scenario>[0], message: string][] = [
      ['  prompt: "{text}"\n  prompt_file: prompts/ask.txt', {}, 'the prompt is written twice'],
      [
        '  system_prompt: "file://prompts/system.md"',
        {},
        'write `system_prompt_file:` `"prompts/system.md"`',
      ],
      ['  prompt: prompts/ask.txt', {}, 'write `prompt_file:` `"prompts/ask.txt"`'],
      ['  system_prompt_file: prompts/none.md', {}, 'there is no file `"prompts/none.md"`'],
      ['  system_prompt_file: prompts', {}, 'is not a plain file'],
      [
        '  system_prompt_file: made.txt',
        { left: { 'made.txt': secret } },
        'git does not track the prompt `"made.txt"`',
      ],
      [
        '  system_prompt_file: evals/out.txt',
        { links: { 'evals/out.txt': '../../event.json' } },
        'lies outside of the checkout',
      ],
      ['  system_prompt_file: .git/config', {}, 'lies outside of the checkout'],
    ];
    for (const [given, over, message] of cases) {
      const files = { [CONFIG_PATH]: rules(model, given), ...SHARP };
      const { outputs, report, everything } = await scenario({ ...over, files });
      expect({ given, outcome: outputs.outcome, message: report!.problem!.message }).toEqual({
        given,
        outcome: 'error',
        message: expect.stringContaining(message),
      });
      expect(everything).not.toContain(secret);
    }
    expect(model.requests).toEqual([]);
  });
});

describe('the choice of a prompt is a rule, and its text the subject', () => {
  const GOOD = 'Mind every not. True? {text}';
  const DEAF = 'Answer quickly. True? {text}';
  type Side = Record<string, string>;
  /** The rules of a gate, with these prompts of the model. */
  const gate = ({ url }: ModelServer, model: string): Side => ({
    [CONFIG_PATH]: `model: { hub: openai, name: m, base_url: "${url}/v1", retries: 0, ${model} }
data: { source: evals/statements.txt }
tests: { sensitivity: { add_negation: { method: pair, min_pass_rate: 0.7 } } }
`,
  });
  const sidesOf = (model: ModelServer): Record<string, [base: Side, head: Side, path: string]> => {
    const ask = 'prompt_file: p/ask.txt';
    const old = 'prompt_file: p/old.txt';
    const moved = { 'p/ask.txt': DEAF, 'p/old.txt': GOOD };
    return {
      'the prompt is read from another file': [
        { ...gate(model, ask), 'p/ask.txt': GOOD },
        { ...gate(model, old), ...moved },
        'model.prompt_file',
      ],
      'the system prompt moves into the configuration': [
        { ...gate(model, 'system_prompt_file: p/system.md'), 'p/system.md': 'Mind every not.' },
        { ...gate(model, 'system_prompt: "Mind every not."'), 'p/system.md': 'Answer quickly.' },
        'model.system_prompt_file',
      ],
    };
  };
  const repository = { full_name: 'octo-org/octo-repo', default_branch: 'main' };
  const group = { action: 'checks_requested', merge_group: { head_sha: HEAD, base_sha: BASE } };
  const EVENTS = {
    fork: { event: pullRequest(FORK) },
    queue: { event: { name: 'merge_group', payload: { ...group, repository } } },
    tag: {
      event: { name: 'push', payload: { ref: 'refs/tags/v2', repository } },
      env: { GITHUB_REF: 'refs/tags/v2' },
    },
  };

  it.each(Object.keys(sidesOf({ url: '' } as ModelServer)))(
    '%s: the comment has the verdict of the base, which decides for a fork, a queue and a tag',
    async (name) => {
      const model = await obedient();
      const [base, head, path] = sidesOf(model)[name]!;
      const github = await hubWith({ [BASE]: base, main: base });
      const { report, comment } = await scenario({ github, files: head }).then((finished) => ({
        ...finished,
        comment: github.comments[0]!.body!,
      }));
      expect([report!.outcome, report!.base_rules]).toMatchObject(['pass', { outcome: 'fail' }]);
      expect(report!.rules_changed!.map((change) => change.path)).toContain(path);
      expect(comment).toMatch(/<h3>✅ ⚠️ /);
      for (const [kind, over] of one(Object.entries(EVENTS))) {
        const { outputs, summary } = await scenario({ github, files: head, ...over });
        expect({ kind, outcome: outputs.outcome }).toEqual({ kind, outcome: 'fail' });
        expect(summary).toContain(path);
      }
    },
  );

  it('a renamed file: the text of the head is asked, and a warning names the missing file', async () => {
    const model = await obedient();
    const base = { ...gate(model, 'prompt_file: p/ask.txt'), 'p/ask.txt': GOOD };
    const renamed = (text: string) => ({
      ...gate(model, 'prompt_file: p/new.txt'),
      'p/new.txt': text,
    });
    const github = await hubWith({ [BASE]: base, main: base });
    const { report } = await scenario({ github, files: renamed(GOOD) });
    expect([report!.outcome, report!.base_rules]).toMatchObject(['pass', { outcome: 'pass' }]);
    const missing = [expect.stringContaining('does not have: `p/ask.txt`')];
    expect(report!.warnings).toEqual(expect.arrayContaining(missing));
    for (const over of one(Object.values(EVENTS))) {
      const same = await scenario({ github, files: renamed(GOOD), ...over });
      expect(same.report).toMatchObject({
        outcome: 'pass',
        warnings: expect.arrayContaining(missing),
      });
      const worse = await scenario({ github, files: renamed(DEAF), ...over });
      expect(worse.outputs.outcome).toBe('fail');
    }
  });
});
