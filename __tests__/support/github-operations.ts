/** The handler of each operation of the description, by its operationId. */
import { pullOf, type GitHubCall, type GitHubReply, type Handler } from './github-calls.ts';
import { commentOperations } from './github-comment-operations.ts';
import { failures } from './github-failures.ts';
import { pullRequestObject, user, WEB } from './github-fixtures.ts';
import { pageReply } from './github-pagination.ts';
import { knowsRef } from './github-refs.ts';
import { reviewOperations } from './github-review-operations.ts';
import type { State, Tag } from './github-state.ts';

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

export const operations: Record<string, Handler> = {
  ...commentOperations,
  ...reviewOperations,

  'pulls/get': (call, state) => {
    const pull = pullOf(call, state);
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

  'repos/list-releases': (call, state) =>
    pageReply(state.releases, call, ({ tag, published, draft = false }) =>
      state.complete('release', {
        tag_name: tag,
        name: tag,
        draft,
        created_at: '2026-01-01T00:00:00Z',
        published_at: draft ? null : (published ?? '2026-01-01T00:00:00Z'),
        author: user(state, state.login),
      }),
    ),

  'repos/list-tags': (call, state) =>
    pageReply([...state.tags], call, ([name, { sha }]) =>
      state.complete('tag', { name, commit: { sha } }),
    ),
};
