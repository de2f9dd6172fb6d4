/**
 * Git with fewer processes, since the start of one takes 20 ms of a processor: one `cat-file` for
 * each repository answers all calls, and `init` runs once. A run in a process of its own has plain
 * git, and with THOROUGH=1 each has.
 */
import childProcess, { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

interface Place {
  cwd: string;
  env: NodeJS.ProcessEnv;
}

type Act = (args: readonly string[], place: Place, input: string) => Promise<Buffer>;

const { execFile } = childProcess;
const runPlain = promisify(execFile);

interface Reader {
  child: ChildProcessWithoutNullStreams;
  turn: Promise<unknown>;
}

const readers = new Map<string, Reader>();

export function closeReaders(): void {
  for (const { child } of readers.values()) child.stdin.end();
  readers.clear();
}

const readObjects: Act = (args, place, input) => {
  const key = JSON.stringify([args, place.cwd, place.env]);
  const { cwd, env } = place;
  const reader = readers.get(key) ?? {
    child: spawn('git', args, { cwd, env }),
    turn: Promise.resolve(),
  };
  readers.set(key, reader);
  const answer = reader.turn
    .then(() => answerOf(reader.child, input))
    .catch(async () => {
      // It ends where a fetch has cut the history, or for a reason that it gives again.
      readers.delete(key);
      const again = promisify(execFile)('git', args, { ...place, encoding: 'buffer' });
      again.child.stdin?.end(input);
      return (await again).stdout;
    });
  reader.turn = answer.catch(() => undefined);
  return answer;
};

/** An object that is missing for certain marks the end of the answer. */
function answerOf(
  { stdin, stdout }: ChildProcessWithoutNullStreams,
  input: string,
): Promise<Buffer> {
  const mark = randomUUID();
  const end = Buffer.from(`${mark} missing\n`);
  let answer = Buffer.alloc(0);
  stdin.write(`${input}\n${mark}\n`);
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('git cat-file has ended'));
    const take = (chunk: Buffer): void => {
      answer = Buffer.concat([answer, chunk]);
      if (!answer.subarray(-end.length).equals(end)) return;
      stdout.off('data', take).off('end', fail);
      resolve(answer.subarray(0, -end.length));
    };
    stdout.on('data', take).once('end', fail);
  });
}

/** Empty repositories, by the name of their hash. */
const started: Record<string, Promise<string>> = {};

async function startOne(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'git-'));
  await runPlain('git', args, { cwd: folder, env: { ...env, GIT_DIR: folder } });
  return folder;
}

const copyStarted: Act = async (args, { cwd, env }) => {
  cpSync(await (started[String(env.GIT_DEFAULT_HASH)] ??= startOne(args, env)), cwd, {
    recursive: true,
  });
  return Buffer.alloc(0);
};

const ACTS: [command: string, Act][] = [
  ['cat-file --batch', readObjects],
  ['init --quiet --bare --template=', copyStarted],
];

/** Stands in for `promisify(execFile)`: a promise, and a child that takes the input. */
function start(file: string, args: readonly string[], options: Place) {
  const [, act] = ACTS.find(([command]) => args.join(' ').endsWith(` ${command}`)) ?? [];
  if (!act) return runPlain(file, args, options);
  const { promise, resolve } = Promise.withResolvers<string>();
  const output = promise.then(async (input) => ({ stdout: await act(args, options, input) }));
  const stdin = { on: () => stdin, end: resolve };
  return Object.assign(output, { child: { stdin } });
}

if (!process.env.THOROUGH) {
  childProcess.execFile = Object.assign(execFile.bind(undefined), {
    [promisify.custom]: start,
  }) as typeof execFile;
  syncBuiltinESMExports();
}
