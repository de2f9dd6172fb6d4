import { createHash } from 'node:crypto';
import type { Client } from './client.js';
import { isBy, isMarked, normalizeBody, ownLogin } from './comment.js';
import type { EventContext } from './event.js';
import { patchLines, placeFindings, type Finding, type PlacedFinding } from './place-findings.js';
import { explainFailure, failureOf, ifFound } from './request-error.js';

interface ReviewRequest {
  event: EventContext;
  pullNumber: number;
  /** Identifies the gate: `markerOf(…).id`. */
  gate: string;
  /** Most important first. */
  findings: readonly Finding[];
  /** Text of the review with this many inline comments. */
  summary: (count: number) => string;
}

const MOST_FINDINGS = 10;

type Comment = Awaited<ReturnType<Client['rest']['pulls']['listReviewComments']>>['data'][number];
type Review = Awaited<ReturnType<Client['rest']['pulls']['listReviews']>>['data'][number];
type MarkedFinding = PlacedFinding & { marker: string };

/**
 * Keeps one review per gate, with one comment per finding. Edits answered comments of ours, and
 * never deletes them.
 * @throws GitHubError
 */
export async function publishReview(client: Client, request: ReviewRequest): Promise<string[]> {
  const { event, pullNumber } = request;
  return explainFailure(`review pull request ${pullNumber}`, event, async () => {
    const { data: pull } = await client.rest.pulls.get({
      ...event.repository,
      pull_number: pullNumber,
    });
    if (pull.head.sha !== event.headSha) {
      const current = pull.head.sha.slice(0, 7);
      const tested = event.headSha.slice(0, 7);
      return [
        noReview(`the pull request moved on to commit ${current}, and this run tested ${tested}`),
      ];
    }
    return new ReviewWriter(client, request, await ownLogin(client)).publish(request);
  });
}

class ReviewWriter {
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
    const { placed, unplacedCount } = placeFindings(findings, files, MOST_FINDINGS);
    const markedFindings = placed.map((finding): MarkedFinding => {
      const digest = createHash('sha256').update(finding.id).digest('hex').slice(0, 12);
      const marker = `${this.#prefix}:${digest} -->`;
      return { ...finding, marker, body: `${marker}\n${finding.body}` };
    });
    const keptMarkers = await this.#update(comments, markedFindings);
    const newFindings = markedFindings.filter(({ marker }) => !keptMarkers.has(marker));
    const reviewBody = `${this.#prefix} -->\n${summary(markedFindings.length)}`;
    const notices = await this.#create(newFindings, reviewBody);
    if (unplacedCount > 0)
      notices.unshift(
        `The diff of the pull request has no place for ${unplacedCount} of the findings; the results have them.`,
      );
    return notices;
  }

  #comments(): Promise<Comment[]> {
    return this.#client.paginate(this.#pulls.listReviewComments, { ...this.#pull, per_page: 100 });
  }

  /** Returns at most 3,000 files, since GitHub lists no more. */
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
  async #update(
    comments: readonly Comment[],
    findings: readonly MarkedFinding[],
  ): Promise<Set<string>> {
    const ours = comments.filter(
      (comment) => isBy(this.#login, comment) && isMarked(comment, `${this.#prefix}:`),
    );
    const answeredIds = new Set(comments.map(({ in_reply_to_id }) => in_reply_to_id));
    const threads = ours.length > 0 ? await this.#threads() : new Map<string, Thread>();
    const keptMarkers = new Set<string>();
    for (const comment of ours) {
      const [marker, text = ''] = comment.body.split(/\r?\n/);
      const finding = findings.find((candidate) => comment.body.startsWith(candidate.marker));
      const thread = threads.get(comment.node_id);
      const isOutdated = text.startsWith(NO_LONGER_SEEN);
      // A thread that an earlier run resolved stays resolved: a finding that returns needs a new
      // one.
      const isClosed = isOutdated && thread?.isResolved === true;
      if (finding && !isClosed && !keptMarkers.has(finding.marker) && isAtPlace(comment, finding)) {
        keptMarkers.add(finding.marker);
        await this.#edit(comment, finding.body);
        continue;
      }
      if (isOutdated) continue;
      const isKept = (!finding && (await this.#resolve(thread))) || answeredIds.has(comment.id);
      const outdated = `${marker}\n${NO_LONGER_SEEN} ${this.#headSha.slice(0, 7)} at this place.`;
      if (isKept) await this.#edit(comment, outdated);
      else
        await ifFound(() =>
          this.#pulls.deleteReviewComment({ ...this.#pull, comment_id: comment.id }),
        );
    }
    return keptMarkers;
  }

  async #edit({ id, body: oldBody }: Comment, body: string): Promise<void> {
    if (normalizeBody(oldBody) === normalizeBody(body)) return;
    await ifFound(() => this.#pulls.updateReviewComment({ ...this.#pull, comment_id: id, body }));
  }

  /**
   * Returns the oldest 1,000 threads by the node id of their first comment; none if the token
   * cannot read them.
   */
  async #threads(): Promise<Map<string, Thread>> {
    const threads = new Map<string, Thread>();
    let cursor: string | null = null;
    for (let pageCount = 0; pageCount < MOST_THREAD_PAGES; pageCount += 1) {
      const page = await this.#threadPage(cursor);
      for (const thread of page?.nodes ?? [])
        for (const comment of thread?.comments.nodes ?? [])
          if (thread && comment) threads.set(comment.id, thread);
      if (!page?.pageInfo?.hasNextPage) break;
      cursor = page.pageInfo.endCursor;
    }
    return threads;
  }

  async #threadPage(cursor: string | null): Promise<ThreadPage | undefined> {
    const { owner, repo, pull_number: number } = this.#pull;
    const variables = { owner, repo, number, after: cursor };
    const reply = await unlessRefused(() =>
      this.#client.graphql<ThreadsReply>(THREADS_QUERY, variables),
    );
    return reply?.repository?.pullRequest?.reviewThreads;
  }

  /**
   * Resolves the thread, which needs `contents: write`. Returns true if the thread is resolved, now
   * or before.
   */
  async #resolve(thread: Thread | undefined): Promise<boolean> {
    if (!thread?.viewerCanResolve) return thread?.isResolved ?? false;
    const reply = await unlessRefused(() =>
      this.#client.graphql(RESOLVE_MUTATION, { id: thread.id }),
    );
    return reply !== undefined;
  }

  /** Posts new findings: in a review if we have none yet, else as single comments. */
  async #create(findings: readonly MarkedFinding[], body: string): Promise<string[]> {
    const existing = await this.#ownReview();
    if (existing) {
      const isSame = normalizeBody(existing.body) === normalizeBody(body);
      if (!isSame) await this.#pulls.updateReview({ ...this.#pull, review_id: existing.id, body });
      return this.#postEach(findings);
    }
    if (findings.length === 0) return [];
    const comments = findings.flatMap(({ path, body: text, lines }) =>
      lines ? { path, body: text, ...spanInApi(lines) } : [],
    );
    const review = {
      ...this.#pull,
      commit_id: this.#headSha,
      event: 'COMMENT' as const,
      body,
      comments,
      request: { retries: 0 },
    };
    const creation = await createUnlessInvalid(
      () => this.#pulls.createReview(review),
      async () => (await this.#ownReview()) !== undefined,
    );
    if (creation === 'created') return this.#postEach(findings.filter(({ lines }) => !lines));
    if (await this.#hasPendingReview()) return [noReview(OTHER_PENDING)];
    // GitHub does not say which place it refuses. Post the comments one by one: the others succeed.
    return this.#postEach(findings);
  }

  async #postEach(findings: readonly MarkedFinding[]): Promise<string[]> {
    let refusedCount = 0;
    for (const { marker, path, body, lines } of findings) {
      const position = lines ? spanInApi(lines) : { subject_type: 'file' as const };
      const comment = {
        ...this.#pull,
        commit_id: this.#headSha,
        path,
        body,
        ...position,
        request: { retries: 0 },
      };
      const creation = await createUnlessInvalid(
        () => this.#pulls.createReviewComment(comment),
        async () =>
          (await this.#comments()).some(
            (posted) => isMarked(posted, marker) && isAtPlace(posted, { path, lines }),
          ),
      );
      if (creation === 'created') continue;
      if (refusedCount === 0 && (await this.#hasPendingReview())) return [noReview(OTHER_PENDING)];
      refusedCount += 1;
    }
    if (refusedCount === 0) return [];
    return [
      `GitHub refused the place of ${refusedCount} of the review comments; the results have these findings.`,
    ];
  }

  async #ownReview(): Promise<Review | undefined> {
    return (await this.#ownReviews()).find((review) => isMarked(review, `${this.#prefix} -->`));
  }

  /** True if this login has a review that is not submitted: GitHub then accepts no other. */
  async #hasPendingReview(): Promise<boolean> {
    return (await this.#ownReviews()).some(({ state }) => state === 'PENDING');
  }

  async #ownReviews(): Promise<Review[]> {
    const reviews = await this.#client.paginate(this.#pulls.listReviews, {
      ...this.#pull,
      per_page: 100,
    });
    return reviews.filter((review) => isBy(this.#login, review));
  }
}

/**
 * Creates a review or a comment, unless GitHub refuses it as invalid (422). After a lost reply, it
 * tries a second time only if nothing was created.
 */
async function createUnlessInvalid(
  create: () => Promise<unknown>,
  exists: () => Promise<boolean>,
  attempts = 2,
): Promise<'created' | 'invalid'> {
  try {
    await create();
    return 'created';
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.status === 422) return 'invalid';
    if (failure === undefined || (failure.status ?? 500) < 500) throw error;
    if (await exists()) return 'created';
    if (attempts === 1) throw error;
    return createUnlessInvalid(create, exists, attempts - 1);
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

/** Maximum number of pages of threads that are read. A page has 100 threads. */
const MOST_THREAD_PAGES = 10;
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

const NO_LONGER_SEEN = 'No longer seen on commit';
const OTHER_PENDING =
  'another action has a pending review under the same login, and GitHub allows only one. Submit or delete that review, then run the job again';

function noReview(reason: string): string {
  return `No review was written: ${reason}.`;
}

/** Returns undefined if GitHub refuses the request. Throws any error that is a defect. */
async function unlessRefused<T>(ask: () => Promise<T>): Promise<T | undefined> {
  return ask().catch((error: unknown) => {
    if (failureOf(error) === undefined) throw error;
    return undefined;
  });
}

/** True if the comment is still at the place of the finding. An outdated comment has no line. */
function isAtPlace(
  comment: Comment,
  { path, lines }: Pick<PlacedFinding, 'path' | 'lines'>,
): boolean {
  if (comment.path !== path) return false;
  if (lines === undefined) return comment.subject_type === 'file';
  return comment.line === lines.last && (comment.start_line ?? lines.last) === lines.first;
}

/** GitHub wants `start_line` below `line`, and only for several lines. */
function spanInApi({ first, last }: { first: number; last: number }) {
  const span = { line: last, side: 'RIGHT' as const };
  return first < last ? { ...span, start_line: first, start_side: 'RIGHT' as const } : span;
}
