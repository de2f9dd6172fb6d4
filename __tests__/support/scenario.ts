import { afterEveryTest } from './jest/after-every-test.mjs';
import { startGitHub, type GitHubOptions, type GitHubServer } from './github-server.ts';
import { startModelServer, type ModelServer, type ModelServerOptions } from './model-server.ts';
import { runAction, type ActionRun, type Finished } from './run-action.ts';

/**
 * What every scenario is built from: real local servers, a pull request, and keys that must never
 * be seen again.
 */

export const KEY = 'sk-scenario-0123456789abcdefghijklmnop';
export const TOKEN = 'ghs_scenario0123456789ABCDEFGHIJKLMNOP';

const servers: { close(): Promise<void> }[] = [];
/**
 * What the workflow of a scenario lists in `allow-loopback`: the models that its test has started,
 * which a configuration may name.
 */
const modelAddresses: string[] = [];
afterEveryTest(async () => {
  modelAddresses.length = 0;
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

export async function modelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer({ keys: [KEY], ...options });
  servers.push(server);
  modelAddresses.push(new URL(server.url).host);
  return server;
}

/** A GitHub with one open pull request, number 7. */
export async function gitHub(options: GitHubOptions = {}): Promise<GitHubServer> {
  const server = await startGitHub({ token: TOKEN, ...options });
  server.addPull({ number: 7 });
  servers.push(server);
  return server;
}

/** Commits of the pull request. */
export const [HEAD, BASE] = ['b'.repeat(40), 'c'.repeat(40)];

/** `pullRequest(FORK)` comes from a stranger's fork. */
export const FORK = {
  head: {
    ref: 'patch',
    sha: HEAD,
    repo: {
      full_name: 'a-stranger/octo-repo',
      name: 'octo-repo',
      owner: { login: 'a-stranger' },
      fork: true,
    },
  },
};

/** A configuration and the five statements at a commit, the base's by default. */
export function putAt(
  github: GitHubServer,
  text: string,
  { sha = BASE, statements = STATEMENTS.join('\n') } = {},
): void {
  github.files.set(`${sha}:${CONFIG_PATH}`, text).set(`${sha}:evals/statements.txt`, statements);
}

export function pullRequest(over: Record<string, unknown> = {}): NonNullable<ActionRun['event']> {
  const repository = {
    full_name: 'octo-org/octo-repo',
    name: 'octo-repo',
    owner: { login: 'octo-org' },
    fork: false,
  };
  return {
    name: 'pull_request',
    payload: {
      action: 'synchronize',
      number: 7,
      pull_request: {
        number: 7,
        user: { login: 'octocat', type: 'User' },
        head: { ref: 'patch', sha: HEAD, repo: { ...repository } },
        base: { ref: 'main', sha: BASE, repo: { ...repository } },
        ...over,
      },
      repository,
    },
  };
}

export const STATEMENTS = [
  'The sky is blue.',
  'Grass is green.',
  'The rivers are long.',
  'The winter was cold.',
  'The days were short.',
];

/** add_negation over five statements, against a model behind the OpenAI protocol. */
export function config(server: Pick<ModelServer, 'url'>, more = ''): string {
  return `model:
  hub: openai
  name: scenario-model
  base_url: ${server.url}/v1
  retries: 1
  timeout: 600
data: { source: evals/statements.txt }
tests:
  sensitivity:
    add_negation: { method: pair, min_pass_rate: 0.70 }
${more}`;
}

export const CONFIG_PATH = '.github/sensitivity.yml';

/**
 * Runs the action on a pull request with everything in place; `over` says what this scenario does
 * differently.
 */
export async function scenario({
  model,
  github,
  ...over
}: ActionRun & { model?: ModelServer; github?: GitHubServer }): Promise<Finished> {
  const finished = await runAction({
    ...over,
    event: over.event ?? pullRequest(),
    // Without a GitHub to talk to there is no token either, so that nothing waits for one.
    inputs: {
      'api-key': KEY,
      'allow-loopback': modelAddresses.join('\n'),
      ...(github && { 'github-token': TOKEN }),
      ...over.inputs,
    },
    files: {
      ...(model && { [CONFIG_PATH]: config(model) }),
      'evals/statements.txt': STATEMENTS.join('\n'),
      ...over.files,
    },
    env: {
      ...(github && { GITHUB_API_URL: github.url, GITHUB_GRAPHQL_URL: github.graphqlUrl }),
      ...over.env,
    },
  });
  // Of every scenario: no key or token in any output or file, and every request to GitHub as GitHub
  // describes it.
  const seen = withoutMasks(finished.everything);
  expect(
    [KEY, TOKEN, Buffer.from(KEY).toString('base64')].filter((secret) => seen.includes(secret)),
  ).toEqual([]);
  if (github) expect(github.violations).toEqual([]);
  return finished;
}

/**
 * `::add-mask::` tells the runner of a key; the runner takes the line and never prints it.
 */
function withoutMasks(text: string): string {
  return text.replace(/^::add-mask::.*$/gm, '');
}
