/** Lines for the log of a job: before, during and after a run, of one shard, and the rows to annotate. */
import type { Problem, Results, RowError, ReportRow } from '../../engine/results.js';
import { measurements } from '../story/certainty.js';
import { kindWords } from '../story/cause.js';
import { isSequential, wordsFor } from '../story/sides.js';
import { counts, isOf, wasRight, stateWords } from '../story/states.js';
import { scorerSentences } from '../story/calibration.js';
import { testSentence } from '../story/sentence.js';
import { tally, counted, number, sentenceCase } from '../story/words.js';
import { funnels, funnel } from '../story/triplet.js';
import { verdict } from '../story/verdict.js';
import { nextSteps } from '../story/next-steps.js';
import { prose } from './escape.js';

/** Errors whose message may quote a row, an answer or a server that repeats them; where and remedy are words of ours. */
const QUOTING = ['DataError', 'ModelError'];

/** Our own kinds are fewer; a published report's may be many. */
const MOST_KINDS = 20;

export function verdictLine(results: Results): string {
  return `${results.outcome}: ${verdict(results).sentence}`;
}

/**
 * What a workflow's log says about a run: counts and reasons, no text of the model or the data (the summary has those). A log is
 * read by more people and programs than a summary, and masks nothing.
 */
export function logLines(results: Results): string[] {
  const { problem, report, warnings = [], notices } = results;
  const failed = results.results.filter((row) => row.status === 'error' && counts(row));
  const errors = tally(
    failed.map(({ error }) => error?.kind ?? 'unknown'),
    (kind) => kind,
  );
  const { more } = verdict(results);
  return [
    `sensitivity: ${verdictLine(results)}`,
    ...warnings.map((warning) => `warning: ${warning}`),
    ...(problem ? problemLines(problem) : []),
    // Of one test the verdict has said it.
    ...(report.length > 1 ? report.map((test) => `${test.outcome}: ${testSentence(test)}`) : []),
    ...funnels(results),
    ...errors.slice(0, MOST_KINDS).map(({ item, count }) => `${counted(count, 'row')} in error (${item}): ${inOurWords(item, more)}`),
    ...more,
    ...notices,
  ];
}

export function logDetails(results: Results): string[] {
  return [...measurements(results), ...scorerSentences(results)];
}

/** What a kind of error means and asks for; the messages themselves may quote anybody. */
function inOurWords(kind: string, more: readonly string[]): string {
  const words = kindWords(kind);
  if (!words) return 'the job summary has the messages.';
  return more.some((text) => text.includes(words.remedy)) ? `${words.what}.` : `${words.what}. ${words.remedy}`;
}

function problemLines({ name, message, where, remedy }: Problem): string[] {
  const what = QUOTING.includes(name) ? `${name}: the job summary has the message, which may quote the data.` : message;
  return [`${where ? `${where}: ` : ''}${what}`, ...remedy.split('\n')];
}

export interface Start {
  model: { hub: string; name: string };
  rows: readonly number[];
  /** What each source of rows was understood as. */
  data: readonly string[];
}

/** A log is read by many, and so holds no text of anybody's: a name of more than this is none. */
const PLAIN_NAME = /^[\w.:/@+-]{1,120}$/;

/** Before the first request: `asking openai/m: 2 tests, 120 rows, 260 requests at most`. */
export function startLines({ model, rows, data }: Start, requests: number): string[] {
  const all = rows.reduce((sum, count) => sum + count, 0);
  return [
    `asking ${model.hub}${PLAIN_NAME.test(model.name) ? `/${model.name}` : ''}: ${counted(rows.length, 'test')}, ${counted(all, 'row')}, ${counted(requests, 'request')} at most, retries aside`,
    ...data,
  ];
}

export function progressLine(done: number, total: number, seconds: number): string {
  return `${number(done)} of at most ${counted(total, 'request')} done after ${counted(Math.round(seconds), 'second')}`;
}

/** Kinds of errors in words of ours: a message may quote an answer or a server. */
const CAUSES: Record<string, string> = {
  authentication: 'the endpoint refused the key, or there is none',
  not_found: 'the endpoint knows no such model, deployment or route',
  bad_request: 'the endpoint refused what was sent',
  rate_limit: 'the endpoint refused so many requests, or there is no credit left',
  server: 'the endpoint failed (5xx)',
  timeout: 'no answer came in time',
  network: 'the endpoint could not be reached',
  bad_response: 'the replies could not be read',
  empty_answer: 'the answers were empty',
  no_logprobs: 'the endpoint gives no log-probabilities',
  budget: 'a cap of the budget was reached',
  refused_host: 'the host may not receive the key',
};

/** The commonest of the errors that left rows without a score, for the end of a log; undefined where no row is. */
export function causeLine({ outcome, results }: Pick<Results, 'outcome' | 'results'>): string | undefined {
  if (outcome !== 'error' && outcome !== 'inconclusive') return undefined;
  const failed = results.flatMap((row): RowError[] => (row.status === 'error' && counts(row) && row.error ? [row.error] : []));
  const [first] = tally(failed, ({ kind }) => kind);
  if (!first) return undefined;
  const why = Object.hasOwn(CAUSES, first.item.kind) ? CAUSES[first.item.kind] : first.item.kind;
  const which =
    first.count === failed.length ? counted(failed.length, 'row') : `${number(first.count)} of ${counted(failed.length, 'row')}`;
  return `cause: ${why} (${which} in error)`;
}

/** Of a test that was asked until it was decided: what it measures, what became of its rows, what to do. Else undefined. */
export function annotationLines(results: Results, test: ReportRow): string[] | undefined {
  if (!isSequential(test)) return undefined;
  const rows = funnel(test);
  const steps = nextSteps({ ...results, report: [test], outcome: test.outcome });
  return [`${testSentence(test)}.`, ...(rows === undefined ? [] : [`${rows}.`]), ...steps];
}

/** The rows that made a test fail, those first that the baseline got right: where each stands, and what became of it. */
export function rowsToMark({ report, results }: Results): { source: string; title: string; message: string }[] {
  return report
    .filter(({ outcome }) => outcome === 'fail')
    .flatMap((test) => {
      const { label, of, failed } = wordsFor(test);
      return results
        .filter((row) => isOf(row, test) && counts(row) && row.status === 'scored' && row.pass === false)
        .toSorted((a, b) => Number(wasRight(b)) - Number(wasRight(a)))
        .map((row) => ({
          source: row.source,
          title: `${label}: this row failed`,
          message: `${sentenceCase(stateWords(row) ?? `one ${of} ${failed}`)}${wasRight(row) ? '; the baseline got it right' : ''}.`,
        }));
    });
}

interface ShardShown {
  share: { index: number; of: number };
  rows: number;
  failed: number;
}

export function shardSentence({ share: { index, of }, rows, failed }: ShardShown): string {
  const errors = failed === 0 ? '' : `, ${failed} of them in error`;
  return `Shard ${index} of ${of}: ${counted(rows, 'row')} asked${errors}`;
}

/** Whether not one row was answered: the shard has nothing to hand on. */
export function isInVain({ rows, failed }: ShardShown): boolean {
  return rows > 0 && failed === rows;
}

export function shardLines(shown: ShardShown, { usage: { requests }, notices }: Results): string[] {
  return [
    `${shardSentence(shown)}, in ${counted(requests, 'request')}. Nothing is decided here: the merge of all shards does that.`,
    ...notices,
  ];
}

export function renderShard(shown: ShardShown, results: Results): string {
  const [first, ...notices] = shardLines(shown, results);
  return [
    `<p>${prose(first!)}</p>`,
    ...(notices.length > 0 ? [`<ul>${notices.map((notice) => `<li>${prose(notice)}</li>`).join('')}</ul>`] : []),
  ].join('\n');
}
