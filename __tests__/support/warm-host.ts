/**
 * Runs dist many times in one process, one run after the other: `node warm-host.ts SOCKET DIST
 * PID`. It ends with the process PID, which owns the folder (own-folder.mjs). See `run-process.ts`.
 */
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import './git-session.ts';
import { hasten } from './haste.mjs';

interface Run {
  door: 'index' | 'cli';
  words: string[];
  env: Record<string, string>;
  cwd: string;
  haste?: number;
}

interface Agent {
  constructor: new () => Agent;
  destroy(): Promise<void>;
}

/** A host ends once it uses this much memory, since runs leave some behind. */
const MOST_BYTES = 600 * 1024 * 1024;
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

const [socketPath = '', dist = '', owner] = process.argv.slice(2);
const home = process.cwd();
const said = { stdout: '', stderr: '' };

for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (chunk: string | Uint8Array, ...more: unknown[]) => {
    said[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    (more.find((one) => typeof one === 'function') as (() => void) | undefined)?.();
    return true;
  };
}

/** The function is slow by design, and has equal results for equal arguments, so it is cached. */
const derived = new Map<string, Buffer>();
crypto.scrypt = (...given: unknown[]) => {
  const done = given.pop() as (error: null, key: Buffer) => void;
  const name = JSON.stringify(given);
  const key =
    derived.get(name) ??
    crypto.scryptSync(...(given as [BinaryLike, BinaryLike, number, ScryptOptions]));
  derived.set(name, key);
  done(null, key);
};
syncBuiltinESMExports();

const doors = (await import(pathToFileURL(path.join(dist, 'doors.js')).href)) as Record<
  'openActionDoor' | 'openTerminalDoor',
  () => Promise<void>
>;

/** Closes kept connections: with them, the next run would open none of its own. */
async function hangUp() {
  http.globalAgent.destroy();
  https.globalAgent.destroy();
  const world = globalThis as unknown as Record<symbol, Agent | undefined>;
  const dispatcher = world[DISPATCHER];
  if (!dispatcher) return;
  world[DISPATCHER] = new dispatcher.constructor();
  await dispatcher.destroy();
}

async function serve({ door, words, env, cwd, haste = 1 }: Run): Promise<object> {
  Object.assign(said, { stdout: '', stderr: '' });
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, path.join(dist, `${door}.js`), ...words];
  process.exitCode = undefined;
  process.chdir(cwd);
  hasten(haste);
  try {
    await (door === 'index' ? doors.openActionDoor() : doors.openTerminalDoor());
  } catch (error) {
    // Node does the same with an uncaught error.
    said.stderr += `${String((error as Error).stack)}\n`;
    process.exitCode = 1;
  }
  hasten(1);
  process.chdir(home);
  process.stdout.removeAllListeners('error');
  // A command removes no listeners: usually its process ends.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  await hangUp();
  return { exitCode: process.exitCode ?? 0, ...said };
}

let current: Socket | undefined;
process.on('uncaughtException', (error) => {
  if (!current) throw error;
  current.end(
    JSON.stringify({ exitCode: 1, stdout: said.stdout, stderr: `${said.stderr}${error.stack}\n` }),
    () => process.exit(),
  );
});

const server = createServer({ allowHalfOpen: true }, (socket) => {
  socket.on('error', () => undefined); // The caller is gone.
  void text(socket)
    .catch(() => '')
    .then(async (run) => {
      if (run === '') return void socket.end(); // A probe.
      current = socket;
      socket.end(JSON.stringify(await serve(JSON.parse(run) as Run)));
      current = undefined;
      flushCompileCache(); // For hosts that start later.
      if (process.memoryUsage.rss() > MOST_BYTES) server.close(() => process.exit());
    });
});
writeFileSync(`${socketPath}.id`, String(process.pid)); // For signals.
server.listen(socketPath);
// An owner that is killed cannot stop this process.
setInterval(() => {
  try {
    process.kill(Number(owner), 0);
  } catch {
    process.exit();
  }
}, 1_000).unref();
