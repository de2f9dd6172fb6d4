import type { LoadedRows } from '../data/rows.ts';
import type { Changes, Config, DataConfig, SubjectConfig } from '../config/config.ts';

/** All that a verdict is about: rules with a subject, and the rows that they name. */
export interface Judgement {
  /** The rules, whose `subject` is the head's. */
  config: Config;
  /** Reads the rows of a test, each source once. */
  readRows: (data: DataConfig) => Promise<LoadedRows>;
}

/** The judgement of a run. It is read before the run; nothing later reads a configuration. */
export interface Judged extends Judgement {
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
  preview?: Judgement;
  changes: Changes;
  /** Sentences under the headline, each with its ⚠️. */
  warnings: readonly string[];
  notices: readonly string[];
}
