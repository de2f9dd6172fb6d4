// Models that say how likely each next token is: one that attends to all of a text, and one that
// skims it.
import { nextTokenRoute } from '../../__tests__/support/next-token-server.ts';
import { STORIES } from '../../__tests__/support/stories.ts';

export const stories = STORIES;

/** Reply of a server of such a model; undefined for other requests. */
export const replyOf = (mind, request) => nextTokenRoute({ mind })(request);
