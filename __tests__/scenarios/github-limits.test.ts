import { describe, expect, it } from '@jest/globals';
import { failures, startGitHub, type Failure } from '../support/github-server.js';
import { attentive } from '../support/model-server.js';
import { gitHub, modelServer, scenario, TOKEN } from '../support/scenario.js';

/** An address at which nothing listens any more. */
async function nobodysAddress(): Promise<string> {
  const github = await startGitHub();
  await github.close();
  return github.url;
}

/**
 * GitHub's own limits and outages: what may be sent again is, when GitHub says so, and the verdict stands whatever becomes of the comment.
 */

/** Nobody here waits as long as GitHub says: a fifth of it shows the same. */
const haste = 5;

/** Fails the next requests that write a comment, one each, and notes when each was sent. */
async function limited(...next: Failure[]) {
  const sent: number[] = [];
  const forbid = (method: string, path: string): Failure | undefined => {
    if (method !== 'POST' || path === '/graphql') return undefined;
    sent.push(performance.now());
    return next.shift();
  };
  return { sent, github: await gitHub({ forbid }) };
}

describe('a secondary limit', () => {
  it.each([403, 429] as const)('%d with Retry-After: the comment is sent again once that time is over, and there once', async (status) => {
    const model = await modelServer({ answer: attentive });
    const { sent, github } = await limited(failures.secondaryRateLimit(2, status));
    const { exitCode, stdout, outputs } = await scenario({ model, github, haste });
    expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 0, outcome: 'pass' });
    expect(sent).toHaveLength(2);
    expect(sent[1]! - sent[0]!).toBeGreaterThanOrEqual(1950 / haste);
    expect(github.comments).toHaveLength(1);
    expect(outputs['comment-url']).toBe(github.comments[0]!.html_url);
    expect(stdout).not.toContain('::warning::');
  });

  it('that wants more than a minute: a warning that says when, at once, and the verdict unchanged', async () => {
    const model = await modelServer({ answer: attentive });
    const { sent, github } = await limited(failures.secondaryRateLimit(240));
    const { exitCode, stdout, outputs } = await scenario({ model, github });
    expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 0, outcome: 'pass' });
    expect(sent).toHaveLength(1);
    expect(stdout).toMatch(/^::warning::.*Run the job again in 4 minutes\./m);
  });
});

it('a comment whose answer is lost is looked for, not sent again', async () => {
  const model = await modelServer({ answer: attentive });
  const { sent, github } = await limited(failures.serverError(502));
  const { outputs } = await scenario({ model, github });
  expect(github.requests.map(({ operation }) => operation).filter((name) => name.startsWith('issues/'))).toEqual([
    'issues/list-comments',
    'issues/create-comment',
    'issues/list-comments',
    'issues/create-comment',
  ]);
  expect(sent).toHaveLength(2);
  expect(outputs['comment-url']).toBe(github.comments[0]!.html_url);
});

it.each([{ data: null }, { data: {} }, { data: { viewer: { login: null } } }, [], '<html>'])(
  'a GitHub that does not say whose token it is (%j): a warning with what to do, and the verdict stands',
  async (body) => {
    const model = await modelServer({ answer: attentive });
    const github = await gitHub({ forbid: (_method, path) => (path === '/graphql' ? { status: 200, body } : undefined) });
    const { exitCode, stdout, outputs } = await scenario({ model, github });
    expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 0, outcome: 'pass' });
    expect(stdout).toMatch(/^::warning::.*let us comment on pull request 7 .*an answer of another form.*Run the job again/m);
    expect(github.comments).toEqual([]);
  },
);

it('a list of checks that is none: the same', async () => {
  const model = await modelServer({ answer: attentive });
  const github = await gitHub({ forbid: (_method, path) => (path.endsWith('/check-runs') ? { status: 200, body: {} } : undefined) });
  const { exitCode, stdout } = await scenario({ model, github, inputs: { check: 'true', comment: 'never' } });
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^::warning::.*let us write the check .*an answer of another form/m);
});

it('a GitHub that nobody reaches: three tries in seconds, a warning with what to open, and nothing keeps the process', async () => {
  const model = await modelServer({ answer: attentive });
  const start = performance.now();
  const { exitCode, stdout, outputs } = await scenario({
    model,
    inputs: { 'github-token': TOKEN },
    env: { GITHUB_API_URL: await nobodysAddress() },
    haste,
  });
  expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 0, outcome: 'pass' });
  expect(stdout).toMatch(/^::warning::.*ECONNREFUSED.*firewall/m);
  expect(performance.now() - start).toBeLessThan(40_000 / haste);
});
