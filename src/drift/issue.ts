import type { Client } from '../github/client.js';
import { isBy, normalizeBody, ownLogin } from '../github/comment.js';
import type { EventContext } from '../github/event.js';
import { createOnce, explainFailure, failureOf, ifFound } from '../github/request-error.js';

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

const GRANT = `The input 'watch' tells of drift in an issue. Grant the permission for it in the workflow file:
permissions:
  contents: write
  issues: write
Until then a night that is worse fails the job.`;

const REMEDIES = {
  403: GRANT,
  // GitHub also returns 404 if the token lacks the permission.
  404: GRANT,
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
  const doing = 'find the issue on drift';
  return explainFailure({ doing, remedies: REMEDIES }, event, async () => {
    const { existing, login } = await findIssue(client, event, query);
    return existing && issueOf(existing, login);
  });
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

function issueOf({ number, html_url: url, state, closed_at, closed_by }: Issue, login: string) {
  const issue: DriftIssue = { number, url, isClosed: state === 'closed' };
  // A close by a bot, such as this action, does not accept the alarm.
  const isByHand = closed_by?.type === 'User' && closed_by.login !== login;
  if (issue.isClosed && isByHand && closed_at) issue.closedByHandAt = closed_at;
  return issue;
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
  { marker, number, since, ...text }: DriftIssueText,
): Promise<DriftIssue | undefined> {
  const { repository } = event;
  return explainFailure(
    { doing: 'write the issue on drift', remedies: REMEDIES },
    event,
    async () => {
      const { existing, login } = await findIssue(client, event, { marker, number });
      if (existing) {
        const issue = issueOf(existing, login);
        const isSame =
          existing.title === text.title &&
          normalizeBody(existing.body ?? '') === normalizeBody(text.body);
        const hasState = issue.isClosed === (text.state === 'closed');
        if (isAcceptedSince(issue, since) || (hasState && (isSame || issue.isClosed))) return issue;
        const change = { ...repository, issue_number: issue.number, ...text };
        return issueOf((await client.rest.issues.update(change)).data, login);
      }
      if (text.state === 'closed') return undefined;
      await ensureLabel(client, event);
      const { title, body } = text;
      const fresh = { ...repository, title, body, labels: [LABEL.name], request: { retries: 0 } };
      const create = async () => issueOf((await client.rest.issues.create(fresh)).data, login);
      return createOnce(create, () => findDriftIssue(client, event, { marker }));
    },
  );
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
