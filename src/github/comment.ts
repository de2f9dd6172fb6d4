import type { Client } from './client.js';
import type { EventContext } from './event.js';
import { explained } from './explain.js';
import { failureOf } from './failure.js';

export interface CommentRequest {
  event: EventContext;
  /** Markdown, beginning with the marker. */
  body: string;
  marker: string;
  /** Tells a comment that an older version wrote for the same gate, which is taken over. */
  isFormer?: ((body: string) => boolean) | undefined;
  mode: 'always' | 'on-failure' | 'never';
  /** The verdict is one that `on-failure` is meant for. */
  failing: boolean;
}

export interface PublishedComment {
  action: 'created' | 'updated' | 'unchanged' | 'none';
  url?: string;
}

type Comment = Awaited<ReturnType<Client['rest']['issues']['listComments']>>['data'][number];

type Issue = EventContext['repository'] & { issue_number: number };

/** The author of what GITHUB_TOKEN writes, in REST's spelling. */
const JOB_TOKEN_LOGIN = 'github-actions[bot]';

/**
 * Keeps one comment a marker on the pull request: makes it, or brings it up to date in place. `on-failure` makes one
 * only for a failure, yet always updates one that is there, so that no stale verdict stays. Throws GitHubError.
 */
export async function publishComment(client: Client, request: CommentRequest): Promise<PublishedComment> {
  const { event, body, marker, isFormer, mode, failing } = request;
  if (mode === 'never' || event.pullNumber === undefined) return { action: 'none' };
  if (!body.startsWith(marker)) throw new Error('A comment without its marker would never be found again.');

  const issue = { ...event.repository, issue_number: event.pullNumber };
  return explained(`let us comment on pull request ${event.pullNumber}`, event, async () => {
    const login = await ownLogin(client);
    const existing = await findOurs(client, issue, { login, marker, isFormer });
    if (existing) return update(client, issue, { existing, body });
    if (mode === 'on-failure' && !failing) return { action: 'none' };
    return create(client, issue, { login, marker, body });
  });
}

/**
 * Who the token is. GraphQL answers for every kind of token, REST's `GET /user` not for GITHUB_TOKEN. Only a refusal
 * leads to the fallback: after an outage, a guess could overlook our comment and double it.
 */
async function ownLogin(client: Client): Promise<string> {
  try {
    const reply = await client.graphql<{ viewer?: { login?: unknown } | null } | null>('query { viewer { login } }');
    const login = reply?.viewer?.login;
    if (typeof login === 'string') return login;
    throw new TypeError('the login of the token is missing');
  } catch (error) {
    const failure = failureOf(error);
    const isRefusal = failure?.limitedFor === undefined && [200, 403, 404].includes(failure?.status ?? 0);
    if (isRefusal) return JOB_TOKEN_LOGIN;
    throw error;
  }
}

interface Ours extends Pick<CommentRequest, 'marker' | 'isFormer'> {
  login: string;
}

/**
 * The oldest comment with our marker that we wrote: links point to it, and the search may end there. The author counts
 * because anybody can write the marker. Without one, the oldest that a former version of us wrote.
 */
async function findOurs(client: Client, issue: Issue, { login, marker, isFormer }: Ours): Promise<Comment | undefined> {
  let former: Comment | undefined;
  const pages = client.paginate.iterator(client.rest.issues.listComments, { ...issue, per_page: 100 });
  for await (const { data } of pages) {
    const own = data.filter((comment) => isBy(login, comment));
    const ours = own.find(({ body }) => body?.startsWith(marker));
    if (ours) return ours;
    former ??= own.find(({ body }) => body !== undefined && isFormer?.(body));
  }
  return former;
}

/**
 * By the same user and through the same app: a bot's name is its app's, and what an app writes in a person's name is not that
 * person's. Where GitHub names no app, the user alone counts.
 */
function isBy(login: string, { user, performed_via_github_app: app }: Comment): boolean {
  return user?.login === login && (!app || `${app.slug}[bot]` === login);
}

async function update(
  client: Client,
  { owner, repo }: Issue,
  { existing, body }: { existing: Comment; body: string },
): Promise<PublishedComment> {
  if (normalized(existing.body) === normalized(body)) return { action: 'unchanged', url: existing.html_url };
  const { data } = await client.rest.issues.updateComment({ owner, repo, comment_id: existing.id, body });
  return { action: 'updated', url: data.html_url };
}

/** Where the answer is lost, the comment may exist all the same: look before asking a second time, and let nothing ask by itself. */
async function create(
  client: Client,
  issue: Issue,
  { login, marker, body }: { login: string; marker: string; body: string },
): Promise<PublishedComment> {
  const send = async (): Promise<Comment> => (await client.rest.issues.createComment({ ...issue, body, request: { retries: 0 } })).data;
  try {
    return { action: 'created', url: (await send()).html_url };
  } catch (error) {
    const failure = failureOf(error);
    const isUncertain = failure !== undefined && (failure.status ?? 500) >= 500;
    if (!isUncertain) throw error;
    const comment = (await findOurs(client, issue, { login, marker })) ?? (await send());
    return { action: 'created', url: comment.html_url };
  }
}

/** GitHub gives text back with its own line ends. */
function normalized(body = ''): string {
  return body.replaceAll('\r\n', '\n').trim();
}
