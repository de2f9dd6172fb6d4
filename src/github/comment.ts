import { createHash } from 'node:crypto';
import type { Client } from './client.ts';
import type { EventContext } from './event.ts';
import { createOnce, explainFailure, failureOf } from './request-error.ts';

/** Identifies one gate of a workflow file, which may hold several. */
export interface Gate extends Pick<
  EventContext,
  'repository' | 'workflow' | 'workflowFile' | 'job'
> {
  /** The input `comment-key`; replaces job and configuration. */
  commentKey?: string;
  config: string;
}

/** Returns the id of a gate's comment and check, and the invisible first line of its comment. */
export function gateIdentityOf({
  repository,
  workflow,
  workflowFile = workflow,
  job,
  commentKey,
  config,
}: Gate): { id: string; marker: string } {
  const { owner, repo } = repository;
  const gate = commentKey === undefined ? { job, config } : { commentKey };
  // A hash, so that no key can end the HTML comment.
  const hash = createHash('sha256').update(
    JSON.stringify([`${owner}/${repo}`, workflowFile, gate]),
  );
  const id = hash.digest('hex').slice(0, 16);
  return { id, marker: `<!-- sensitivity-action:${id} -->` };
}

export interface CommentRequest {
  event: EventContext;
  /** Returns Markdown that begins with the marker. @param earlier the comment that it replaces */
  renderBody: (earlier: string | undefined) => string;
  marker: string;
  mode: 'always' | 'on-failure' | 'never';
  isFailing: boolean;
}

type Comment = Awaited<ReturnType<Client['rest']['issues']['listComments']>>['data'][number];

type Issue = EventContext['repository'] & { issue_number: number };

/** The login of the author of all that GITHUB_TOKEN writes, as the REST API spells it. */
const JOB_TOKEN_LOGIN = 'github-actions[bot]';

/**
 * Creates or updates the comment. `on-failure` creates it only for a failure, but always updates
 * it, so that no outdated verdict stays.
 * @returns the address of the comment; undefined without one
 * @throws GitHubError
 */
export async function publishComment(
  client: Client,
  request: CommentRequest,
): Promise<string | undefined> {
  const { event, renderBody, marker, mode, isFailing } = request;
  if (mode === 'never' || event.pullNumber === undefined) return undefined;
  const issue = { ...event.repository, issue_number: event.pullNumber };
  const doing = `comment on pull request ${event.pullNumber}`;
  return explainFailure({ doing }, event, async () => {
    const login = await ownLogin(client);
    const find = () => findOwnComment(client, issue, { login, marker });
    const existing = await find();
    const body = renderBody(existing?.body);
    if (!body.startsWith(marker))
      throw new Error('The body of a comment must begin with its marker.');
    if (existing) {
      if (normalizeBody(existing.body) === normalizeBody(body)) return existing.html_url;
      const { data } = await client.rest.issues.updateComment({
        ...event.repository,
        comment_id: existing.id,
        body,
      });
      return data.html_url;
    }
    if (mode === 'on-failure' && !isFailing) return undefined;
    const newComment = { ...issue, body, request: { retries: 0 } };
    const created = await createOnce(async () => {
      const { data } = await client.rest.issues.createComment(newComment);
      return data;
    }, find);
    return created.html_url;
  });
}

/**
 * Returns the login of the token. Only a refusal leads to the fallback, since a guess after an
 * outage could write a second comment.
 */
export async function ownLogin(client: Client): Promise<string> {
  try {
    const reply = await client.graphql<{ viewer?: { login?: unknown } | null } | null>(
      'query { viewer { login } }',
    );
    const login = reply?.viewer?.login;
    if (typeof login === 'string') return login;
    throw new TypeError('the login of the token is missing');
  } catch (error) {
    const failure = failureOf(error);
    const isRefusal =
      failure?.limitedFor === undefined && [200, 403, 404].includes(failure?.status ?? 0);
    if (isRefusal) return JOB_TOKEN_LOGIN;
    throw error;
  }
}

/**
 * Finds the oldest comment that starts with the marker and is by this token: anyone can write the
 * marker, and links point to the oldest comment.
 */
async function findOwnComment(
  client: Client,
  issue: Issue,
  { login, marker }: { login: string; marker: string },
): Promise<Comment | undefined> {
  const pages = client.paginate.iterator(client.rest.issues.listComments, {
    ...issue,
    per_page: 100,
  });
  for await (const { data } of pages) {
    const ours = data.find((comment) => isBy(login, comment) && isMarked(comment, marker));
    if (ours) return ours;
  }
  return undefined;
}

/**
 * True for a comment by this login, and through its own app if GitHub names one: an app may write
 * in a person's name.
 */
export function isBy(
  login: string,
  {
    user,
    performed_via_github_app: app,
  }: Partial<Pick<Comment, 'user' | 'performed_via_github_app'>>,
): boolean {
  return user?.login === login && (!app || `${app.slug}[bot]` === login);
}

/** True for a text that begins with the marker. GitHub returns `null` for an empty text. */
export function isMarked({ body }: { body?: string | null }, marker: string): boolean {
  return body?.startsWith(marker) === true;
}

/**
 * Returns the text with line feeds and without blanks around it: GitHub returns other line ends.
 */
export function normalizeBody(body = ''): string {
  return body.replaceAll('\r\n', '\n').trim();
}
