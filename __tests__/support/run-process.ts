/**
 * Runs the sources, or a build: in this process, which has loaded them already, or in one of its
 * own.
 */
import { spawn } from 'node:child_process';
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import './git-session.ts';
import { hasten } from './haste.mjs';

/**
 * The doors of the sources. Scenarios run these, so that a defect in `src` shows without a build.
 */
export const SOURCES = path.resolve(import.meta.dirname, 'sources');

interface DoorRun {
  door: 'index' | 'cli';
  words?: readonly string[];
  /** All variables except PATH: a test must not depend on those of the machine. */
  env: Record<string, string>;
  cwd: string;
  /** The folder of the doors; the sources' by default. */
  dist?: string;
  /** Divides the delays of timers, as haste.mjs says, if the run has no process of its own. */
  haste?: number;
  ownProcess?: OwnProcess;
}

/** A process that a run has for itself. */
export interface OwnProcess {
  /** The pipe of its log is closed. */
  closedLog?: boolean;
  /** Sends `killSignal` once it is aborted. */
  signal?: AbortSignal;
  killSignal?: NodeJS.Signals;
}

export interface Ended {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export async function runDoor({ ownProcess, ...run }: DoorRun): Promise<Ended> {
  if (!ownProcess) return inTurn(() => runHere(run));
  const { door, words = [], env, cwd, dist = SOURCES } = run;
  return runProcess([path.join(dist, `${door}.js`), ...words], { env, cwd, ...ownProcess });
}

/** Runs a program with only the variables given, and the cache. */
export async function runProcess(
  args: readonly string[],
  { env, cwd, closedLog = false, signal, killSignal }: OwnProcess & Pick<DoorRun, 'env' | 'cwd'>,
): Promise<Ended> {
  const child = spawn(process.execPath, [...args], {
    cwd,
    env: { ...withPath(env), NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => (signal?.aborted ? undefined : reject(error)));
    child.on('close', resolve);
  });
  if (closedLog) {
    child.stdout.destroy();
    child.stderr.destroy();
    return { exitCode: await ended, stdout: '', stderr: '' };
  }
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { exitCode: await ended, stdout, stderr };
}

const withPath = (env: Record<string, string>) => ({ PATH: process.env.PATH ?? '', ...env });

let lastTurn: Promise<unknown> = Promise.resolve();

/** One run of this process begins when the one before has ended. */
function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(act);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

/** Gives a run the arguments, variables, folder and log of a process, and takes them back. */
async function runHere({ door, words = [], env, cwd, dist = SOURCES, haste = 1 }: DoorRun) {
  const { openActionDoor, openTerminalDoor } = await import(
    pathToFileURL(path.join(dist, 'doors.js')).href
  );
  const own = { env: { ...process.env }, cwd: process.cwd(), argv: process.argv };
  const stdout = record(process.stdout);
  const stderr = record(process.stderr);
  setVariables(withPath(env));
  process.argv = [process.execPath, path.join(dist, `${door}.js`), ...words];
  process.chdir(cwd);
  hasten(haste);
  try {
    await (door === 'index' ? openActionDoor() : openTerminalDoor());
    return { exitCode: Number(process.exitCode ?? 0), stdout: stdout.end(), stderr: stderr.end() };
  } finally {
    hasten(1);
    process.exitCode = undefined;
    process.chdir(own.cwd);
    process.argv = own.argv;
    setVariables(own.env);
    stdout.end();
    stderr.end();
    // A command removes no listeners: usually its process ends.
    process.stdout.removeAllListeners('error');
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  }
}

function setVariables(env: NodeJS.ProcessEnv) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
}

/** Keeps what is written to a stream. `end` gives it, and lets the stream write again. */
function record(stream: NodeJS.WriteStream) {
  let written = '';
  stream.write = (chunk: string | Uint8Array, ...more: unknown[]) => {
    written += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const done = more.at(-1);
    if (typeof done === 'function') done();
    return true;
  };
  return {
    end() {
      Reflect.deleteProperty(stream, 'write'); // That of the prototype is there again.
      return written;
    },
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
