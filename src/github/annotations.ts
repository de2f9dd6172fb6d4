import type { AnnotationProperties } from '@actions/core';
import type { ReportRow, Results } from '../engine/results.ts';
import { atPlace, QUOTING_ERRORS } from '../errors.ts';
import { ANNOTATION_MAX_CHARACTERS, ANNOTATIONS_PER_LEVEL } from '../limits.ts';
import { logLine, visible } from '../report/formats/escape.ts';

type Level = 'error' | 'warning' | 'notice';

/** Title of an annotation that concerns no single test. */
const TITLE = 'Sensitivity tests';

/** A place of a problem or a row. The names of the fields are those of @actions/core. */
interface AnnotationPlace {
  /** Absolute, or relative to the checkout. */
  file: string;
  startLine?: number | undefined;
  startColumn?: number | undefined;
}

interface Annotation extends Partial<AnnotationPlace> {
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
  /** The cause that rows in error share. Holds no text of the model or the data. */
  cause?: { summary: string; safe: string } | undefined;
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
  const { warnings = [] } = results;
  const everyAnnotation = [
    ...forProblem(results, options),
    // Warnings come before the tests, which the table lists too: GitHub shows the first ones only.
    ...warnings.map((message): Annotation => ({ level: 'warning', title: TITLE, message })),
    ...forSharedCause(results, options),
    ...forTests(results, options),
    ...forRows(options),
    ...forNotices(results),
  ].map(sanitize);
  return LEVELS.flatMap((level) => {
    const annotationsOfLevel = everyAnnotation.filter((annotation) => annotation.level === level);
    return capAnnotations(annotationsOfLevel, ANNOTATIONS_PER_LEVEL - RESERVED[level]);
  });
}

export function emitAnnotations(list: Annotation[], core: AnnotationSink): void {
  for (const { level, message, ...properties } of list) core[level](message, properties);
}

function forProblem({ problem }: Results, options: AnnotationOptions): Annotation[] {
  if (!problem) return [];
  const { name, where = '', remedy } = problem;
  const place = parsePlace(where);
  // Annotations are printed to the log, which shows no row and no answer.
  const message = QUOTING_ERRORS.includes(name)
    ? 'The job summary has the message, which may quote the data.'
    : problem.message;
  const sentence = place ? message : atPlace({ where, message });
  return [{ level: levelOf(options), title: name, message: `${sentence}\n${remedy}`, ...place }];
}

/** Returns one annotation for all tests that the shared cause left without a verdict. */
function forSharedCause({ outcome, problem }: Results, options: AnnotationOptions): Annotation[] {
  const { cause } = options;
  if (problem || outcome !== 'error' || !cause) return [];
  const title = `Could not judge the model: ${cause.summary}`;
  return [{ level: levelOf(options), title, message: cause.safe, ...placeInConfig(options) }];
}

function forTests({ report }: Results, options: AnnotationOptions): Annotation[] {
  const { cause, describe, lineOf } = options;
  const isSharedCause = ({ outcome, error_count }: ReportRow) =>
    outcome === 'error' && error_count > 0 && cause !== undefined;
  const tests = report.filter((test) => test.outcome !== 'pass' && !isSharedCause(test));
  return tests.map((test) => {
    const { label, lines } = describe(test);
    const isLeftOpen = test.outcome === 'inconclusive' && test.error_count > 0;
    const causeOfOpen = isLeftOpen && cause ? ` ${cause.safe}` : '';
    return {
      level: levelOf(options, test),
      title: `${label}: ${test.outcome}`,
      message: `${lines.join('\n')}${causeOfOpen}`,
      ...placeInConfig(options, lineOf?.(test.test_type)),
    };
  });
}

function forRows({ rows = [] }: AnnotationOptions): Annotation[] {
  return rows.flatMap(({ source, title, message }): Annotation[] => {
    const place = parsePlace(source);
    if (!place) return [];
    return [{ level: 'warning', title, message, ...place }];
  });
}

function forNotices({ outcome, notices }: Results): Annotation[] {
  const skipped = outcome === 'skipped';
  const messages = skipped && notices.length === 0 ? ['No model was asked.'] : notices;
  const title = skipped ? `${TITLE} skipped` : TITLE;
  return messages.map((message) => ({ level: 'notice', title, message }));
}

function levelOf({ fails }: AnnotationOptions, test?: ReportRow): Level {
  return fails(test) ? 'error' : 'warning';
}

function placeInConfig(
  { configPath }: AnnotationOptions,
  startLine?: number,
): AnnotationPlace | undefined {
  return hasPlainName(configPath) ? { file: configPath, startLine } : undefined;
}

/**
 * Parses `evals/config.yml:3:5` or `evals/questions.jsonl:3`; undefined for an address or the name
 * of an input.
 */
export function parsePlace(place: string): AnnotationPlace | undefined {
  const [, file, line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(place) ?? [];
  if (!file || place.includes('://') || !hasPlainName(file)) return undefined;
  const startColumn = column === undefined ? undefined : Number(column);
  return { file, startLine: Number(line), startColumn };
}

/** True for a name without characters to escape: an escaped name would be another file's. */
function hasPlainName(file: string): boolean {
  return !file.includes('\n') && visible(file) === file;
}

/** Escapes control and bidirectional characters. @actions/core escapes line ends. */
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

function capAnnotations(list: Annotation[], maxCount: number): Annotation[] {
  const [firstAnnotation] = list;
  if (!firstAnnotation || list.length <= maxCount) return list;
  const keptAnnotations = list.slice(0, maxCount - 1);
  const message = `${list.length - keptAnnotations.length} more are in the job summary.`;
  return [...keptAnnotations, { level: firstAnnotation.level, title: TITLE, message }];
}
