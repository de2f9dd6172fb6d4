// The one comment of a gate on a pull request, which every run of the gate keeps up to date.

import { hash } from 'node:crypto';
import { GitHubError } from '../shared/errors.ts';
import {
  ONCE,
  type Client,
  type RepositoryRef,
  createOnce,
  explainRefusal,
  ifFound,
} from './client.ts';

/** Identifies one gate of a repository, which may have several. */
export interface Gate extends RepositoryRef {
  /** `OWNER/REPO/.github/workflows/FILE`: names of workflows are not unique. */
  workflow: string;
  job: string;
  /** Path of the configuration. */
  config: string;
  /** The input `comment-key`, in place of job and configuration. */
  commentKey?: string;
}

/** Identifies a gate by a hash, so that no comment key can end the HTML comment that holds it. */
export function identifyGate({ owner, repo, workflow, job, config, commentKey }: Gate) {
  const gate = commentKey === undefined ? { job, config } : { commentKey };
  return hash('sha256', JSON.stringify([`${owner}/${repo}`, workflow, gate])).slice(0, 16);
}

/** Counts of the subjects that were judged on a pull request, kept in the marker. */
export interface SubjectCounts {
  judged: number;
  /** Subjects that did not pass in one of their runs. */
  red: number;
  /** The last subject, by the start of its digest. */
  last?: { digest: string; isRed: boolean };
}

const DIGEST_LENGTH = 12;

/**
 * Counts a verdict. A subject that is the same as the last one counts once, and stays red.
 * `earlier`: the counts of all other subjects.
 */
export function countSubject(
  { judged, red, last }: SubjectCounts,
  { digest, isRed }: { digest: string; isRed: boolean },
) {
  const start = digest.slice(0, DIGEST_LENGTH);
  const isAgain = last?.digest === start;
  const wasRed = isAgain && last.isRed;
  const earlier = { judged: judged - Number(isAgain), red: red - Number(wasRed) };
  const subject = { digest: start, isRed: isRed || wasRed };
  return {
    earlier,
    counts: {
      judged: earlier.judged + 1,
      red: earlier.red + Number(subject.isRed),
      last: subject,
    },
  };
}

function markerOf(id: string) {
  return `<!-- sensitivity-action:${id} `;
}

function markerLine(id: string, { judged, red, last }: SubjectCounts) {
  const counts = last ? `${judged} ${red} ${last.digest} ${last.isRed ? 'red ' : ''}` : '';
  return `${markerOf(id)}${counts}-->`;
}

const COUNTS = /^([1-9]\d{0,5}) (\d{1,6}) ([0-9a-f]{12}) (red )?-->/;

const NONE: SubjectCounts = { judged: 0, red: 0 };

/** The counts in a marker; `NONE` if a person has edited it. */
function countsIn(body: string, id: string) {
  const [, judged, red, digest, sign] = COUNTS.exec(body.slice(markerOf(id).length, 100)) ?? [];
  if (digest === undefined) return NONE;
  const isRed = sign !== undefined;
  return {
    judged: Number(judged),
    red: Math.max(Number(red), Number(isRed)),
    last: { digest, isRed },
  };
}

/** A pull request, as the API names it. */
export type PullRef = RepositoryRef & { pull_number: number };

export interface OpenComment {
  existing?: { ref: RepositoryRef & { comment_id: number }; url: string; body: string };
  /** The counts in the comment that was found. */
  counts: SubjectCounts;
}

/** Finds the gate's comment: the oldest with its marker that the owner of the token wrote. */
export async function findComment(
  client: Client,
  { owner, repo, pull_number }: PullRef,
  id: string,
) {
  return explainRefusal(`read the comments of pull request ${pull_number}`, async () => {
    const login = await ownLogin(client);
    const comments = await client.paginate(client.rest.issues.listComments, {
      owner,
      repo,
      issue_number: pull_number,
      per_page: 100,
    });
    const existing = comments.find(
      (comment) => isWrittenBy(login, comment) && hasMarker(comment, markerOf(id)),
    );
    if (!existing) return { counts: NONE };
    const { body = '', html_url: url } = existing;
    const ref = { owner, repo, comment_id: existing.id };
    return { existing: { ref, url, body }, counts: countsIn(body, id) };
  });
}

/**
 * Writes the comment, or without a text deletes the comment of an earlier run.
 *
 * @returns its address
 */
export async function writeComment(
  client: Client,
  pull: PullRef,
  { gateId, existing, counts, text }: OpenComment & { gateId: string; text: string | undefined },
) {
  const { owner, repo, pull_number } = pull;
  const { issues } = client.rest;
  return explainRefusal(`comment on pull request ${pull_number}`, async () => {
    if (text === undefined) {
      if (existing) await ifFound(() => issues.deleteComment(existing.ref));
      return undefined;
    }
    const body = `${markerLine(gateId, counts)}\n${text}`;
    if (existing) {
      if (isSameText(existing.body, body)) return existing.url;
      const updated = await ifFound(() => issues.updateComment({ ...existing.ref, body }));
      if (updated) return updated.data.html_url;
    }
    const post = { owner, repo, issue_number: pull_number, body, request: ONCE };
    return createOnce(
      async () => (await issues.createComment(post)).data.html_url,
      async () => (await findComment(client, pull, gateId)).existing?.url,
    );
  });
}

/** The author of what a job's token writes, as REST spells it. GraphQL omits `[bot]`. */
const JOB_TOKEN_LOGIN = 'github-actions[bot]';

/**
 * The login of the token's owner. A token that may not ask for it is the token of the job. After an
 * outage the login is not guessed: with a wrong one, a run would write a second comment.
 */
export async function ownLogin(client: Client) {
  const query = 'query { viewer { login } }';
  const ask = () => client.graphql<{ viewer?: { login: string } }>(query);
  // GitHub refuses with one of these statuses what a token may not ask.
  const answer = await ifFound(ask, [200, 403, 404]);
  if (!answer) return JOB_TOKEN_LOGIN;
  if (answer.viewer) return answer.viewer.login;
  throw new GitHubError('The reply of GitHub does not name the owner of the token', {
    remedy:
      'Run the job again. If it fails again, check GITHUB_API_URL and the proxy of the runner.',
  });
}

/** Anyone can write a marker, so the author of a text counts as well. */
export function isWrittenBy(login: string, { user }: { user?: { login: string } | null }) {
  return user?.login === login;
}

/** True for a text that begins with a marker. GitHub sends null for an empty text. */
export function hasMarker({ body }: { body?: string | null }, marker: string) {
  return body?.startsWith(marker) === true;
}

/** True for texts that differ in line ends alone, which GitHub changes, and in outer space. */
export function isSameText(a: string, b: string) {
  const normal = (text: string) => text.replaceAll('\r\n', '\n').trim();
  return normal(a) === normal(b);
}
