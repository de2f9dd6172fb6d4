/** A real, very small language model behind an endpoint like vLLM's. It needs ../shared. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const SERVER = path.resolve('..', 'shared', 'tools', 'lm-server.mjs');

/**
 * A group of tests of that model, which get its address when they run. Skipped with a message if
 * the model is missing.
 */
export function describeRealModel(name: string, tests: (address: () => string) => void): void {
  if (!existsSync(SERVER)) {
    process.stderr.write(`Skipped: ${name}, since ../shared/tools/lm-server.mjs is not here.\n`);
    describe.skip(name, () => tests(() => ''));
    return;
  }
  describe(name, () => {
    let address: string;
    const child = spawn(process.execPath, [SERVER], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    beforeAll(async () => {
      const line = await new Promise<string>((resolve) =>
        child.stdout.once('data', (chunk) => resolve(String(chunk))),
      );
      address = (JSON.parse(line) as { listening: string }).listening;
    });
    afterAll(() => void child.kill());
    tests(() => address);
  });
}
