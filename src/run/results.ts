import type { Config } from '../config/config.ts';
import type { Attribution } from '../engine/attribution/schema.ts';
import type { Results, RuleChange, ServedBy, Usage } from '../engine/results.ts';
import type { RunResults } from '../engine/verdict/report.ts';
import type { SubjectModels } from '../engine/asking/start-tests.ts';
import type { GateError } from '../errors.ts';
import { Meter, maxAnswerTokens } from '../models/index.ts';
import { rowNotices } from '../report/story/run-notices.ts';

/** The end of a run: verdicts, a skip by the user's choice, or an error before any row. */
export type Ending = { run: RunResults } | { skipped: string } | { problem: GateError };

/** The facts about a run from which its results are put together. */
interface EvaluatedRun {
  /** Path of the configuration, and its side (head, base or local). */
  source: { path: string; ref: string };
  /** Names from the workflow, which are known even if the configuration cannot be read. */
  overrides?: { hub?: string; model?: string | undefined };
  config?: Config;
  startedAt: Date;
  ending: Ending;
  attribution?: Attribution;
  reused?: Results['reused'];
  subjectChanges?: readonly RuleChange[];
  notices?: readonly string[];
  estimate?: Usage['estimate'];
  usage?: Meter;
  served?: readonly ServedBy[];
}

export function resultsOf(run: EvaluatedRun): Results {
  const { source, overrides = {}, config, ending, startedAt } = run;
  const { subjectChanges = [], served = [] } = run;
  const { path, ref } = source;
  const runResults = runResultsOf(ending);
  return {
    schema_version: 2,
    outcome: runResults.outcome,
    model: config
      ? modelIdentity(config)
      : { hub: overrides.hub ?? '', name: overrides.model ?? '' },
    config: config ? { ...config.origin, ref } : { path, ref, sha256: '' },
    changed_subject: subjectChanges.length > 0 ? [...subjectChanges] : undefined,
    reused: run.reused,
    attribution: run.attribution,
    report: runResults.report,
    results: runResults.results,
    not_applicable: runResults.not_applicable,
    usage: {
      ...usageOf(run.usage ?? new Meter()),
      estimate: run.estimate,
      duration_ms: Date.now() - startedAt.getTime(),
      served: served.length > 0 ? [...served] : undefined,
    },
    seed: config?.seed ?? 0,
    started_at: startedAt.toISOString(),
    notices: noticesOf(run, runResults),
    problem: 'problem' in ending ? problemInReport(ending.problem) : undefined,
  };
}

function noticesOf(
  { config, notices = [], ending }: EvaluatedRun,
  runResults: RunResults,
): string[] {
  const allNotices = config ? [...config.notices, ...notices] : [...notices];
  if ('skipped' in ending) allNotices.push(ending.skipped);
  return [...allNotices, ...rowNotices(runResults, config && maxAnswerTokens(config.model))];
}

function runResultsOf(ending: Ending): RunResults {
  if ('run' in ending) return ending.run;
  // A run that ended before its first row shows nothing, so it does not pass.
  const outcome = 'skipped' in ending ? 'skipped' : 'error';
  return { outcome, report: [], results: [], not_applicable: [] };
}

function problemInReport({ name, message, where, remedy }: GateError): Results['problem'] {
  return { name, message, where, remedy };
}

function usageOf(meter: Meter) {
  const { requests, prompt_tokens, completion_tokens, unreported } = meter;
  const counts = { requests, prompt_tokens, completion_tokens, unreported };
  const { recalled, concurrency } = meter;
  return {
    ...addUsageCounts({ ...counts, from_resume: recalled }),
    concurrency: concurrency.length > 0 ? concurrency : undefined,
  };
}

export function failedResults(source: EvaluatedRun['source'], problem: GateError): Results {
  return resultsOf({ source, startedAt: new Date(), ending: { problem } });
}

/** Notices and warnings that are added before or after those of the results. */
interface MoreNotices {
  warnings?: readonly string[];
  firstNotices?: readonly string[];
  lastNotices?: readonly string[];
}

export function addNotices(
  results: Results,
  { warnings = [], firstNotices = [], lastNotices = [] }: MoreNotices,
): Results {
  const { warnings: earlierWarnings = [] } = results;
  const allWarnings = [...warnings, ...earlierWarnings];
  return {
    ...results,
    notices: [...firstNotices, ...results.notices, ...lastNotices],
    warnings: allWarnings.length > 0 ? allWarnings : undefined,
  };
}

export function modelIdentity({ model: { hub, name } }: Config): Results['model'] {
  return { hub, name };
}

type UsageCounts = {
  [Key in keyof Omit<Usage, 'duration_ms' | 'estimate' | 'concurrency' | 'served'>]:
    | Usage[Key]
    | undefined;
};

/** Sums usages for the report, without counts of 0. */
export function addUsageCounts(...usages: readonly UsageCounts[]) {
  const sumOf = (key: keyof UsageCounts) =>
    usages.reduce((sum, usage) => sum + (usage[key] ?? 0), 0);
  return {
    requests: sumOf('requests'),
    from_resume: sumOf('from_resume') || undefined,
    prompt_tokens: sumOf('prompt_tokens'),
    completion_tokens: sumOf('completion_tokens'),
    unreported: sumOf('unreported') || undefined,
  };
}

/** Returns the models that replies named: of the head, and of a base with a model of its own. */
export function servedBy({ model, base }: SubjectModels): ServedBy[] {
  const served: ServedBy[] = [];
  for (const servedModel of model.served?.list ?? []) served.push(servedModel);
  if (base === model) return served;
  for (const servedModel of base?.served?.list ?? []) served.push({ side: 'base', ...servedModel });
  return served;
}

/** Adds up the replies of each served model over several lists. */
export function mergeServed(
  ...lists: readonly (readonly ServedBy[] | undefined)[]
): ServedBy[] | undefined {
  const servedByKey = new Map<string, ServedBy>();
  for (const served of lists.flatMap((list) => list ?? [])) {
    const key = JSON.stringify([served.side, served.model, served.fingerprint]);
    const { replies = 0 } = servedByKey.get(key) ?? {};
    servedByKey.set(key, { ...served, replies: replies + served.replies });
  }
  return servedByKey.size > 0 ? [...servedByKey.values()] : undefined;
}
