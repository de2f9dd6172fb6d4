import { createHash } from 'node:crypto';
import type { Client } from './client.js';
import type { EventContext } from './event.js';
import { hunksOf, isInHunk, type DiffFile, type Range } from './hunks.js';
import { isBy, normalized, ownLogin } from './own.js';
import { explained, failureOf } from './request-error.js';

/** One inline comment of the review. */
export interface Finding {
  /** Identifies the finding over runs, whatever its line: `part system_prompt 3`. */
  id: string;
  path: string;
  /** Head lines that the comment marks. */
  lines: Range;
  /** Markdown without marker. A suggestion in it replaces exactly `lines`. */
  body: string;
  /** Body for a comment on the whole file, which cannot hold a suggestion. */
  fileBody: string;
}

export interface ReviewRequest {
  event: EventContext;
  pullNumber: number;
  /** Identifies the gate: `markerOf(…).id`. */
  gate: string;
  /** Most important first. */
  findings: readonly Finding[];
  /** Markdown above the inline comments. */
  summary: string;
}

/** Sentences for the log: what was left out, and why. */
export interface PublishedReview {
  notices: string[];
}

/** Inline comments of one review. */
const MOST_FINDINGS = 10;
/** GitHub lists at most so many files of a pull request. */
const MOST_FILES = 3000;

type ReviewComment = Awaited<ReturnType<Client['rest']['pulls']['listReviewComments']>>['data'][number];

/** A finding at a place that GitHub accepts: lines inside a hunk, or the file as a whole. */
interface Placed {
  marker: string;
  path: string;
  lines?: Range;
  body: string;
}

/**
 * Writes the gate's review of a pull request, or brings it up to date: one review per gate, an inline comment per finding. Comments of
 * other people stay; those of ours that were answered are edited, never deleted. @throws GitHubError
 */
export async function publishReview(client: Client, request: ReviewRequest): Promise<PublishedReview> {
  const { event, pullNumber } = request;
  return explained(`review pull request ${pullNumber}`, event, () => new Review(client, request).publish());
}

class Review {
  readonly #pull: EventContext['repository'] & { pull_number: number };
  /** Begins the marker of the review and of each inline comment. */
  readonly #prefix: string;

  constructor(
    private readonly client: Client,
    private readonly request: ReviewRequest,
  ) {
    this.#pull = { ...request.event.repository, pull_number: request.pullNumber };
    this.#prefix = `<!-- sensitivity-action:${request.gate}:review`;
  }

  async publish(): Promise<PublishedReview> {
    const { headSha } = this.request.event;
    const { data: pull } = await this.client.rest.pulls.get(this.#pull);
    if (pull.head.sha !== headSha) {
      return skipped(`the pull request moved on to commit ${pull.head.sha.slice(0, 7)}, and this run tested ${headSha.slice(0, 7)}`);
    }
    const login = await ownLogin(this.client);
    const comments = await this.client.paginate(this.client.rest.pulls.listReviewComments, { ...this.#pull, per_page: 100 });
    const ours = comments.filter((comment) => isBy(login, comment) && comment.body.startsWith(`${this.#prefix}:`));
    const wanted = await this.#place();
    const answered = new Set(comments.map(({ in_reply_to_id }) => in_reply_to_id));
    const kept = await this.#update(ours, wanted, (comment) => answered.has(comment.id));
    const fresh = wanted.filter(({ marker }) => !kept.has(marker));
    return this.#create(fresh, login, wanted.length === 0);
  }

  /** Checks each place against the diff: one wrong place would reject the whole review. */
  async #place(): Promise<Placed[]> {
    const { findings } = this.request;
    if (findings.length === 0) return [];
    const files = await this.#files();
    return findings.slice(0, MOST_FINDINGS).flatMap(({ id, path, lines, body, fileBody }): Placed[] => {
      const file = files.find((one) => one.path === path);
      if (!file) return [];
      const marker = `${this.#prefix}:${shortHash(id)} -->`;
      const isInside = isInHunk(file, lines);
      return [{ marker, path, ...(isInside && { lines }), body: `${marker}\n${isInside ? body : fileBody}` }];
    });
  }

  async #files(): Promise<DiffFile[]> {
    const files: DiffFile[] = [];
    const pages = this.client.paginate.iterator(this.client.rest.pulls.listFiles, { ...this.#pull, per_page: 100 });
    for await (const { data } of pages) {
      files.push(...data.map(({ filename, patch }) => ({ path: filename, hunks: hunksOf(patch) })));
      if (files.length >= MOST_FILES) break;
    }
    return files;
  }

  /** Edits, resolves or deletes our earlier comments. Returns the markers of findings whose comment stays. */
  async #update(ours: readonly ReviewComment[], wanted: readonly Placed[], isAnswered: (comment: ReviewComment) => boolean) {
    const kept = new Set<string>();
    for (const comment of ours) {
      const finding = wanted.find(({ marker }) => comment.body.startsWith(marker));
      const stays = finding !== undefined && !kept.has(finding.marker) && stands(comment, finding);
      if (stays) {
        kept.add(finding.marker);
        if (normalized(comment.body) !== normalized(finding.body)) await this.#edit(comment, finding.body);
      } else if (finding === undefined && (await this.#resolve(comment))) {
        // A resolved thread needs no further edit.
      } else if (!isAnswered(comment)) {
        await this.client.rest.pulls.deleteReviewComment({ ...this.#pull, comment_id: comment.id });
      } else {
        await this.#edit(comment, `${firstLine(comment.body)}\n${goneText(finding, this.request.event.headSha)}`);
      }
    }
    return kept;
  }

  async #edit({ id }: ReviewComment, body: string): Promise<void> {
    await this.client.rest.pulls.updateReviewComment({ ...this.#pull, comment_id: id, body });
  }

  /** Resolves the comment's thread where the token may, which takes `contents: write`. */
  async #resolve({ id }: ReviewComment): Promise<boolean> {
    this.#threads ??= this.#readThreads();
    const thread = (await this.#threads).get(id);
    if (thread === undefined) return false;
    if (thread.isResolved) return true;
    if (!thread.viewerCanResolve) return false;
    try {
      await this.client.graphql(RESOLVE, { id: thread.id });
      return true;
    } catch (error) {
      if (failureOf(error) === undefined) throw error;
      return false;
    }
  }

  #threads: Promise<Map<number, Thread>> | undefined;

  /** Threads by their first comment's id; none if the token cannot read them. */
  async #readThreads(): Promise<Map<number, Thread>> {
    try {
      const { owner, repo, pull_number: number } = this.#pull;
      const reply = await this.client.graphql<ThreadsReply>(THREADS, { owner, repo, number });
      const nodes = reply.repository?.pullRequest?.reviewThreads.nodes ?? [];
      return new Map(nodes.flatMap((thread) => thread.comments.nodes.map(({ databaseId }) => [databaseId, thread])));
    } catch (error) {
      if (failureOf(error) === undefined) throw error;
      return new Map();
    }
  }

  /** Posts what is new: in one review if there is none of ours yet, else as single comments beside it. */
  async #create(fresh: readonly Placed[], login: string, isEmpty: boolean): Promise<PublishedReview> {
    const existing = await this.#ownReview(login);
    const body = `${this.#prefix} -->\n${this.request.summary}`;
    const inline = fresh.filter(({ lines }) => lines !== undefined);
    const ofFiles = fresh.filter(({ lines }) => lines === undefined);
    if (existing) {
      if (normalized(existing.body) !== normalized(body)) {
        await this.client.rest.pulls.updateReview({ ...this.#pull, review_id: existing.id, body });
      }
      return this.#comment(fresh);
    }
    if (isEmpty) return { notices: [] };
    try {
      await this.#once(
        () => this.#post(body, inline),
        async () => (await this.#ownReview(login)) !== undefined,
      );
    } catch (error) {
      const failure = failureOf(error);
      if (failure?.status !== 422) throw error;
      if (/pending review/i.test(failure.reason)) {
        return skipped('another action has a pending review under the same login, and GitHub allows one. Submit or delete that review');
      }
      // GitHub does not say which place it rejects: the comments go one by one, so that the others arrive.
      return this.#comment(fresh);
    }
    return this.#comment(ofFiles);
  }

  async #post(body: string, inline: readonly Placed[]): Promise<void> {
    await this.client.rest.pulls.createReview({
      ...this.#pull,
      commit_id: this.request.event.headSha,
      event: 'COMMENT',
      body,
      comments: inline.map(({ path, body: text, lines }) => ({ path, body: text, ...spanOf(lines!) })),
      request: { retries: 0 },
    });
  }

  /** Posts single comments. A place that GitHub rejects is left out with a notice. */
  async #comment(placed: readonly Placed[]): Promise<PublishedReview> {
    const notices: string[] = [];
    for (const { path, body, lines, marker } of placed) {
      const place = lines ? spanOf(lines) : { subject_type: 'file' as const };
      const comment = { ...this.#pull, commit_id: this.request.event.headSha, path, body, ...place, request: { retries: 0 } };
      try {
        await this.#once(
          () => this.client.rest.pulls.createReviewComment(comment as Parameters<Client['rest']['pulls']['createReviewComment']>[0]),
          () => this.#isThere(marker),
        );
      } catch (error) {
        if (failureOf(error)?.status !== 422) throw error;
        notices.push('GitHub rejected the place of one review comment. The comment on the pull request has the finding.');
      }
    }
    return { notices };
  }

  /** Sends a post that creates. After a lost reply the thing may exist, so it is looked for before the second try. */
  async #once(create: () => Promise<unknown>, exists: () => Promise<boolean>): Promise<void> {
    try {
      await create();
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined || (failure.status ?? 500) < 500) throw error;
      if (!(await exists())) await create();
    }
  }

  async #ownReview(login: string): Promise<{ id: number; body: string } | undefined> {
    const reviews = await this.client.paginate(this.client.rest.pulls.listReviews, { ...this.#pull, per_page: 100 });
    return reviews.find((review) => isBy(login, review) && review.body.startsWith(`${this.#prefix} -->`));
  }

  async #isThere(marker: string): Promise<boolean> {
    const comments = await this.client.paginate(this.client.rest.pulls.listReviewComments, { ...this.#pull, per_page: 100 });
    return comments.some(({ body }) => body.startsWith(marker));
  }
}

interface Thread {
  id: string;
  isResolved: boolean;
  viewerCanResolve: boolean;
  comments: { nodes: { databaseId: number }[] };
}

interface ThreadsReply {
  repository?: { pullRequest?: { reviewThreads: { nodes: Thread[] } } | null } | null;
}

const THREADS = `query ($owner: String!, $repo: String!, $number: Int!) {
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $number) {
      reviewThreads(first: 100) { nodes { id isResolved viewerCanResolve comments(first: 1) { nodes { databaseId } } } }
    }
  }
}`;

const RESOLVE = 'mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { id } } }';

function skipped(why: string): PublishedReview {
  return { notices: [`No review was written: ${why}.`] };
}

function goneText(finding: Placed | undefined, headSha: string): string {
  return finding === undefined ? `No longer seen on commit ${headSha.slice(0, 7)}.` : 'This finding moved. See the newer comment.';
}

/** Whether a comment of ours still stands where the finding is. GitHub sets `line` to null once the comment is outdated. */
function stands(comment: ReviewComment, { path, lines }: Placed): boolean {
  if (comment.path !== path) return false;
  if (lines === undefined) return comment.subject_type === 'file';
  return comment.line === lines.last && (comment.start_line ?? lines.last) === lines.first;
}

/** GitHub wants `start_line` below `line`, and only for several lines. */
function spanOf({ first, last }: Range) {
  const span = { line: last, side: 'RIGHT' as const };
  return first < last ? { ...span, start_line: first, start_side: 'RIGHT' as const } : span;
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0]!;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
