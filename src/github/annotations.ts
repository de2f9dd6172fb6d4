import type { AnnotationProperties } from '@actions/core';
import type { ReportRow, Results } from '../engine/results.js';
import { atPlace, QUOTING_ERRORS } from '../errors.js';
import { ANNOTATION_MAX_CHARACTERS, ANNOTATIONS_PER_LEVEL } from '../limits.js';
import { logLine, visible } from '../report/formats/escape.js';

type Level = 'error' | 'warning' | 'notice';

/** Title of an annotation that concerns no single test. */
const TITLE = 'Sensitivity tests';

interface AnnotationPlace {
  /** Absolute, or relative to the checkout. */
  file?: string;
  startLine?: number;
  startColumn?: number;
}

interface Annotation extends AnnotationPlace {
  level: Level;
  title: string;
  message: string;
}

export interface AnnotationOptions {
  configPath: string;
  /**
   * Returns true if the job fails on this test's outcome, or on an `error` without a test. Only
   * then is the annotation an error.
   */
  fails: (test?: ReportRow) => boolean;
  describe: (test: ReportRow) => { label: string; lines: readonly string[] };
  lineOf?: (testType: string) => number | undefined;
  /** Failed rows, each with its place in the data, without text of the model or the data. */
  rows?: readonly { source: string; title: string; message: string }[];
  /**
   * True for a report that a pull request may have written. Its places go into messages only: no
   * annotation stands on a file that it names.
   */
  isPublished?: boolean;
  /** The cause that rows in error share. Holds no text of the model or the data. */
  cause?: { summary: string; safe: string };
}

type AnnotationSink = Record<Level, (message: string, properties?: AnnotationProperties) => void>;

/**
 * Annotations that the action itself may add: an error from `setFailed`, warnings from failed steps
 * of publishing.
 */
const RESERVED: Record<Level, number> = { error: 1, warning: 5, notice: 0 };

const LEVELS: readonly Level[] = ['error', 'warning', 'notice'];

/** Annotations are public: they hold no text of the model or the data. */
export function annotations(results: Results, options: AnnotationOptions): Annotation[] {
  const { report, warnings = [] } = results;
  const { cause } = options;
  const everyAnnotation = [
    ...problemOf(results, options),
    // Warnings come before the tests, which the table lists too: GitHub shows the first ones only.
    ...warnings.map((message): Annotation => ({ level: 'warning', title: TITLE, message })),
    ...sharedCause(results, options),
    ...report
      .filter(({ outcome, error_count }) => {
        const isSharedCause = outcome === 'error' && error_count > 0 && cause !== undefined;
        return outcome !== 'pass' && !isSharedCause;
      })
      .map((row) => testOf(row, options)),
    ...rowsOf(options),
    ...noticesOf(results),
  ].map(sanitize);
  return LEVELS.flatMap((level) => {
    const annotationsOfLevel = everyAnnotation.filter((annotation) => annotation.level === level);
    return capAnnotations(annotationsOfLevel, ANNOTATIONS_PER_LEVEL - RESERVED[level]);
  });
}

export function emitAnnotations(list: Annotation[], core: AnnotationSink): void {
  for (const { level, message, ...properties } of list) core[level](message, properties);
}

function problemOf({ problem }: Results, options: AnnotationOptions): Annotation[] {
  if (!problem) return [];
  const place = options.isPublished ? undefined : placeOf(problem.where);
  // Annotations are printed to the log, which shows no row and no answer.
  const safe = QUOTING_ERRORS.includes(problem.name)
    ? 'The job summary has the message, which may quote the data.'
    : problem.message;
  const where = place ? undefined : problem.where;
  const message = `${atPlace({ where, message: safe })}\n${problem.remedy}`;
  return [{ level: levelOf(options), title: problem.name, message, ...place }];
}

/** Returns one annotation for all tests that the shared cause left without a verdict. */
function sharedCause({ outcome, problem }: Results, options: AnnotationOptions): Annotation[] {
  const { cause } = options;
  if (problem || outcome !== 'error' || !cause) return [];
  const title = `Could not judge the model: ${cause.summary}`;
  return [{ level: levelOf(options), title, message: cause.safe, ...placeInConfig(options) }];
}

function testOf(row: ReportRow, options: AnnotationOptions): Annotation {
  const { label, lines } = options.describe(row);
  const isLeftOpen = row.outcome === 'inconclusive' && row.error_count > 0;
  const cause = isLeftOpen && options.cause ? ` ${options.cause.safe}` : '';
  return {
    level: levelOf(options, row),
    title: `${label}: ${row.outcome}`,
    message: `${lines.join('\n')}${cause}`,
    ...placeInConfig(options, options.lineOf?.(row.test_type)),
  };
}

function rowsOf({ rows = [], isPublished }: AnnotationOptions): Annotation[] {
  return rows.flatMap(({ source, title, message }): Annotation[] => {
    const place = placeOf(source);
    if (!place) return [];
    if (isPublished) return [{ level: 'warning', title, message: `${source}: ${message}` }];
    return [{ level: 'warning', title, message, ...place }];
  });
}

function noticesOf({ outcome, notices }: Results): Annotation[] {
  const skipped = outcome === 'skipped';
  const messages = skipped && notices.length === 0 ? ['No model was asked.'] : notices;
  const title = skipped ? `${TITLE} skipped` : TITLE;
  return messages.map((message) => ({ level: 'notice', title, message }));
}

function levelOf({ fails }: AnnotationOptions, test?: ReportRow): Level {
  return fails(test) ? 'error' : 'warning';
}

function placeInConfig({ configPath }: AnnotationOptions, startLine?: number): AnnotationPlace {
  return hasPlainName(configPath) ? { file: configPath, startLine } : {};
}

/**
 * Reads `evals/config.yml:3:5` or `evals/questions.jsonl:3`; undefined for an address or the name
 * of an input.
 */
function placeOf(place = ''): AnnotationPlace | undefined {
  const [, file, line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(place) ?? [];
  if (!file || place.includes('://') || !hasPlainName(file)) return undefined;
  return {
    file,
    startLine: Number(line),
    startColumn: column === undefined ? undefined : Number(column),
  };
}

/** True for a name without characters to escape: an escaped name would be another file's. */
function hasPlainName(file: string): boolean {
  return !file.includes('\n') && visible(file) === file;
}

/**
 * Escapes control and bidirectional characters, which a published report may hold. @actions/core
 * escapes line ends.
 */
function sanitize(annotation: Annotation): Annotation {
  const truncate = (text: string) =>
    text.length > ANNOTATION_MAX_CHARACTERS
      ? `${text.slice(0, ANNOTATION_MAX_CHARACTERS - 1)}…`
      : text;
  return {
    ...annotation,
    title: logLine(annotation.title),
    message: truncate(logLine(annotation.message)),
  };
}

function capAnnotations(list: Annotation[], most: number): Annotation[] {
  const [firstAnnotation] = list;
  if (!firstAnnotation || list.length <= most) return list;
  const keptAnnotations = list.slice(0, most - 1);
  const message = `${list.length - keptAnnotations.length} more are in the job summary.`;
  return [...keptAnnotations, { level: firstAnnotation.level, title: TITLE, message }];
}
