/** What each operation of the description does to the state, by its operationId. */
import { contentOperations } from './github-content-operations.js';
import { repository, comment, nodeId, user, WEB } from './github-fixtures.js';
import { gitOperations } from './github-git-operations.js';
import { issueOperations } from './github-issue-operations.js';
import { pullOperations } from './github-pull-operations.js';
import { reviewOperations } from './github-review-operations.js';
import { type State, timestamp, type CheckRun } from './github-state.js';
import { failures } from './github-failures.js';
import { pageReply, page } from './github-pagination.js';

/** Check runs, whose limits are in the description. */

/** The part of a check run's body, in creating as in updating, that the run shows afterwards. */
interface CheckBody {
  name?: string;
  head_sha?: string;
  external_id?: string;
  details_url?: string;
  status?: CheckRun['status'];
  conclusion?: CheckRun['conclusion'];
  output?: { title?: string; summary?: string; text?: string; annotations?: unknown[] };
}

/**
 * A conclusion completes a run. Annotations add up over the updates, which is how more than 50 get
 * in.
 */
function applyCheck(call: Call, state: State, run: CheckRun): CheckRun {
  const { output, ...fields } = call.body as CheckBody;
  const completed = fields.conclusion
    ? { status: 'completed' as const, completed_at: timestamp() }
    : {};
  const { annotations = [], ...texts } = output ?? {};
  Object.assign(run, fields, completed);
  Object.assign(run.output, texts, {
    annotations_count: run.output.annotations_count + annotations.length,
  });
  return state.complete<CheckRun>('check-run', run);
}

export const checkOperations: Record<string, Handler> = {
  'checks/create': (call, state) => {
    const id = state.nextId();
    const url = `${state.url}/repos/${call.repository}/check-runs/${id}`;
    const run = state.complete<CheckRun>('check-run', {
      id,
      node_id: nodeId('CheckRun', id),
      url,
      html_url: `${WEB}/${call.repository}/runs/${id}`,
      status: 'queued',
      started_at: timestamp(),
      output: { annotations_count: 0, annotations_url: `${url}/annotations` },
    });
    state.checkRuns.push(run);
    return { status: 201, body: applyCheck(call, state, run) };
  },

  'checks/list-for-ref': (call, state) => {
    const { check_name } = call.query;
    const runs = state.checkRuns.filter(
      ({ head_sha, name }) =>
        head_sha === call.params['ref'] && (check_name === undefined || name === check_name),
    );
    const { items, headers } = page(runs, call);
    return { status: 200, body: { total_count: runs.length, check_runs: items }, headers };
  },

  'checks/update': (call, state) => {
    const run = state.checkRuns.find(({ id }) => id === Number(call.params['check_run_id']));
    return run ? { status: 200, body: applyCheck(call, state, run) } : failures.notFound();
  },
};

/** Comments of issues and pull requests: listed, written, changed. */

/** Of characters, not bytes: an emoji counts once. */
const MAX_BODY = 65_536;

/** GitHub's description says "string" and no more of a comment's body. */
function bodyRefusal(body: string) {
  if (body.trim() === '') return failures.validationFailed('IssueComment', 'Body cannot be blank');
  if (Array.from(body).length > MAX_BODY) {
    return failures.validationFailed(
      'IssueComment',
      `Body is too long (maximum is ${MAX_BODY} characters)`,
    );
  }
  return undefined;
}

export const commentOperations: Record<string, Handler> = {
  'issues/list-comments': (call, state) => {
    const issue = `/issues/${call.params['issue_number']}`;
    const listed = state.comments
      .filter((one) => one.issue_url.endsWith(issue))
      .sort((a, b) => a.id - b.id);
    return pageReply(listed, call);
  },

  'issues/create-comment': (call, state) => {
    const { body } = call.body as { body: string };
    const refused = bodyRefusal(body);
    if (refused) return refused;
    const issue = Number(call.params['issue_number']);
    const created = comment(state, { issue, login: state.login, body });
    state.comments.push(created);
    return { status: 201, body: created, headers: { location: created.url } };
  },

  'issues/update-comment': (call, state) => {
    const found = state.comments.find(({ id }) => id === Number(call.params['comment_id']));
    if (!found) return failures.notFound();
    const { body } = call.body as { body: string };
    const refused = bodyRefusal(body);
    if (refused) return refused;
    Object.assign(found, { body, updated_at: timestamp() });
    return { status: 200, body: found };
  },
};

/** A request that has passed the description. */
export interface Call {
  params: Record<string, string>;
  query: Record<string, string>;
  /** Held to the description already, so that an operation may cast it. */
  body: unknown;
  url: URL;
  /** Whether the client asks for raw contents instead of JSON. */
  raw: boolean;
  /** "owner/name", from the path: the server's own, or a fork that a pull request comes from. */
  repository: string;
  /** Records what the description lets pass and GitHub would not. */
  violation(message: string): void;
}

export interface Reply {
  status: number;
  /** A Buffer is sent as it is, null as nothing, all else as JSON. */
  body: unknown;
  headers?: Record<string, string>;
}

export type Handler = (call: Call, state: State) => Reply;

export const operations: Record<string, Handler> = {
  ...commentOperations,
  ...issueOperations,
  ...pullOperations,
  ...reviewOperations,
  ...contentOperations,
  ...gitOperations,
  ...checkOperations,

  'repos/list-releases': (call, state) =>
    pageReply(state.releases, call, ({ tag, published, draft = false, prerelease = false }) =>
      state.complete('release', {
        tag_name: tag,
        name: tag,
        draft,
        prerelease,
        created_at: '2026-01-01T00:00:00Z',
        published_at: draft ? null : (published ?? '2026-01-01T00:00:00Z'),
        author: user(state, state.login),
      }),
    ),

  'repos/list-tags': (call, state) =>
    pageReply([...state.tags], call, ([name, { sha }]) =>
      state.complete('tag', { name, commit: { sha } }),
    ),

  'repos/get': (call, state) => ({
    status: 200,
    body: repository(state, call.repository, 'full-repository'),
  }),
};
