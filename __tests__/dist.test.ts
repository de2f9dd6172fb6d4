import path from 'node:path';
import { gate, gitHub, modelServer, CONFIG_PATH } from './support/gate.ts';
import { BROKEN, deskConfig, deskFiles, deskModel } from './support/desk.ts';
import { runProcess } from './support/run-process.ts';

/**
 * The committed bundle in processes of its own, as GitHub and `npx` start it. Every other test runs
 * the sources.
 */

const dist = path.resolve('dist');

it.each([
  ['passes a change that breaks nothing', { 'README.md': 'x' }, 0, 'pass'],
  ['fails a change that breaks answers', BROKEN, 1, 'fail'],
])('dist/index.js %s', async (_name, head, exitCode, outcome) => {
  const [model, github] = [await modelServer(deskModel()), await gitHub()];
  const base = deskFiles({ [CONFIG_PATH]: deskConfig() });
  const ended = await gate({ base, head, model, github, dist, ownProcess: {} });
  expect(ended).toMatchObject({ exitCode, stderr: '', outputs: { outcome } });
  expect(github.comments).toHaveLength(1);
});

it('dist/cli.js demo ends as expected', async () => {
  const words = [path.join(dist, 'cli.js'), 'demo'];
  const { stdout, ...rest } = await runProcess(words, { env: {}, cwd: dist });
  expect(rest).toEqual({ exitCode: 0, stderr: '' });
  for (const name of ['attentive', 'oblivious', 'parrot']) expect(stdout).toContain(name);
});
