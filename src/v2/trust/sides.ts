import { ConfigError, GateError } from '../../errors.ts';
import { quoted } from '../../json.ts';
import type { Config, Overrides } from '../config/config.ts';
import { readConfig } from '../config/read.ts';
import type { Files } from '../files.ts';
import { commitFiles, type CommitFiles, type Repository } from './commit.ts';
import type { ReadRows } from './judged.ts';
import { rowReader, type RowSources } from './rows.ts';

/** A commit or a work tree, with its rules where it has a configuration. */
export interface Side {
  /** In a report: `main`, `release v1.2.0`. */
  name: string;
  commit?: string;
  files: Files;
  rules?: { config: Config; readRows: ReadRows };
}

export interface CommitSide extends Side {
  commit: string;
  files: CommitFiles;
}

export type WithRules<Found extends Side = Side> = Found & Required<Pick<Side, 'rules'>>;

export function hasRules<Found extends Side>(side: Found | undefined): side is WithRules<Found> {
  return side?.rules !== undefined;
}

interface SideOptions {
  /** Of the configuration, from the root of the files. */
  path: string;
  overrides: Overrides;
  rows: Omit<RowSources, 'sides'>;
}

/** Reads the configuration of each side. Absent is not unreadable: the latter throws. */
export class SideReader {
  readonly path: string;
  private readonly options: SideOptions;
  private readonly sides: Files[] = [];

  constructor(options: SideOptions) {
    this.path = options.path;
    this.options = options;
  }

  async withRules<Found extends Side>(side: Found): Promise<Found> {
    const { path, overrides, rows } = this.options;
    const { files } = side;
    this.sides.push(files);
    if (!(await files.read(path))) return side;
    const config = await readConfig({ path, files, overrides });
    const readRows = rowReader(files, config.seed, { ...rows, sides: this.sides });
    return { ...side, rules: { config, readRows } };
  }

  commit(repository: Repository, sha: string, name: string): Promise<CommitSide> {
    const files = commitFiles(repository, sha, `${name} (commit ${sha.slice(0, 7)})`);
    return this.withRules({ name, commit: sha, files });
  }

  /** @throws ConfigError that names the commit, for a configuration that cannot be read */
  async merged(repository: Repository, sha: string, name: string): Promise<CommitSide> {
    try {
      return await this.commit(repository, sha, name);
    } catch (error) {
      if (!(error instanceof GateError)) throw error;
      const { where, remedy, others } = error;
      throw new ConfigError(`At ${name} (commit ${sha.slice(0, 7)}): ${error.message}`, {
        where,
        remedy: `${remedy} The base decides: correct it by a change that runs with \`config-ref: head\`.`,
        others,
        cause: error,
      });
    }
  }

  /** @throws ConfigError for what is judged and has no configuration */
  required<Found extends Side>(side: Found): WithRules<Found> {
    if (hasRules(side)) return side;
    throw new ConfigError(`There is no configuration ${quoted(this.path)} in ${side.files.name}`, {
      where: this.path,
      remedy:
        'Restore it or write one, update a branch that is older than it, or name another path in the input `config`.',
    });
  }
}
