import { createHash } from 'node:crypto';
import type { Client } from './client.ts';
import { isBy, isMarked, normalizeBody, ownLogin } from './comment.ts';
import type { EventContext } from './event.ts';
import { patchLines, placeFindings, type Finding, type PlacedFinding } from './place-findings.ts';
import { createOnce, explainFailure, failureOf, ifFound } from './request-error.ts';
import {
  readThreads,
  resolveThread,
  type PullOfRepository,
  type Thread,
} from './review-threads.ts';

interface ReviewRequest {
  event: EventContext;
  pullNumber: number;
  /** Identifies the gate: `gateIdentityOf(…).id`. */
  gate: string;
  /** Most important first. */
  findings: readonly Finding[];
  /** Text of the review with this many inline comments. */
  summary: (count: number) => string;
}

const MAX_FINDINGS = 10;

type Comment = Awaited<ReturnType<Client['rest']['pulls']['listReviewComments']>>['data'][number];
type Review = Awaited<ReturnType<Client['rest']['pulls']['listReviews']>>['data'][number];
type MarkedFinding = PlacedFinding & { marker: string };

/**
 * Keeps one review per gate, with one comment per finding. Edits answered comments of ours, and
 * never deletes them. Returns notices.
 * @throws GitHubError
 */
export async function publishReview(client: Client, request: ReviewRequest): Promise<string[]> {
  const { event, pullNumber } = request;
  const pull = { ...event.repository, pull_number: pullNumber };
  return explainFailure({ doing: `review pull request ${pullNumber}` }, event, async () => {
    const { data } = await client.rest.pulls.get(pull);
    if (data.head.sha !== event.headSha) {
      const current = data.head.sha.slice(0, 7);
      const tested = event.headSha.slice(0, 7);
      return [
        noReviewNotice(
          `the pull request moved on to commit ${current}, and this run tested ${tested}`,
        ),
      ];
    }
    return new ReviewWriter(client, request, await ownLogin(client)).publish(request);
  });
}

class ReviewWriter {
  readonly #client: Client;
  readonly #pulls: Client['rest']['pulls'];
  readonly #pull: PullOfRepository;
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
    const { placed, unplacedCount } = placeFindings(findings, files, MAX_FINDINGS);
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
    const threads =
      ours.length > 0 ? await readThreads(this.#client, this.#pull) : new Map<string, Thread>();
    const keptMarkers = new Set<string>();
    for (const comment of ours) {
      const finding = findings.find((candidate) => comment.body.startsWith(candidate.marker));
      const thread = threads.get(comment.node_id);
      const isRetired = isRetiredComment(comment);
      // A thread that an earlier run resolved stays resolved: a finding that returns needs a new
      // one.
      const isClosed = isRetired && thread?.isResolved === true;
      if (finding && !isClosed && !keptMarkers.has(finding.marker) && isAtPlace(comment, finding)) {
        keptMarkers.add(finding.marker);
        await this.#edit(comment, finding.body);
      } else if (!isRetired) {
        const isResolved = !finding && (await resolveThread(this.#client, thread));
        await this.#retire(comment, { isKept: isResolved || answeredIds.has(comment.id) });
      }
    }
    return keptMarkers;
  }

  async #edit({ id, body: oldBody }: Comment, body: string): Promise<void> {
    if (normalizeBody(oldBody) === normalizeBody(body)) return;
    await ifFound(() => this.#pulls.updateReviewComment({ ...this.#pull, comment_id: id, body }));
  }

  /** Deletes a comment, or marks one that is kept as no longer seen. */
  async #retire(comment: Comment, { isKept }: { isKept: boolean }): Promise<void> {
    const [marker] = comment.body.split(/\r?\n/, 1);
    const commit = this.#headSha.slice(0, 7);
    if (isKept) await this.#edit(comment, `${marker}\n${NO_LONGER_SEEN} ${commit} at this place.`);
    else
      await ifFound(() =>
        this.#pulls.deleteReviewComment({ ...this.#pull, comment_id: comment.id }),
      );
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
    const isCreated = await isAccepted(
      () => this.#pulls.createReview(review),
      () => this.#ownReview(),
    );
    if (isCreated) return this.#postEach(findings.filter(({ lines }) => !lines));
    if (await this.#hasPendingReview()) return [noReviewNotice(OTHER_PENDING_REVIEW)];
    // GitHub does not say which place it refuses. Post the comments one by one: the others succeed.
    return this.#postEach(findings);
  }

  async #postEach(findings: readonly MarkedFinding[]): Promise<string[]> {
    let refusedCount = 0;
    for (const finding of findings) {
      if (await this.#post(finding)) continue;
      if (refusedCount === 0 && (await this.#hasPendingReview()))
        return [noReviewNotice(OTHER_PENDING_REVIEW)];
      refusedCount += 1;
    }
    if (refusedCount === 0) return [];
    return [
      `GitHub refused the place of ${refusedCount} of the review comments; the results have these findings.`,
    ];
  }

  /** Returns false if GitHub refuses the place of the comment. */
  #post({ marker, path, body, lines }: MarkedFinding): Promise<boolean> {
    const position = lines ? spanInApi(lines) : { subject_type: 'file' as const };
    const comment = {
      ...this.#pull,
      commit_id: this.#headSha,
      path,
      body,
      ...position,
      request: { retries: 0 },
    };
    return isAccepted(
      () => this.#pulls.createReviewComment(comment),
      async () =>
        (await this.#comments()).find(
          (posted) => isMarked(posted, marker) && isAtPlace(posted, { path, lines }),
        ),
    );
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

/** Creates a review or a comment once; false if GitHub refuses it as invalid (422). */
async function isAccepted(
  create: () => Promise<unknown>,
  find: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await createOnce(create, find);
    return true;
  } catch (error) {
    if (failureOf(error)?.status === 422) return false;
    throw error;
  }
}

const NO_LONGER_SEEN = 'No longer seen on commit';
const OTHER_PENDING_REVIEW =
  'another action has a pending review under the same login, and GitHub allows only one. Submit or delete that review, then run the job again';

function noReviewNotice(reason: string): string {
  return `No review was written: ${reason}.`;
}

/** True for a comment whose finding was gone on an earlier run. */
function isRetiredComment({ body }: Comment): boolean {
  const [, text = ''] = body.split(/\r?\n/, 2);
  return text.startsWith(NO_LONGER_SEEN);
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
