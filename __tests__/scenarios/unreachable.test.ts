import { createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { CONFIG_PATH, config, scenario } from '../support/scenario.js';

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it('an endpoint where nothing listens: the host and the reason', async () => {
  const port = await closedPort();
  const { exitCode, outputs, report } = await scenario({
    files: { [CONFIG_PATH]: config({ url: `http://127.0.0.1:${port}` }) },
    inputs: { comment: 'never' },
    fresh: true,
  });
  expect(exitCode).toBe(1);
  expect(outputs.outcome).toBe('error');
  expect(report!.results[0]!.error).toMatchObject({ kind: 'network', message: expect.stringContaining(`127.0.0.1:${port}`) });
  expect(report!.results[0]!.error!.message).toContain('ECONNREFUSED');
});
