/** A row of a file, before its columns are read. */
export interface RawRow {
  /** Its cells by column, or a text that is the whole row. */
  cells: Record<string, unknown> | string;
  /** Its name in reports, unique in the source: `evals/q.jsonl:3`, `evals/q.json#3`. */
  source: string;
  /** `file:line`, where it differs from the source. It may take a while. */
  findPlace?: () => string;
  /** True for a row of a table, in which every cell is a text. */
  isOfTable?: true;
  /** Columns that a server cut short. */
  truncated?: readonly string[];
  /** Columns that were looked up so far. */
  read?: Set<string>;
}
