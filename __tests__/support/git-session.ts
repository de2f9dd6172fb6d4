/**
 * Git with fewer processes, since the start of one takes 20 ms of a processor: one `cat-file` for
 * each repository answers all calls that read a commit, `init` runs once, and no command runs
 * outside of a repository. A run in a process of its own has plain git, and with THOROUGH=1 each
 * has.
 */
import childProcess, { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync } from 'node:fs';
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

/** The bytes of an object, by the reader of the repository. */
async function objectOf(id: string, words: readonly string[], place: Place): Promise<Buffer> {
  const answer = await readObjects([...words, 'cat-file', '--batch'], place, id);
  const header = answer.indexOf('\n') + 1;
  if (header === answer.length) throw new Error(`There is no ${id}`);
  return answer.subarray(header, -1);
}

const readCommit: Act = (args, place) => objectOf(args.at(-1)!, args.slice(0, -3), place);

const listFiles: Act = async (args, place) => {
  const words = args.slice(0, -4);
  const below = async (tree: string, folder: string): Promise<string> => {
    const bytes = await objectOf(tree, words, place);
    let listing = '';
    for (let at = 0; at < bytes.length;) {
      const end = bytes.indexOf(0, at);
      const [, mode, name = ''] = /^(\d+) ([^]*)$/.exec(bytes.toString('utf8', at, end)) ?? [];
      at = end + 1 + tree.length / 2;
      const id = bytes.toString('hex', end + 1, at);
      const file = folder + name;
      listing += mode === '40000' ? await below(id, `${file}/`) : `${mode} blob ${id}\t${file}\0`;
    }
    return listing;
  };
  const commit = await objectOf(args.at(-1)!, words, place);
  return Buffer.from(await below(/^tree (\w+)/.exec(commit.toString())?.[1] ?? '', ''));
};

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

const ACTS: [command: RegExp, Act][] = [
  [/ cat-file --batch$/, readObjects],
  [/ init --quiet --bare --template=$/, copyStarted],
  [/ cat-file commit \w+$/, readCommit],
  [/ ls-tree -r -z \w+$/, listFiles],
];

const isInRepository = (folder: string): boolean =>
  existsSync(path.join(folder, '.git')) ||
  (path.dirname(folder) !== folder && isInRepository(path.dirname(folder)));

const failOutside: Act = () =>
  Promise.reject(Object.assign(new Error(), { stderr: 'fatal: not a git repository' }));

/** Stands in for `promisify(execFile)`: a promise, and a child that takes the input. */
function start(file: string, args: readonly string[], options: Place) {
  const [, known] = ACTS.find(([command]) => command.test(args.join(' '))) ?? [];
  const isOutside = file === 'git' && !options.env.GIT_DIR && !isInRepository(options.cwd);
  const act = known ?? (isOutside ? failOutside : undefined);
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
