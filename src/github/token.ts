import { createClient } from './client.js';
import { failureOf, inShort, type Failure } from './request-error.js';

/** What a token may do. */
export interface ExaminedToken {
  repository: string;
  /** What the token may do, in sentences. */
  came: string[];
  problem?: { message: string; remedy: string };
}

/**
 * Reads the repository and its pull requests with the token: what a token may write shows only in writing. Undefined without a token or a
 * repository in the environment.
 */
export async function examineToken(env: NodeJS.ProcessEnv): Promise<ExaminedToken | undefined> {
  const { GITHUB_TOKEN: token, GITHUB_REPOSITORY: repository = '', GITHUB_API_URL: apiUrl = 'https://api.github.com' } = env;
  const [owner, repo] = repository.split('/');
  if (!token || !owner || !repo) return undefined;
  const client = await createClient({ token, apiUrl });
  const came: string[] = [];
  const steps = [
    ['reads the repository', () => client.rest.repos.get({ owner, repo })],
    [
      'reads pull requests; whether it may comment (pull-requests: write) shows with the first comment',
      () => client.rest.pulls.list({ owner, repo, per_page: 1 }),
    ],
  ] as const;
  for (const [what, ask] of steps) {
    try {
      await ask();
      came.push(what);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      const message = `The token does not do what it should: ${what.split(';')[0]!} (${inShort(failure)})`;
      return { repository, came, problem: { message, remedy: remedyFor(failure, apiUrl) } };
    }
  }
  return { repository, came };
}

function remedyFor({ status }: Failure, apiUrl: string): string {
  if (status === undefined) return `Check that ${apiUrl} can be reached.`;
  if (status === 401) return 'GitHub does not know the token: renew it, or leave GITHUB_TOKEN unset.';
  return 'Write into the workflow: permissions: { contents: read, pull-requests: write }';
}
