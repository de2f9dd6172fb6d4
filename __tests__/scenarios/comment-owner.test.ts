/** Whose comment is brought up to date: that of this gate, by this app, and no other that looks like it. */
import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
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

/** The first line of version 1.0.0's comment, which knew a gate by the name of its workflow. */
const former = (key = JSON.stringify(['gate', 'sensitivity', '.github/sensitivity.yml'])) =>
  `<!-- sensitivity-action:${createHash('sha256').update(key).digest('hex').slice(0, 16)} -->`;

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

describe('the comment of version 1.0.0', () => {
  it.each([
    [{}, former()],
    [{ 'comment-key': 'leg' }, former('leg')],
  ])('is taken over once, and none piles up (%j)', async (inputs, marker) => {
    const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
    github.seedComments(1, {
      login: BOT,
      body: `${marker}\n<h3>✅ sensitivity: pass — <code>add_negation</code> passed 5 of 5 rows</h3>\n`,
    });
    await run(github, model, { inputs: { ...inputs } });
    expect(icons(github)).toEqual(['❌']);
    expect(markerOf(github, 0)).not.toBe(marker);
    model.options.answer = attentive;
    await run(github, model, { inputs: { ...inputs } });
    expect(icons(github)).toEqual(['✅']);
  });

  it('is not what merely starts with its marker', async () => {
    const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
    const theirs = [`${former()}\nDeployed to preview 7.`, `${former()}\n<h3>Deployed</h3>`];
    for (const body of theirs) github.seedComments(1, { login: BOT, body });
    await run(github, model);
    expect(github.comments.map(({ body }) => body).slice(0, 2)).toEqual(theirs);
    expect(github.comments).toHaveLength(3);
  });
});
