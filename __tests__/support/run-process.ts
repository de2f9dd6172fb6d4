/**
 * Runs the sources, or a build: in a process that has loaded them already, or in one of its own.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { KNOWN_AT_START } from './internet.ts';

/**
 * The doors of the sources. Scenarios run these, so that a defect in `src` shows without a build.
 */
export const SOURCES = path.resolve(import.meta.dirname, 'sources');

export interface Ended {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

interface DoorRun {
  door: 'index' | 'cli';
  words?: readonly string[];
  /** All variables except PATH: a test must not depend on those of the machine. */
  env: Record<string, string>;
  cwd: string;
  /** The folder of the doors; the sources' by default. */
  dist?: string;
  /** Runs in a process of its own. */
  fresh?: boolean;
  /**
   * Divides the delays of the run's timers, as haste.mjs says, except in a process of its own.
   */
  haste?: number;
  /** The pipe of its log is closed. */
  closedLog?: boolean;
  target?: Target;
}

/** Sends signals to the process of a run from its start, be it its own or a host. */
export interface Target {
  kill?: (signal: NodeJS.Signals) => void;
}

/** Variables that Node reads when it starts. Runs that differ in one share no process. */
const READ_AT_START = /^(?:NODE_|SSL_|LC_|LANG$|TZ$)/;
/** The folder of Node's compile cache, shared by the processes of a test run. */
const COMPILED = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' };
/** Longer than the timeout of a test: a wait beyond it never ends. */
const HANGS_MS = 180_000;

export async function runDoor({
  door,
  words = [],
  env,
  cwd,
  dist = SOURCES,
  fresh = false,
  haste,
  closedLog = false,
  target,
}: DoorRun): Promise<Ended> {
  if (fresh || closedLog) {
    const given = [path.join(dist, `${door}.js`), ...words];
    return runProcess(given, { env, cwd, closedLog, target });
  }
  const atStart = Object.fromEntries(
    Object.entries(env).filter(([name]) => READ_AT_START.test(name)),
  );
  const run = JSON.stringify({ door, words, env: withPath(env), cwd, haste });
  return askHost(dist, atStart, run, target);
}

/** Runs a program with only the variables given, and the cache. */
export async function runProcess(
  args: readonly string[],
  { env, cwd, closedLog = false, target }: Pick<DoorRun, 'env' | 'cwd' | 'closedLog' | 'target'>,
): Promise<Ended> {
  const child = spawn(process.execPath, [...args], {
    cwd,
    env: withPath({ ...COMPILED, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (target) target.kill = (signal) => child.kill(signal);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (closedLog) {
    child.stdout.destroy();
    child.stderr.destroy();
    return { exitCode: await ended, stdout: '', stderr: '' };
  }
  const [stdout, stderr, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  return { exitCode, stdout, stderr };
}

const withPath = (env: Record<string, string>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  ...env,
});

/**
 * More memory for young objects, so that the collector runs less: a run keeps V8 from giving them
 * more. Functions and regular expressions are compiled at once: a host runs the same ones all the
 * time.
 */
const HOST_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--always-sparkplug',
  '--no-regexp-tier-up',
];
/** Most hosts with the same start. More would stay cold longer. A run waits if all are busy. */
const MOST_HOSTS = availableParallelism();

/**
 * All workers of jest share the hosts, and use the first free one: a host gets faster with each
 * run.
 */
async function askHost(
  dist: string,
  atStart: Record<string, string>,
  run: string,
  target?: Target,
): Promise<Ended> {
  const kind = createHash('sha256')
    .update(JSON.stringify([dist, atStart]))
    .digest('hex')
    .slice(0, 12);
  // A short name: macOS limits the path of a socket to 103 characters, and the folder takes half.
  const hosts = Array.from({ length: MOST_HOSTS }, (_, number) =>
    path.join(tmpdir(), `host-${kind}-${number}`),
  );
  let socket;
  while (!(socket = hosts.find(take))) await sleep(5);
  // A host leaves its id there before any signal is sent.
  if (target)
    target.kill = (signal) => process.kill(Number(readFileSync(idOf(socket), 'utf8')), signal);
  let answer;
  while ((answer = await ask(socket, run)) === undefined) await startHost(socket, dist, atStart);
  rmSync(mark(socket)); // A run that hangs keeps its mark.
  return JSON.parse(answer) as Ended;
}

/** The lock file of a host in use. */
const mark = (socket: string): string => `${socket}.busy`;

/** The file with the id of a host's process. */
const idOf = (socket: string): string => `${socket}.id`;

function take(socket: string): boolean {
  try {
    writeFileSync(mark(socket), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function startHost(
  socket: string,
  dist: string,
  atStart: Record<string, string>,
): Promise<void> {
  rmSync(socket, { force: true });
  const host = path.resolve('__tests__', 'support', 'warm-host.ts');
  const words = [...HOST_FLAGS, host, socket, dist, String(process.env.TEST_OWNER)];
  const child = spawn(process.execPath, words, {
    env: withPath({ ...COMPILED, ...KNOWN_AT_START, ...atStart }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  child.unref();
  while (child.exitCode === null && (await ask(socket)) === undefined) await sleep(20);
  if (child.exitCode !== null) throw new Error(`${host} ended with ${child.exitCode}`);
}

/** Asks the host at a socket to run; undefined if none listens. Without a run it only probes. */
async function ask(at: string, run?: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let connected = false;
    const socket = connect({ path: at, allowHalfOpen: true });
    socket.on('error', (error) => (connected ? reject(error) : resolve(undefined)));
    socket.on('connect', () => {
      connected = true;
      if (run === undefined) {
        socket.destroy();
        resolve('');
        return;
      }
      socket.setTimeout(HANGS_MS, () =>
        socket.destroy(new Error(`A run has not ended in ${HANGS_MS / 1000} s`)),
      );
      socket.end(run);
      text(socket).then(
        (answer) =>
          answer === '' ? reject(new Error('The process that ran it is gone')) : resolve(answer),
        reject,
      );
    });
  });
}
