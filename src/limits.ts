/** Limits of GitHub, each with its source. Texts are cut to these before they are sent. */

/** A longer comment is refused with 422 (actions/dependency-review-action#730). */
export const COMMENT_MAX_CHARACTERS = 65_536;

/**
 * Largest comment that is rendered, with its marker, in UTF-8 bytes: below GitHub's limit, so that
 * it stays readable.
 */
export const COMMENT_BUDGET_BYTES = 12_000;

/**
 * A step's summary past this is dropped as a whole, with an error annotation
 * (docs.github.com, "Workflow commands", step isolation and limits; actions/runner
 * FileCommandManager.cs).
 */
export const SUMMARY_MAX_BYTES = 1024 * 1024;

/**
 * Largest summary that is rendered, in bytes; the rest is left to earlier output of the same step.
 */
export const SUMMARY_BUDGET_BYTES = 1_000_000;

/**
 * Most annotations of one level from one step (actions/runner ExecutionContext.cs,
 * _maxCountPerIssueType).
 */
export const ANNOTATIONS_PER_LEVEL = 10;

/**
 * The runner cuts a longer message (actions/runner ExecutionContext.cs, _maxIssueMessageLength).
 */
export const ANNOTATION_MAX_CHARACTERS = 4_096;

/**
 * The largest file that the contents API sends, raw; also our limit for data that a pull request
 * could have written. docs.github.com/rest/repos/contents
 */
export const MOST_DATA_BYTES = 100 * 1024 * 1024;

/**
 * First words of the pointer that stands in a repository for a file of Git LFS
 * (github.com/git-lfs/git-lfs, docs/spec.md).
 */
export const LFS_POINTER = 'version https://git-lfs.github.com/spec/';
