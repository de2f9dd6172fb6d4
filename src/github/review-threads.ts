/** Threads of review comments, which only the GraphQL API resolves. */
import type { Client } from './client.ts';
import type { EventContext } from './event.ts';
import { failureOf } from './request-error.ts';

export type PullOfRepository = EventContext['repository'] & { pull_number: number };

export type Thread = {
  id: string;
  isResolved: boolean;
  viewerCanResolve: boolean;
  comments: { nodes: ({ id: string } | null)[] | null };
};
type ThreadPage = {
  nodes: (Thread | null)[] | null;
  pageInfo?: { hasNextPage: boolean; endCursor: string | null };
};
type ThreadsReply = {
  repository?: {
    pullRequest?: { reviewThreads: ThreadPage } | null;
  } | null;
};

/** Maximum number of pages of threads that are read. A page has 100 threads. */
const MAX_THREAD_PAGES = 10;
const THREADS_QUERY = `query ($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $number) {
      reviewThreads(first: 100, after: $after) {
        nodes { id isResolved viewerCanResolve comments(first: 1) { nodes { id } } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`;
const RESOLVE_MUTATION =
  'mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { id } } }';

/**
 * Returns the oldest 1,000 threads by the node id of their first comment; none if the token cannot
 * read them.
 */
export async function readThreads(
  client: Client,
  pull: PullOfRepository,
): Promise<Map<string, Thread>> {
  const threads = new Map<string, Thread>();
  let cursor: string | null = null;
  for (let pageCount = 0; pageCount < MAX_THREAD_PAGES; pageCount += 1) {
    const page: ThreadPage | undefined = await readThreadPage(client, pull, cursor);
    for (const thread of page?.nodes ?? [])
      for (const comment of thread?.comments.nodes ?? [])
        if (thread && comment) threads.set(comment.id, thread);
    if (!page?.pageInfo?.hasNextPage) break;
    cursor = page.pageInfo.endCursor;
  }
  return threads;
}

async function readThreadPage(
  client: Client,
  { owner, repo, pull_number: number }: PullOfRepository,
  after: string | null,
): Promise<ThreadPage | undefined> {
  const reply = await unlessRefused(() =>
    client.graphql<ThreadsReply>(THREADS_QUERY, { owner, repo, number, after }),
  );
  return reply?.repository?.pullRequest?.reviewThreads;
}

/**
 * Resolves the thread, which needs `contents: write`. Returns true if the thread is resolved, now
 * or before.
 */
export async function resolveThread(client: Client, thread: Thread | undefined): Promise<boolean> {
  if (!thread?.viewerCanResolve) return thread?.isResolved ?? false;
  const reply = await unlessRefused(() => client.graphql(RESOLVE_MUTATION, { id: thread.id }));
  return reply !== undefined;
}

/** Returns undefined if GitHub refuses the request. Throws any error that is a defect. */
async function unlessRefused<T>(ask: () => Promise<T>): Promise<T | undefined> {
  return ask().catch((error: unknown) => {
    if (failureOf(error) === undefined) throw error;
    return undefined;
  });
}
