import { startGitHub } from '../support/github-server.ts';
import { attentive } from '../support/model-server.ts';
import { gitHub, modelServer, scenario, TOKEN } from '../support/scenario.ts';

/** An address at which nothing listens any more. */
async function closedAddress(): Promise<string> {
  const github = await startGitHub();
  await github.close();
  return github.url;
}

/**
 * Outages and malformed replies of GitHub cost the comment or the check, never the verdict.
 */

/** Shortens the waits that GitHub asks for. */
const haste = 5;

it.each([{ data: null }, { data: {} }, { data: { viewer: { login: null } } }, [], '<html>'])(
  'a malformed reply to the query for the login (%j) is a warning, and the verdict stands',
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

it('an unreachable GitHub is a warning with a remedy, and the process ends', async () => {
  const model = await modelServer({ answer: attentive });
  const { exitCode, stdout, outputs } = await scenario({
    model,
    inputs: { 'github-token': TOKEN },
    env: { GITHUB_API_URL: await closedAddress() },
    haste,
  });
  expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 0, outcome: 'pass' });
  expect(stdout).toMatch(/^::warning::.*ECONNREFUSED.*firewall/m);
});
