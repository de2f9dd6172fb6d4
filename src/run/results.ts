import type { Config } from '../config/config.js';
import type { Results, RuleChange, ServedBy, Usage } from '../engine/results.js';
import type { RunResults } from '../engine/run.js';
import type { Attribution } from '../engine/attribution/schema.js';
import type { GateError } from '../errors.js';
import { Meter, mostAnswerTokens } from '../models/index.js';
import { MOST_KEYS } from '../engine/bounds.js';
import type { SubjectModels } from '../engine/trial.js';
import { rowNotices } from '../report/story/run-notices.js';

/** The end of a run: verdicts, a skip by the user's choice, or an error before any row. */
export type Ending = { run: RunResults } | { skipped: string } | { problem: GateError };

interface Evaluated {
  /** Path of the configuration, and its side (head, base or local). */
  source: { path: string; ref: string };
  /** Names from the workflow, which are known even if the configuration cannot be read. */
  overrides?: { hub?: string; model?: string | undefined };
  config?: Config;
  started: Date;
  ending: Ending;
  attribution?: Attribution;
  reused?: Results['reused'];
  changed?: readonly RuleChange[];
  notices?: readonly string[];
  estimate?: Usage['estimate'];
  shard?: Results['shard'];
  usage?: Meter;
  served?: readonly ServedBy[];
}

export function resultsOf({
  source: { path, ref },
  overrides = {},
  config,
  started,
  ending,
  attribution,
  reused,
  changed = [],
  notices = [],
  estimate,
  shard,
  usage = new Meter(),
  served = [],
}: Evaluated): Results {
  const problem = 'problem' in ending ? ending.problem : undefined;
  const ran = ranIn(ending);
  const all = config ? [...config.notices, ...notices] : [...notices];
  if ('skipped' in ending) all.push(ending.skipped);
  // The rows of one shard show too little for a sentence about them.
  if (!shard) all.push(...rowNotices(ran, config && mostAnswerTokens(config.model)));
  return {
    schema_version: 1,
    outcome: ran.outcome,
    model: config ? identity(config) : { hub: overrides.hub ?? '', name: overrides.model ?? '' },
    config: config ? { ...config.origin, ref } : { path, ref, sha256: '' },
    changed_subject: changed.length > 0 ? [...changed] : undefined,
    reused,
    attribution,
    report: ran.report,
    results: ran.results,
    not_applicable: ran.not_applicable,
    usage: {
      ...usageOf(usage),
      estimate,
      duration_ms: Date.now() - started.getTime(),
      served: served.length > 0 ? served : undefined,
    },
    seed: config?.seed ?? 0,
    started_at: started.toISOString(),
    shard,
    notices: all,
    problem: problem && {
      name: problem.name,
      message: problem.message,
      where: problem.where,
      remedy: problem.remedy,
    },
  };
}

function ranIn(ending: Ending): RunResults {
  if ('run' in ending) return ending.run;
  // An error before any row shows nothing, so it is no pass.
  const outcome = 'skipped' in ending ? 'skipped' : 'error';
  return { outcome, report: [], results: [], not_applicable: [] };
}

function usageOf(meter: Meter) {
  const { requests, prompt_tokens, completion_tokens, unreported, cost, recalled } = meter;
  const counts = { requests, prompt_tokens, completion_tokens, unreported, cost };
  const { concurrency } = meter;
  return {
    ...usageInReport({ ...counts, from_resume: recalled.resume, from_cache: recalled.cache }),
    concurrency: concurrency.length > 0 ? concurrency : undefined,
  };
}

export function failedResults(source: Evaluated['source'], problem: GateError): Results {
  return resultsOf({ source, started: new Date(), ending: { problem } });
}

export function withNotices(
  results: Results,
  {
    warnings = [],
    first = [],
    last = [],
  }: Partial<Record<'warnings' | 'first' | 'last', readonly string[]>>,
): Results {
  const { warnings: known = [] } = results;
  const all = [...warnings, ...known];
  return {
    ...results,
    notices: [...first, ...results.notices, ...last],
    warnings: all.length > 0 ? all : undefined,
  };
}

export const identity = ({ model: { hub, name } }: Config): Results['model'] => ({ hub, name });

type Sent = {
  [Key in keyof Omit<Usage, 'duration_ms' | 'estimate' | 'concurrency' | 'served'>]:
    | Usage[Key]
    | undefined;
};

/**
 * Returns the sum of usages for the report, without counts of 0. A cost is known only if every part
 * has one.
 */
export function usageInReport(...usages: readonly Sent[]) {
  const sumOf = (key: keyof Sent) => usages.reduce((sum, usage) => sum + (usage[key] ?? 0), 0);
  return {
    requests: sumOf('requests'),
    from_resume: sumOf('from_resume') || undefined,
    from_cache: sumOf('from_cache') || undefined,
    prompt_tokens: sumOf('prompt_tokens'),
    completion_tokens: sumOf('completion_tokens'),
    unreported: sumOf('unreported') || undefined,
    cost: usages.every(({ cost }) => cost !== undefined) ? sumOf('cost') : undefined,
  };
}

/** The models that replies named, of the head and of a base with a model of its own. */
export function servedBy({ model, base }: SubjectModels): ServedBy[] {
  const served: ServedBy[] = [];
  for (const one of model.served?.list ?? []) served.push(one);
  if (base === model) return served;
  for (const one of base?.served?.list ?? []) served.push({ side: 'base', ...one });
  return served;
}

export function servedTogether(
  ...all: readonly (readonly ServedBy[] | undefined)[]
): ServedBy[] | undefined {
  const known = new Map<string, ServedBy>();
  for (const one of all.flatMap((served) => served ?? [])) {
    const { side, model, fingerprint } = one;
    const key = JSON.stringify([side, model, fingerprint]);
    const { replies = 0 } = known.get(key) ?? {};
    known.set(key, { ...one, replies: replies + one.replies });
  }
  return known.size > 0 ? [...known.values()].slice(0, MOST_KEYS) : undefined;
}
