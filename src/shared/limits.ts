// Limits of GitHub, each with its source. Texts are cut to these limits before they are sent.

/**
 * Maximum size of a comment with its marker, in UTF-8 bytes, so that it stays readable. GitHub
 * refuses one of more than 65,536 characters with 422 (actions/dependency-review-action#730).
 */
export const COMMENT_BUDGET_BYTES = 12_000;

/** Maximum size of our summary, in bytes. The same step may have written to the summary before. */
export const SUMMARY_BUDGET_BYTES = 1_000_000;

/**
 * Maximum size of a file that the contents API sends raw (docs.github.com/rest/repos/contents), and
 * of data that a pull request could have written.
 */
export const MAX_DATA_BYTES = 100 * 1024 * 1024;

/**
 * Start of the pointer that a repository has in place of a file in Git LFS
 * (github.com/git-lfs/git-lfs, docs/spec.md).
 */
export const LFS_POINTER = 'version https://git-lfs.github.com/spec/';
