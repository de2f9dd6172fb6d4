import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { readAnswers } from '../../../src/terminal/init/answers.ts';
import type { Process, Terminal } from '../../../src/terminal/command.ts';
import type { Options } from '../../../src/terminal/options.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sensitivity-answers-'));
  await mkdir(path.join(root, 'evals'));
  await writeFile(path.join(root, 'evals/c.csv'), 'question,answer\nHow long?,30 days\n');
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A terminal in which the user presses Enter at each question, or one without a keyboard. */
function terminalWith({ isTTY }: { isTTY: boolean }): Terminal {
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode: () => stdin });
  const stdout = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  stdout.on('data', (chunk: Buffer) => {
    if (chunk.toString().includes(']: ')) setImmediate(() => stdin.write('\r'));
  });
  const process = { stdin, stdout, env: {} } as unknown as Process;
  return { process, root } as Terminal;
}

const answersFor = (hub: string, isTTY = true) =>
  readAnswers({ hub, model: 'm', prompt: 'none' } as Options, terminalWith({ isTTY }));

it.each([
  ['openai', 'evals/c.csv'],
  ['reference', 'builtin:multiple-choice'],
])('proposes rows that the models of the hub %s can answer', async (hub, data) => {
  expect(await answersFor(hub)).toMatchObject({ hub, data });
});

it('names the reason if it cannot ask', async () => {
  await expect(answersFor('openai', false)).rejects.toThrow(
    'standard input is not a terminal, so init cannot ask for hub, model and data',
  );
});
