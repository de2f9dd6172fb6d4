/**
 * The author who chooses the base does not choose the rules. The branch that a merge queue merges
 * into judges it.
 */
import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import {
  BASE,
  config,
  CONFIG_PATH,
  FORK,
  gitHub,
  HEAD,
  modelServer,
  pullRequest,
  putAt,
  scenario,
  STATEMENTS,
} from '../support/scenario.ts';
import { failures, type GitHubOptions, type GitHubServer } from '../support/github-server.ts';
import { oblivious, type ModelServer } from '../support/model-server.ts';

const fork = (over = {}) => {
  const event = pullRequest({ ...FORK, ...over });
  const payload = event.payload as { repository: object };
  return {
    ...event,
    payload: { ...payload, repository: { ...payload.repository, default_branch: 'main' } },
  };
};

/** A base that was chosen for having no rules, such as `gh-pages`. */
function putBareBase(github: GitHubServer): void {
  github.files.set(`${BASE}:index.html`, '<p>Hello.</p>');
}

function putDefault(github: GitHubServer, text: string): void {
  putAt(github, text, { sha: 'main' });
}

const lenient = (model: ModelServer) => config(model).replace('0.70', '0');
const servers = async (options: GitHubOptions = {}) =>
  [await modelServer({ answer: oblivious }), await gitHub(options)] as const;
const mergeGroup = (over = {}) => ({
  name: 'merge_group',
  payload: {
    action: 'checks_requested',
    merge_group: { head_sha: HEAD, base_sha: BASE, ...over },
    repository: { default_branch: 'main' },
  },
});

describe('a base without rules, chosen by a fork', () => {
  it('leaves the judgement to the default branch, under every event and config-ref but head', async () => {
    const cases: { name: string; inputs: Record<string, string> }[] = [
      { name: 'pull_request', inputs: {} },
      { name: 'pull_request_target', inputs: {} },
      { name: 'pull_request', inputs: { 'config-ref': 'base' } },
      { name: 'pull_request_target', inputs: { 'config-ref': 'split' } },
    ];
    for (const { name, inputs } of cases) {
      const [model, github] = await servers();
      putBareBase(github);
      putDefault(github, config(model));
      putAt(github, lenient(model), { sha: HEAD, statements: 'Nothing to see.' });
      const files: Record<string, string> =
        name === 'pull_request'
          ? { [CONFIG_PATH]: lenient(model), 'evals/statements.txt': 'Nothing to see.' }
          : {};
      const { exitCode, outputs, report, summary } = await scenario({
        github,
        files,
        inputs,
        event: { ...fork(), name },
      });
      expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 1, outcome: 'fail' });
      expect(report).toMatchObject({
        config: { ref: inputs['config-ref'] ?? 'split' },
        report: [{ minimum_pass_rate: 0.7, fail_count: 5 }],
      });
      for (const page of [summary, github.comments[0]!.body!]) {
        expect(page).toContain('the rules of the default branch main judged');
        expect(page).toMatch(
          /The default branch.*rules judged.*apply after the merge: .*min_pass_rate 0\.7<\/code> → <code>0</,
        );
      }
    }
  });

  it('is an error before a request if the default branch has none either', async () => {
    const all: Record<string, string>[] = [{}, { 'config-ref': 'base' }, { 'config-ref': 'split' }];
    for (const inputs of all) {
      const [model, github] = await servers();
      putBareBase(github);
      const { exitCode, outputs, report } = await scenario({
        github,
        files: { [CONFIG_PATH]: lenient(model) },
        inputs,
        event: fork(),
      });
      expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 1, outcome: 'error' });
      expect(report!.problem).toMatchObject({
        name: 'ConfigError',
        remedy: expect.stringContaining('default branch'),
      });
      expect(model.requests).toEqual([]);
    }
  });

  it('counts like an event without a readable base: the default branch judges', async () => {
    const env = { GITHUB_SHA: '' };
    const pushed = { name: 'push', payload: { before: BASE, after: HEAD } };
    const cases = [
      { event: { name: 'pull_request', payload: {} }, env },
      { event: { name: 'pull_request_target', payload: [] }, env },
      { event: { name: 'issue_comment', payload: { issue: { number: 7 } } }, env },
      // The payload does not say which branch is the default one.
      { event: pushed, env: { GITHUB_ACTOR: 'dependabot[bot]' } },
      // With config-ref: base the checkout may hold anything.
      { event: { name: 'workflow_dispatch', payload: {} }, inputs: { 'config-ref': 'base' } },
    ];
    for (const { event, ...rest } of cases) {
      const [model, github] = await servers();
      putDefault(github, config(model));
      putAt(github, lenient(model), { statements: 'Nothing to see.' });
      const { outputs, report } = await scenario({
        github,
        files: { [CONFIG_PATH]: lenient(model) },
        event,
        ...rest,
      });
      expect({ name: event.name, outcome: outputs.outcome }).toEqual({
        name: event.name,
        outcome: 'fail',
      });
      expect(report!.report[0]!.minimum_pass_rate).toBe(0.7);
    }
  });

  it('is an error on workflow_dispatch with config-ref: base if there are no rules', async () => {
    const [model, github] = await servers();
    const event = { name: 'workflow_dispatch', payload: {} };
    const { outputs } = await scenario({
      github,
      files: { [CONFIG_PATH]: lenient(model) },
      inputs: { 'config-ref': 'base' },
      event,
    });
    expect(outputs).toMatchObject({ outcome: 'error', requests: '0' });
  });

  it('is an error if the token may not read the rules of the default branch', async () => {
    // A private repository answers 404, as if there were nothing.
    const [model, github] = await servers({
      forbid: (_method: string, path: string) =>
        path.includes('/contents') ? failures.notFound() : undefined,
    });
    putDefault(github, config(model));
    const { outputs, report } = await scenario({
      github,
      files: { [CONFIG_PATH]: lenient(model) },
      inputs: { comment: 'never' },
      event: fork(),
    });
    expect(outputs).toMatchObject({ outcome: 'error', requests: '0' });
    expect(report!.problem!.remedy).toContain('contents: read');
  });
});

it('a push to a branch is judged by the default branch, not by an earlier push', async () => {
  for (const ref of ['split', 'base']) {
    const [model, github] = await servers();
    putAt(github, lenient(model));
    putDefault(github, config(model));
    const repository = { full_name: 'octo-org/octo-repo', default_branch: 'main' };
    const pushed = { ref: 'refs/heads/topic', before: BASE, after: HEAD, repository };
    const { outputs, report } = await scenario({
      github,
      files: { [CONFIG_PATH]: lenient(model) },
      event: { name: 'push', payload: pushed },
      env: { GITHUB_REF: 'refs/heads/topic' },
      inputs: { 'config-ref': ref },
    });
    expect({ ref, outcome: outputs.outcome }).toEqual({ ref, outcome: 'fail' });
    expect(report!.report[0]!.minimum_pass_rate).toBe(0.7);
  }
});

describe('merge_group', () => {
  it("is judged by the base's rules under auto, and changed rules apply after the merge", async () => {
    const [model, github] = await servers();
    putAt(github, config(model));
    const files = {
      [CONFIG_PATH]: lenient(model).replace('scenario-model', 'their-model'),
      'evals/statements.txt': STATEMENTS.slice(0, 2).join('\n'),
    };
    const { exitCode, report, summary } = await scenario({ github, event: mergeGroup(), files });
    expect(exitCode).toBe(1);
    expect(report).toMatchObject({
      outcome: 'fail',
      config: { ref: 'split' },
      model: { name: 'their-model' },
      report: [{ fail_count: 5, minimum_pass_rate: 0.7 }],
    });
    expect(summary).toMatch(/apply after the merge: .*min_pass_rate/);
  });

  it('is judged by its own rules, with a warning, if it adds the first ones', async () => {
    const [model, github] = await servers();
    putBareBase(github);
    const { outputs, report, summary } = await scenario({
      github,
      event: mergeGroup(),
      files: { [CONFIG_PATH]: lenient(model) },
    });
    expect(outputs.outcome).toBe('pass');
    expect(report!.config.ref).toBe('head');
    expect(summary.split('\n')[1]).toMatch(/^<p>⚠️ .*judged by the head.*own configuration/);
  });
});

it('a pull request that adds the first rules is judged by them, with a warning, under split', async () => {
  const [model, github] = await servers();
  putBareBase(github);
  const { outputs, summary } = await scenario({
    github,
    files: { [CONFIG_PATH]: lenient(model) },
    inputs: { 'config-ref': 'split' },
  });
  expect(outputs.outcome).toBe('pass');
  for (const page of [summary, github.comments[0]!.body!])
    expect(page).toMatch(/<\/h3>\n<p>⚠️ .*own configuration/);
});

it('every printed workflow names its branches, and runs again when a pull request changes its base', async () => {
  const pages = [
    'README.md',
    ...(await readdir('docs', { recursive: true }))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  let seen = 0;
  for (const page of pages) {
    for (const [, text] of (await readFile(page, 'utf8')).matchAll(/^ *```yaml\n(.*?)^ *```$/gms)) {
      const on = /^on:/m.test(text!) ? (parse(text!) as { on: unknown }).on : undefined;
      if (on === undefined || !JSON.stringify(on).includes('"pull_request')) continue;
      const triggers = Object.entries(on as Record<string, unknown>).filter(([name]) =>
        name.startsWith('pull_request'),
      );
      expect(triggers.length).toBeGreaterThan(0);
      for (const [name, trigger] of triggers) {
        expect({ page, name, trigger }).toEqual({
          page,
          name,
          trigger: { branches: ['main'], types: ['opened', 'synchronize', 'reopened', 'edited'] },
        });
        seen++;
      }
    }
  }
  expect(seen).toBe(3);
});
