// Shows results on the page of the job: annotations, outputs and the summary. Annotations are
// public, and the runner shows ten of a level from one step.

import { appendFile, stat } from 'node:fs/promises';
import type * as Core from '@actions/core';
import { cut, disarm, plain, visible } from '../report/blocks.ts';
import { explainedFirst, guiltyPlaces } from '../report/attribution.ts';
import { verdictLines } from '../report/report.ts';
import { decidingTests, failingRows } from '../report/rows.ts';
import { baseName, rowName, stateWords } from '../report/words.ts';
import type { Results } from '../run/results.ts';
import { GitHubError, parsePlace } from '../shared/errors.ts';

/**
 * Most annotations of each level. A step may have 10 of a level (actions/runner,
 * ExecutionContext.cs, _maxCountPerIssueType): one error is left for `setFailed`, five warnings for
 * steps of publishing that fail, and two notices for the review.
 */
const MOST_ANNOTATIONS = { error: 9, warning: 5, notice: 8 };

/**
 * The runner cuts a longer message (actions/runner ExecutionContext.cs, _maxIssueMessageLength).
 */
const ANNOTATION_MAX_CHARACTERS = 4_096;

const TITLE = 'Sensitivity';

/** An annotation in plain text, without answers of the model. */
interface Annotation {
  level: 'error' | 'warning' | 'notice';
  /** Empty for an error that has no file. */
  path: string;
  line: number;
  title: string;
  message: string;
}

/**
 * Annotations of the verdict and of the rows that fail, those that explain the verdict first. A
 * pass has no annotation, unless a line broke rows. `annotate` turns errors into warnings if the
 * job does not fail.
 */
export function annotationsOf(results: Results): Annotation[] {
  const { outcome } = results;
  if (outcome === 'pass' && guiltyPlaces(results).length === 0) return [];
  const level = outcome === 'skipped' ? 'notice' : 'error';
  const title = `Sensitivity: ${outcome}`;
  const rows = explainedFirst(failingRows(results.results), results).flatMap(
    ([row]): Annotation[] => {
      const place = parsePlace(row.source);
      const before = row.base?.pass ? `; ${baseName(results)} got it right` : '';
      const message = plain(`The model ${stateWords(row)}: ${rowName(row)}${before}.`);
      return place ? [{ level: 'warning', ...place, title, message }] : [];
    },
  );
  return [
    { level, ...placeOfVerdict(results), title, message: plain(verdictLines(results).join('\n')) },
    ...rows,
  ];
}

/** The place of the problem, of the line that broke rows, or of the test that decides. */
function placeOfVerdict(results: Results) {
  const { problem } = results;
  // An input has no place in a file.
  if (problem) return parsePlace(problem.where) ?? { path: '', line: 1 };
  const [guilty] = guiltyPlaces(results);
  if (guilty) return { path: guilty.path, line: guilty.line || 1 };
  const [test] = decidingTests(results);
  return parsePlace(test?.place) ?? { path: results.config.path, line: 1 };
}

/**
 * Writes the annotations, then the warnings and notices of a run, as far as GitHub shows them.
 *
 * @param failsJob - if false, an error is shown as a warning: the job stays green
 */
export function annotate(
  results: Results,
  failsJob: boolean,
  core: Pick<typeof Core, Annotation['level']>,
) {
  const verdictAndRows = annotationsOf(results);
  // The verdict comes first, so that warnings of a green job leave it a place.
  const annotations = [
    ...verdictAndRows.slice(0, 1),
    ...results.warnings.map((message) => ({ level: 'warning', title: TITLE, message }) as const),
    ...verdictAndRows.slice(1),
    ...results.notices.map((message) => ({ level: 'notice', title: TITLE, message }) as const),
  ];
  const left = { ...MOST_ANNOTATIONS };
  for (const annotation of annotations) {
    const level = annotation.level === 'error' && !failsJob ? 'warning' : annotation.level;
    const message = cut(logText(annotation.message), ANNOTATION_MAX_CHARACTERS);
    if (left[level] > 0) core[level](message, placeOf(annotation));
    left[level] -= 1;
  }
}

/**
 * The place of an annotation. A file whose path would be escaped is left out: the result could be
 * the path of another file.
 */
function placeOf({ title = '', path = '', line }: Partial<Annotation>) {
  const place: Core.AnnotationProperties = { title: logText(title) };
  if (path === '' || /\p{C}/u.test(path)) return place;
  return { ...place, file: path, startLine: line };
}

/** Text for the log of the job, in which the runner finds no command. */
export function logText(text: string) {
  return disarm(visible(text));
}

/**
 * Sets the outputs of the step.
 *
 * @param reportJson - path; empty where the report could not be written
 */
export function writeOutputs(
  results: Results,
  reportJson: string,
  core: Pick<typeof Core, 'setOutput'>,
) {
  const { outcome } = results;
  const rates = results.report.map((row) => [row.test_type, rateOf(row)] as const);
  core.setOutput('outcome', outcome);
  core.setOutput('passed', String(outcome === 'pass'));
  core.setOutput('pass-rates', JSON.stringify(Object.fromEntries(rates)));
  core.setOutput('report-json', reportJson);
  core.setOutput('requests', String(results.usage.requests));
}

/** The share of judged rows that pass, with the rows that must hold. */
function rateOf({ pass_count, fail_count, must }: Results['report'][number]) {
  const { held = 0, broken = 0 } = must ?? {};
  const judged = pass_count + fail_count + held + broken;
  // Without judged rows this is no number, for which JSON has null.
  return (pass_count + held) / judged;
}

/**
 * GitHub drops a larger summary of a step, and adds an error annotation (docs.github.com, "Workflow
 * commands", step isolation and limits; actions/runner FileCommandManager.cs).
 */
export const SUMMARY_MAX_BYTES = 1024 * 1024;

/**
 * GitHub drops the whole summary of a step that exceeds its limit, so none is written beyond it.
 *
 * @throws GitHubError
 */
export async function writeSummary(markdown: string, env: NodeJS.ProcessEnv) {
  const path = env.GITHUB_STEP_SUMMARY ?? '';
  const { size } = await stat(path).catch((cause: unknown) => {
    throw new GitHubError('There is no job summary to write to', {
      where: 'GITHUB_STEP_SUMMARY',
      remedy: 'The runner sets the variable. It must be the path of an existing file.',
      cause,
    });
  });
  const bytes = size + Buffer.byteLength(markdown) + 1;
  if (bytes > SUMMARY_MAX_BYTES)
    throw new GitHubError(
      `The job summary would have ${bytes} bytes; GitHub allows ${SUMMARY_MAX_BYTES}`,
      {
        remedy:
          'Write less to the summary in earlier steps, or read the files in report-directory.',
      },
    );
  await appendFile(path, `${markdown}\n`);
}
