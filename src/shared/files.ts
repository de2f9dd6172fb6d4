/** Files that a run reads: those of a commit, or of the work tree of a developer's terminal. */
export interface Files {
  /** The name of the files in a sentence: `main`, `the work tree`. */
  readonly name: string;
  /** Paths of all regular files from the root, with forward slashes, in order of code units. */
  list(): Promise<readonly string[]>;
  /**
   * The bytes of each file; undefined where there is none.
   *
   * @throws ConfigError for a link, a submodule, a pointer of Git LFS and what cannot be read
   */
  read(paths: readonly string[]): Promise<(Buffer | undefined)[]>;
}
