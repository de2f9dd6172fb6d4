import {
  outcomeOfRun,
  createReportRow,
  createResultRows,
  type FinishedTest,
} from '../engine/report.ts';
import { changesIn } from '../engine/changed-parts.ts';
import type { Case } from '../engine/row.ts';
import { answersIn } from '../engine/score.ts';
import { THOUGHT } from '../engine/final-text.ts';
import { isTransient, observeRow, runTest, type ObservedRow, type TestRun } from '../engine/run.ts';
import { DataError, describeError, tryStep, type GateError } from '../shared/errors.ts';
import { changedKeys, withSubject } from '../config/changes.ts';
import type { Config } from '../config/config.ts';
import { isOwnHost } from '../models/hubs/addresses.ts';
import { hostOf } from '../models/settings.ts';
import { MissingKeyError } from '../models/keys.ts';
import type { Ruling } from '../trust/ruling-types.ts';
import { attributeCause } from './attribute.ts';
import {
  connectTests,
  openRun,
  openStore,
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
 * Asks the rows of the verdict, then searches for the cause, then asks the rows of the preview. A
 * mistake of the user, or a failing endpoint, becomes the `problem` of the results. Only defects
 * throw.
 */
export function evaluate(ruling: Ruling, options: RunOptions) {
  return withRun(ruling, options, async (run) => {
    const { results, endpoints } = run;
    await tryStep(
      () => askVerdicts(run),
      (error) => {
        const { ref, config, changes, base = ruling } = ruling;
        // If the head chose a model without a key, that is no reason to skip.
        const isOfBase = changedKeys(base.config.subject, config.subject).length === 0;
        if (error instanceof MissingKeyError && options.grants.skipsWithoutKey && isOfBase)
          results.outcome = 'skipped';
        const mayCorrect = ref === 'base' && changes.rules.length + changes.rows.length > 0;
        results.problem = describeProblem(error, config, mayCorrect ? CORRECTION : '');
      },
    );
    const { truncationWarning, ...counts } = endpoints.meter;
    if (truncationWarning) results.warnings.push(truncationWarning);
    const duration_ms = Date.now() - Date.parse(results.started_at);
    return { ...results, usage: { ...results.usage, ...counts, duration_ms } };
  });
}

/**
 * Added to the remedy of what the base's settings or rows may cause: every run then ends with this
 * error, even that of the change that corrects them.
 */
const CORRECTION =
  '\nIf this change corrects settings or rows of the base, set the input `config-ref: head` to merge it; in a terminal, omit `--base`.';

async function askVerdicts(run: RunState) {
  const { ruling, results } = run;
  if (isUnchanged(ruling)) {
    results.outcome = 'skipped';
    results.notices.push('Nothing changed in model, prompts, rules or rows, so no model is asked.');
    return;
  }
  const prepared = await prepareTests(ruling);
  const store = await openStore(run, prepared);
  try {
    await askOpened(await openRun(run, prepared, store));
  } finally {
    if (store) results.notices.push(...store.close());
  }
}

/** Asks for the verdict, the cause and the preview of a run. The caller closes its store. */
async function askOpened(run: OpenRun) {
  const { ruling, options, endpoints, results, store } = run;
  const decided = await askTests(run.tests);
  const asked =
    outcomeOfRun(decided) === 'pass'
      ? await askExtraRows(decided, createRelatedFinder(results.changes))
      : decided;
  await options.onAsked?.(asked);
  Object.assign(results, verdictOf(asked));
  const rows = asked.flatMap(({ result }) => [...result.must, ...result.rows]);
  noteDoubts(results, rows);
  results.reused = store?.reused();
  results.attribution = await searchCause(run, asked);
  results.calibrations = await run.models.calibrations();
  // A run that ended early stays open to resume, and so does one with transient errors if finished
  // runs are reused.
  const isResumable = options.store?.usesFinished && rows.some(isTransient);
  if (endpoints.endMessage) results.notices.push(endpoints.endMessage);
  else if (!isResumable) store?.finish(results.outcome);
  try {
    results.preview = await askPreview(run);
  } catch (error) {
    // Once merged, unreadable rows of the head would end every run.
    if (results.outcome === 'pass' && error instanceof DataError && ruling.ref !== 'head') {
      results.outcome = 'error';
      results.problem = describeProblem(error, ruling.config);
    } else results.preview = { left_out: describeError(error).slice(0, 1000) };
  }
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
  {
    ruling: { base },
    endpoints: { meter },
    results: { outcome },
    config,
    store,
    models,
    names,
  }: OpenRun,
  asked: readonly AskedTest[],
) {
  const isPass = outcome === 'pass';
  const tests = asked.filter((test) => test.isSearched && outcomeOfRun([test]) === outcome);
  // A line of a kept text may be repaired in the text of the head.
  if (tests.length === 0 || !base || store?.keptTexts || !(isPass || outcome === 'fail'))
    return undefined;
  const before = meter.requests;
  const end = await attributeCause({
    tests,
    isPass,
    head: config.subject,
    base: withSubject(config, base.config).subject,
    open: (subject) => models.subject(subject, names, 'attribution'),
    most: (config.maxRequests ?? Infinity) - before,
  }).catch((error: unknown) => ({ kind: 'skipped' as const, why: describeError(error) }));
  if (isPass && (end.kind === 'skipped' || end.kind === 'none')) return undefined;
  return { ...end, requests: meter.requests - before };
}

function verdictOf(finished: readonly FinishedTest[]) {
  return {
    outcome: outcomeOfRun(finished),
    report: finished.map(createReportRow),
    results: finished.flatMap(createResultRows),
  };
}

/**
 * Warns of doubts about a pass, and of marks of thinking that the base lacks, which could hide a
 * fault. If the base is not asked, the marks are only a notice, since many models think.
 */
function noteDoubts({ report, warnings, notices }: Results, rows: readonly ObservedRow[]) {
  const usual = new Set([0, ...rows.flatMap(({ base }) => countThoughts(base))]);
  const odd = rows.filter(({ head }) => !usual.isSupersetOf(new Set(countThoughts(head))));
  if (odd.length > 0)
    (rows.some(({ base }) => base) ? warnings : notices).push(
      `Rows with more or fewer thinking marks than usual (none, or as many as an answer of the base): ${odd.length}. Text before such a mark, or between two, is not judged.`,
    );
  for (const { doubt, pass, test_type } of report)
    if (doubt && pass) warnings.push(`\`${test_type}\`: ${doubt}`);
}

function countThoughts(result: ObservedRow['base']) {
  return answersIn(result).map(({ text }) => text.match(THOUGHT)?.length ?? 0);
}

/** Asks for the verdict by the other side's rules and rows, within the rest of the cap. */
async function askPreview(run: OpenRun) {
  const { preview, changes } = run.ruling;
  if (!preview) return undefined;
  const { tests } = await connectTests(run, run.models, await prepareTests(preview));
  const decided = await askTests(tests);
  const { endMessage } = run.endpoints;
  if (endMessage) return { left_out: endMessage };
  const edited = new Set(changes.rows.flatMap(({ added, changed }) => [...added, ...changed]));
  const asked = await askExtraRows(decided, (unasked) =>
    unasked.filter(({ row }) => edited.has(row.id ?? row.source)).slice(0, MAX_EDITED_ROWS),
  );
  return verdictOf(asked);
}

/**
 * Most rows of a decided test that are still asked: rows that the change edits, and rows about what
 * it removes.
 */
const MAX_EDITED_ROWS = 20;
const MAX_RELATED_ROWS = 5;

/** Adds rows that decided tests left unasked. No rate counts them. */
function askExtraRows(
  tests: readonly AskedTest[],
  choose: (unasked: Case[], run: TestRun) => Case[],
) {
  return Promise.all(
    tests.map(async (test) => {
      const { run, result } = test;
      const chosen = choose(run.plan.cases.slice(result.rows.length), run);
      const extra = await Promise.all(
        chosen.map(async (asked) => ({ ...(await observeRow(run, asked)), isCounted: false })),
      );
      return { ...test, result: { ...result, rows: [...result.rows, ...extra] } };
    }),
  );
}

/** Fewest words that a related row shares with the change. One may be shared by chance. */
const MIN_SHARED_WORDS = 2;

/**
 * Makes a function that finds the cases that share the most words with the sentences that a change
 * removes.
 */
function createRelatedFinder({ subject }: Results['changes']) {
  const words = wordsIn(
    subject
      .flatMap(({ old = '', new: now = '' }) => changesIn('', String(old), String(now)))
      .map(({ base }) => base)
      .join(' '),
  );
  const countShared = ({ row: { text, key } }: Case) =>
    words.intersection(wordsIn(JSON.stringify([text, key]))).size;
  return (unasked: Case[], { base }: TestRun) =>
    unasked
      // Without the base's answer, a row cannot show what the change broke.
      .filter((candidate) => base && countShared(candidate) >= MIN_SHARED_WORDS)
      .sort((a, b) => countShared(b) - countShared(a))
      .slice(0, MAX_RELATED_ROWS);
}

/**
 * The numbers in a text, and the words of at least five letters: most sentences share shorter ones.
 */
function wordsIn(text: string) {
  return new Set(text.toLowerCase().match(/\p{N}+|\p{L}{5,}/gu));
}

/** An endpoint's error names a key of the configuration, which knows the line of the key. */
function describeProblem(error: GateError, { subject, placeOf }: Config, furtherRemedy = '') {
  const { name, message, where: key = '', remedies } = error;
  const place = subject.placeOf(key) ?? placeOf(key);
  return {
    name,
    message: place ? `${key}: ${message}` : message,
    where: place ?? error.where,
    remedy: remedies + furtherRemedy,
  };
}
