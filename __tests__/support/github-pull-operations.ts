/** Pull requests, and how their commits stand to others. */
import { failures } from './github-failures.ts';
import { pullRequestObject, WEB } from './github-fixtures.ts';
import { knowsRef } from './github-refs.ts';
import type { GitHubCall, Handler, GitHubReply } from './github-calls.ts';
import type { Pull, State, Tag } from './github-state.ts';

const find = (call: GitHubCall, state: State): Pull | undefined =>
  state.pulls.find(({ number }) => number === Number(call.params['pull_number']));

/** The comparison of a head with a tag, as the test has set it. */
function comparisonWithTag(
  call: GitHubCall,
  state: State,
  { base, head, sha, status, ahead }: Tag & { base: string; head: string },
): GitHubReply {
  if (call.query['page'] !== '2')
    call.violation('repos/compare-commits-with-basehead: the first page lists all files');
  const html_url = `${WEB}/compare/${base}...${head}`;
  const commits = { base_commit: { sha }, merge_base_commit: { sha } };
  const counts = { ahead_by: ahead, total_commits: ahead, files: [] };
  return {
    status: 200,
    body: state.complete('commit-comparison', { html_url, ...commits, status, ...counts }),
  };
}

export const pullOperations: Record<string, Handler> = {
  'pulls/get': (call, state) => {
    const pull = find(call, state);
    if (!pull) return failures.notFound();
    return { status: 200, body: pullRequestObject(state, pull) };
  },

  'repos/compare-commits-with-basehead': (call, state) => {
    const [base = '', head = ''] = (call.params['basehead'] ?? '').split('...');
    const tag = state.tags.get(base);
    if (tag) return comparisonWithTag(call, state, { ...tag, base, head });
    if (!knowsRef(state, base) || !knowsRef(state, head)) return failures.notFound();
    const ahead = Number(base !== head);
    return {
      status: 200,
      body: state.complete('commit-comparison', {
        html_url: `${WEB}/compare/${base}...${head}`,
        base_commit: { sha: base },
        merge_base_commit: { sha: base },
        status: ahead ? 'ahead' : 'identical',
        ahead_by: ahead,
        total_commits: ahead,
        files: [],
      }),
    };
  },
};
