import type { Client } from '../github/client.ts';
import { isBy, normalizeBody, ownLogin } from '../github/comment.ts';
import type { EventContext } from '../github/event.ts';
import { createOnce, explainFailure, failureOf, ifFound } from '../github/request-error.ts';

export interface DriftIssue {
  number: number;
  url: string;
  isClosed: boolean;
  /** The time at which a person closed the issue; absent for any other end. */
  closedByHandAt?: string;
}

interface IssueQuery {
  marker: string;
  /** Number of the issue in the record. */
  number?: number;
}

export interface DriftIssueText extends IssueQuery {
  /** The time of the alarm. */
  since: string;
  title: string;
  /** Markdown, beginning with the marker. */
  body: string;
  state: 'open' | 'closed';
}

type Issue = Awaited<ReturnType<Client['rest']['issues']['get']>>['data'];

const LABEL = {
  name: 'sensitivity-drift',
  color: 'b60205',
  description: 'The served model is worse than its record',
};

const GRANT_REMEDY = `The input 'watch' reports drift in an issue. Grant the permission for it in the workflow file:
permissions:
  contents: write
  issues: write
Until then a night that is worse fails the job.`;

const REMEDIES = {
  403: GRANT_REMEDY,
  // GitHub also returns 404 if the token lacks the permission.
  404: GRANT_REMEDY,
  410: 'This repository has no issues. Turn them on in its settings, under Features. Until then a night that is worse fails the job.',
  422: 'GitHub rejects an issue of this form. Report it to this project.',
};

/**
 * Finds the issue of this number or, without one, the oldest issue with the marker, open or closed.
 * Only an issue that begins with the marker and is by this token counts.
 * @throws GitHubError
 */
export async function findDriftIssue(
  client: Client,
  event: EventContext,
  query: IssueQuery,
): Promise<DriftIssue | undefined> {
  const find = async () => {
    const { existing, login } = await findIssue(client, event, query);
    return existing && issueOf(existing, login);
  };
  return explainFailure({ doing: 'find the issue on drift', remedies: REMEDIES }, event, find);
}

/** Anyone can write the marker or a number, and GitHub lists pull requests as issues. */
async function findIssue(
  client: Client,
  { repository }: EventContext,
  { marker, number }: IssueQuery,
) {
  const login = await ownLogin(client);
  const isOurs = ({ pull_request: pull, body, user, performed_via_github_app: app }: Issue) =>
    pull === undefined &&
    body?.startsWith(marker) === true &&
    isBy(login, { user, performed_via_github_app: app ?? null });

  if (number !== undefined) {
    const issue = { ...repository, issue_number: number };
    const reply = await ifFound(() => client.rest.issues.get(issue));
    // An issue that was transferred is found in another repository, under another number.
    if (reply?.data.number === number && isOurs(reply.data)) return { login, existing: reply.data };
  }
  const request = {
    ...repository,
    state: 'all' as const,
    creator: login,
    sort: 'created' as const,
    direction: 'asc' as const,
    per_page: 100,
  };
  for await (const { data } of client.paginate.iterator(client.rest.issues.listForRepo, request)) {
    const existing = data.find(isOurs);
    if (existing) return { login, existing };
  }
  return { login };
}

/** @param login of this token, whose own closing of the issue does not accept the alarm */
function issueOf(
  { number, html_url: url, state, closed_at, closed_by }: Issue,
  login: string,
): DriftIssue {
  const isClosed = state === 'closed';
  const isByHand = isClosed && closed_by?.type === 'User' && closed_by.login !== login;
  const closedByHandAt = isByHand ? (closed_at ?? undefined) : undefined;
  return { number, url, isClosed, closedByHandAt };
}

/** True if a person closed the issue after this time, which accepts the level of the alarm. */
export function isAcceptedSince({ closedByHandAt }: DriftIssue, since: string): boolean {
  return closedByHandAt !== undefined && Date.parse(closedByHandAt) > Date.parse(since);
}

/**
 * Creates, updates, opens or closes the issue. Creates none to close it, and opens none that was
 * closed by hand since the alarm.
 * @throws GitHubError
 */
export async function writeDriftIssue(
  client: Client,
  event: EventContext,
  text: DriftIssueText,
): Promise<DriftIssue | undefined> {
  const write = async () => {
    const { existing, login } = await findIssue(client, event, text);
    if (existing) return updateIssue(client, event, { existing, login, text });
    if (text.state === 'closed') return undefined;
    return createIssue(client, event, { login, text });
  };
  return explainFailure({ doing: 'write the issue on drift', remedies: REMEDIES }, event, write);
}

async function updateIssue(
  client: Client,
  { repository }: EventContext,
  { existing, login, text }: { existing: Issue; login: string; text: DriftIssueText },
): Promise<DriftIssue> {
  const { title, body, state, since } = text;
  const issue = issueOf(existing, login);
  const isSame =
    existing.title === title && normalizeBody(existing.body ?? '') === normalizeBody(body);
  const hasState = issue.isClosed === (state === 'closed');
  if (isAcceptedSince(issue, since) || (hasState && (isSame || issue.isClosed))) return issue;
  const change = { ...repository, issue_number: issue.number, title, body, state };
  const { data } = await client.rest.issues.update(change);
  return issueOf(data, login);
}

async function createIssue(
  client: Client,
  event: EventContext,
  { login, text }: { login: string; text: DriftIssueText },
): Promise<DriftIssue> {
  const { title, body, marker } = text;
  await ensureLabel(client, event);
  const request = {
    ...event.repository,
    title,
    body,
    labels: [LABEL.name],
    request: { retries: 0 },
  };
  const create = async () => issueOf((await client.rest.issues.create(request)).data, login);
  return createOnce(create, () => findDriftIssue(client, event, { marker }));
}

/**
 * The label is decoration: 422 means that it exists, and the issue itself reports any other
 * refusal.
 */
async function ensureLabel(client: Client, { repository }: EventContext): Promise<void> {
  try {
    await client.rest.issues.createLabel({ ...repository, ...LABEL });
  } catch (error) {
    const { status = 500 } = failureOf(error) ?? {};
    if (status < 400 || status >= 500) throw error;
  }
}
