/** The local GitHub checks a request, refuses or performs it, checks the reply, and sends it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Contract, ContractOperation } from './github-contract.ts';
import {
  failures,
  withErrorDetails,
  type GitHubFailure,
  type FailurePredicate,
} from './github-failures.ts';
import type { GitHubReply } from './github-calls.ts';
import { operations } from './github-operations.ts';
import { REPOSITORY, type State } from './github-state.ts';
import { readRequest, send, type ReadRequest, type GitHubRequest } from './github-wire.ts';

export interface GitHubOptions {
  /** Owner of the token; 'github-actions[bot]' by default. */
  login?: string;
  /** Without it, the server accepts any token, and requests without one. */
  token?: string;
  /** The failure of a request, if it fails. */
  forbid?: FailurePredicate;
}

/** The state of a server that answers requests. */
export interface Site {
  options: GitHubOptions;
  contract: Contract;
  state: State;
  requests: GitHubRequest[];
  violations: string[];
}

export async function respond(
  site: Site,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = await readRequest(incoming, site.state.url).catch(() => undefined);
  // A client that hung up before its request was complete expects no answer.
  if (!request) return;
  const operation = site.contract.match(request.wire);
  const record: GitHubRequest = {
    ...request.record,
    operation: operationName(request.record, operation),
    status: 0,
  };
  site.requests.push(record);

  let reply: GitHubReply;
  try {
    reply = answer(site, request, record, operation);
  } catch (error) {
    // This is a fault of this server, and must not look like one of GitHub.
    site.violations.push(`${record.operation}: the test server failed: ${String(error)}`);
    reply = failures.serverError();
  }
  record.status = reply.status;
  send(response, reply);
}

function operationName(
  { method, path }: { method: string; path: string },
  operation?: ContractOperation,
): string {
  if (path === '/graphql') return 'graphql';
  return operation?.id ?? `${method} ${path}`;
}

function answer(
  site: Site,
  request: ReadRequest,
  record: GitHubRequest,
  operation?: ContractOperation,
): GitHubReply {
  const { contract, violations } = site;
  const isGraphql = record.operation === 'graphql';
  // The check comes before a refusal: a test of a refusal must not hide a request that could never
  // succeed.
  const errors =
    operation && !request.badJson ? contract.requestErrors(request.wire, operation) : [];
  violations.push(...errors.map((error) => `${record.operation}: request${error}`));
  if (request.badJson) violations.push(`${record.operation}: the request's body is not JSON`);
  if (!operation && !isGraphql)
    violations.push(`${record.operation}: GitHub's description has no such operation`);

  const injected = site.options.forbid?.(record.method, record.path);
  // An injected answer is not checked: it may be the HTML page of a proxy.
  if (injected) return injected.status >= 400 ? withErrorDetails(injected, operation) : injected;

  const refused = refuse(site, request, record, errors);
  if (!refused && isGraphql) return answerGraphql(request.record.body, site);
  const reply = refused ?? (operation ? perform(site, request, operation) : failures.notFound());
  const detailed = reply.status >= 400 ? withErrorDetails(reply, operation) : reply;
  if (operation && !Buffer.isBuffer(detailed.body)) {
    const wrong = contract.responseErrors(operation, detailed.status, detailed.body);
    violations.push(
      ...wrong.map((error) => `${record.operation}: response ${detailed.status}${error}`),
    );
  }
  return detailed;
}

/** The only GraphQL query that the server answers asks for the owner of the token. */
const VIEWER = /^\s*(?:query\b\s*\w*\s*)?\{\s*viewer\s*\{\s*login\s*\}\s*\}\s*$/;

/** GitHub answers a query that it does not understand with 200 and a list of errors. */
function answerGraphql(body: unknown, { state, violations }: Site): GitHubReply {
  const { login } = state;
  const query =
    typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
  if (typeof query === 'string' && VIEWER.test(query))
    return { status: 200, body: { data: { viewer: { login } } } };
  const message = `The test server answers only { viewer { login } }, not ${JSON.stringify(query)}`;
  violations.push(`graphql: ${message}`);
  return { status: 200, body: { errors: [{ type: 'NOT_MODELLED', message }] } };
}

/** The reason not to perform an operation, in the order in which GitHub looks for one. */
function refuse(
  { options: { token } }: Site,
  { badJson }: ReadRequest,
  { headers }: GitHubRequest,
  errors: string[],
): GitHubFailure | undefined {
  const given = /^(?:token|bearer) (.+)$/i.exec(headers['authorization'] ?? '')?.[1];
  if (token !== undefined && given !== token) return failures.badCredentials();
  if (badJson) return failures.badJson();
  return errors.length > 0 ? failures.invalidRequest(errors) : undefined;
}

function perform(
  { contract, state, violations }: Site,
  request: ReadRequest,
  operation: ContractOperation,
): GitHubReply {
  const handler = operations[operation.id];
  if (!handler) throw new Error(`no handler for ${operation.id}`);
  const params = contract.params(request.wire, operation);
  const repository = `${params['owner']}/${params['repo']}`;
  if (repository !== REPOSITORY) {
    violations.push(`${operation.id}: ${repository} is not the server's repository, ${REPOSITORY}`);
    return failures.notFound();
  }
  const { query, body } = request.record;
  const violation = (message: string): void => void violations.push(message);
  return handler({ params, query, body, url: request.url, violation }, state);
}
