import { createClient } from './client.js';
import { failureOf, inShort, type Failure } from './request-error.js';

/** The result of an examination of a token. */
export interface ExaminedToken {
  repository: string;
  /** Sentences about requests that succeeded. */
  came: string[];
  problem?: { message: string; remedy: string };
}

/**
 * Reads the repository and its pull requests with the token. Permissions to write show only in a write. Returns undefined if the
 * environment names no token or no repository.
 */
export async function examineToken(env: NodeJS.ProcessEnv): Promise<ExaminedToken | undefined> {
  const { GITHUB_TOKEN: token, GITHUB_REPOSITORY: repository = '', GITHUB_API_URL: apiUrl = 'https://api.github.com' } = env;
  const [owner, repo] = repository.split('/');
  if (!token || !owner || !repo) return undefined;
  const client = await createClient({ token, apiUrl });
  const came: string[] = [];
  const steps = [
    ['the repository', () => client.rest.repos.get({ owner, repo })],
    [
      'pull requests; the first comment shows whether it may write them (pull-requests: write)',
      () => client.rest.pulls.list({ owner, repo, per_page: 1 }),
    ],
  ] as const;
  for (const [what, ask] of steps) {
    try {
      await ask();
      came.push(`reads ${what}`);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      const message = `The token cannot read ${what.split(';')[0]!} (${inShort(failure)})`;
      return { repository, came, problem: { message, remedy: remedyFor(failure, apiUrl) } };
    }
  }
  return { repository, came };
}

function remedyFor({ status }: Failure, apiUrl: string): string {
  if (status === undefined) return `Check that ${apiUrl} can be reached.`;
  if (status === 401) return 'GitHub does not accept the token: renew it, or unset GITHUB_TOKEN.';
  return 'Add to the workflow: permissions: { contents: read, pull-requests: write }';
}
