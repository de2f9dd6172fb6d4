import { type Client, ifFound, REFUSED } from './client.ts';
import type { PullPlace } from './comment.ts';

/** Threads of review comments, which only the GraphQL API resolves. */

export interface Thread {
  id: string;
  isResolved: boolean;
  viewerCanResolve: boolean;
}

interface ThreadsReply {
  repository?: { pullRequest?: { reviewThreads: { nodes: (ThreadNode | null)[] } } | null } | null;
}
type ThreadNode = Thread & { comments: { nodes: ({ id: string } | null)[] | null } };

const THREADS = `query ($owner: String!, $repo: String!, $number: Int!) {
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $number) {
      reviewThreads(last: 100) {
        nodes { id isResolved viewerCanResolve comments(first: 1) { nodes { id } } }
      }
    }
  }
}`;
const RESOLVE =
  'mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { id } } }';

/** The last 100, by the node id of their first comment; none where the token may not read them. */
export async function readThreads(client: Client, pull: PullPlace): Promise<Map<string, Thread>> {
  const { owner, repo, pull_number: number } = pull;
  const ask = () => client.graphql<ThreadsReply>(THREADS, { owner, repo, number });
  const reply = await ifFound(ask, REFUSED);
  const threads = new Map<string, Thread>();
  for (const thread of reply?.repository?.pullRequest?.reviewThreads.nodes ?? []) {
    const first = thread?.comments.nodes?.[0];
    if (thread && first) threads.set(first.id, thread);
  }
  return threads;
}

/** Needs `contents: write`. True if the thread is resolved, now or before. */
export async function resolveThread(client: Client, thread?: Thread): Promise<boolean> {
  if (!thread?.viewerCanResolve) return thread?.isResolved ?? false;
  await client.graphql(RESOLVE, { id: thread.id });
  return true;
}
