import { lstat, realpath } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import { ConfigError } from '../errors.ts';
import { kindOfMode, type Tree, type TreeEntry } from '../github/files.ts';
import { quoted } from '../json.ts';
import { wayInside, type IsTracked } from '../path-safety.ts';
import { GitError, runGit } from './git.ts';

/** Asks git which files of the checkout are committed, and which ones earlier steps wrote. */
export interface Checkout {
  /** @throws ConfigError for a repository that git cannot read */
  isTracked: IsTracked;
  /** The outermost repository around the configuration; undefined without one. */
  home: () => Promise<string | undefined>;
  /** The repository that is nearest to a file; undefined without one. */
  repositoryOf: (real: string) => Promise<string | undefined>;
  /** The commit that is checked out; undefined without a repository. */
  headOf: (folder: string) => Promise<string | undefined>;
  /** The files in the commit that is checked out. */
  treeAtHead: (folder: string) => Promise<Tree>;
  /** The files that the repository of the workspace tracks; undefined without one. */
  tree: () => Promise<Tree | undefined>;
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
export function openCheckout(options: CheckoutOptions): Checkout {
  const { workspace, env } = options;
  const repositories = new Repositories(options);
  const unchecked = new Set<string>();
  return {
    async isTracked(real) {
      const root = await realpath(workspace);
      if ((await repositories.homes()).length > 0) return repositories.tracks(real, root);
      unchecked.add(wayInside(root, real) ?? path.basename(real));
      return undefined;
    },
    home: async () => (await repositories.homes()).at(-1),
    repositoryOf: async (real) => repositoryAround(path.dirname(real), await realpath(workspace)),
    headOf: (folder) => headCommit(folder, env),
    treeAtHead: async (folder) =>
      treeInListing(await gitIn(folder, ['ls-tree', '-r', '-z', 'HEAD'], env)),
    tree: async () => {
      const folder = await repositoryAround(workspace, workspace);
      return folder === undefined ? undefined : repositories.entriesOf(folder);
    },
    notices: () => (unchecked.size === 0 ? [] : [uncheckedNotice([...unchecked])]),
  };
}

/** The repositories around the configuration; git lists the files of each once. */
class Repositories {
  private readonly options: CheckoutOptions;
  private readonly lists = new Map<string, Promise<Tree>>();
  private knownHomes: Promise<string[]> | undefined;

  constructor(options: CheckoutOptions) {
    this.options = options;
  }

  /** The folders of the repositories around the configuration, from the innermost. */
  async homes(): Promise<string[]> {
    const { workspace, config } = this.options;
    const root = await realpath(workspace);
    this.knownHomes ??= repositoriesAround(path.resolve(root, config), root);
    return this.knownHomes;
  }

  entriesOf(folder: string): Promise<Tree> {
    const entries = this.lists.get(folder) ?? listEntries(folder, this.options.env);
    this.lists.set(folder, entries);
    return entries;
  }

  /** True for a file that a repository of the configuration, or a submodule of one, tracks. */
  async tracks(entry: string, root: string, kind: 'file' | 'submodule' = 'file'): Promise<boolean> {
    const folder = await repositoryAround(path.dirname(entry), root);
    const way = folder === undefined ? undefined : wayInside(folder, entry);
    if (folder === undefined || way === undefined) return false;
    const tracked = (await this.entriesOf(folder)).get(way);
    if (tracked === undefined) return false;
    const isSubmodule = tracked.kind === 'submodule';
    if (isSubmodule !== (kind === 'submodule')) return false;
    return (await this.homes()).includes(folder) || this.tracks(folder, root, 'submodule');
  }
}

async function headCommit(folder: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if ((await repositoryAround(folder, folder)) === undefined) return undefined;
  return gitIn(folder, ['rev-parse', '--verify', '--quiet', 'HEAD'], env).then(
    (commit) => commit.trim(),
    () => undefined,
  );
}

/** Maximum number of files that the notice names. */
const MAX_NAMES = 10;

function uncheckedNotice(files: readonly string[]): string {
  const names = files.slice(0, MAX_NAMES).map(quoted).join(', ');
  return `The checkout holds no repository of git, so whether these files were committed is not known: ${names}. Have git on the PATH before actions/checkout runs, and it makes one.`;
}

/**
 * Returns the folders of the repositories around a path, without those that are reached through a
 * link.
 */
async function repositoriesAround(file: string, root: string): Promise<string[]> {
  const homes: string[] = [];
  let folder = await repositoryAround(path.dirname(file), root);
  while (folder !== undefined) {
    if ((await realpath(folder)) === folder) homes.push(folder);
    folder = folder === root ? undefined : await repositoryAround(path.dirname(folder), root);
  }
  return homes;
}

/**
 * Returns the nearest folder, from `folder` up to `root`, that holds a `.git`, which no commit can
 * contain.
 */
async function repositoryAround(folder: string, root: string): Promise<string | undefined> {
  for (
    let current = folder;
    wayInside(root, current) !== undefined;
    current = path.dirname(current)
  ) {
    if (await lstat(path.join(current, '.git')).catch(() => undefined)) return current;
    if (current === root) break;
  }
  return undefined;
}

/**
 * Returns the entries of a repository's index.
 * @throws ConfigError
 */
async function listEntries(folder: string, env: NodeJS.ProcessEnv): Promise<Tree> {
  try {
    return treeInListing(await gitIn(folder, ['ls-files', '-z', '--stage'], env));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const { reason, where } = error;
    throw new ConfigError(`git cannot say which files of the checkout it tracks: ${reason}`, {
      where,
      remedy:
        'A configuration may only name files that were committed. Have git on the PATH of this job; in a container, install it before actions/checkout.',
    });
  }
}

/**
 * Runs git in a repository, from a folder outside of it, so that no setting of the repository can
 * start a program.
 * @throws GitError
 */
async function gitIn(
  folder: string,
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const { PATH, Path, SystemRoot } = env;
  const output = await runGit(['-c', 'core.fsmonitor=false', ...command], {
    cwd: path.dirname(process.execPath),
    env: {
      PATH,
      Path,
      SystemRoot,
      GIT_DIR: path.join(folder, '.git'),
      GIT_WORK_TREE: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
      GIT_TERMINAL_PROMPT: '0',
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_NO_LAZY_FETCH: '1',
    },
    where: '.git',
  });
  return output.toString();
}

/**
 * Returns the entries in the output of `git ls-tree -r -z` (`100644 blob ID<tab>PATH`) or of
 * `git ls-files -z --stage` (`100644 ID 0<tab>PATH`).
 */
export function treeInListing(listing: string): Tree {
  const lines = listing.split('\0').filter(Boolean);
  return new Map(lines.map(entryIn));
}

/** Length of the shortest object id, that of SHA-1; no other field of a listing is as long. */
const MIN_ID_LENGTH = 40;

function entryIn(line: string): [path: string, entry: TreeEntry] {
  const tab = line.indexOf('\t');
  const [mode = '', ...fields] = line.slice(0, tab).split(' ');
  const sha = fields.find(({ length }) => length >= MIN_ID_LENGTH) ?? '';
  return [line.slice(tab + 1), { kind: kindOfMode(mode), sha }];
}
