/** Reads requests from node:http, and sends replies with GitHub's headers. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'openapi-backend';
import type { GitHubReply } from './github-calls.ts';

export interface GitHubRequest {
  method: string;
  /** Without the query, as sent (percent-encoded). */
  path: string;
  query: Record<string, string>;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Parsed when it is JSON, else text; undefined without a body. */
  body: unknown;
  /** The description's operationId, 'graphql', or the method and path of an unknown route. */
  operation: string;
  /** Status of the answer, 0 until there is one. */
  status: number;
}

export interface ReadRequest {
  record: Omit<GitHubRequest, 'operation' | 'status'>;
  url: URL;
  /** The request in the form that openapi-backend judges. */
  wire: Request;
  badJson: boolean;
}

export async function readRequest(incoming: IncomingMessage, base: string) {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const url = new URL(`${base}${incoming.url ?? '/'}`);
  const method = incoming.method ?? 'GET';
  const query = Object.fromEntries(url.searchParams);
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  const json = parse(text);
  return {
    record: { method, path: url.pathname, query, headers, body: json.value ?? (text || undefined) },
    url,
    wire: { method, path: oneSegment(url.pathname), query, headers, body: json.value },
    badJson: text !== '' && !json.parsed,
  };
}

function parse(text: string) {
  try {
    return { parsed: true, value: JSON.parse(text) };
  } catch {
    return { parsed: false };
  }
}

/**
 * Writes "/contents/a/b.md" as "/contents/a%2Fb.md": no parameter of OpenAPI can hold a slash.
 */
function oneSegment(path: string) {
  const match = /^(\/repos\/[^/]+\/[^/]+\/(?:contents|compare|git\/ref))(?:\/(.*))?$/.exec(path);
  return match ? `${match[1]}/${(match[2] || '/').replaceAll('/', '%2F')}` : path;
}

export function send(response: ServerResponse, { status, body, headers }: GitHubReply) {
  const isText = typeof body === 'string';
  const payload = Buffer.isBuffer(body) || isText ? body : JSON.stringify(body);
  response.writeHead(status, {
    'content-type': isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'x-github-media-type': 'github.v3; format=json',
    'x-github-request-id': randomUUID(),
    ...headers,
  });
  response.end(body === null || body === undefined ? undefined : payload);
}
