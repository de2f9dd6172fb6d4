/** Whose comment is brought up to date: that of this gate, by this app, and no other that looks like it. */
import { describe, expect, it } from '@jest/globals';
import type { GitHubServer } from '../support/github-server.js';
import { attentive, oblivious, type ModelServer } from '../support/model-server.js';
import { gitHub, modelServer, scenario } from '../support/scenario.js';

const BOT = 'github-actions[bot]';
const workflow = (file: string, ref = 'refs/pull/7/merge') => ({
  GITHUB_WORKFLOW_REF: `octo-org/octo-repo/.github/workflows/${file}@${ref}`,
});

const run = (
  github: GitHubServer,
  model: ModelServer,
  { env = workflow('gate.yml'), inputs = {} }: { env?: Record<string, string>; inputs?: Record<string, string> } = {},
) => scenario({ github, model, env, inputs });

const icons = (github: GitHubServer) => github.comments.map(({ body }) => /[✅❌]/u.exec(body!)?.[0] ?? body);
const markerOf = (github: GitHubServer, index: number) => github.comments[index]!.body!.split('\n')[0]!;

describe('a comment of its own', () => {
  it('for each workflow file, though two share name, job and configuration', async () => {
    const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
    await run(github, model);
    model.options.answer = attentive;
    await run(github, model, { env: workflow('other.yml') });
    expect(icons(github)).toEqual(['❌', '✅']);
    // The ref is another for each pull request, and the file is the same.
    await run(github, model, { env: workflow('gate.yml', 'refs/heads/main') });
    expect(icons(github)).toEqual(['✅', '✅']);
  });

  it('for each comment-key of a workflow file', async () => {
    const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
    for (const [file, key] of [
      ['gate.yml', 'a'],
      ['gate.yml', 'b'],
      ['other.yml', 'a'],
      ['gate.yml', 'a'],
    ] as const) {
      await run(github, model, { env: workflow(file), inputs: { 'comment-key': key } });
    }
    expect(github.comments).toHaveLength(3);
    expect(new Set([0, 1, 2].map((index) => markerOf(github, index))).size).toBe(3);
  });

  it('where another app wrote what starts with our marker', async () => {
    const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
    await run(github, model);
    const marker = markerOf(github, 0);
    github.comments.splice(0);
    github.seedComments(1, { login: BOT, app: 'another-app', body: `${marker}\nDeployed to preview 7.` });
    github.seedComments(1, { login: 'another-app[bot]', body: `${marker}\nDeployed to preview 8.` });
    await run(github, model);
    expect(github.comments.map(({ body }) => body!.split('\n')[1])).toEqual([
      'Deployed to preview 7.',
      'Deployed to preview 8.',
      expect.stringContaining('❌'),
    ]);
  });
});
