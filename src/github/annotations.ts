import type { AnnotationProperties } from '@actions/core';
import type { ReportRow, Results } from '../engine/results.js';
import { ANNOTATION_MAX_CHARACTERS, ANNOTATIONS_PER_LEVEL } from '../facts.js';
import { logLine, visible } from '../report/formats/escape.js';

type Level = 'error' | 'warning' | 'notice';

interface Place {
  /** As the runner takes it: absolute, or relative to the checkout. */
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
  /** Whether the job fails on this test's outcome, or on an `error` without a test: an annotation must not say more than the job. */
  fails: (test?: ReportRow) => boolean;
  /** Line of the test in the configuration. */
  lineOf?: (testType: string) => number | undefined;
  /** The name and the result of a test in words. */
  told: (test: ReportRow) => { title: string; message: string };
  /** Rows that failed, each with its place in the data and what became of it in words of ours. */
  rows?: readonly { source: string; title: string; message: string }[] | undefined;
  /** Why nothing could be judged, where rows share one cause: words of ours alone. */
  cause?: { what: string; safe: string } | undefined;
}

export type AnnotationSink = Record<Level, (message: string, properties?: AnnotationProperties) => void>;

/** Left free for what the action itself says: `setFailed` is an error, a step of publishing that fails a warning. */
const LEFT_FREE: Record<Level, number> = { error: 1, warning: 5, notice: 0 };

/** Errors whose message may quote a row, an answer or a server that repeats them: annotations are printed to the log. */
const QUOTING = ['DataError', 'ModelError'];

/**
 * What is marked on the checks page and in the configuration: each test that does not pass, the problem that ended the
 * run, the warnings and the notices. Counts only: no text of the model or the data set.
 */
export function annotations(results: Results, options: AnnotationOptions): Annotation[] {
  const all = [
    ...problemOf(results, options),
    ...warningsOf(results),
    ...sharedCause(results, options),
    ...results.report.filter((row) => row.outcome !== 'pass' && !isTold(row, options)).map((row) => testOf(row, options)),
    ...rowsOf(options),
    ...noticesOf(results),
  ].map(sanitized);
  const ofLevel = (level: Level) => all.filter((annotation) => annotation.level === level);
  return (['error', 'warning', 'notice'] as const).flatMap((level) => capped(ofLevel(level), ANNOTATIONS_PER_LEVEL - LEFT_FREE[level]));
}

/** Hands annotations to @actions/core, which prints them as workflow commands. */
export function emit(list: Annotation[], core: AnnotationSink): void {
  for (const { level, message, ...properties } of list) core[level](message, properties);
}

function problemOf({ problem }: Results, options: AnnotationOptions): Annotation[] {
  if (!problem) return [];
  const place = placeOf(problem.where);
  const where = problem.where && !place ? `${problem.where}: ` : '';
  const what = QUOTING.includes(problem.name) ? 'The job summary has the message, which may quote the data.' : problem.message;
  const message = `${where}${what}\n${problem.remedy}`;
  return [{ level: levelOf(options), title: problem.name, message, ...place }];
}

/** Once, in the place of every test that it kept from being judged. */
function sharedCause({ outcome, problem }: Results, options: AnnotationOptions): Annotation[] {
  const { cause } = options;
  if (problem || outcome !== 'error' || !cause) return [];
  const title = `Could not judge the model: ${cause.what}`;
  return [{ level: levelOf(options), title, message: cause.safe, ...inConfig(options) }];
}

function isTold({ outcome, error_count }: ReportRow, { cause }: AnnotationOptions): boolean {
  return outcome === 'error' && error_count > 0 && cause !== undefined;
}

function testOf(row: ReportRow, options: AnnotationOptions): Annotation {
  const { title, message } = options.told(row);
  const isOpen = row.outcome === 'inconclusive' && row.error_count > 0 && options.cause !== undefined;
  return {
    level: levelOf(options, row),
    title,
    message: message + (isOpen ? ` ${options.cause!.safe}` : ''),
    ...inConfig(options, options.lineOf?.(row.test_type)),
  };
}

/** On the lines of the data that they stand on; what stands in no file of the checkout has no line. */
function rowsOf({ rows = [] }: AnnotationOptions): Annotation[] {
  return rows.flatMap(({ source, title, message }) => {
    const place = placeOf(source);
    return place ? [{ level: 'warning' as const, title, message, ...place }] : [];
  });
}

/** Before the tests: of those the table speaks too, and only so many are shown. */
function warningsOf({ warnings = [] }: Results): Annotation[] {
  return warnings.map((message) => ({ level: 'warning', title: 'Sensitivity tests', message }));
}

function noticesOf({ outcome, notices }: Results): Annotation[] {
  const skipped = outcome === 'skipped';
  const messages = skipped && notices.length === 0 ? ['No model was asked.'] : notices;
  const title = skipped ? 'Sensitivity tests skipped' : 'Sensitivity tests';
  return messages.map((message) => ({ level: 'notice', title, message }));
}

function levelOf({ fails }: AnnotationOptions, test?: ReportRow): Level {
  return fails(test) ? 'error' : 'warning';
}

function inConfig({ configPath }: AnnotationOptions, startLine?: number): Place {
  return isPlain(configPath) ? { file: configPath, ...(startLine !== undefined && { startLine }) } : {};
}

/** `evals/config.yml:3:5` and `evals/questions.jsonl:3`, but neither an address nor the name of an input. */
function placeOf(where = ''): Place | undefined {
  const [, file, line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(where) ?? [];
  if (!file || where.includes('://') || !isPlain(file)) return undefined;
  return { file, startLine: Number(line), ...(column !== undefined && { startColumn: Number(column) }) };
}

/** A file name that would have to be cleaned would then be another file's. */
function isPlain(file: string): boolean {
  return !file.includes('\n') && visible(file) === file;
}

/**
 * A published report may come from a stranger, with control characters and characters that turn text around.
 * @actions/core escapes line ends, which keeps the text inside its command.
 */
function sanitized(annotation: Annotation): Annotation {
  const cut = (text: string) => (text.length > ANNOTATION_MAX_CHARACTERS ? `${text.slice(0, ANNOTATION_MAX_CHARACTERS - 1)}…` : text);
  return { ...annotation, title: logLine(annotation.title), message: cut(logLine(annotation.message)) };
}

/** The last place tells of those that found none. */
function capped(list: Annotation[], most: number): Annotation[] {
  const [first] = list;
  if (!first || list.length <= most) return list;
  const kept = list.slice(0, most - 1);
  const message = `${list.length - kept.length} more are in the job summary.`;
  return [...kept, { level: first.level, title: 'Sensitivity tests', message }];
}
