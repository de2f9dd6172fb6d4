/**
 * Git without processes, since a parent of 300 MB takes 40 ms to start one. This module reads the
 * repositories that `git-writer.ts` writes, makes empty ones, and answers commands outside of a
 * repository. Git itself runs other commands, and reads other settings, replaced objects and packed
 * objects. A run in a process of its own uses plain git, and with THOROUGH=1 every run does.
 */
import childProcess from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import { SETTINGS } from './git-writer.ts';

interface Place {
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** Returns the output of a command. It throws if git has to run. */
type Act = (args: readonly string[], place: Place, input: string) => Buffer;

const { execFile } = childProcess;
const runPlain = promisify(execFile);

/** A file of the repository that a command reads. */
function fileOf({ cwd, env }: Place, ...names: string[]): Buffer {
  const objects = env.GIT_ALTERNATE_OBJECT_DIRECTORIES;
  const folder = objects ? path.dirname(objects) : (env.GIT_DIR ?? path.join(cwd, '.git'));
  const settings = readFileSync(path.join(folder, 'config'), 'utf8');
  if (settings !== SETTINGS || existsSync(path.join(folder, 'refs', 'replace')))
    throw new Error('The repository is more than git-writer.ts makes');
  return readFileSync(path.join(folder, ...names));
}

/** A loose object: `TYPE SIZE`, and its bytes. */
function objectOf(id: string, place: Place): { header: string; bytes: Buffer } {
  const whole = inflateSync(fileOf(place, 'objects', id.slice(0, 2), id.slice(2)));
  const end = whole.indexOf(0);
  return { header: whole.toString('latin1', 0, end), bytes: whole.subarray(end + 1) };
}

const readObjects: Act = (_args, place, input) =>
  Buffer.concat(
    (input.match(/\w+/g) ?? []).flatMap((id) => {
      const { header, bytes } = objectOf(id, place);
      return [Buffer.from(`${id} ${header}\n`), bytes, Buffer.from('\n')];
    }),
  );

const readCommit: Act = (args, place) => objectOf(args.at(-1)!, place).bytes;

/** `MODE blob ID` of each file of a commit. */
function filesOf(commit: string, place: Place): Map<string, string> {
  const files = new Map<string, string>();
  const addBelow = (tree: string, folder: string): void => {
    const { bytes } = objectOf(tree, place);
    for (let at = 0; at < bytes.length;) {
      const end = bytes.indexOf(0, at);
      const [, mode, name = ''] = /^(\d+) ([^]*)$/.exec(bytes.toString('utf8', at, end)) ?? [];
      at = end + 1 + tree.length / 2;
      const id = bytes.toString('hex', end + 1, at);
      if (mode === '40000') addBelow(id, `${folder}${name}/`);
      else files.set(folder + name, `${mode} blob ${id}`);
    }
  };
  const lines = objectOf(commit, place).bytes.toString();
  addBelow(/^tree (\w+)/.exec(lines)?.[1] ?? '', '');
  return files;
}

const listFiles: Act = (args, place) => {
  const entries = Array.from(filesOf(args.at(-1)!, place), ([file, is]) => `${is}\t${file}\0`);
  return Buffer.from(entries.join(''));
};

const listChanges: Act = (args, place) => {
  const [from, to] = args.slice(-5, -3).map((commit) => filesOf(commit, place));
  const changes = [...new Set([...from!.keys(), ...to!.keys()])].toSorted().map((file) => {
    const letter = letterOf(from!.get(file), to!.get(file));
    return letter && `${letter}\0${file}\0`;
  });
  return Buffer.from(changes.join(''));
};

function letterOf(was: string | undefined, is: string | undefined): string {
  if (was === is) return '';
  if (was === undefined) return 'A';
  if (is === undefined) return 'D';
  return was.slice(0, 3) === is.slice(0, 3) ? 'M' : 'T';
}

const readHead: Act = (_args, place) => {
  const head = fileOf(place, 'HEAD').toString().trim();
  objectOf(head, place); // It throws for a branch and for a packed commit, and git runs.
  return Buffer.from(`${head}\n${place.env.GIT_DIR}/objects\n`);
};

const startBare: Act = (_args, { cwd }) => {
  for (const folder of ['objects', 'refs']) mkdirSync(path.join(cwd, folder));
  writeFileSync(path.join(cwd, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(path.join(cwd, 'config'), '[core]\nbare = true\n');
  return Buffer.of();
};

const ACTS: [command: RegExp, Act][] = [
  [/ cat-file --batch$/, readObjects],
  [/ init --quiet --bare --template=$/, startBare],
  [/ cat-file commit \w+$/, readCommit],
  [/ ls-tree -r -z \w+$/, listFiles],
  [/ diff-tree -r \w+ \w+ -z --name-status --relative$/, listChanges],
  [/ rev-parse HEAD\^\{commit\} --git-path objects$/, readHead],
];

const isInRepository = (folder: string): boolean =>
  existsSync(path.join(folder, '.git')) ||
  (path.dirname(folder) !== folder && isInRepository(path.dirname(folder)));

/** Stands in for `promisify(execFile)`: a promise, and a child that takes the input. */
function start(file: string, args: readonly string[], options: Place) {
  const [, act] = ACTS.find(([command]) => command.test(args.join(' '))) ?? [];
  const isOutside = file === 'git' && !options.env.GIT_DIR && !isInRepository(options.cwd);
  if (!act && !isOutside) return runPlain(file, args, options);
  const { promise, resolve } = Promise.withResolvers<string>();
  const output = promise.then(async (input) => {
    if (!act) throw Object.assign(new Error(), { stderr: 'fatal: not a git repository' });
    try {
      return { stdout: act(args, options, input) };
    } catch {
      const running = runPlain(file, args, options);
      running.child.stdin?.on('error', () => undefined).end(input); // The caller does the same.
      return running;
    }
  });
  const stdin = { on: () => stdin, end: resolve };
  return Object.assign(output, { child: { stdin } });
}

if (!process.env.THOROUGH) {
  childProcess.execFile = Object.assign(execFile.bind(undefined), {
    [promisify.custom]: start,
  }) as typeof execFile;
  syncBuiltinESMExports();
}
