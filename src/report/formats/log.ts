/**
 * Lines for the log of a job: before, during and after a run, of one shard, and the texts of
 * annotations.
 */
import type { Problem, ReportRow, Results } from '../../engine/results.ts';
import { atPlace, QUOTING_ERRORS } from '../../errors.ts';
import { kindWords } from '../story/cause.ts';
import { certaintySentences } from '../story/certainty.ts';
import { nextSteps } from '../story/next-steps.ts';
import { plainText } from '../story/blocks.ts';
import { resultSentences } from '../story/result.ts';
import { wordsFor } from '../story/test-words.ts';
import { isCounted, isOfTest, stateWords, wasRight } from '../story/states.ts';
import { remarkText, storyOf, testSentence } from '../story/story.ts';
import { funnel } from '../story/funnel.ts';
import { quantity, formatNumber, sentenceCase, countByKey } from '../story/words.ts';
import { paragraphs } from './github-html.ts';

/** A published report may have more kinds of errors than the models here. */
const MOST_KINDS = 20;

/**
 * `fail: The model misses the "not" too often. It read the "not" in 17 of 25 questions …`
 */
export function verdictLine(results: Results): string {
  const { outcome, headline, tests } = storyOf(results);
  const [firstTest] = tests;
  return `${outcome}: ${headline}${firstTest?.isInHead ? `. ${plainText(...firstTest.sentences)}` : ''}`;
}

/**
 * Counts and reasons of a run, without text of the model or the data: a log has more readers than a
 * summary, and masks nothing.
 */
export function logLines(results: Results): string[] {
  const { problem } = results;
  const { headed, headline, warnings, remarks, tests, funnels, next, notices } = storyOf(results);
  const errors = errorKinds(results);
  const kindInWords = (kind: string): string => {
    const words = kindWords(kind);
    if (!words) return 'the job summary has the messages.';
    return next.some((text) => text.includes(words.remedy))
      ? `${words.summary}.`
      : `${words.summary}. ${words.remedy}`;
  };
  const parts: string[] = [
    `sensitivity: ${headed}: ${headline}`,
    ...warnings.map((warning) => `warning: ${plainText(warning)}`),
    ...remarks.map(remarkText),
  ];
  if (problem) parts.push(...problemLines(problem));
  parts.push(
    ...tests.map((test) => `${test.test.outcome}: ${testSentence(test)}`),
    ...funnels.map((steps) => plainText(steps)),
    ...errors
      .slice(0, MOST_KINDS)
      .map(
        ({ item, count }) =>
          `${quantity(count, 'row')} in error (${item.kind}): ${kindInWords(item.kind)}`,
      ),
  );
  if (!problem) parts.push(...next);
  parts.push(...notices);
  return parts;
}

export function logDetails(results: Results): string[] {
  return certaintySentences(results);
}

function errorKinds({ results }: Pick<Results, 'results'>) {
  const errors = results.flatMap((row) => (row.error && isCounted(row) ? [row.error] : []));
  return countByKey(errors, ({ kind }) => kind);
}

function problemLines({ name, message, where, remedy }: Problem): string[] {
  const safe = QUOTING_ERRORS.includes(name)
    ? `${name}: the job summary has the message, which may quote the data.`
    : message;
  return [atPlace({ where, message: safe }), ...remedy.split('\n')];
}

export interface Start {
  model: { hub: string; name: string };
  rows: readonly number[];
  /** A sentence for each source of rows: how it was understood. */
  data: readonly string[];
  /** The time at which a pause for a rate limit ends, in ms since the epoch. */
  pausedUntil?: () => number | undefined;
}

/** A log shows no other text of the configuration. */
const PLAIN_NAME = /^[\w.:/@+-]{1,120}$/;

/** Before the first request: `asking openai/m: 2 tests, 120 rows, 260 requests at most`. */
export function startLines({ model, rows, data }: Start, requests: number): string[] {
  const rowCount = rows.reduce((sum, count) => sum + count, 0);
  const name = PLAIN_NAME.test(model.name) ? `/${model.name}` : '';
  return [
    `asking ${model.hub}${name}: ${quantity(rows.length, 'test')}, ${quantity(rowCount, 'row')}, ${quantity(requests, 'request')} at most, retries aside`,
    ...data,
  ];
}

export function progressLine(doneRequests: number, mostRequests: number, seconds: number): string {
  return `${formatNumber(doneRequests)} of at most ${quantity(mostRequests, 'request')} done after ${quantity(Math.round(seconds), 'second')}`;
}

/**
 * The most frequent error of the rows without a score, for the end of a log; undefined if the
 * outcome does not rest on errors.
 */
export function causeLine(results: Pick<Results, 'outcome' | 'results'>): string | undefined {
  const errors = errorKinds(results);
  const [mostFrequent] = errors;
  if ((results.outcome !== 'error' && results.outcome !== 'inconclusive') || !mostFrequent)
    return undefined;
  const { kind } = mostFrequent.item;
  const errorCount = errors.reduce((sum, { count }) => sum + count, 0);
  const affectedRows =
    errors.length === 1
      ? quantity(mostFrequent.count, 'row')
      : `${formatNumber(mostFrequent.count)} of ${quantity(errorCount, 'row')}`;
  return `cause: ${kindWords(kind)?.summary ?? kind} (${affectedRows} in error)`;
}

/** The annotation of a test: the same sentences as in the comment. */
export function annotationOf(
  results: Results,
  test: ReportRow,
  base?: string,
): { label: string; lines: string[] } {
  const rowsByStep = funnel(test);
  const steps = nextSteps({ ...results, report: [test], outcome: test.outcome }, base);
  const lines: string[] = [plainText(...resultSentences(test, base))];
  if (rowsByStep) lines.push(`${plainText(rowsByStep)}.`);
  lines.push(...steps);
  return { label: wordsFor(test).label, lines };
}

/**
 * The rows of failed tests, those first that the baseline got right: the place of each, and what
 * became of it.
 */
export function rowsToMark({
  report,
  results,
}: Results): { source: string; title: string; message: string }[] {
  return report
    .filter(({ outcome }) => outcome === 'fail')
    .flatMap((test) => {
      const { label, unit: of, failed } = wordsFor(test);
      return results
        .filter(
          (row) =>
            isOfTest(row, test) && isCounted(row) && row.status === 'scored' && row.pass === false,
        )
        .toSorted((a, b) => Number(wasRight(b)) - Number(wasRight(a)))
        .map((row) => ({
          source: row.source,
          title: `${label}: this row failed`,
          message: `${sentenceCase(stateWords(row) ?? `one ${of} ${failed}`)}${wasRight(row) ? '; the baseline got it right' : ''}.`,
        }));
    });
}

export function rowsOfShard({ results }: Results): { rows: number; failed: number } {
  return {
    rows: results.length,
    failed: results.filter(({ status }) => status === 'error').length,
  };
}

export function shardSentence(results: Results): string {
  const { rows, failed } = rowsOfShard(results);
  const errors = failed === 0 ? '' : `, ${failed} of them in error`;
  const { index, of } = results.shard ?? { index: 1, of: 1 };
  return `Shard ${index} of ${of}: ${quantity(rows, 'row')} asked${errors}`;
}

/** True if no row was answered: the shard has nothing to hand on. */
export function hasOnlyErrors(results: Results): boolean {
  const { rows, failed } = rowsOfShard(results);
  return rows > 0 && failed === rows;
}

export function shardLines(results: Results): string[] {
  const requestCount = quantity(results.usage.requests, 'request');
  return [
    `${shardSentence(results)}, in ${requestCount}. The merge of all shards decides; a shard does not.`,
    ...results.notices,
  ];
}

export function renderShard(results: Results): string {
  return paragraphs(shardLines(results)).join('\n');
}
