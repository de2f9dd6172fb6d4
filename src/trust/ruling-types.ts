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
  /**
   * Whose rules decide: the base's, the head's, the default branch's, or a terminal's work tree.
   */
  ref: 'base' | 'head' | 'default' | 'local';
  /** The head's commit; undefined for a work tree. */
  commit?: string;
  /** The commit whose subject `compare: base` also asks. `name` is a branch, such as `main`. */
  base?: { name: string; commit: string; config: Config };
  /**
   * True if the base that decides is also compared: then a head without changes is not asked.
   */
  isChange?: boolean;
  /** The model that `judge: self` means: that of the base, or if the head decides, its own. */
  self: SubjectConfig['model'];
  /**
   * The rules and rows of the side that does not decide, if they differ and the head is trusted.
   */
  preview?: RulesAndRows;
  changes: Changes;
  /** Sentences that a report shows under its headline, each with a ⚠️. */
  warnings: readonly string[];
  notices: readonly string[];
}
