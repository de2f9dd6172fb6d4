import { afterEveryTest } from './jest/after-every-test.mjs';
import { startGitHub, type GitHubOptions, type GitHubServer } from './github-server.ts';
import { startModelServer, type ModelServer, type ModelServerOptions } from './model-server.ts';
import { runAction, type ActionRun, type Finished } from './run-action.ts';

/**
 * The parts of every scenario: local servers, a pull request, and keys that no output may hold.
 */

export const MODEL_KEY = 'sk-scenario-0123456789abcdefghijklmnop';
export const TOKEN = 'ghs_scenario0123456789ABCDEFGHIJKLMNOP';

const servers: { close(): Promise<void> }[] = [];
/**
 * The hosts of the models that a test has started, for the input `allow-loopback`.
 */
const modelAddresses: string[] = [];
afterEveryTest(async () => {
  modelAddresses.length = 0;
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

export async function modelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer({ keys: [MODEL_KEY], ...options });
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

const REPOSITORY = {
  full_name: 'octo-org/octo-repo',
  name: 'octo-repo',
  owner: { login: 'octo-org' },
  fork: false,
};

/** The head of a pull request at another commit of the repository itself. */
export const headAt = (sha: string) => ({ ref: 'patch', sha, repo: { ...REPOSITORY } });

export function pullRequest(over: Record<string, unknown> = {}): NonNullable<ActionRun['event']> {
  return {
    name: 'pull_request',
    payload: {
      action: 'synchronize',
      number: 7,
      pull_request: {
        number: 7,
        user: { login: 'octocat', type: 'User' },
        head: headAt(HEAD),
        base: { ref: 'main', sha: BASE, repo: { ...REPOSITORY } },
        ...over,
      },
      repository: REPOSITORY,
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
 * Runs the action on a pull request with everything in place, and checks that no key leaks and that
 * GitHub's description allows each request. `over` has the differences of the scenario.
 */
export async function scenario({
  model,
  github,
  ...over
}: ActionRun & { model?: ModelServer; github?: GitHubServer }): Promise<Finished> {
  const inputs: Record<string, string> = {
    'api-key': MODEL_KEY,
    'allow-loopback': modelAddresses.join('\n'),
  };
  const files: Record<string, string> = { 'evals/statements.txt': STATEMENTS.join('\n') };
  const env: Record<string, string> = {};
  if (model) files[CONFIG_PATH] = config(model);
  // Without a GitHub there is no token either, so that nothing waits for its answer.
  if (github) {
    inputs['github-token'] = TOKEN;
    Object.assign(env, { GITHUB_API_URL: github.url, GITHUB_GRAPHQL_URL: github.graphqlUrl });
  }
  const finished = await runAction({
    ...over,
    event: over.event ?? pullRequest(),
    inputs: { ...inputs, ...over.inputs },
    files: { ...files, ...over.files },
    env: { ...env, ...over.env },
  });
  const seen = withoutMasks(finished.everything);
  expect(
    [MODEL_KEY, TOKEN, Buffer.from(MODEL_KEY).toString('base64')].filter((secret) =>
      seen.includes(secret),
    ),
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
