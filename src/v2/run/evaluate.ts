import { createHash } from 'node:crypto';
import { outcomeOfRun, reportRow, resultRows, type Finished } from '../../core/report.ts';
import { isAboutDocuments } from '../../core/tests/rules.ts';
import { RowError } from '../../core/types.ts';
import { GateError, ModelError } from '../../errors.ts';
import { canonical } from '../../json.ts';
import { VERSION } from '../../version.ts';
import type { Config } from '../config/config.ts';
import { Endpoints } from '../models/endpoint.ts';
import { isOwnHost, type HubName } from '../models/hubs/addresses.ts';
import { hostOf, MissingKeyError } from '../models/index.ts';
import { openStore, type RunStore } from '../models/store.ts';
import type { Judged } from '../trust/judged.ts';
import { askTests, isSameSubject, openTests, type OpenTests } from './ask.ts';
import { attributeCause } from './attribute.ts';
import { doorOf, Models } from './connect.ts';
import { expectedRequests, totalOf } from './expected.ts';
import { prepareTests, type PreparedTests } from './prepare.ts';
import type { ReportedAttribution, Results, RunUsage, Verdict } from './results.ts';
import type { RunOptions } from './types.ts';

/** A run whose connections are open. */
interface OpenRun {
  judged: Judged;
  options: RunOptions;
  endpoints: Endpoints;
}

/**
 * Asks the verdict, then what broke it, then the preview. A mistake of the user, or an endpoint
 * that gives nothing, is the `problem` of the results; only defects throw.
 */
export async function evaluate(judged: Judged, options: RunOptions): Promise<Results> {
  const startedAt = new Date();
  const { config } = judged;
  const endpoints = new Endpoints({
    concurrency: config.concurrency,
    deadline: config.deadline,
    maxRequests: options.maxRequests ?? config.maxRequests,
    env: options.env,
    signal: options.signal,
  });
  try {
    const asked = await askAll({ judged, options, endpoints });
    return assemble({ judged, startedAt, endpoints, asked });
  } finally {
    await endpoints.close();
  }
}

interface Asked {
  verdict: Verdict;
  preview?: Results['preview'];
  attribution?: ReportedAttribution;
  expected?: RunUsage['expected'];
  calibrations: Results['calibrations'];
  reused?: Results['reused'];
  warnings: string[];
  notices: string[];
}

async function askAll(run: OpenRun): Promise<Asked> {
  const asked: Asked = {
    verdict: { outcome: 'error', report: [], results: [] },
    calibrations: [],
    warnings: [],
    notices: [],
  };
  if (isUnchanged(run.judged)) {
    asked.verdict.outcome = 'skipped';
    asked.notices.push('Model, prompts, rules and rows are those of the base: no model was asked.');
    return asked;
  }
  let store: RunStore | undefined;
  try {
    const prepared = await prepareTests(run.judged);
    asked.notices.push(...prepared.data, ...prepared.notices);
    store = storeOf(run, prepared);
    await askVerdict(run, { prepared, store, asked });
    asked.preview = await askPreview(run);
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    asked.verdict.outcome = isSkipped(error, run.options) ? 'skipped' : 'error';
    asked.verdict.problem = problemOf(error);
  } finally {
    asked.notices.push(...(store?.close() ?? []));
  }
  return asked;
}

/** Every test is compared with the base, and nothing differs that a hub's own model is asked. */
function isUnchanged({ base, config, changes }: Judged): boolean {
  if (!base || !isSameSubject(base.subject, config.subject)) return false;
  const { model } = config.subject;
  return (
    changes.rules.length + changes.rows.length === 0 &&
    isOwnHost(model.hub as HubName, hostOf(model)) &&
    config.tests.every(({ compare, data }) => compare && !/^hf:/.test(data.source))
  );
}

function isSkipped(error: GateError, { skipsWithoutKey }: RunOptions): boolean {
  return skipsWithoutKey && error instanceof MissingKeyError;
}

function problemOf({ name, message, where, remedy }: GateError): NonNullable<Verdict['problem']> {
  const problem: Verdict['problem'] = { name, message, remedy };
  return where === undefined ? problem : { ...problem, where };
}

/** The store of a verdict: its digest is that of all that decides it. */
function storeOf({ judged, options }: OpenRun, prepared: PreparedTests): RunStore | undefined {
  if (!options.store) return undefined;
  const rows = prepared.tests.map(({ prepared: { cases } }) => cases.map(({ row }) => row));
  const { config, base } = judged;
  const parts = [VERSION, config.rules, rows, base?.subject, config.subject, config.seed];
  return openStore(options.store, {
    digest: createHash('sha256').update(canonical(parts)).digest('hex'),
    secrets: options.grants.secrets,
  });
}

async function askVerdict(
  run: OpenRun,
  { prepared, store, asked }: { prepared: PreparedTests; store?: RunStore; asked: Asked },
): Promise<void> {
  const { judged, options, endpoints } = run;
  const models = modelsOf(run, store);
  const opened = await openTests({ judged, judgement: judged, prepared, models, log: options.log });
  asked.notices.push(...opened.notices);
  const searched = searchedTests(judged);
  asked.expected = totalOf(expectedRequests(opened.tests, searched.length > 0));
  refuseLowCap(run, asked.expected);
  const progress = progressOf(run, asked.expected.pass);
  const finished = await askTests(opened.tests, () => progress('asking'));
  asked.verdict = verdictOf(finished);
  asked.reused = store?.reused();
  asked.calibrations = reportedCalibrations(await models.calibrations());
  progress('searching for the line that broke it');
  asked.attribution = await searchCause(run, { finished, searched, opened, models, prepared });
  if (endpoints.end) asked.notices.push(endpoints.end);
  if (!hasOpenRows(finished)) store?.finish(asked.verdict.outcome);
}

function modelsOf({ options, endpoints, judged }: OpenRun, store?: RunStore): Models {
  return new Models({ ...doorOf(options, { endpoints, config: judged.config }), store });
}

/** A cap below what any verdict takes ends the run before it costs anything. */
function refuseLowCap(
  { options, judged }: OpenRun,
  { pass, fail }: { pass: number; fail: number },
) {
  const cap = options.maxRequests ?? judged.config.maxRequests;
  const least = Math.min(pass, fail);
  if (cap === undefined || cap >= least) return;
  throw new ModelError(`At most ${cap} requests may be sent, and a verdict takes ${least}`, {
    kind: 'budget',
    where: judged.config.placeOf('budget.max_requests') ?? 'max-requests',
    remedy: 'Raise the cap, or lower data.limit.',
  });
}

function progressOf({ options, endpoints }: OpenRun, expected: number) {
  return (step: string): void => {
    const { meter, waitsUntil } = endpoints;
    options.onProgress?.({ sent: meter.requests, expected, step, waitsUntil });
  };
}

/** Tests of which a red verdict is looked into: the base must be there, and not turned off. */
function searchedTests({ base, config }: Judged): string[] {
  if (!base || isSameSubject(base.subject, config.subject)) return [];
  return config.tests.flatMap(({ attribution, test }) => (attribution ? [test.name] : []));
}

async function searchCause(
  { judged, options, endpoints }: OpenRun,
  found: {
    finished: readonly Finished[];
    searched: readonly string[];
    opened: OpenTests;
    models: Models;
    prepared: PreparedTests;
  },
): Promise<ReportedAttribution | undefined> {
  const { base, config } = judged;
  const { finished, searched, opened, models, prepared } = found;
  if (!base || !opened.base || searched.length === 0) return undefined;
  const cap = options.maxRequests ?? config.maxRequests ?? Infinity;
  try {
    return await attributeCause({
      finished,
      searched,
      head: config.subject,
      base: base.subject,
      open: (subject) => models.subject(subject, prepared.columns),
      most: cap - endpoints.meter.requests,
      sent: () => endpoints.meter.requests,
    });
  } catch (error) {
    // The verdict stands: a search that cannot be made says why.
    if (!(error instanceof GateError)) throw error;
    return { kind: 'skipped', why: error.message, requests: 0 };
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
  const { judged, options, endpoints } = run;
  const { preview } = judged;
  if (!preview) return undefined;
  let store: RunStore | undefined;
  try {
    const prepared = await prepareTests(preview);
    store = storeOf({ ...run, judged: { ...judged, ...preview } }, prepared);
    const models = modelsOf(run, store);
    const opened = await openTests({ judged, judgement: preview, prepared, models });
    const { pass, fail } = totalOf(expectedRequests(opened.tests, false));
    const cap = options.maxRequests ?? judged.config.maxRequests ?? Infinity;
    if (cap - endpoints.meter.requests < Math.min(pass, fail))
      return { left_out: 'The cap of requests leaves too few for it.' };
    return verdictOf(await askTests(opened.tests));
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    return { left_out: error.describe() };
  } finally {
    store?.close();
  }
}

type JudgeCalibrations = Awaited<ReturnType<Models['calibrations']>>;

function reportedCalibrations(calibrations: JudgeCalibrations): Results['calibrations'] {
  return calibrations.map(({ judge, rubric, right, total, confusion, isStored = false }) => {
    return { judge, rubric, right, total, confusion, is_stored: isStored };
  });
}

function assemble({
  judged,
  startedAt,
  endpoints,
  asked,
}: {
  judged: Judged;
  startedAt: Date;
  endpoints: Endpoints;
  asked: Asked;
}): Results {
  const { config, changes, commit, base, ref } = judged;
  const { hub, name } = config.subject.model;
  const results: Results = {
    schema_version: 2,
    ...asked.verdict,
    model: { hub, name },
    config: { path: config.path, ref, sha256: config.sha256 },
    changes: {
      subject: [...changes.subject],
      rules: [...changes.rules],
      rows: changes.rows.map(({ source, added, removed, changed }) => {
        return { source, added: [...added], removed: [...removed], changed: [...changed] };
      }),
    },
    calibrations: asked.calibrations,
    usage: usageOf(endpoints, startedAt, asked.expected),
    seed: config.seed,
    started_at: startedAt.toISOString(),
    warnings: [...judged.warnings, ...asked.warnings],
    notices: [...config.notices, ...judged.notices, ...asked.notices],
  };
  if (config.isLangTest) results.config.is_langtest = true;
  if (lacksDocuments(config)) results.lacks_documents = true;
  if (commit !== undefined) results.commit = commit;
  if (base) results.base = { name: base.name, commit: base.commit };
  if (asked.preview) results.preview = asked.preview;
  if (asked.attribution) results.attribution = asked.attribution;
  if (asked.reused) results.reused = asked.reused;
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

function usageOf({ meter }: Endpoints, startedAt: Date, expected: RunUsage['expected']): RunUsage {
  const usage: RunUsage = {
    requests: meter.requests,
    stored: meter.stored,
    prompt_tokens: meter.promptTokens,
    completion_tokens: meter.completionTokens,
    unreported: meter.unreported,
    duration_ms: Date.now() - startedAt.getTime(),
    served: [...meter.served].map(([model, replies]) => ({ model, replies })),
  };
  if (expected) usage.expected = expected;
  return usage;
}
