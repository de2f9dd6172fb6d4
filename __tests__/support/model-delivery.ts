import type { ServerResponse } from 'node:http';
import { usualBody } from './model-errors.js';
import type { Dialect, Failure, Reply } from './model-types.js';

/** Puts replies on the wire, whole or broken. */

const HTML = '<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Welcome to the Wi-Fi</h1></body></html>';

/** Replies that need no answer of the model; `undefined` for failures that break a real one. */
export function replyOf(failure: Failure, dialect: Dialect): Reply | undefined {
  if (failure === 'html') return { status: 200, body: HTML, headers: { 'content-type': 'text/html; charset=utf-8' } };
  if (typeof failure === 'string') return undefined;
  const bodiless = failure.status < 400 || 'body' in failure;
  return bodiless ? failure : { ...failure, body: usualBody(failure.status, dialect) };
}

export function deliver(response: ServerResponse, reply: Reply, failure?: Failure): void {
  if (response.destroyed) return;
  const bytes = encode(reply.body);
  const part = bytes.subarray(0, Math.floor(bytes.length / 2));
  const sent = failure === 'half' ? part : bytes;
  response.writeHead(reply.status, {
    ...(reply.body === undefined ? {} : { 'content-type': contentType(reply.body) }),
    'content-length': String(sent.length),
    'x-request-id': `req_${Date.now().toString(36)}`,
    ...reply.headers,
  });
  if (failure === 'stall') response.write(part);
  // The half must have left before the connection ends: a reset here would look like no response at all.
  else if (failure === 'cut') response.write(part, () => response.socket?.end());
  else response.end(sent);
}

/** The peer sees a reset, not an orderly end. */
export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

function encode(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function contentType(body: unknown): string {
  return typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
}
