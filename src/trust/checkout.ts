import { execFile } from 'node:child_process';
import { lstat, realpath } from 'node:fs/promises';
import { devNull } from 'node:os';
import { promisify } from 'node:util';
import { ConfigError } from '../errors.js';
import { wayInside, type IsTracked } from '../inside.js';
import { quoted } from '../json.js';
import path from 'node:path';

const run = promisify(execFile);

/** Tells files of the repository, by git, from files that earlier steps left in the same folder. */
export interface Checkout {
  /** @throws ConfigError for a repository that git cannot read */
  isTracked: IsTracked;
  /** The outermost repository around the configuration; undefined without one. */
  home: () => Promise<string | undefined>;
  headOf: (folder: string) => Promise<string | undefined>;
  blobsAtHead: (folder: string) => Promise<ReadonlyMap<string, string>>;
  notices: () => string[];
}

interface CheckoutOptions {
  workspace: string;
  /** Path of the configuration from there, as the workflow names it. */
  config: string;
  env: NodeJS.ProcessEnv;
}

/**
 * Opens the repositories around the configuration and their submodules; other repositories do not
 * count.
 */
export function openCheckout({ workspace, config, env }: CheckoutOptions): Checkout {
  const lists = new Map<string, Promise<Set<string>>>();
  const unchecked = new Set<string>();
  let found: Promise<string[]> | undefined;

  const homes = async (): Promise<string[]> => {
    const root = await realpath(workspace);
    found ??= homesOf(path.resolve(root, config), root);
    return found;
  };

  const entriesOf = (folder: string): Promise<Set<string>> => {
    const entries = lists.get(folder) ?? listEntries(folder, env);
    lists.set(folder, entries);
    return entries;
  };

  /** A submodule's name ends with a slash, in git's list as here. */
  async function belongs(entry: string, root: string): Promise<boolean> {
    const folder = await repositoryAround(path.dirname(entry), root);
    const way = folder === undefined ? undefined : wayInside(folder, entry);
    if (folder === undefined || way === undefined) return false;
    if (!(await entriesOf(folder)).has(entry.endsWith(path.sep) ? `${way}/` : way)) return false;
    return (await homes()).includes(folder) || belongs(`${folder}${path.sep}`, root);
  }

  return {
    async isTracked(real) {
      const root = await realpath(workspace);
      if ((await homes()).length > 0) return belongs(real, root);
      unchecked.add(wayInside(root, real) ?? path.basename(real));
      return undefined;
    },
    home: async () => (await homes()).at(-1),
    headOf: async (folder) => {
      if ((await repositoryAround(folder, folder)) === undefined) return undefined;
      return gitIn(folder, ['rev-parse', '--verify', '--quiet', 'HEAD'], env).then(
        (commit) => commit.trim(),
        () => undefined,
      );
    },
    blobsAtHead: async (folder) => {
      const lines = await gitIn(folder, ['ls-tree', '-r', '-z', 'HEAD'], env);
      // `100644 blob HASH<tab>evals/q.jsonl`
      const files = lines.split('\0').flatMap((line) => {
        const [, id, file] = /^\d+ blob ([\da-f]+)\t(.+)$/s.exec(line) ?? [];
        return id !== undefined && file !== undefined ? [[file, id] as const] : [];
      });
      return new Map(files);
    },
    notices: () => {
      if (unchecked.size === 0) return [];
      const names = [...unchecked].slice(0, MOST_NAMES).map(quoted).join(', ');
      return [
        `The checkout holds no repository of git, so whether these files were committed is not known: ${names}. Have git on the PATH before actions/checkout runs, and it makes one.`,
      ];
    },
  };
}

const MOST_NAMES = 10;

/**
 * Returns the folders of the repositories around a path, without those that are reached through a
 * link.
 */
async function homesOf(file: string, root: string): Promise<string[]> {
  const found: string[] = [];
  let at = await repositoryAround(path.dirname(file), root);
  while (at !== undefined) {
    if ((await realpath(at)) === at) found.push(at);
    at = at === root ? undefined : await repositoryAround(path.dirname(at), root);
  }
  return found;
}

/**
 * Returns the nearest folder, from `folder` up to `root`, that holds a `.git`, which no commit can
 * contain.
 */
async function repositoryAround(folder: string, root: string): Promise<string | undefined> {
  for (let at = folder; wayInside(root, at) !== undefined; at = path.dirname(at)) {
    if (await lstat(path.join(at, '.git')).catch(() => undefined)) return at;
    if (at === root) break;
  }
  return undefined;
}

async function listEntries(folder: string, env: NodeJS.ProcessEnv): Promise<Set<string>> {
  try {
    const listed = await gitIn(folder, ['ls-files', '-z', '--stage'], env);
    return new Set(listed.split('\0').filter(Boolean).map(entryOf));
  } catch (error) {
    throw cannotTell(error as NodeJS.ErrnoException & { stderr?: string });
  }
}

/**
 * Runs git in a repository, from a folder outside of it, so that no setting of the repository can
 * start a program.
 */
async function gitIn(
  folder: string,
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const passed = Object.fromEntries(
    ['PATH', 'Path', 'SystemRoot'].flatMap((name) =>
      env[name] === undefined ? [] : [[name, env[name]]],
    ),
  );
  const { stdout } = await run('git', ['--no-pager', '-c', 'core.fsmonitor=false', ...command], {
    cwd: path.dirname(process.execPath),
    env: {
      ...passed,
      GIT_DIR: path.join(folder, '.git'),
      GIT_WORK_TREE: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_NO_LAZY_FETCH: '1',
      LC_ALL: 'C',
    },
    maxBuffer: Infinity,
    timeout: 120_000,
  });
  return stdout;
}

/** `100644 HASH 0<tab>evals/q.jsonl`; 160000 is a submodule. */
function entryOf(line: string): string {
  const name = line.slice(line.indexOf('\t') + 1);
  return line.startsWith('160000 ') ? `${name}/` : name;
}

/** The cause is left out, since it holds the environment and the output of the command. */
function cannotTell({ code, stderr }: NodeJS.ErrnoException & { stderr?: string }): ConfigError {
  const why =
    code === 'ENOENT'
      ? 'there is no git here'
      : quoted(stderr?.split('\n')[0] || `it ended with ${code}`);
  return new ConfigError(`git cannot say which files of the checkout it tracks: ${why}`, {
    where: '.git',
    remedy:
      'A configuration may only name files that were committed. Have git on the PATH of this job; in a container, install it before actions/checkout.',
  });
}
