// The one comment of a gate on a pull request, which every run of the gate keeps up to date.

import { hash } from 'node:crypto';
import { GitHubError } from '../errors.ts';
import {
  ONCE,
  type Client,
  type RepositoryPlace,
  createOnce,
  explained,
  ifFound,
  REFUSED,
} from './client.ts';

/** Identifies one gate of a repository, which may have several. */
export interface Gate extends RepositoryPlace {
  /** `OWNER/REPO/.github/workflows/FILE`: names of workflows are not unique. */
  workflow: string;
  job: string;
  /** Path of the configuration. */
  config: string;
  /** The input `comment-key`, in place of job and configuration. */
  commentKey?: string;
}

/** A hash, so that no key can end the HTML comment that holds it. */
export function gateId({ owner, repo, workflow, job, config, commentKey }: Gate): string {
  const gate = commentKey === undefined ? { job, config } : { commentKey };
  const text = JSON.stringify([`${owner}/${repo}`, workflow, gate]);
  return hash('sha256', text).slice(0, 16);
}

/** Counts of the subjects that were judged on a pull request, kept in the marker. */
export interface Asked {
  judged: number;
  /** Subjects that did not pass in one of their runs. */
  red: number;
  /** The last one, by the start of its digest. */
  last?: { digest: string; isRed: boolean };
}

const DIGEST_LENGTH = 12;

/** Counts a verdict. The same subject as the last one counts once, and stays red. */
export function countSubject(
  { judged, red, last }: Asked,
  { digest, isRed }: { digest: string; isRed: boolean },
): { earlier: { judged: number; red: number }; asked: Asked } {
  const start = digest.slice(0, DIGEST_LENGTH);
  const isSame = last?.digest === start;
  const wasRed = isSame && last.isRed;
  const earlier = { judged: judged - Number(isSame), red: red - Number(wasRed) };
  const now = { digest: start, isRed: isRed || wasRed };
  const asked = { judged: earlier.judged + 1, red: earlier.red + Number(now.isRed), last: now };
  return { earlier, asked };
}

function markerOf(id: string): string {
  return `<!-- sensitivity-action:${id} `;
}

function firstLine(id: string, { judged, red, last }: Asked): string {
  const counts = last ? `${judged} ${red} ${last.digest} ${last.isRed ? 'red ' : ''}` : '';
  return `${markerOf(id)}${counts}-->`;
}

const COUNTS = /^([1-9]\d{0,5}) (\d{1,6}) ([0-9a-f]{12}) (red )?-->/;

const NONE: Asked = { judged: 0, red: 0 };

/** A marker that a person edited counts nothing. */
function askedIn(body: string, id: string): Asked {
  const [, judged, red, digest, sign] = COUNTS.exec(body.slice(markerOf(id).length, 100)) ?? [];
  if (digest === undefined) return NONE;
  const isRed = sign !== undefined;
  const last = { digest, isRed };
  return { judged: Number(judged), red: Math.max(Number(red), Number(isRed)), last };
}

/** A pull request, as the API names it. */
export type PullPlace = RepositoryPlace & { pull_number: number };

export interface OpenComment {
  existing?: { id: number; url: string; body: string };
  /** The counts in the comment that was found. */
  asked: Asked;
}

/** Most pages of 100 comments that are searched. */
const MAX_PAGES = 50;

/** Finds the gate's comment: the oldest with its marker by the owner of the token. */
export async function findComment(
  client: Client,
  pull: PullPlace,
  id: string,
): Promise<OpenComment> {
  return explained(`read the comments of pull request ${pull.pull_number}`, async () => {
    const login = await ownLogin(client);
    const existing = await searchComment(client, pull, { login, marker: markerOf(id) });
    return existing ? { existing, asked: askedIn(existing.body, id) } : { asked: NONE };
  });
}

async function searchComment(
  client: Client,
  { owner, repo, pull_number }: PullPlace,
  { login, marker }: { login: string; marker: string },
): Promise<OpenComment['existing']> {
  const request = { owner, repo, issue_number: pull_number, per_page: 100 };
  let pages = 0;
  for await (const { data } of client.paginate.iterator(client.rest.issues.listComments, request)) {
    const found = data.find((one) => isBy(login, one) && isMarked(one, marker));
    if (found) return { id: found.id, url: found.html_url, body: found.body ?? '' };
    pages += 1;
    if (pages === MAX_PAGES)
      throw new GitHubError(`The first ${MAX_PAGES * 100} comments do not hold that of this gate`, {
        remedy: 'Set `comment: never`, or open the pull request anew.',
      });
  }
  return undefined;
}

/**
 * Writes the comment, or deletes that of an earlier run where there is no text.
 *
 * @returns its address
 */
export async function writeComment(
  client: Client,
  pull: PullPlace,
  { gate, existing, asked, text }: OpenComment & { gate: string; text: string | undefined },
): Promise<string | undefined> {
  const { owner, repo, pull_number } = pull;
  const { issues } = client.rest;
  return explained(`comment on pull request ${pull_number}`, async () => {
    const old = { owner, repo, comment_id: existing?.id ?? 0 };
    if (text === undefined) {
      if (existing) await ifFound(() => issues.deleteComment(old));
      return undefined;
    }
    const body = `${firstLine(gate, asked)}\n${text}`;
    if (existing && isSameText(existing.body, body)) return existing.url;
    const updated = existing && (await ifFound(() => issues.updateComment({ ...old, body })));
    if (updated) return updated.data.html_url;
    const post = { owner, repo, issue_number: pull_number, body, request: ONCE };
    return createOnce(
      async () => (await issues.createComment(post)).data.html_url,
      async () => (await findComment(client, pull, gate)).existing?.url,
    );
  });
}

/** The author of all that a job's token writes, as REST spells it; GraphQL leaves `[bot]` out. */
const JOB_TOKEN_LOGIN = 'github-actions[bot]';

/** No guess after an outage: it could write a second comment. */
export async function ownLogin(client: Client): Promise<string> {
  const query = 'query { viewer { login } }';
  const ask = () => client.graphql<{ viewer?: { login: string } }>(query);
  const answer = await ifFound(ask, REFUSED);
  if (!answer) return JOB_TOKEN_LOGIN;
  if (answer.viewer) return answer.viewer.login;
  throw new GitHubError('The answer of GitHub does not name the owner of the token', {
    remedy:
      'Run the job again. If it fails again, check GITHUB_API_URL and the proxy of the runner.',
  });
}

/** Anyone can write a marker, so the author of a text counts as well. */
export function isBy(login: string, { user }: { user?: { login: string } | null }): boolean {
  return user?.login === login;
}

/** GitHub gives null for an empty text. */
export function isMarked({ body }: { body?: string | null }, marker: string): boolean {
  return body?.startsWith(marker) === true;
}

/** GitHub gives texts back with other line ends. */
export function isSameText(a: string, b: string): boolean {
  const normal = (text: string) => text.replaceAll('\r\n', '\n').trim();
  return normal(a) === normal(b);
}
