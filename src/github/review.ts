import { createHash } from 'node:crypto';
import type { Client } from './client.js';
import { isBy, isMarked, normalized, ownLogin } from './comment.js';
import type { EventContext } from './event.js';
import { patchLines, place, type InlineComment, type Placed } from './hunks.js';
import { explained, failureOf, ifThere } from './request-error.js';

interface ReviewRequest {
  event: EventContext;
  pullNumber: number;
  /** Identifies the gate: `markerOf(…).id`. */
  gate: string;
  /** Most important first. */
  findings: readonly InlineComment[];
  /** Text of the review with this many inline comments. */
  summary: (count: number) => string;
}

const MOST_FINDINGS = 10;

type Comment = Awaited<ReturnType<Client['rest']['pulls']['listReviewComments']>>['data'][number];
type Marked = Placed & { marker: string };

/**
 * Keeps one review per gate, with one comment per finding. Edits answered comments of ours, and
 * never deletes them. @throws GitHubError
 */
export async function publishReview(client: Client, request: ReviewRequest): Promise<string[]> {
  const { event, pullNumber } = request;
  return explained(`review pull request ${pullNumber}`, event, async () => {
    const { data: pull } = await client.rest.pulls.get({
      ...event.repository,
      pull_number: pullNumber,
    });
    if (pull.head.sha !== event.headSha) {
      const [now, tested] = [pull.head.sha, event.headSha].map((sha) => sha.slice(0, 7));
      return [skipped(`the pull request moved on to commit ${now}, and this run tested ${tested}`)];
    }
    return new Review(client, request, await ownLogin(client)).publish(request);
  });
}

class Review {
  readonly #client: Client;
  readonly #pulls: Client['rest']['pulls'];
  readonly #pull: EventContext['repository'] & { pull_number: number };
  readonly #headSha: string;
  readonly #login: string;
  /** Begins the marker of the review and of each inline comment. */
  readonly #prefix: string;

  constructor(client: Client, { event, pullNumber, gate }: ReviewRequest, login: string) {
    this.#client = client;
    this.#pulls = client.rest.pulls;
    this.#pull = { ...event.repository, pull_number: pullNumber };
    this.#headSha = event.headSha;
    this.#login = login;
    this.#prefix = `<!-- sensitivity-action:${gate}:review`;
  }

  async publish({ findings, summary }: ReviewRequest): Promise<string[]> {
    const comments = await this.#comments();
    const files = findings.length === 0 ? [] : await this.#files();
    const { placed, unplaced } = place(findings, files, MOST_FINDINGS);
    const wanted = placed.map((finding): Marked => {
      const digest = createHash('sha256').update(finding.id).digest('hex').slice(0, 12);
      const marker = `${this.#prefix}:${digest} -->`;
      return { ...finding, marker, body: `${marker}\n${finding.body}` };
    });
    const kept = await this.#update(comments, wanted);
    const fresh = wanted.filter(({ marker }) => !kept.has(marker));
    const notices = await this.#create(fresh, `${this.#prefix} -->\n${summary(wanted.length)}`);
    if (unplaced > 0)
      notices.unshift(
        `The diff of the pull request has no place for ${unplaced} of the findings; the results have them.`,
      );
    return notices;
  }

  #comments(): Promise<Comment[]> {
    return this.#client.paginate(this.#pulls.listReviewComments, { ...this.#pull, per_page: 100 });
  }

  /** At most the first 3,000 files, which is all that GitHub lists. */
  async #files() {
    const files = await this.#client.paginate(this.#pulls.listFiles, {
      ...this.#pull,
      per_page: 100,
    });
    return files.flatMap(({ filename: path, status, patch }) =>
      status === 'removed' ? [] : { path, diff: patchLines(patch) },
    );
  }

  /**
   * Edits, resolves or deletes our earlier comments. Returns the markers of findings whose comment
   * stays.
   */
  async #update(all: readonly Comment[], wanted: readonly Marked[]): Promise<Set<string>> {
    const ours = all.filter(
      (comment) => isBy(this.#login, comment) && isMarked(comment, `${this.#prefix}:`),
    );
    const answered = new Set(all.map(({ in_reply_to_id }) => in_reply_to_id));
    const threads = ours.length > 0 ? await this.#threads() : new Map<string, Thread>();
    const kept = new Set<string>();
    for (const comment of ours) {
      const [marker, text = ''] = comment.body.split(/\r?\n/);
      const finding = wanted.find(({ marker: own }) => comment.body.startsWith(own));
      const thread = threads.get(comment.node_id);
      const isGone = text.startsWith(GONE);
      // A thread that an earlier run resolved stays resolved: a finding that returns needs a new
      // one.
      const isClosed = isGone && thread?.isResolved === true;
      if (finding && !isClosed && !kept.has(finding.marker) && isStanding(comment, finding)) {
        kept.add(finding.marker);
        await this.#edit(comment, finding.body);
        continue;
      }
      if (isGone) continue;
      const isKept = (!finding && (await this.#resolve(thread))) || answered.has(comment.id);
      const gone = `${marker}\n${GONE} ${this.#headSha.slice(0, 7)} at this place.`;
      if (isKept) await this.#edit(comment, gone);
      else
        await ifThere(() =>
          this.#pulls.deleteReviewComment({ ...this.#pull, comment_id: comment.id }),
        );
    }
    return kept;
  }

  async #edit({ id, body: before }: Comment, body: string): Promise<void> {
    if (normalized(before) === normalized(body)) return;
    await ifThere(() => this.#pulls.updateReviewComment({ ...this.#pull, comment_id: id, body }));
  }

  /**
   * Threads by the node id of their first comment: the oldest 1,000, and none if the token cannot
   * read them.
   */
  async #threads(): Promise<Map<string, Thread>> {
    const threads = new Map<string, Thread>();
    let after: string | null = null;
    for (let page = 0; page < MOST_THREAD_PAGES; page += 1) {
      const list = await this.#threadPage(after);
      for (const thread of list?.nodes ?? [])
        for (const comment of thread?.comments.nodes ?? [])
          if (thread && comment) threads.set(comment.id, thread);
      if (!list?.pageInfo?.hasNextPage) break;
      after = list.pageInfo.endCursor;
    }
    return threads;
  }

  async #threadPage(after: string | null): Promise<ThreadPage | undefined> {
    const { owner, repo, pull_number: number } = this.#pull;
    const reply = await orRefused(() =>
      this.#client.graphql<ThreadsReply>(THREADS, { owner, repo, number, after }),
    );
    return reply?.repository?.pullRequest?.reviewThreads;
  }

  /**
   * Resolves the thread, which takes `contents: write`. Returns true if it is resolved, now or
   * before.
   */
  async #resolve(thread: Thread | undefined): Promise<boolean> {
    if (!thread?.viewerCanResolve) return thread?.isResolved ?? false;
    return (await orRefused(() => this.#client.graphql(RESOLVE, { id: thread.id }))) !== undefined;
  }

  /**
   * Posts what is new: in one review if there is none of ours yet, else as single comments beside
   * it.
   */
  async #create(fresh: readonly Marked[], body: string): Promise<string[]> {
    const existing = await this.#ownReview();
    if (existing) {
      const isSame = normalized(existing.body) === normalized(body);
      if (!isSame) await this.#pulls.updateReview({ ...this.#pull, review_id: existing.id, body });
      return this.#postEach(fresh);
    }
    if (fresh.length === 0) return [];
    const comments = fresh.flatMap(({ path, body: text, lines }) =>
      lines ? { path, body: text, ...spanOf(lines) } : [],
    );
    const review = {
      ...this.#pull,
      commit_id: this.#headSha,
      event: 'COMMENT' as const,
      body,
      comments,
      request: { retries: 0 },
    };
    const refusal = await once(
      () => this.#pulls.createReview(review),
      async () => (await this.#ownReview()) !== undefined,
    );
    if (refusal && PENDING.test(refusal)) return [skipped(OTHER_PENDING)];
    // GitHub does not say which place it refuses. Posted one by one, the others arrive.
    return this.#postEach(
      refusal === undefined ? fresh.filter(({ lines }) => lines === undefined) : fresh,
    );
  }

  async #postEach(placed: readonly Marked[]): Promise<string[]> {
    let refused = 0;
    for (const { marker, path, body, lines } of placed) {
      const at = lines ? spanOf(lines) : { subject_type: 'file' as const };
      const comment = {
        ...this.#pull,
        commit_id: this.#headSha,
        path,
        body,
        ...at,
        request: { retries: 0 },
      };
      const refusal = await once(
        () => this.#pulls.createReviewComment(comment),
        async () =>
          (await this.#comments()).some(
            (posted) => isMarked(posted, marker) && isStanding(posted, { path, lines }),
          ),
      );
      if (refusal && PENDING.test(refusal)) return [skipped(OTHER_PENDING)];
      if (refusal !== undefined) refused += 1;
    }
    if (refused === 0) return [];
    return [
      `GitHub refused the place of ${refused} of the review comments; the results have these findings.`,
    ];
  }

  async #ownReview(): Promise<{ id: number; body: string } | undefined> {
    const reviews = await this.#client.paginate(this.#pulls.listReviews, {
      ...this.#pull,
      per_page: 100,
    });
    return reviews.find(
      (review) => isBy(this.#login, review) && isMarked(review, `${this.#prefix} -->`),
    );
  }
}

/**
 * Creates a review or a comment. After a lost reply, tries again only if it does not exist. Returns
 * GitHub's reason for a refusal as invalid (422).
 */
async function once(
  create: () => Promise<unknown>,
  exists: () => Promise<boolean>,
  attempts = 2,
): Promise<string | undefined> {
  try {
    await create();
    return undefined;
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.status === 422) return failure.reason;
    if (failure === undefined || (failure.status ?? 500) < 500) throw error;
    if (await exists()) return undefined;
    if (attempts === 1) throw error;
    return once(create, exists, attempts - 1);
  }
}

type Thread = {
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

/** Pages of 100 threads. */
const MOST_THREAD_PAGES = 10;
const THREADS = `query ($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $number) {
      reviewThreads(first: 100, after: $after) {
        nodes { id isResolved viewerCanResolve comments(first: 1) { nodes { id } } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`;
const RESOLVE =
  'mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { id } } }';

const GONE = 'No longer seen on commit';
const PENDING = /pending review/i;
const OTHER_PENDING =
  'another action has a pending review under the same login, and GitHub allows only one. Submit or delete that review, then run the job again';

function skipped(why: string): string {
  return `No review was written: ${why}.`;
}

/** Undefined if GitHub refuses the request; throws a defect. */
async function orRefused<T>(ask: () => Promise<T>): Promise<T | undefined> {
  return ask().catch((error: unknown) => {
    if (failureOf(error) === undefined) throw error;
    return undefined;
  });
}

/** True if the comment is still at the place of the finding. An outdated comment has no line. */
function isStanding(comment: Comment, { path, lines }: Pick<Placed, 'path' | 'lines'>): boolean {
  if (comment.path !== path) return false;
  if (lines === undefined) return comment.subject_type === 'file';
  return comment.line === lines.last && (comment.start_line ?? lines.last) === lines.first;
}

/** GitHub wants `start_line` below `line`, and only for several lines. */
function spanOf({ first, last }: { first: number; last: number }) {
  const span = { line: last, side: 'RIGHT' as const };
  return first < last ? { ...span, start_line: first, start_side: 'RIGHT' as const } : span;
}
