/** Why a model could not be judged: each cause once, however many rows share it. Plain text: escaping is the writer's. */
import { rootCause } from '../../engine/breaker.js';
import type { Problem, ResultRow, Results, RowError } from '../../engine/results.js';
import { quoted } from '../../json.js';
import { cutStart } from './cut.js';
import { type Counted, tally, counted, sentenceCase } from './words.js';
import type { ModelErrorKind } from '../../errors.js';

/** What went wrong how often: one entry for each kind and message; rows that were not asked share the cause that kept them from it. */
export function errorGroups(rows: readonly { error?: RowError | undefined }[]): Counted<RowError>[] {
  const errors = rows.map(({ error }) =>
    error ? { kind: error.kind, message: rootCause(error.message) } : { kind: 'unknown', message: 'No reason was recorded.' },
  );
  return tally(errors, keyOf);
}

/** Groups of several tests as one list: a cause that they share is one entry. */
export function merged(groups: readonly Counted<RowError>[]): Counted<RowError>[] {
  const all = new Map<string, Counted<RowError>>();
  for (const { item, count } of groups) all.set(keyOf(item), { item, count: count + (all.get(keyOf(item))?.count ?? 0) });
  return [...all.values()].toSorted((a, b) => b.count - a.count);
}

/** Of an error's message the lines that none of these texts has told before: a cause is told once, and so is what to do about it. */
export function untold({ message }: RowError, told: readonly string[]): string {
  const lines = message.split('\n').filter((line) => !told.some((text) => text.includes(line)));
  return lines.join('\n');
}

/** Rows in error that share a cause and are shown one by one all the same. */
const MOST_REPEATED = 3;

/** Tells whether so many rows share the cause of an error that it is told once, with their number. */
export function sharedBy(groups: readonly Counted<RowError>[]): (error: RowError | undefined) => boolean {
  const shared = new Set(groups.flatMap(({ item, count }) => (count > MOST_REPEATED ? [keyOf(item)] : [])));
  return (error) => error !== undefined && shared.has(keyOf({ ...error, message: rootCause(error.message) }));
}

function keyOf({ kind, message }: RowError): string {
  return JSON.stringify([kind, message]);
}

interface Cause {
  /** After `Could not judge the model: `: words of ours. */
  what: string;
  /** What the endpoint, the data or the configuration had to say of it: it may quote any of them. */
  message: string;
  remedy: string;
  /** Words of ours alone, for where nothing may be quoted. */
  safe: string;
  /** Rows that share it; 0 where the run ended before any. */
  rows: number;
  section: string | undefined;
}

const PROBLEMS: Record<string, { what: string; section: string }> = {
  ConfigError: { what: 'its configuration cannot be used', section: 'configuration' },
  DataError: { what: 'its data cannot be used', section: 'data' },
  ModelError: { what: 'it cannot be asked', section: 'endpoint' },
  GitHubError: { what: 'GitHub refuses what the run needs', section: 'github' },
};

/** The one cause of an error: what ended the run, or what most rows in error share. Undefined where rows are judged in spite of it. */
export function causeOf(run: Pick<Results, 'outcome' | 'problem' | 'results' | 'shards'>): Cause | undefined {
  const { outcome, problem, results, shards } = run;
  if (problem) return ofProblem(problem);
  // Whatever else went wrong: without them the run is no pass.
  if (outcome === 'error' && shards && shards.missing.length > 0) return ofShards(shards, results);
  if (outcome !== 'error' && outcome !== 'inconclusive') return undefined;
  const failed = results.filter((row: ResultRow) => row.status === 'error' && row.counted !== false);
  const [most] = errorGroups(failed);
  if (!most || 2 * most.count <= failed.length) return undefined;
  return ofRows(most, failed.length);
}

/** The end of a path is what tells a file, and its line. */
const LONGEST_PLACE = 76;

function ofProblem({ name, message, where, remedy }: Problem): Cause {
  const { what, section } = Object.hasOwn(PROBLEMS, name) ? PROBLEMS[name]! : { what: 'no test was run', section: undefined };
  const safe = `${where === undefined ? '' : `${where}: `}${sentenceCase(what)}. ${remedy}`;
  return {
    what,
    message: `${where === undefined ? '' : `${quoted(cutStart(where, LONGEST_PLACE))}: `}${message}`,
    remedy,
    safe,
    rows: 0,
    section,
  };
}

function ofShards({ of, missing }: NonNullable<Results['shards']>, results: Results['results']): Cause {
  const { what, remedy } = kindWords('shard')!;
  const message = `${counted(missing.length, 'shard')} of ${of} left nothing to merge.`;
  const rows = results.filter(({ error }) => error?.kind === 'shard').length;
  return { what, message, remedy, safe: `${message} ${remedy}`, rows, section: 'shard' };
}

function ofRows({ item: { kind, message }, count }: Counted<RowError>, all: number): Cause {
  const words = kindWords(kind);
  const what = words?.what ?? 'its answers could not be judged';
  const [said, ...remedy] = message.split('\n');
  const shared = `${count === all ? counted(count, 'row') : `${count} of ${counted(all, 'row')}`} in error`;
  return {
    what,
    message: said!,
    remedy: remedy.join(' ') || words?.remedy || 'Mend what the errors name, then run again.',
    safe: `${shared}: ${what}. ${words?.remedy ?? 'The job summary has the message.'}`,
    rows: count,
    section: words && kind,
  };
}

/** Whether the one cause that the head of a report tells is all that went wrong. */
export function isTold({ outcome, results }: Pick<Results, 'outcome' | 'results'>): boolean {
  return outcome === 'error' && errorGroups(results.filter(({ status }) => status === 'error')).length === 1;
}

type KindWords = { what: string; remedy: string };

type Kind = ModelErrorKind | 'bounded' | 'unreadable' | 'unreadable_judgement' | 'embedding' | 'no_options' | 'shard';

export const KINDS: Readonly<Record<Kind, KindWords>> = {
  authentication: {
    what: 'its endpoint refuses the key',
    remedy: 'Check the key in the input `api-key`, and that it may use the model.',
  },
  not_found: { what: 'its endpoint knows no such model', remedy: 'Check `model.name` and `base_url`.' },
  bad_request: { what: 'its endpoint refuses the requests', remedy: 'Their message in the report says what it refuses: mend that.' },
  rate_limit: { what: 'its endpoint takes no more requests', remedy: 'Lower `concurrency`, run again later, or check the account.' },
  server: { what: 'its endpoint fails', remedy: 'The fault is on the side of the endpoint: run again later.' },
  timeout: { what: 'its endpoint gives no answer in time', remedy: 'Raise `model.timeout`, or lower `concurrency`.' },
  network: { what: 'its endpoint cannot be reached', remedy: 'Check `base_url`, and that the server runs.' },
  bad_response: { what: 'its endpoint gives no usable answers', remedy: 'Check that `model.hub` and `base_url` go together.' },
  empty_answer: { what: 'its answers are empty', remedy: 'Raise `max_tokens`, or change the prompt.' },
  no_logprobs: { what: 'its endpoint gives no log-probabilities', remedy: 'Take another scorer than `loss`, or another endpoint.' },
  no_distributions: {
    what: 'its endpoint does not say how likely each next token is',
    remedy: 'Ask a server that does: vLLM, SGLang, or for `word_order` Together.',
  },
  bounded: { what: 'its endpoint lists too few of the likeliest next tokens', remedy: 'Have it list more (vLLM: `--max-logprobs`).' },
  budget: { what: 'a cap of the budget is reached', remedy: 'Raise the cap in `budget`, or take fewer rows.' },
  interrupted: {
    what: 'the run was interrupted',
    remedy: 'Run it again: answered requests are not sent again where the store of answers was kept.',
  },
  deadline: { what: 'the time that the run may take was up', remedy: 'Raise `deadline`, or run again.' },
  shard: { what: 'a part of the run is missing', remedy: 'Run the failed shards again, then the merge.' },
  refused_host: { what: 'its host may not receive the key', remedy: 'Name the host in the input `allowed-hosts`, if it may.' },
  unreadable: {
    what: 'its answers cannot be read',
    remedy: 'Ask for the letter alone, or for True or False only, in `model.prompt`, or name a `judge` that reads them.',
  },
  unreadable_judgement: { what: 'the judge gives no usable verdicts', remedy: 'Take a better judge.' },
  embedding: { what: 'its answers cannot be compared', remedy: 'Check `embeddings`.' },
  no_options: { what: 'the rows have no options', remedy: 'Name their column in `data.columns.options`, or take another scorer.' },
};

/** Undefined for a kind that is not known, as a published report may have. */
export function kindWords(kind: string): KindWords | undefined {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind as Kind] : undefined;
}
