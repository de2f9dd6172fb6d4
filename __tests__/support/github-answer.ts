/** The local GitHub checks a request, refuses or performs it, checks the reply, and sends it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Contract, ContractOperation } from './github-contract.ts';
import { failures, withErrorDetails, type FailurePredicate } from './github-failures.ts';
import type { GitHubReply } from './github-calls.ts';
import { operations } from './github-operations.ts';
import { REPOSITORY, type State } from './github-state.ts';

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

export interface GitHubRequest {
  method: string;
  /** Without the query, as sent (percent-encoded). */
  path: string;
  query: Record<string, string>;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Parsed JSON; undefined without a body. */
  body: unknown;
  url: URL;
  /** The description's operationId, 'graphql', or the method and path of an unknown route. */
  operation: string;
}

export async function respond(
  site: Site,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', headers, url: target = '/' } = incoming;
  const hasBody = Number(headers['content-length'] ?? 0) > 0;
  const url = new URL(site.state.url + target);
  const wire = {
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    body: hasBody ? await json(incoming) : undefined,
  };
  const operation = site.contract.match(wire);
  const isGraphql = url.pathname === '/graphql';
  const name = isGraphql ? 'graphql' : (operation?.id ?? `${method} ${url.pathname}`);
  const request = { ...wire, url, operation: name };
  site.requests.push(request);
  send(response, replyTo(request, operation, site));
}

function replyTo(
  request: GitHubRequest,
  operation: ContractOperation | undefined,
  site: Site,
): GitHubReply {
  try {
    return answer(request, operation, site);
  } catch (error) {
    // This is a fault of this server, and must not look like one of GitHub.
    site.violations.push(`${request.operation}: the test server failed: ${String(error)}`);
    return failures.serverError();
  }
}

function answer(
  request: GitHubRequest,
  operation: ContractOperation | undefined,
  site: Site,
): GitHubReply {
  const { contract, options } = site;
  const violate = (fault: string) => site.violations.push(`${request.operation}${fault}`);
  const isGraphql = request.operation === 'graphql';
  // The check comes before a refusal: a test of a refusal must not hide a request that could never
  // succeed.
  const errors = operation ? contract.requestErrors(request, operation) : [];
  for (const error of errors) violate(`: request${error}`);
  if (!operation && !isGraphql) violate(": GitHub's description has no such operation");

  const injected = options.forbid?.(request.method, request.path);
  // An injected answer is not checked: it may be the HTML page of a proxy.
  if (injected) return injected.status >= 400 ? withErrorDetails(injected, operation) : injected;

  const refused = refusal(request, errors, options);
  if (!refused && isGraphql) return answerGraphql(request.body, site);
  const reply = refused ?? (operation ? perform(request, operation, site) : failures.notFound());
  const detailed = reply.status >= 400 ? withErrorDetails(reply, operation) : reply;
  if (operation)
    for (const error of contract.responseErrors(operation, detailed.status, detailed.body))
      violate(`: response ${detailed.status}${error}`);
  return detailed;
}

/** The only GraphQL query that the server answers asks for the owner of the token. */
const VIEWER = /^\s*(?:query\b\s*\w*\s*)?\{\s*viewer\s*\{\s*login\s*\}\s*\}\s*$/;

/** GitHub answers a query that it does not understand with 200 and a list of errors. */
function answerGraphql(body: unknown, { state, violations }: Site): GitHubReply {
  const { query } = body as { query: string };
  if (VIEWER.test(query))
    return { status: 200, body: { data: { viewer: { login: state.login } } } };
  const message = `The test server answers only { viewer { login } }, not ${query}`;
  violations.push(`graphql: ${message}`);
  return { status: 200, body: { errors: [{ type: 'NOT_MODELLED', message }] } };
}

/** The reason not to perform an operation, in the order in which GitHub looks for one. */
function refusal({ headers }: GitHubRequest, errors: string[], { token }: GitHubOptions) {
  const sent = /^(?:token|bearer) (.+)$/i.exec(headers['authorization'] ?? '')?.[1];
  if (token !== undefined && sent !== token) return failures.badCredentials();
  return errors.length > 0 ? failures.invalidRequest(errors) : undefined;
}

function perform(
  request: GitHubRequest,
  operation: ContractOperation,
  { contract, state, violations }: Site,
): GitHubReply {
  const handler = operations[operation.id];
  if (!handler) throw new Error(`no handler for ${operation.id}`);
  const params = contract.params(request, operation);
  const repository = `${params['owner']}/${params['repo']}`;
  if (repository !== REPOSITORY) {
    violations.push(`${operation.id}: ${repository} is not the server's repository, ${REPOSITORY}`);
    return failures.notFound();
  }
  const violation = (message: string) => void violations.push(message);
  return handler({ ...request, params, violation }, state);
}

function send(response: ServerResponse, { status, body, headers }: GitHubReply) {
  const isText = typeof body === 'string';
  response.writeHead(status, {
    'content-type': isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    ...headers,
  });
  response.end(isText ? body : JSON.stringify(body ?? undefined));
}
