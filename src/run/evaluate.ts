import {
  outcomeOfRun,
  createReportRow,
  createResultRows,
  type FinishedTest,
} from '../engine/report.ts';
import { changesIn } from '../engine/changed-parts.ts';
import { answersIn } from '../engine/decide.ts';
import { THOUGHT } from '../engine/final-text.ts';
import { isTransient, observeRow, runTest, type ObservedRow } from '../engine/run.ts';
import type { Case } from '../engine/types.ts';
import { describeError, tryStep, type GateError } from '../shared/errors.ts';
import { withSubject } from '../config/changes.ts';
import { isOwnHost } from '../models/hubs/addresses.ts';
import { hostOf } from '../models/index.ts';
import { MissingKeyError } from '../models/keys.ts';
import type { Ruling } from '../trust/ruling-types.ts';
import { attributeCause } from './attribute.ts';
import { planRun } from './check.ts';
import {
  connectTests,
  openRun,
  withRun,
  type AskedTest,
  type OpenRun,
  type OpenTest,
  type RunOptions,
  type RunState,
} from './connect.ts';
import { prepareTests } from './prepare.ts';
import type { Results, Verdict } from './results.ts';

/**
 * Asks the rows of the verdict, then searches for the cause, then asks the rows of the preview. A
 * mistake of the user, or a failing endpoint, becomes the `problem` of the results. Only defects
 * throw.
 */
export function evaluate(ruling: Ruling, options: RunOptions) {
  return withRun(ruling, options, async (state) => {
    await tryStep(
      () => askVerdicts(state),
      (error) => {
        noteProblem(state, error);
      },
    );
    await nameBase(state);
    noteUsage(state);
    return state.results;
  });
}

/**
 * Names the base in a problem that ends every run by its rules and rows, even that of a change that
 * corrects them.
 */
async function nameBase({ ruling, options, results: { problem } }: RunState) {
  const { base, isChange, ref } = ruling;
  if (!problem || !base || !isChange || ref === 'head') return;
  await tryStep(
    () => planRun({ ...ruling, config: base.config }, options),
    ({ where }) => {
      if (where !== problem.where || where === 'max-requests') return;
      problem.message = `At ${base.name}: ${problem.message}`;
      problem.remedy +=
        '\nTo merge a change that corrects the base, set the input `config-ref: head`; in a terminal, omit `--base`.';
    },
  );
}

async function askVerdicts(state: RunState) {
  const { results } = state;
  if (isUnchanged(state.ruling)) {
    results.outcome = 'skipped';
    results.notices.push('Nothing changed in model, prompts, rules or rows, so no model is asked.');
    return;
  }
  const opened = await openRun(state);
  const asked = await askTests(opened.tests);
  // Only tests with a base ask further rows: without the base's answer, a row cannot show what the
  // change broke.
  const compared = asked.filter((test) => test.run.base);
  if (outcomeOfRun(asked) === 'pass') await askExtraRows(compared, findRelated(results.changes));
  await state.options.onAsked?.(asked);
  Object.assign(results, verdictOf(asked));
  const rows = asked.flatMap(({ result }) => [...result.must, ...result.rows]);
  noteDoubts(results, rows);
  results.reused = state.store?.reused();
  results.attribution = await searchCause(state, asked, opened);
  results.calibrations = await opened.models.calibrations();
  finishStore(state, rows.some(isTransient));
  results.preview = await askPreview(state, opened.models).catch((error: unknown) => ({
    left_out: describeSkipReason(error),
  }));
}

/**
 * True if the run would compare a hub's own model with itself: head and base are the same.
 */
function isUnchanged({ isChange, config, changes }: Ruling) {
  const { model } = config.subject;
  return (
    isChange &&
    Object.values(changes).flat().length === 0 &&
    isOwnHost(model.hub, hostOf(model)) &&
    // Rows from outside the commits may differ from those that the base read.
    config.tests.every(
      ({ setup, data: { source, isFromInput } }) =>
        setup.compare === 'base' && !isFromInput && !source.startsWith('hf:'),
    )
  );
}

/** Asks all tests at once: the endpoints give each request its turn. */
function askTests(tests: readonly OpenTest[]) {
  return Promise.all(tests.map(async (test) => ({ ...test, result: await runTest(test.run) })));
}

/** Searches for the cause. After a pass, only a named part is reported: rows break by chance. */
async function searchCause(
  { ruling: { config, base }, endpoints: { meter }, results: { outcome } }: RunState,
  asked: readonly AskedTest[],
  { models, names }: OpenRun,
) {
  const isPass = outcome === 'pass';
  const tests = asked.filter((test) => test.isSearched && outcomeOfRun([test]) === outcome);
  if (tests.length === 0 || !base || !(isPass || outcome === 'fail')) return undefined;
  const before = meter.requests;
  const end = await attributeCause({
    tests,
    isPass,
    head: config.subject,
    base: withSubject(config, base.config).subject,
    open: (subject) => models.subject(subject, names, 'attribution'),
    most: (config.maxRequests ?? Infinity) - before,
  }).catch((error: unknown) => ({ kind: 'skipped' as const, why: describeSkipReason(error) }));
  if (isPass && (end.kind === 'skipped' || end.kind === 'none')) return undefined;
  return { ...end, requests: meter.requests - before };
}

/** Why a step after the verdict is skipped: its error may not change the verdict. */
function describeSkipReason(error: unknown) {
  return describeError(error).slice(0, 1000);
}

function verdictOf(finished: readonly FinishedTest[]) {
  return {
    outcome: outcomeOfRun(finished),
    report: finished.map(createReportRow),
    results: finished.flatMap(createResultRows),
  };
}

/** Warns of doubts about a pass, and of unusual marks of thinking, which could hide a fault. */
function noteDoubts({ report, changes, warnings, notices }: Results, rows: readonly ObservedRow[]) {
  const usual = new Set([0, ...rows.flatMap(({ base }) => countThoughts(base))]);
  const odd = rows.filter(({ head }) => countThoughts(head).some((count) => !usual.has(count)));
  if (odd[0])
    (changes.subject[0] ? warnings : notices).push(
      `Rows whose number of thinking marks no answer of the base has: ${odd.length}. Text before such a mark, or between two, is not judged.`,
    );
  for (const { doubt, pass, test_type } of report)
    if (doubt && pass) warnings.push(`\`${test_type}\`: ${doubt}`);
}

/** The number of thinking marks in each answer. */
function countThoughts(result: ObservedRow['base']) {
  return answersIn(result).map(({ text }) => text.match(THOUGHT)?.length ?? 0);
}

/**
 * Records the verdict, so that no later run resumes this one. A run that ended early stays open to
 * resume, and so does one with transient errors if finished runs are reused.
 */
function finishStore(
  { options, endpoints, results, store }: RunState,
  hasTransientErrors: boolean,
) {
  const isResumable = options.store?.usesFinished && hasTransientErrors;
  if (endpoints.endMessage) results.notices.push(endpoints.endMessage);
  else if (!isResumable) store?.finish(results.outcome);
}

/** Asks for the verdict by the other side's rules and rows, within the rest of the cap. */
async function askPreview(state: RunState, models: OpenRun['models']) {
  const { ruling, options, results } = state;
  const { preview, changes } = ruling;
  if (!preview) return undefined;
  const unasked: Verdict = verdictOf([]);
  await tryStep(
    () => planRun({ ...ruling, ...preview }, options),
    (error) => {
      noteProblem(state, error, unasked);
    },
  );
  const { problem } = unasked;
  // Once merged, unreadable rows of the head would end every run.
  if (problem?.name === 'DataError' && results.outcome === 'pass' && ruling.ref !== 'head')
    Object.assign(results, { outcome: 'error', problem });
  if (problem) return results.problem ? undefined : unasked;
  const { tests } = await connectTests(state, models, await prepareTests(preview));
  const asked = await askTests(tests);
  const { endMessage } = state.endpoints;
  if (endMessage) return { left_out: endMessage };
  const changed = new Set(changes.rows.flatMap((rows) => [...rows.added, ...rows.changed]));
  await askExtraRows(asked, (cases) =>
    cases.filter(({ row }) => changed.has(row.id ?? row.source)).slice(0, MAX_EDITED_ROWS),
  );
  return verdictOf(asked);
}

/**
 * Most rows of a decided test that are still asked: rows that the change edits, and rows about what
 * it removes.
 */
const MAX_EDITED_ROWS = 20;
const MAX_RELATED_ROWS = 5;

/** Asks rows that decided tests left unasked. No rate counts them. */
async function askExtraRows(tests: AskedTest[], choose: (unasked: Case[]) => Case[]) {
  for (const { run, result } of tests) {
    const asking = choose(run.plan.cases.slice(result.rows.length)).map((unasked) =>
      observeRow(run, unasked),
    );
    for (const row of await Promise.all(asking)) result.rows.push({ ...row, isCounted: false });
  }
}

/** Fewest words that a related row shares with the change. One may be shared by chance. */
const MIN_SHARED_WORDS = 2;

/**
 * Makes a function that finds the cases that share the most words with the sentences that a change
 * removes.
 */
function findRelated({ subject }: Results['changes']) {
  const words = wordsIn(
    subject
      .flatMap(({ old = '', new: now = '' }) => changesIn('', String(old), String(now)))
      .map(({ base }) => base)
      .join(' '),
  );
  const countShared = ({ row: { text, key } }: Case) =>
    words.intersection(wordsIn(JSON.stringify([text, key]))).size;
  return (cases: Case[]) =>
    cases
      .filter((candidate) => countShared(candidate) >= MIN_SHARED_WORDS)
      .sort((a, b) => countShared(b) - countShared(a))
      .slice(0, MAX_RELATED_ROWS);
}

/**
 * The numbers in a text, and the words of at least five letters: most sentences share shorter ones.
 */
function wordsIn(text: string) {
  return new Set(text.toLowerCase().match(/\p{N}+|\p{L}{5,}/gu));
}

function noteProblem(
  { ruling, options: { skipsWithoutKey, grants }, results }: RunState,
  error: GateError,
  verdict: Verdict = results,
) {
  // If the job has any key, the head chose a model without one: that is no reason to skip.
  if (error instanceof MissingKeyError && skipsWithoutKey && grants.secrets.length === 0)
    verdict.outcome = 'skipped';
  const { name, where: key = '', remedies: remedy } = error;
  const { subject, placeOf } = ruling.config;
  // An endpoint's error names a key of the configuration. The configuration knows its line.
  const place = subject.placeOf(key) ?? placeOf(key);
  const message = place ? `${key}: ${error.message}` : error.message;
  verdict.problem = { name, message, where: place ?? error.where, remedy };
}

function noteUsage({ endpoints, results, store }: RunState) {
  const { truncationWarning, ...counts } = endpoints.meter;
  if (store) results.notices.push(...store.close());
  if (truncationWarning) results.warnings.push(truncationWarning);
  Object.assign(results.usage, counts, {
    duration_ms: Date.now() - Date.parse(results.started_at),
  });
}
