import type { Client } from './client.js';
import { isBy, isMarked, normalized, ownLogin } from './comment.js';
import type { EventContext } from './event.js';
import { createdOnce, explained, failureOf } from './request-error.js';

export interface DriftIssue {
  number: number;
  url: string;
  isClosed: boolean;
}

export interface DriftIssueText {
  marker: string;
  title: string;
  /** Markdown, beginning with the marker. */
  body: string;
  state: 'open' | 'closed';
}

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
 * Finds the oldest issue that begins with the marker and is by this token, open or closed. @throws
 * GitHubError
 */
export async function findDriftIssue(
  client: Client,
  event: EventContext,
  marker: string,
): Promise<DriftIssue | undefined> {
  return explained(
    { doing: 'find the issue on drift', remedies: REMEDIES },
    event,
    async () => (await find(client, event, marker))?.issue,
  );
}

async function find(client: Client, { repository }: EventContext, marker: string) {
  const login = await ownLogin(client);
  const asked = {
    ...repository,
    state: 'all' as const,
    creator: login,
    sort: 'created' as const,
    direction: 'asc' as const,
    per_page: 100,
  };
  for await (const { data } of client.paginate.iterator(client.rest.issues.listForRepo, asked)) {
    // Anyone can write the marker, and GitHub lists pull requests as issues.
    const found = data.find(
      ({ pull_request: pull, body, user, performed_via_github_app }) =>
        !pull &&
        isMarked({ body }, marker) &&
        isBy(login, { user, performed_via_github_app: performed_via_github_app ?? null }),
    );
    if (found) return { issue: issueOf(found), title: found.title, body: found.body ?? '' };
  }
  return undefined;
}

function issueOf({
  number,
  html_url: url,
  state,
}: {
  number: number;
  html_url: string;
  state: string;
}): DriftIssue {
  return { number, url, isClosed: state === 'closed' };
}

/** Creates, updates, opens or closes the issue. Creates none to close it. @throws GitHubError */
export async function writeDriftIssue(
  client: Client,
  event: EventContext,
  { marker, state, ...text }: DriftIssueText,
): Promise<DriftIssue | undefined> {
  const { repository } = event;
  return explained({ doing: 'write the issue on drift', remedies: REMEDIES }, event, async () => {
    const found = await find(client, event, marker);
    if (found) {
      const { issue, title, body } = found;
      const isSame = title === text.title && normalized(body) === normalized(text.body);
      if (issue.isClosed === (state === 'closed') && (isSame || issue.isClosed)) return issue;
      return issueOf(
        (
          await client.rest.issues.update({
            ...repository,
            issue_number: issue.number,
            ...text,
            state,
          })
        ).data,
      );
    }
    if (state === 'closed') return undefined;
    await ensureLabel(client, event);
    const create = async () =>
      issueOf(
        (
          await client.rest.issues.create({
            ...repository,
            ...text,
            labels: [LABEL.name],
            request: { retries: 0 },
          })
        ).data,
      );
    return createdOnce(create, async () => (await find(client, event, marker))?.issue);
  });
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
