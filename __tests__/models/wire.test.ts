import { Wire } from '../../src/models/http/wire.ts';
import { serve, type LocalServer } from './support.ts';

const servers: LocalServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
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
  const send = () =>
    wire.send({
      url: new URL(server.url),
      method: 'GET',
      headers: {},
      body: null,
      timeout: 20_000,
      maxBytes: 10,
    });
  await send();
  await send();
  expect([sockets.size, closed.length]).toEqual([1, 0]);
  await wire.close();
  while (closed.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(closed).toHaveLength(1);
});

it('reads no more than it may', async () => {
  const server = await serve((_, response) => void response.end('x'.repeat(1000)));
  servers.push(server);
  const wire = new Wire();
  const send = (maxBytes: number) =>
    wire.send({
      url: new URL(server.url),
      method: 'POST',
      headers: {},
      body: '{}',
      timeout: 20_000,
      maxBytes,
    });
  expect((await send(1000)).bytes).toHaveLength(1000);
  expect((await send(999)).bytes).toBeUndefined();
  await wire.close();
});
