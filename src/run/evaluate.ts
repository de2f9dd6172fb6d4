import { outcomeOfRun, reportRow, resultRows, type Finished } from '../engine/report.ts';
import { changesIn } from '../engine/changed-parts.ts';
import { answersIn } from '../engine/decide.ts';
import { THOUGHT } from '../engine/final-text.ts';
import { isTransient, observeRow, runTest, type ObservedRow } from '../engine/run.ts';
import type { Case } from '../engine/types.ts';
import { DataError, describeError, tryStep, type GateError } from '../shared/errors.ts';
import { withSubject } from '../config/changes.ts';
import { isOwnHost } from '../models/hubs/addresses.ts';
import { hostOf } from '../models/index.ts';
import { MissingKeyError } from '../models/keys.ts';
import type { Ruling } from '../trust/ruling-types.ts';
import { attributeCause } from './attribute.ts';
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
import type { Results } from './results.ts';

/**
 * Asks the rows of the verdict, then those of the search for a cause, then those of the preview. A
 * mistake of the user, or an endpoint that gives nothing, becomes the `problem` of the results.
 * Only defects throw.
 */
export function evaluate(ruling: Ruling, options: RunOptions) {
  return withRun(ruling, options, async (run) => {
    await tryStep(
      () => askVerdicts(run),
      (error) => {
        const isOfRows = error instanceof DataError && run.ruling.ref === 'base';
        noteProblem(run, error, isOfRows ? CORRECTION : '');
      },
    );
    noteUsage(run);
    return run.results;
  });
}

/**
 * The remedy where the base's rows cannot be read, so that every run ends with this error, even a
 * run of their correction.
 */
const CORRECTION =
  '\nThese are the rows of the base. If this change corrects them, the input `config-ref: head` lets it in; in a terminal, leave `--base` out.';

async function askVerdicts(run: RunState) {
  const { results } = run;
  if (isUnchanged(run.ruling)) {
    results.outcome = 'skipped';
    results.notices.push(
      'Model, prompts, rules and rows are those of the base: no model is asked.',
    );
    return;
  }
  const opened = await openRun(run);
  const asked = await askTests(opened.tests);
  // A test without a base asks no further rows: without an answer of the base, a row cannot show
  // what the change broke.
  const compared = asked.filter((test) => test.run.base);
  if (outcomeOfRun(asked) === 'pass') await askExtraRows(compared, touchedBy(results.changes));
  await run.options.onAsked?.(asked);
  Object.assign(results, verdictOf(asked));
  const rows = asked.flatMap(({ result }) => [...result.must, ...result.rows]);
  noteDoubts(results, rows);
  results.reused = run.store?.reused();
  results.attribution = await searchCause(run, asked, opened);
  results.calibrations = await opened.models.calibrations();
  finishStore(run, rows.some(isTransient));
  try {
    results.preview = await askPreview(run, opened.models);
  } catch (error) {
    // Rows of the head that cannot be read would end every run, once they are merged.
    if (results.outcome === 'pass' && error instanceof DataError && run.ruling.ref !== 'head') {
      results.outcome = 'error';
      noteProblem(run, error);
    } else results.preview = { left_out: reasonOf(error) };
  }
}

/**
 * True if a hub's own model would be asked exactly what the base was asked, and compared with it.
 */
function isUnchanged({ isChange, config, changes }: Ruling) {
  const { model } = config.subject;
  return (
    isChange &&
    Object.values(changes).flat().length === 0 &&
    isOwnHost(model.hub, hostOf(model)) &&
    // Rows that no commit holds may differ from those that the base read.
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

/** A search after a pass is reported only if it names a part: rows also break by chance. */
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
  }).catch((error: unknown) => ({ kind: 'skipped' as const, why: reasonOf(error) }));
  if (isPass && (end.kind === 'skipped' || end.kind === 'none')) return undefined;
  return { ...end, requests: meter.requests - before };
}

/** Why a step after the verdict is left out: no error of it may change the verdict. */
function reasonOf(error: unknown) {
  return describeError(error).slice(0, 1000);
}

function verdictOf(finished: readonly Finished[]) {
  return {
    outcome: outcomeOfRun(finished),
    report: finished.map(reportRow),
    results: finished.flatMap(resultRows),
  };
}

/** Adds doubts about a pass, and a warning of marks of thinking: a prompt could hide a fault. */
function noteDoubts({ report, changes, warnings, notices }: Results, rows: readonly ObservedRow[]) {
  const usual = new Set([0, ...rows.flatMap(({ base }) => thoughtsIn(base))]);
  const odd = rows.filter(({ head }) => thoughtsIn(head).some((count) => !usual.has(count)));
  if (odd[0])
    (changes.subject[0] ? warnings : notices).push(
      `Rows with a number of marks of thinking that no answer of the base has: ${odd.length}. Text before such a mark, or between two, is not judged.`,
    );
  for (const { doubt, pass, test_type } of report)
    if (doubt && pass) warnings.push(`\`${test_type}\`: ${doubt}`);
}

/** Pieces of thinking in each answer. */
function thoughtsIn(result: ObservedRow['base']) {
  return answersIn(result).map(({ text }) => text.match(THOUGHT)?.length ?? 0);
}

/**
 * Records the verdict, so that no later run continues this one. A run that was ended early is
 * continued, and so is one with transient errors if its answers may be used after the verdict.
 */
function finishStore({ options, endpoints, results, store }: RunState, mayRetry: boolean) {
  const isContinued = options.store?.usesFinished && mayRetry;
  if (endpoints.endMessage) results.notices.push(endpoints.endMessage);
  else if (!isContinued) store?.finish(results.outcome);
}

/** The verdict by the other side's rules and rows, with the requests that the cap leaves. */
async function askPreview(run: RunState, models: OpenRun['models']) {
  const { preview, changes } = run.ruling;
  if (!preview) return undefined;
  const { tests } = await connectTests(run, models, await prepareTests(preview));
  const asked = await askTests(tests);
  const { endMessage } = run.endpoints;
  if (endMessage) return { left_out: endMessage };
  const changed = new Set(changes.rows.flatMap((rows) => [...rows.added, ...rows.changed]));
  await askExtraRows(asked, (cases) =>
    cases.filter(({ row }) => changed.has(row.id ?? row.source)).slice(0, MAX_CHANGED),
  );
  return verdictOf(asked);
}

/**
 * Most rows of a test that are asked although the test is decided: rows that the change edits, and
 * rows that speak of what it takes away.
 */
const MAX_CHANGED = 20;
const MAX_TOUCHED = 5;

/** Asks some of the rows that decided tests have not asked. No rate counts them. */
async function askExtraRows(tests: AskedTest[], someOf: (unasked: Case[]) => Case[]) {
  for (const { run, result } of tests) {
    const asking = someOf(run.plan.cases.slice(result.rows.length)).map((one) =>
      observeRow(run, one),
    );
    for (const row of await Promise.all(asking)) result.rows.push({ ...row, isCounted: false });
  }
}

/** Words that a row and a change must share at least: they may have one in common by chance. */
const LEAST_WORDS = 2;

/**
 * Makes a function that finds the cases that share most words with the sentences that a change
 * takes away.
 */
function touchedBy({ subject }: Results['changes']) {
  const words = wordsIn(
    subject
      .flatMap(({ old = '', new: now = '' }) => changesIn('', String(old), String(now)))
      .map(({ base }) => base)
      .join(' '),
  );
  const sharedBy = ({ row: { text, key } }: Case) =>
    words.intersection(wordsIn(JSON.stringify([text, key]))).size;
  return (cases: Case[]) =>
    cases
      .filter((one) => sharedBy(one) >= LEAST_WORDS)
      .sort((a, b) => sharedBy(b) - sharedBy(a))
      .slice(0, MAX_TOUCHED);
}

/**
 * The numbers and the words of five letters or more in a text. Shorter words stand in most
 * sentences.
 */
function wordsIn(text: string) {
  return new Set(text.toLowerCase().match(/\p{N}+|\p{L}{5,}/gu));
}

function noteProblem(
  { ruling, options: { skipsWithoutKey, grants }, results }: RunState,
  error: GateError,
  furtherRemedy = '',
) {
  // If the job has a key, a model without a key is the choice of the head, and is no reason to
  // skip.
  if (error instanceof MissingKeyError && skipsWithoutKey && grants.secrets.length === 0)
    results.outcome = 'skipped';
  const { name, where: key = '', remedies } = error;
  const { subject, placeOf } = ruling.config;
  // The error of an endpoint names a key of the configuration, which knows the line of the key.
  const place = subject.placeOf(key) ?? placeOf(key);
  const message = place ? `${key}: ${error.message}` : error.message;
  results.problem = {
    name,
    message,
    where: place ?? error.where,
    remedy: remedies + furtherRemedy,
  };
}

function noteUsage({ endpoints, results, store }: RunState) {
  const { truncationWarning, ...counts } = endpoints.meter;
  if (store) results.notices.push(...store.close());
  if (truncationWarning) results.warnings.push(truncationWarning);
  const duration_ms = Date.now() - Date.parse(results.started_at);
  Object.assign(results.usage, { ...counts, duration_ms });
}
