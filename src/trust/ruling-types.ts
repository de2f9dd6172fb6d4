import type { LoadedRows } from '../data/rows.ts';
import type { Changes, Config, DataConfig, SubjectConfig } from '../config/config.ts';

/** Everything that a verdict depends on: rules with a subject, and the rows that they name. */
export interface RulesAndRows {
  /** The rules, whose `subject` is the head's. */
  config: Config;
  /** Reads the rows of a test, each source once. */
  readRows: (data: DataConfig) => Promise<LoadedRows>;
}

/**
 * Whose configuration and rows decide about a change, with its base, its changes and a preview. The
 * ruling is made before the run: nothing later reads a configuration.
 */
export interface Ruling extends RulesAndRows {
  /** Whose rules decide: of the base, the head, the default branch, or a terminal's work tree. */
  ref: 'base' | 'head' | 'default' | 'local';
  /** The head's commit; undefined for a work tree. */
  commit?: string;
  /** Its subject is the one that `compare: base` asks as well. `name`: a branch, `main`. */
  base?: { name: string; commit: string; config: Config };
  /** The base that decides is compared, too, so that a head without changes is not asked. */
  isChange?: boolean;
  /** The judge that `judge: self` means: the base's model if there is one, else the head's. */
  self: SubjectConfig['model'];
  /** The other side's rules and rows, where they differ and a trusted head is asked by them. */
  preview?: RulesAndRows;
  changes: Changes;
  /** Sentences under the headline, each with its ⚠️. */
  warnings: readonly string[];
  notices: readonly string[];
}
