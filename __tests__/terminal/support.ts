/** Commands in a folder of their own, in this process. */
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { startTerminal } from '../../src/terminal/main.ts';
import type { Host } from '../../src/terminal/terminal.ts';
import '../support/git-session.ts';
import { afterEveryTest } from '../support/jest/after-every-test.mjs';
import { filesIn, temporaryFolder } from '../support/repository.ts';
import {
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
} from '../support/model-server.ts';

export { temporaryFolder as folder } from '../support/repository.ts';
export const KEY = 'sk-terminal-0123456789abcdefghij';

const servers: ModelServer[] = [];
afterEveryTest(async () => {
  for (const server of servers.splice(0)) await server.close();
});

export async function modelServer(options: ModelServerOptions = {}) {
  const server = await startModelServer({ keys: [KEY], ...options });
  servers.push(server);
  return server;
}

interface Started {
  root?: string;
  env?: Record<string, string>;
  /** [a text that the terminal shows, the answer that is then typed] */
  answers?: readonly (readonly [string, string])[];
  once?: (signal: string, listener: () => void) => void;
}

/** A terminal at which each answer is typed behind its question. */
function typing(answers: readonly (readonly [string, string])[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 100 });
  const open = [...answers];
  let shown = '';
  stdout.on('data', (text) => {
    shown += String(text);
    const [question, answer] = open[0] ?? [];
    if (question === undefined || !shown.includes(question)) return;
    open.shift();
    shown = '';
    setTimeout(() => stdin.write(`${answer}\r`), 50);
  });
  // Ctrl-C ends a dialog that asks something else.
  setTimeout(() => stdin.write('\u0003'), 60_000).unref();
  return { stdin, stdout };
}

export async function sensitivity(
  words: readonly string[],
  { root = temporaryFolder(), env = {}, answers, once = () => undefined }: Started = {},
) {
  const out: string[] = [];
  const log: string[] = [];
  const terminal = answers && typing(answers);
  terminal?.stdout.on('data', (text) => out.push(String(text)));
  const host = {
    argv: ['node', 'sensitivity', ...words],
    env: { PATH: process.env.PATH, XDG_CACHE_HOME: path.join(root, '.cache'), ...env },
    cwd: () => root,
    stdin: {},
    stdout: { isTTY: true, write: (text: string) => out.push(text) },
    ...terminal,
    stderr: { write: (text: string) => log.push(text) },
    once,
    off: () => undefined,
  };
  const status = await startTerminal(host as unknown as Host);
  const [stdout, stderr] = [out.join(''), log.join('')];
  expect(stdout + stderr).not.toContain(KEY);
  return { status, stdout, stderr, root, files: filesIn(root) };
}
