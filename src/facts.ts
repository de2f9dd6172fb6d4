/** Limits of GitHub's platform, each with its source. Whatever is published is cut to these before it is sent. */

/** A longer comment is refused with 422 (actions/dependency-review-action#730). */
export const COMMENT_MAX_CHARACTERS = 65_536;

/** What a rendered comment may hold, marker included, in UTF-8 bytes: far below GitHub's limit, since a longer one is not read. */
export const COMMENT_BUDGET_BYTES = 12_000;

/**
 * A step's summary past this is dropped as a whole, with an error annotation
 * (docs.github.com, "Workflow commands", step isolation and limits; actions/runner FileCommandManager.cs).
 */
export const SUMMARY_MAX_BYTES = 1024 * 1024;

/** What a rendered summary may hold: the rest is room for what the same step already wrote. */
export const SUMMARY_BUDGET_BYTES = 1_000_000;

/** The runner shows no more of one level from one step (actions/runner ExecutionContext.cs, _maxCountPerIssueType). */
export const ANNOTATIONS_PER_LEVEL = 10;

/** The sum over all steps and levels of a job (actions/toolkit docs/problem-matchers.md, Limitations). */
export const ANNOTATIONS_PER_JOB = 50;

/** The runner cuts a longer message (actions/runner ExecutionContext.cs, _maxIssueMessageLength). */
export const ANNOTATION_MAX_CHARACTERS = 4_096;

/** All outputs of a job together (docs.github.com, "Workflow syntax", jobs.<job_id>.outputs). */
export const OUTPUTS_MAX_BYTES = 1024 * 1024;

/**
 * Entries of a folder that GET /repos/{owner}/{repo}/contents lists; further ones are left out without a word.
 * docs.github.com/rest/repos/contents
 */
export const MOST_DIRECTORY_ENTRIES = 1_000;

/**
 * The largest file that the contents API sends, raw; also our limit for data that a pull request could have written.
 * docs.github.com/rest/repos/contents
 */
export const MOST_DATA_BYTES = 100 * 1024 * 1024;
