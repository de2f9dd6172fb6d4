/** What each operation of the description does to the state, by its operationId. */
import type { Handler } from './github-calls.js';
import { checkOperations } from './github-check-operations.js';
import { commentOperations } from './github-comment-operations.js';
import { contentOperations } from './github-content-operations.js';
import { repository, user } from './github-fixtures.js';
import { gitOperations } from './github-git-operations.js';
import { issueOperations } from './github-issue-operations.js';
import { pageReply } from './github-pagination.js';
import { pullOperations } from './github-pull-operations.js';
import { reviewOperations } from './github-review-operations.js';

export const operations: Record<string, Handler> = {
  ...commentOperations,
  ...issueOperations,
  ...pullOperations,
  ...reviewOperations,
  ...contentOperations,
  ...gitOperations,
  ...checkOperations,

  'repos/list-releases': (call, state) =>
    pageReply(state.releases, call, ({ tag, published, draft = false, prerelease = false }) =>
      state.complete('release', {
        tag_name: tag,
        name: tag,
        draft,
        prerelease,
        created_at: '2026-01-01T00:00:00Z',
        published_at: draft ? null : (published ?? '2026-01-01T00:00:00Z'),
        author: user(state, state.login),
      }),
    ),

  'repos/list-tags': (call, state) =>
    pageReply([...state.tags], call, ([name, { sha }]) =>
      state.complete('tag', { name, commit: { sha } }),
    ),

  'repos/get': (call, state) => ({
    status: 200,
    body: repository(state, call.repository, 'full-repository'),
  }),
};
