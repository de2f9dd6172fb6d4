import type { LoadedRows } from '../data/rows.ts';
import type { Config, DataConfig, SubjectConfig, ValueChange } from '../config/config.ts';

/** Reads the rows of a test, each source once. */
export type ReadRows = (data: DataConfig) => Promise<LoadedRows>;

/** Rows of one source in which head and base differ, matched by id, else by text and fill. */
export interface RowsChange {
  source: string;
  added: readonly string[];
  removed: readonly string[];
  changed: readonly string[];
}

/** How the head differs from the merge base. */
export interface Changes {
  /** Fields of the subject: `model.name`, `model.parameters.temperature`, `prompts/support.md`. */
  subject: readonly ValueChange[];
  rules: readonly ValueChange[];
  rows: readonly RowsChange[];
}

/** A verdict that is asked: rules with a subject, and the rows that they name. */
export interface Judgement {
  /** The rules, whose `subject` is the head's. */
  config: Config;
  readRows: ReadRows;
}

/** What is judged, by whose rules. Read before the run; nothing later reads a configuration. */
export interface Judged extends Judgement {
  /** Whose rules decide: of the base, the head, the default branch, or a terminal's work tree. */
  ref: 'base' | 'head' | 'default' | 'local';
  /** The head's commit; undefined for a work tree. */
  commit?: string;
  /** The subject that `compare: base` asks as well; its name: `main`. */
  base?: { name: string; commit: string; subject: SubjectConfig };
  /** Compared with what decides: a head that differs from it in nothing is not asked. */
  isChange?: boolean;
  /** What `judge: self` means: where there are rules of a base, no head judges itself. */
  self: SubjectConfig['model'];
  /** The other side's rules and rows, where they differ and the head may be trusted. */
  preview?: Judgement;
  changes: Changes;
  isTrusted: boolean;
  /** Sentences under the headline, each with its ⚠️. */
  warnings: readonly string[];
  notices: readonly string[];
}
