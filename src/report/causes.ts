import type { ResultRow } from '../engine/results.ts';
import type { Results, Verdict } from '../run/results.ts';
import { type Sentence, codeLine, messageLine } from './blocks.ts';
import { baseName, countedBy, quantity } from './words.ts';

/** Why rows have no score, or the run has no verdict: one cause and one remedy. */

const DEFECT = 'the action has a defect';

/** What an error says of the model: that of a row by its kind, that of the run by its name. */
const KINDS: Readonly<Record<string, string>> = {
  authentication: 'its endpoint refuses the key',
  not_found: 'its endpoint has no such model or route',
  bad_request: 'its endpoint refuses what is sent',
  rate_limit: 'its endpoint limits requests, or has no credit left',
  server: 'its endpoint fails',
  timeout: 'its endpoint gives no answer in time',
  network: 'its endpoint cannot be reached',
  bad_response: 'its endpoint gives no usable answers',
  empty_answer: 'its answers are empty',
  truncated: 'its answers end at the limit of tokens',
  filtered: 'a content filter answered, not the model',
  no_logprobs: 'its endpoint gives no log-probabilities',
  budget: 'the cap on requests is reached',
  interrupted: 'the run was interrupted',
  deadline: 'the time limit of the run is reached',
  refused_host: 'its host may not receive the key',
  unreadable: 'its answers cannot be read',
  unreadable_judgement: 'the judge gave no verdict that can be read',
  judge_not_calibrated: 'the judge is wrong about known cases',
  no_judge: 'a test has no judge',
  embedding: 'its answers cannot be compared',
  defect: DEFECT,
  ConfigError: 'its configuration cannot be used',
  DataError: 'its data cannot be used',
  ModelError: 'it cannot be asked',
  GitHubError: 'GitHub refuses what the run needs',
};

/** For errors whose message has no remedy. */
const REMEDIES: Readonly<Record<string, string>> = {
  empty_answer: 'Raise `max_tokens`, or change the prompt.',
  filtered: 'Change the filter of the endpoint, or leave out the rows that it withholds.',
  unreadable_judgement: 'Name another judge, in `judge`.',
  defect: 'Report it, with the message.',
};

export interface Cause {
  /** Ends `Could not judge the model: …`, and quotes nothing. */
  summary: string;
  message: Sentence;
  remedy: Sentence;
  /** Of a row in error; empty for the run. */
  place: Sentence;
}

const MAX_MESSAGE = 400;

/** What ended the run, or the errors of its rows. */
export function causesOf({ problem, results }: Verdict): Cause[] {
  if (problem) {
    const { name, where, message, remedy } = problem;
    const lead = where === undefined ? '' : `${codeLine(where, 100)}: `;
    const text = `${lead}${messageLine(message, MAX_MESSAGE)}`;
    return [{ summary: KINDS[name] ?? DEFECT, message: text, remedy, place: '' }];
  }
  return causesOfRows(results);
}

/** Rows in error on the base are compared with nothing. */
export function causesOfBase(results: Results): Cause[] {
  const rows = results.results.map(({ source, base }) => ({ source, error: base?.error }));
  return causesOfRows(rows, ` on ${baseName(results)}`);
}

type RowInError = Pick<ResultRow, 'source' | 'error'>;

/** The most frequent first. */
function causesOfRows(rows: readonly RowInError[], where = ''): Cause[] {
  const errors = rows.flatMap(({ error, source }) => (error ? [{ ...error, source }] : []));
  return countedBy(errors, ({ kind, message }) => `${kind} ${message}`).map(({ first, count }) => {
    const { kind, source } = first;
    // The remedy of an error stands below its first line.
    const [message = '', ...remedy] = first.message.split('\n');
    return {
      summary: KINDS[kind] ?? 'its answers could not be judged',
      message: `${quantity(count, 'row')} in error${where}: ${messageLine(message, MAX_MESSAGE)}`,
      remedy: remedy.join(' ') || (REMEDIES[kind] ?? ''),
      place: `, such as ${codeLine(source, 80)}`,
    };
  });
}

/** `` 3 rows in error: `No answer in 60 s`, such as `evals/q.csv:3`. `` @param said remedies */
export function causeSentence(cause: Cause, said: readonly Sentence[]): Sentence {
  const { message, place, remedy } = cause;
  return `${message}${place}. ${said.includes(remedy) ? '' : remedy}`.trim();
}
