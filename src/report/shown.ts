/** Where a report stands, for its links and names. */
export interface Shown {
  /** The gate, where a workflow has several: the comment key. */
  gate?: string;
  /** The address of this run. */
  runUrl?: string;
}

/** A finding at a line of the pull request's diff. Its body is Markdown. */
export interface Finding {
  kind: 'cause' | 'rule' | 'row';
  path: string;
  line: number;
  endLine: number;
  body: string;
  /** Text that replaces the lines, for a `suggestion` block. */
  suggestion?: string;
  /** What stands at the lines in the head, for a suggestion: it is looked for in the diff. */
  head?: string;
}
