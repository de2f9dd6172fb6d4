import type { AnnotationProperties } from '@actions/core';
import type { Problem, ReportRow, Results } from '../engine/results.js';
import { ANNOTATION_MAX_CHARACTERS, ANNOTATIONS_PER_LEVEL } from '../facts.js';
import { logLine, visible } from '../report/escape.js';

type Level = 'error' | 'warning' | 'notice';

interface Place {
  /** Absolute, or relative to the checkout. */
  file?: string;
  startLine?: number;
  startColumn?: number;
}

export interface Annotation extends Place {
  level: Level;
  title: string;
  message: string;
}

export interface AnnotationOptions {
  configPath: string;
  /** Whether the job fails for an `error` or `inconclusive` outcome: an annotation must not say more than the job. */
  onError: 'fail' | 'warn';
  /** Without it the job never fails, and nothing is marked as an error. */
  enforce: boolean;
  /** Line of the test in the configuration. */
  lineOf?: (testType: string) => number | undefined;
  /** Sentences about a test whose counts of passed and failed rows do not say what it measures. */
  linesOf?: (test: ReportRow) => readonly string[] | undefined;
  /** Failed rows, each with its place in the data and words of ours. */
  rows?: readonly { source: string; title: string; message: string }[] | undefined;
  /** Minima that could be higher, each with its line of the configuration. */
  raises?: readonly { line?: number | undefined; message: string }[] | undefined;
  /** The shared reason why nothing could be judged, in words of ours. */
  cause?: { what: string; safe: string } | undefined;
}

export type AnnotationSink = Record<Level, (message: string, properties?: AnnotationProperties) => void>;

/** Annotations left to the action itself: `setFailed` is an error, a failed step of publishing a warning. */
const LEFT_FREE: Record<Level, number> = { error: 1, warning: 5, notice: 0 };

/** Errors whose message may quote a row, an answer or a server. Annotations are printed to the log. */
const QUOTING = ['DataError', 'ModelError'];

/** Annotations of the checks page and of files: the problem that ended the run, tests that did not pass, rows. No text of model or data. */
export function annotations(results: Results, options: AnnotationOptions): Annotation[] {
  const { outcome, problem, warnings = [], notices } = results;
  const { cause, enforce, onError, rows = [], raises = [] } = options;
  const levelOf = (one: ReportRow['outcome']): Level => (enforce && (one === 'fail' || onError === 'fail') ? 'error' : 'warning');
  const isSkipped = outcome === 'skipped';
  // One annotation replaces those of all tests that could not be judged for the shared cause.
  const isExplained = (test: ReportRow) => test.outcome === 'error' && test.error_count > 0 && cause !== undefined;
  const all: Annotation[] = [
    ...(problem ? [{ level: levelOf('error'), ...problemOf(problem) }] : []),
    ...warnings.map((message) => ({ level: 'warning' as const, title: 'Sensitivity tests', message })),
    ...(!problem && outcome === 'error' && cause
      ? [{ level: levelOf('error'), title: `Could not judge the model: ${cause.what}`, message: cause.safe, ...inConfig(options) }]
      : []),
    ...results.report
      .filter((test) => test.outcome !== 'pass' && !isExplained(test))
      .map((test) => ({
        level: levelOf(test.outcome),
        title: `${test.test_type}: ${test.outcome}`,
        message: messageOf(test, options),
        ...inConfig(options, options.lineOf?.(test.test_type)),
      })),
    ...rows.flatMap(({ source, title, message }) => {
      const place = placeOf(source);
      return place ? [{ level: 'warning' as const, title, message, ...place }] : [];
    }),
    ...raises.map(({ line, message }) => ({
      level: 'notice' as const,
      title: 'The minimum could be higher',
      message,
      ...inConfig(options, line),
    })),
    ...(isSkipped && notices.length === 0 ? ['No model was asked.'] : notices).map((message) => ({
      level: 'notice' as const,
      title: isSkipped ? 'Sensitivity tests skipped' : 'Sensitivity tests',
      message,
    })),
  ];
  const cleaned = all.map(sanitized);
  return (['error', 'warning', 'notice'] as const).flatMap((level) =>
    capped(
      cleaned.filter((annotation) => annotation.level === level),
      ANNOTATIONS_PER_LEVEL - LEFT_FREE[level],
    ),
  );
}

/** Hands annotations to @actions/core, which prints them as workflow commands. */
export function emit(list: Annotation[], core: AnnotationSink): void {
  for (const { level, message, ...properties } of list) core[level](message, properties);
}

function problemOf({ name, message, where, remedy }: Problem): Omit<Annotation, 'level'> {
  const place = placeOf(where);
  const before = where && !place ? `${where}: ` : '';
  const what = QUOTING.includes(name) ? 'The job summary has the message, which may quote the data.' : message;
  return { title: name, message: `${before}${what}\n${remedy}`, ...place };
}

function messageOf(test: ReportRow, { linesOf, cause }: AnnotationOptions): string {
  const { outcome, pass_count, fail_count, error_count, minimum_pass_rate } = test;
  // 0.57 * 100 is 56.99999999999999: round to what a person writes.
  const minimum = `${Number((minimum_pass_rate * 100).toFixed(4))}%`;
  const counts = `${pass_count} passed, ${fail_count} failed, ${error_count} without a score; the minimum pass rate is ${minimum}.`;
  const why = outcome === 'inconclusive' && error_count > 0 && cause ? ` ${cause.safe}` : '';
  return `${(linesOf?.(test) ?? [counts]).join('\n')}${why}`;
}

function inConfig({ configPath }: AnnotationOptions, startLine?: number): Place {
  return isPlain(configPath) ? { file: configPath, ...(startLine !== undefined && { startLine }) } : {};
}

/** The place in `evals/config.yml:3:5` or `evals/questions.jsonl:3`; undefined for an address and for the name of an input. */
function placeOf(where = ''): Place | undefined {
  const [, file, line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(where) ?? [];
  if (!file || where.includes('://') || !isPlain(file)) return undefined;
  return { file, startLine: Number(line), ...(column !== undefined && { startColumn: Number(column) }) };
}

/** Whether a file name needs no cleaning: a cleaned one would be another file's. */
function isPlain(file: string): boolean {
  return !file.includes('\n') && visible(file) === file;
}

/** Removes control and bidirectional characters, which a published report may hold. @actions/core escapes line ends. */
function sanitized(annotation: Annotation): Annotation {
  const message = logLine(annotation.message);
  const isLong = message.length > ANNOTATION_MAX_CHARACTERS;
  return {
    ...annotation,
    title: logLine(annotation.title),
    message: isLong ? `${message.slice(0, ANNOTATION_MAX_CHARACTERS - 1)}…` : message,
  };
}

/** The first annotations; the last place counts the others. */
function capped(list: Annotation[], most: number): Annotation[] {
  const [first] = list;
  if (!first || list.length <= most) return list;
  const kept = list.slice(0, most - 1);
  const message = `${list.length - kept.length} more are in the job summary.`;
  return [...kept, { level: first.level, title: 'Sensitivity tests', message }];
}
