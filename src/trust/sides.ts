import { ConfigError, GateError } from '../errors.ts';
import { quoted } from '../json.ts';
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

/** Reads the configuration of each side. Absent is not unreadable: the latter throws. */
export class SideReader {
  /** Of the configuration, from the root of the files. */
  readonly path: string;
  private readonly overrides: Overrides;
  private readonly rows: RowSources;

  constructor(path: string, overrides: Overrides, rows: RowSources) {
    this.path = path;
    this.overrides = overrides;
    this.rows = rows;
  }

  async withRules<Found extends Side>(side: Found): Promise<Found> {
    const { path, overrides, rows } = this;
    const { files } = side;
    rows.sides.push(files);
    if (!(await files.read(path))) return side;
    const config = await readConfig({ path, files, overrides });
    return { ...side, rules: { config, readRows: rowReader(files, config.seed, rows) } };
  }

  /** @throws ConfigError that names the commit, for a configuration that cannot be read */
  async commit(repository: Repository, sha: string, name: string): Promise<CommitSide> {
    const inWords = `${name} (commit ${sha.slice(0, 7)})`;
    const files = commitFiles(repository, sha, inWords);
    try {
      return await this.withRules({ name, commit: sha, files });
    } catch (error) {
      if (!(error instanceof GateError)) throw error;
      const { where, remedy, others } = error;
      const message = `At ${inWords}: ${error.message}`;
      throw new ConfigError(message, { where, remedy, others, cause: error });
    }
  }

  /** @throws ConfigError for what is judged and has no configuration */
  required<Found extends Side>(side: Found): WithRules<Found> {
    if (hasRules(side)) return side;
    throw new ConfigError(`There is no configuration ${quoted(this.path)} in ${side.files.name}`, {
      where: this.path,
      remedy:
        'Restore it, update a branch that is older, or name its path in the input `config`. ' +
        'In a terminal, `sensitivity init` writes one, and --config names its path.',
    });
  }
}
