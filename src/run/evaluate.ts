import { hash } from 'node:crypto';
import {
  outcomeOfRun,
  reportRow,
  resultRows,
  rowsThinkingAnew,
  type Finished,
} from '../engine/report.ts';
import { isTransient, runTest } from '../engine/run.ts';
import { orTell, type GateError } from '../errors.ts';
import { canonical, quoted } from '../json.ts';
import { scrubber } from '../secrets.ts';
import { VERSION } from '../version.ts';
import { looseSubject, sentOf } from '../config/changes.ts';
import { isOwnHost } from '../models/hubs/addresses.ts';
import { hostOf } from '../models/index.ts';
import { MissingKeyError } from '../models/keys.ts';
import { RunStore } from '../models/store.ts';
import type { Judged } from '../trust/judged.ts';
import { attributeCause } from './attribute.ts';
import {
  openModels,
  openRun,
  orLeftOut,
  withDoor,
  type OpenRun,
  type OpenTest,
  type RunDoor,
  type RunOptions,
} from './connect.ts';
import { prepareTests, type PreparedTests } from './prepare.ts';
import { openResults, rangeOf, type Results, type Verdict } from './results.ts';

/** A run under way, and what it has found so far. */
interface RunState {
  judged: Judged;
  options: RunOptions;
  door: RunDoor;
  results: Results;
  /** When the last line on the progress was said. */
  toldAt: number;
}

/**
 * Asks the verdict, then what broke it, then the preview. A mistake of the user, or an endpoint
 * that gives nothing, is the `problem` of the results; only defects throw.
 */
export async function evaluate(judged: Judged, options: RunOptions): Promise<Results> {
  const results = resultsOf(judged);
  await withDoor(judged.config, options, async (door) => {
    const run: RunState = { judged, options, door, results, toldAt: Date.now() };
    await orTell(
      () => askAll(run),
      (error) => {
        noteProblem(run, error);
      },
    );
    if (door.store) results.notices.push(...door.store.close());
    noteUsage(run);
  });
  return results;
}

/** What is known before anything is asked. */
function resultsOf({ config, changes, commit, base, ref, warnings, notices }: Judged): Results {
  const { hub, name } = config.subject.model;
  const { path, sha256, isLangTest, seed } = config;
  return {
    ...openResults(),
    model: { hub, name },
    config: { path, ref, sha256, is_langtest: isLangTest || undefined },
    commit,
    base: base && { name: base.name, commit: base.commit },
    changes,
    seed,
    warnings: [...warnings],
    notices: [...config.notices, ...notices],
  };
}

async function askAll(run: RunState): Promise<void> {
  const { options, door, results } = run;
  if (isUnchanged(run.judged)) {
    results.outcome = 'skipped';
    results.notices.push(
      'Model, prompts, rules and rows are those of the base: no model is asked.',
    );
    return;
  }
  const prepared = await prepareTests(run.judged);
  results.facts = prepared.facts;
  results.notices.push(...prepared.notices);
  openStoreOf(run, prepared, await options.store?.seal);
  const { store } = door;
  const models = openModels(door);
  const opened = await openRun(run.judged, prepared, models);
  results.warnings.push(...opened.notices);
  results.usage.expected = opened.expected;
  const finished = await askTests(run, opened.tests);
  await options.onAsked?.(opened.tests);
  Object.assign(results, verdictOf(finished));
  noteThinking(results, finished);
  for (const { doubt, pass } of results.report) if (doubt && pass) results.warnings.push(doubt);
  results.reused = store?.reused();
  results.attribution = await searchCause(run, finished, opened.open);
  results.calibrations = await models.calibrations();
  // A run that was ended early, or has rows that may be answered later, is gone on with.
  const { end } = door.endpoints;
  const isOpen = finished.some(({ result: { must, rows } }) =>
    [...must, ...rows].some(isTransient),
  );
  if (end !== undefined) results.notices.push(end);
  else if (!isOpen) store?.finish(results.outcome);
  results.preview = await askPreview(run, opened);
}

/** Every test is compared with the base, and nothing differs that a hub's own model is asked. */
function isUnchanged({ isChange, config, changes }: Judged): boolean {
  const { subject, rules, rows } = changes;
  const { model } = config.subject;
  return (
    isChange === true &&
    subject.length + rules.length + rows.length === 0 &&
    isOwnHost(model.hub, hostOf(model)) &&
    config.tests.every(({ setup, data: { source, isFromInput } }) => {
      // Rows that no commit holds may be others than the base's.
      return setup.compare === 'base' && !isFromInput && !source.startsWith('hf:');
    })
  );
}

/** The store of a run: its digest is that of all that decides the verdict. */
function openStoreOf(run: RunState, { tests }: PreparedTests, seal?: Buffer): void {
  const { judged, options, results } = run;
  if (!options.store || !seal) return;
  const { base, config, commit } = judged;
  const { subject } = config;
  const sent = sentOf(subject);
  // Limits end a run early, and change no answer.
  const { budget: _cap, deadline: _deadline, concurrency: _most, ...rules } = config.rules;
  // No text that is stored holds a key.
  const written = Object.entries(sent.texts).join('\n');
  const texts = scrubber(options.grants.secrets)(written) === written ? sent.texts : undefined;
  const parts = [
    VERSION,
    rules,
    tests.map(({ rows }) => rows),
    base && sentOf(base.config.subject),
    texts ? looseSubject(subject) : sent,
    // An app may answer otherwise once its code changes, and no configuration shows that.
    subject.model.hub === 'http' && commit,
  ];
  const digest = hash('sha256', canonical(parts));
  run.door.store = new RunStore(options.store, seal, { digest, texts });
  const { keptTexts } = run.door.store;
  // White space alone makes no new subject out of one that is red: the old one is judged again.
  if (keptTexts) {
    const kept = { ...subject.texts };
    for (const [field, text] of Object.entries(keptTexts)) kept[field] = { ...kept[field], text };
    run.judged = { ...judged, config: { ...config, subject: { ...subject, texts: kept } } };
    results.notices.push(
      'Only white space differs from a subject that is red: the verdict on that one stands.',
    );
  }
}

type AskedTest = OpenTest & Finished;

/** Asks all tests at once: the endpoints give each request its turn. */
function askTests(run: RunState, tests: readonly OpenTest[]): Promise<AskedTest[]> {
  const onRow = () => {
    tell(run, 'asking');
  };
  return Promise.all(
    tests.map(async (test) => {
      const { setup, place } = test.config;
      const result = await runTest({ ...test.run, onRow });
      return { ...test, result, isAdvisory: setup.advisory, place };
    }),
  );
}

/** `asking: 12 of about 60 to 190 requests` */
function tell(run: RunState, step: string): void {
  const { expected } = run.results.usage;
  const { progress } = run.options;
  const now = Date.now();
  if (!progress || now - run.toldAt < progress.pause) return;
  run.toldAt = now;
  const about = expected && rangeOf(expected, 'pass');
  progress.say(`${step}: ${run.door.endpoints.meter.requests} of about ${about} requests`);
}

async function searchCause(run: RunState, asked: readonly AskedTest[], open: OpenRun['open']) {
  const { config, base } = run.judged;
  const { meter } = run.door.endpoints;
  const red = asked.filter((test) => {
    return test.config.setup.attribution && outcomeOfRun([test]) === 'fail';
  });
  if (red.length === 0 || !base || !open) return undefined;
  tell(run, 'searching for the line that broke it');
  const before = meter.requests;
  const most = (config.maxRequests ?? Infinity) - before;
  const sides = { head: config.subject, base: base.config.subject };
  const found = await orLeftOut(() => attributeCause({ red, ...sides, open, most }));
  const end = 'left_out' in found ? { kind: 'skipped' as const, why: found.left_out } : found;
  return { ...end, requests: meter.requests - before };
}

function verdictOf(finished: readonly Finished[]): Verdict {
  return {
    outcome: outcomeOfRun(finished),
    report: finished.map(reportRow),
    results: finished.flatMap(resultRows),
  };
}

/** A prompt can have a model say what it should not as if it were thinking. */
function noteThinking(
  { changes, warnings, notices }: Results,
  finished: readonly Finished[],
): void {
  const count = rowsThinkingAnew(finished);
  const told = changes.subject.length > 0 ? warnings : notices;
  if (count > 0)
    told.push(
      `Rows with marks of thinking as in no answer of the base: ${count}. Text before such a mark, or between two, is not judged.`,
    );
}

/** The verdict by the other side's rules and rows, from what the cap leaves. */
async function askPreview(run: RunState, { preview }: OpenRun) {
  if (!preview || 'left_out' in preview) return preview;
  const verdict = await orLeftOut(async () => verdictOf(await askTests(run, preview.tests)));
  const { end } = run.door.endpoints;
  return end === undefined ? verdict : { left_out: end };
}

function noteProblem({ judged, options, results }: RunState, error: GateError): void {
  // In a job with a key, a model that has none is the choice of the head.
  const isSkipped = options.skipsWithoutKey && options.grants.secrets.length === 0;
  if (error instanceof MissingKeyError && isSkipped) results.outcome = 'skipped';
  const { name, where: key = '', remedies: remedy } = error;
  const { subject, placeOf } = judged.config;
  // An endpoint knows the key of its address, and the configuration the line.
  const place = key.startsWith('model.') ? subject.placeOf(key) : placeOf(key);
  const message = place === undefined ? error.message : `${key}: ${error.message}`;
  results.problem = { name, message, where: place ?? error.where, remedy };
}

function noteUsage({ options, door, results }: RunState): void {
  const { cutPrompt, oddEnds, served, ...counts } = door.endpoints.meter;
  if (cutPrompt !== undefined) results.warnings.push(cutPrompt);
  for (const end of oddEnds)
    options.log?.(`Answers that end with the unknown reason ${quoted(end)} count as complete.`);
  Object.assign(results.usage, counts, {
    duration_ms: Date.now() - Date.parse(results.started_at),
    served: Array.from(served, ([model, replies]) => ({ model, replies })),
  });
}
