import { startGitHub } from '../support/github-server.ts';
import { attentive } from '../support/model-server.ts';
import { gitHub, modelServer, scenario, TOKEN } from '../support/scenario.ts';

/** An address at which nothing listens any more. */
async function nobodysAddress(): Promise<string> {
  const github = await startGitHub();
  await github.close();
  return github.url;
}

/**
 * GitHub's own limits and outages: what may be sent again is, when GitHub says so, and the verdict
 * stands whatever becomes of the comment.
 */

/** Nobody here waits as long as GitHub says: a fifth of it shows the same. */
const haste = 5;

it.each([{ data: null }, { data: {} }, { data: { viewer: { login: null } } }, [], '<html>'])(
  'a GitHub that does not say whose token it is (%j): a warning with what to do, and the verdict stands',
  async (body) => {
    const model = await modelServer({ answer: attentive });
    const github = await gitHub({
      forbid: (_method, path) => (path === '/graphql' ? { status: 200, body } : undefined),
    });
    const { exitCode, stdout, outputs } = await scenario({ model, github });
    expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 0, outcome: 'pass' });
    expect(stdout).toMatch(
      /^::warning::.*could not comment on pull request 7 .*malformed response.*Run the job again/m,
    );
    expect(github.comments).toEqual([]);
  },
);

it('a list of checks that is none: the same', async () => {
  const model = await modelServer({ answer: attentive });
  const github = await gitHub({
    forbid: (_method, path) =>
      path.endsWith('/check-runs') ? { status: 200, body: {} } : undefined,
  });
  const { exitCode, stdout } = await scenario({
    model,
    github,
    inputs: { check: 'true', comment: 'never' },
  });
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^::warning::.*could not write the check .*malformed response/m);
});

it('a GitHub that nobody reaches: a warning with what to open, and nothing keeps the process', async () => {
  const model = await modelServer({ answer: attentive });
  const { exitCode, stdout, outputs } = await scenario({
    model,
    inputs: { 'github-token': TOKEN },
    env: { GITHUB_API_URL: await nobodysAddress() },
    haste,
  });
  expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 0, outcome: 'pass' });
  expect(stdout).toMatch(/^::warning::.*ECONNREFUSED.*firewall/m);
});
