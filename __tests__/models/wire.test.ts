import { afterEach, expect, it } from '@jest/globals';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { Wire } from '../../src/models/wire.js';
import { serve, type LocalServer } from './support.js';

const servers: LocalServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function sent(wire: Wire, coding: string, body: Uint8Array, longest = 1_000_000) {
  const server = await serve((_, response) => void response.writeHead(200, { 'content-encoding': coding }).end(body));
  servers.push(server);
  return wire.send({ url: new URL(server.url), method: 'POST', headers: {}, body: '{}', timeout: 20_000, longest });
}

const TEXT = JSON.stringify({ answer: 'yes '.repeat(100) });

it.each([
  ['gzip', gzipSync(TEXT)],
  ['x-gzip', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['deflate', deflateRawSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['BR, gzip', gzipSync(brotliCompressSync(TEXT))],
  ['identity', Buffer.from(TEXT)],
])('unpacks %s', async (coding, body) => {
  const wire = new Wire();
  const { bytes } = await sent(wire, coding, body);
  expect(bytes?.toString()).toBe(TEXT);
  await wire.close();
});

it('unpacks no more than it may', async () => {
  const wire = new Wire();
  const bomb = gzipSync(Buffer.alloc(2_000_000));
  expect(bomb.length).toBeLessThan(5_000);
  expect((await sent(wire, 'gzip', bomb)).bytes).toBeUndefined();
  await wire.close();
});

it('unpacks as far as it goes what breaks off', async () => {
  const wire = new Wire();
  const { bytes } = await sent(wire, 'gzip', gzipSync(TEXT).subarray(0, -12));
  expect(TEXT.startsWith(bytes!.toString())).toBe(true);
  await wire.close();
});

it('keeps a connection for the next request, and hangs up', async () => {
  const sockets = new Set<unknown>();
  const closed: unknown[] = [];
  const server = await serve((request, response) => {
    if (!sockets.has(request.socket)) request.socket.on('close', () => closed.push(request.socket));
    sockets.add(request.socket);
    response.end('{}');
  });
  servers.push(server);
  const wire = new Wire();
  const send = () => wire.send({ url: new URL(server.url), method: 'GET', headers: {}, body: null, timeout: 20_000, longest: 10 });
  await send();
  await send();
  expect([sockets.size, closed.length]).toEqual([1, 0]);
  await wire.close();
  while (closed.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(closed).toHaveLength(1);
});
