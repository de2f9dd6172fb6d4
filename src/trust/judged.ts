import type { LoadedRows } from '../data/rows.ts';
import type { Changes, Config, DataConfig, SubjectConfig } from '../config/config.ts';

/** Reads the rows of a test, each source once. */
export type ReadRows = (data: DataConfig) => Promise<LoadedRows>;

/** A verdict that is asked: rules with a subject, and the rows that they name. */
export interface Judgement {
  /** The rules, whose `subject` is the head's. */
  config: Config;
  readRows: ReadRows;
}

/** A verdict's subject and rules. Read before the run; nothing later reads a configuration. */
export interface Judged extends Judgement {
  /** Whose rules decide: of the base, the head, the default branch, or a terminal's work tree. */
  ref: 'base' | 'head' | 'default' | 'local';
  /** The head's commit; undefined for a work tree. */
  commit?: string;
  /** Its subject is what `compare: base` asks as well; its name: `main`. */
  base?: { name: string; commit: string; config: Config };
  /** Compared with what decides: a head that differs from it in nothing is not asked. */
  isChange?: boolean;
  /** What `judge: self` means: where there are rules of a base, no head judges itself. */
  self: SubjectConfig['model'];
  /** The other side's rules and rows, where they differ and a trusted head is asked by them. */
  preview?: Judgement;
  changes: Changes;
  /** Sentences under the headline, each with its ⚠️. */
  warnings: readonly string[];
  notices: readonly string[];
}
