/** The handler of each operation of the description, by its operationId. */
import type { Handler } from './github-calls.ts';
import { commentOperations } from './github-comment-operations.ts';
import { user } from './github-fixtures.ts';
import { pageReply } from './github-pagination.ts';
import { pullOperations } from './github-pull-operations.ts';
import { reviewOperations } from './github-review-operations.ts';

export const operations: Record<string, Handler> = {
  ...commentOperations,
  ...pullOperations,
  ...reviewOperations,

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
