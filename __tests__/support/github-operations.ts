/** The handler of each operation of the description, by its operationId. */
import { pullOf, type Handler } from './github-calls.ts';
import { commentOperations } from './github-comment-operations.ts';
import { failures } from './github-failures.ts';
import { pullRequestObject } from './github-fixtures.ts';
import { pageReply } from './github-pagination.ts';
import { reviewOperations } from './github-review-operations.ts';

export const operations: Record<string, Handler> = {
  ...commentOperations,
  ...reviewOperations,

  'pulls/get': (call, state) => {
    const pull = pullOf(call, state);
    return { status: 200, body: pullRequestObject(state, pull) };
  },

  'repos/compare-commits-with-basehead': (call, state) => {
    const [base = ''] = (call.params['basehead'] ?? '').split('...');
    if (call.query['page'] !== '2')
      call.violation('repos/compare-commits-with-basehead: the first page lists all files');
    const tag = state.tags.get(base);
    if (!tag && !state.pulls.some((pull) => pull.base.sha === base)) return failures.notFound();
    const { sha, status, ahead } = tag ?? { sha: base, status: 'ahead', ahead: 1 };
    return {
      status: 200,
      body: state.complete('commit-comparison', {
        base_commit: { sha },
        merge_base_commit: { sha },
        status,
        ahead_by: ahead,
      }),
    };
  },

  'repos/list-releases': (call, state) =>
    pageReply(state.releases, call, ({ tag, published, draft = false }) =>
      state.complete('release', {
        tag_name: tag,
        draft,
        published_at: draft ? null : published,
      }),
    ),

  'repos/list-tags': (call, state) =>
    pageReply([...state.tags], call, ([name, { sha }]) =>
      state.complete('tag', { name, commit: { sha } }),
    ),
};
