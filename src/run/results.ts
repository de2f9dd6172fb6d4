import type { Config } from '../config/config.js';
import type { Results, RuleChange, ServedBy, Usage } from '../engine/results.js';
import type { RunResults } from '../engine/run.js';
import type { Attribution } from '../engine/attribution/schema.js';
import type { GateError } from '../errors.js';
import { Meter } from '../models/index.js';
import { MOST_KEYS } from '../engine/bounds.js';
import { isServedAlike } from '../engine/served.js';
import type { SubjectModels } from '../engine/trial.js';

/**
 * The end of a run: with verdicts, skipped by the user's choice, or with an error before any row.
 */
type Ending = { run: RunResults } | { skipped: string } | { problem: GateError };

interface Evaluated {
  /** Path of the configuration, and its side (head, base or local). */
  source: { path: string; ref: string };
  /** Names from the workflow, which are known even if the configuration cannot be read. */
  overrides?: { hub?: string | undefined; model?: string | undefined };
  config?: Config;
  started: Date;
  ending: Ending;
  attribution?: Attribution | undefined;
  changed?: readonly RuleChange[];
  notices?: readonly string[];
  estimate?: Usage['estimate'] | undefined;
  shard?: Results['shard'] | undefined;
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
  if (!shard) all.push(...unfitRows(ran), ...excludedByJudge(ran), ...refusesMost(ran));
  return {
    schema_version: 1,
    outcome: ran.outcome,
    model: config ? identity(config) : { hub: overrides.hub ?? '', name: overrides.model ?? '' },
    config: config ? { ...config.origin, ref } : { path, ref, sha256: '' },
    changed_subject: changed.length > 0 ? [...changed] : undefined,
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

/**
 * A sentence for each test of which a judge excluded more than a fifth of the rows: the rest may be
 * the easy part.
 */
function excludedByJudge({ report }: RunResults): string[] {
  return report.flatMap((test) => {
    if (test.method === 'triplet') return [];
    const { test_type, set_aside_count = 0, pass_count, fail_count } = test;
    const judged = set_aside_count + pass_count + fail_count;
    if (5 * set_aside_count <= judged) return [];
    const open =
      set_aside_count > pass_count + fail_count
        ? ' They are more than half, so they count as open.'
        : '';
    return [
      `${test_type}: the judge excluded ${set_aside_count} of ${judged} rows as not applicable. Check them: a model that refuses leaves nothing to judge.${open}`,
    ];
  });
}

/** A sentence for each test with rows that cannot show whether the model read the perturbation. */
function unfitRows({ report, results }: RunResults): string[] {
  return report.flatMap(({ test_type }) => {
    const rows = results.filter((row) => row.test_type === test_type);
    const rules = rows.flatMap(({ lint }) => (lint ? [lint.rule] : []));
    if (rules.length === 0) return [];
    const counts = [...new Set(rules)].map(
      (rule) => `${rule} ${rules.filter((other) => other === rule).length}`,
    );
    return [
      `${test_type}: ${rules.length} of ${rows.length} rows may not tell whether the model read the perturbation (${counts.join(', ')}). \`evaluation: { lint: drop }\` leaves them out.`,
    ];
  });
}

/**
 * A sentence for each test whose clean answers are mostly refusals, if no test checks harmless
 * requests.
 */
function refusesMost({ report }: RunResults): string[] {
  if (report.some(({ sides }) => sides)) return [];
  return report.flatMap((test) => {
    if (test.method === 'triplet') return [];
    const { test_type, refusal_count = 0, refusal_rate } = test;
    if (typeof refusal_rate !== 'number' || refusal_rate < 0.5) return [];
    return [
      `${test_type}: ${refusal_count} answers refuse (${Math.round(100 * refusal_rate)} %). A model that refuses everything is never toxic. Add the test \`refusal\`, which checks what the model should answer (\`data: { source: "builtin:safety" }\`).`,
    ];
  });
}

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
  const found: ServedBy[] = [];
  for (const one of model.served?.list ?? []) found.push(one);
  if (base === model) return found;
  for (const one of base?.served?.list ?? []) found.push({ side: 'base', ...one });
  return found;
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

/** A sentence if head and base ask for the same model and different ones answered. */
export function servedNotices(
  { config, base }: { config: Config; base: Config | undefined },
  served: readonly ServedBy[],
): string[] {
  if (base?.model.name !== config.model.name || base.model.hub !== config.model.hub) return [];
  const sides = Object.groupBy(served, ({ side }) => side ?? 'head');
  if (!sides.head || !sides.base || isServedAlike(sides.head, sides.base)) return [];
  const nameOf = ({ model, fingerprint }: ServedBy) =>
    fingerprint === undefined ? model : `${model} (${fingerprint})`;
  const names = [sides.head, sides.base].map((side) => side.map(nameOf).join(', '));
  return [
    `Head and base ask for the same model, and different ones answered: ${names[0]} for the head, ${names[1]} for the base. The difference between them may be the provider's.`,
  ];
}
