/**
 * The causes for which a model could not be judged: each once, with the number of its rows. Plain
 * text: the writer escapes it.
 */
import type { Problem, ReportRow, ResultRow, Results, RowError } from '../../engine/results.ts';
import { quoted } from '../../json.ts';
import type { Sentence } from './blocks.ts';
import { isCounted } from './states.ts';
import { cut, cutStart, shortName } from './truncate.ts';
import { type ItemCount, countByKey, quantity, formatNumber, sentenceCase } from './words.ts';
import { isNothingJudged } from './unjudged.ts';
import type { ModelErrorKind } from '../../errors.ts';

/**
 * Counts errors by kind and message. A row that was not asked counts for the error that stopped the
 * asking.
 */
export function errorGroups(rows: readonly { error?: RowError }[]): ItemCount<RowError>[] {
  const errors = rows.map(({ error }) =>
    error
      ? { kind: error.kind, message: error.unasked ?? error.message }
      : { kind: 'unknown', message: 'No reason was recorded.' },
  );
  return countByKey(errors, groupKey);
}

interface ErrorOptions {
  /** Texts that stand beside the sentences. No sentence repeats a line of them. */
  repeated: readonly string[];
  longest: number;
}

/** Each cause of errors in several tests once: `3 rows in error (timeout): No answer in 60 s.` */
export function errorSentences(
  tests: readonly ShownErrors[],
  { repeated, longest }: ErrorOptions,
): Sentence[] {
  const causes = new Map<string, ItemCount<RowError>>();
  for (const { item, count } of tests.flatMap(({ errorGroups: groups }) => groups))
    causes.set(groupKey(item), { item, count: count + (causes.get(groupKey(item))?.count ?? 0) });
  const mostFirst = [...causes.values()].toSorted((a, b) => b.count - a.count);
  return mostFirst.map(({ item: { kind, message }, count }) => {
    const lines = message
      .split('\n')
      .filter((line) => !repeated.some((text) => text.includes(line)));
    const reason = lines.length === 0 ? ': as above' : `: ${cut(lines.join(' '), longest)}`;
    return [{ strong: `${quantity(count, 'row')} in error` }, ` (${shortName(kind)})${reason}`];
  });
}

interface ShownErrors {
  errorGroups: readonly ItemCount<RowError>[];
}

/** Up to this many rows with one cause are shown one by one. */
const MAX_REPEATED = 3;

/** Returns a predicate that is true for an error that more than three rows share. */
export function sharedErrorTest(
  groups: readonly ItemCount<RowError>[],
): (error: RowError | undefined) => boolean {
  const sharedKeys = new Set(
    groups.flatMap(({ item, count }) => (count > MAX_REPEATED ? [groupKey(item)] : [])),
  );
  return (error) =>
    error !== undefined &&
    sharedKeys.has(groupKey({ ...error, message: error.unasked ?? error.message }));
}

function groupKey({ kind, message }: RowError): string {
  return JSON.stringify([kind, message]);
}

export interface Cause {
  /** Ends `Could not judge the model: …`; quotes no text from outside. */
  summary: string;
  /** The message, which may quote the endpoint, the data or the configuration. */
  message: string;
  remedy: string;
  /** The cause without quoted text, for logs and annotations. */
  safe: string;
  rows: number;
  /** `1 row failed; 106 more were not asked`; undefined if the run ended before any row. */
  count: string | undefined;
  section: string | undefined;
}

const PROBLEMS = new Map([
  ['ConfigError', { summary: 'its configuration cannot be used', section: 'configuration' }],
  ['DataError', { summary: 'its data cannot be used', section: 'data' }],
  ['ModelError', { summary: 'it cannot be asked', section: 'endpoint' }],
  ['GitHubError', { summary: 'GitHub refuses what the run needs', section: 'github' }],
]);

/**
 * The one cause of an error: the problem that ended the run, or the error that most rows in error
 * share. Undefined if there is no such cause.
 */
export function causeOf(
  run: Pick<Results, 'outcome' | 'problem' | 'report' | 'results'>,
): Cause | undefined {
  const { outcome, problem, report, results } = run;
  if (problem) return problemCause(problem);
  if (outcome !== 'error' && outcome !== 'inconclusive') return undefined;
  if (outcome === 'error' && !isStoppedByErrors(report)) return undefined;
  const failed = failedRows(results);
  const [largestGroup] = errorGroups(failed);
  if (!largestGroup || 2 * largestGroup.count <= failed.length) return undefined;
  return rowErrorCause(largestGroup, failed);
}

/** True if a test that gates has no score, and rows in error are the reason. */
function isStoppedByErrors(report: readonly ReportRow[]): boolean {
  const isError = (test: ReportRow) => test.outcome === 'error' && !isNothingJudged(test);
  const gating = report.filter(({ advisory }) => !advisory);
  return gating.length > 0 ? gating.some(isError) : report.every(isError);
}

/** Maximum length of a place, in characters. Its end names the file and the line. */
const MAX_PLACE_LENGTH = 76;

function problemCause({ name, message, where, remedy }: Problem): Cause {
  const problemWords = PROBLEMS.get(name) ?? { summary: 'no test was run', section: undefined };
  const { summary, section } = /api[-_]key/i.test(where ?? '') ? KEY_WORDS : problemWords;
  const safe = `${sentenceCase(summary)}. ${remedy}`;
  const cause = { summary, section, remedy, safe, message, rows: 0, count: undefined };
  if (where === undefined) return cause;
  const place = quoted(cutStart(where, MAX_PLACE_LENGTH));
  return { ...cause, safe: `${where}: ${safe}`, message: `${place}: ${message}` };
}

/** Words for a problem at an input or a variable that holds a key. */
const KEY_WORDS = { summary: 'its key is missing or cannot be used', section: 'configuration' };

function rowErrorCause({ item, count }: ItemCount<RowError>, failed: readonly ResultRow[]): Cause {
  const { kind, message } = item;
  const words = kindWords(kind);
  const summary = words?.summary ?? 'its answers could not be judged';
  // The message of a row's error has its remedy below its first line.
  const [firstLine = '', ...remedy] = message.split('\n');
  const failedCount = failed.length;
  const shared = `${count === failedCount ? quantity(count, 'row') : `${count} of ${quantity(failedCount, 'row')}`} in error`;
  const unasked = failed.filter(({ error }) => error?.unasked === message).length;
  const failedWords =
    count === failedCount
      ? quantity(count - unasked, 'row')
      : `${formatNumber(count - unasked)} of ${quantity(failedCount, 'row')}`;
  return {
    summary,
    message: firstLine,
    remedy: remedy.join(' ') || words?.remedy || 'Correct what the errors name, then run again.',
    safe: `${shared}: ${summary}. ${words?.remedy ?? 'The job summary has the message.'}`,
    rows: count,
    count:
      unasked === 0
        ? failedWords
        : `${failedWords} failed; ${formatNumber(unasked)} more ${unasked === 1 ? 'was' : 'were'} not asked`,
    section: words && kind,
  };
}

/** True if all rows in error share one cause, which stands in the head of a report. */
export function haveOneCause({
  outcome,
  report,
  results,
}: Pick<Results, 'outcome' | 'report' | 'results'>): boolean {
  return (
    outcome === 'error' &&
    isStoppedByErrors(report) &&
    errorGroups(failedRows(results)).length === 1
  );
}

function failedRows(results: readonly ResultRow[]): ResultRow[] {
  return results.filter((row) => row.status === 'error' && isCounted(row));
}

type KindWords = { summary: string; remedy: string };

type Kind =
  | ModelErrorKind
  | 'bounded'
  | 'truncated'
  | 'unreadable'
  | 'unreadable_judgement'
  | 'embedding'
  | 'no_options';

export const KINDS: Readonly<Record<Kind, KindWords>> = {
  authentication: {
    summary: 'its endpoint refuses the key',
    remedy: 'Check the key in the input `api-key`, and that it may use the model.',
  },
  not_found: {
    summary: 'its endpoint knows no such model',
    remedy: 'Check `model.name` and `base_url`.',
  },
  bad_request: {
    summary: 'its endpoint refuses the requests',
    remedy: 'Their message in the report says what it refuses: correct that.',
  },
  rate_limit: {
    summary: 'its endpoint takes no more requests',
    remedy: 'Lower `concurrency`, run again later, or check the account.',
  },
  server: {
    summary: 'its endpoint fails',
    remedy: 'The fault is on the side of the endpoint: run again later.',
  },
  timeout: {
    summary: 'its endpoint gives no answer in time',
    remedy: 'Raise `model.timeout`, or lower `concurrency`.',
  },
  network: {
    summary: 'its endpoint cannot be reached',
    remedy: 'Check `base_url`, and that the server runs.',
  },
  bad_response: {
    summary: 'its endpoint gives no usable answers',
    remedy: 'Check that `model.hub` and `base_url` go together.',
  },
  empty_answer: {
    summary: 'its answers are empty',
    remedy: 'Raise `max_tokens`, or change the prompt.',
  },
  truncated: {
    summary: 'its answers end at the limit of tokens, before they can be read',
    remedy:
      'Raise `max_tokens` (or `max_completion_tokens`) in `model.parameters`, or ask for short answers.',
  },
  filtered: {
    summary: 'a content filter answered, not the model',
    remedy: 'Change the filter of the endpoint, or leave the rows out that it withholds.',
  },
  no_logprobs: {
    summary: 'its endpoint gives no log-probabilities',
    remedy: 'Take another scorer than `loss`, or another endpoint.',
  },
  no_distributions: {
    summary: 'its endpoint does not say how likely each next token is',
    remedy: 'Ask a server that does: vLLM, SGLang, or for `word_order` Together.',
  },
  bounded: {
    summary: 'its endpoint lists too few of the likeliest next tokens',
    remedy: 'Have it list more (vLLM: `--max-logprobs`).',
  },
  budget: {
    summary: 'a cap of the budget is reached',
    remedy: 'Raise the cap in `budget`, or take fewer rows.',
  },
  interrupted: {
    summary: 'the run was interrupted',
    remedy: 'Run it again: stored answers are not requested again.',
  },
  deadline: {
    summary: 'the time limit of the run is reached',
    remedy: 'Raise `deadline`, or run again.',
  },
  refused_host: {
    summary: 'its host may not receive the key',
    remedy: 'Name the host in the input `allowed-hosts`, if it may.',
  },
  unreadable: {
    summary: 'its answers cannot be read',
    remedy:
      'Ask for the letter alone, or for True or False only, in `model.prompt`, or name a `judge` that reads them.',
  },
  unreadable_judgement: {
    summary: 'the judge gives no usable verdicts',
    remedy: 'Take a better judge.',
  },
  embedding: { summary: 'its answers cannot be compared', remedy: 'Check `embeddings`.' },
  no_options: {
    summary: 'the rows have no options',
    remedy: 'Name their column in `data.columns.options`, or take another scorer.',
  },
};

export function kindWords(kind: string): KindWords | undefined {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind as Kind] : undefined;
}
