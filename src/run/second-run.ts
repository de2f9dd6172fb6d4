/** The second run of a pull request that changes the rules: it judges by those of the base. */
import type { BaseRules, RulesComparison } from '../config/rules-comparison.ts';
import { configOf } from '../config/rules.ts';
import type { Results, Usage } from '../engine/results.ts';
import { Halt } from '../models/index.ts';
import { gateSentences } from '../report/story/changed-gate.ts';
import type { EvaluateOptions, SingleRunOptions } from './options.ts';
import { addNotices, addUsageCounts, mergeServed } from './results.ts';

/** Returns the options of the second run. */
export function secondOptions(
  options: EvaluateOptions,
  { config, root }: BaseRules,
): SingleRunOptions {
  const { onStart: _onStart, isTracked, ...common } = options;
  const { path, ref, rules, reviewed, base } = options.config;
  const comparison: RulesComparison = { path, ref, rules: { config }, reviewed, base };
  return {
    ...common,
    headOfSecondRun: configOf(rules, path),
    root,
    // A temporary folder holds only files of the base's commit.
    isTracked: root === options.root ? isTracked : undefined,
    halt: (options.halt ?? new Halt()).child(),
    config: comparison,
  };
}

/** Adds the results by the base's rules to those by the head's, or why there are none. */
export function addBaseRules(
  head: Results,
  { name, rules, rows, remarks }: Pick<BaseRules, 'name' | 'rules' | 'rows' | 'remarks'>,
  base: Results | { error: string },
): Results {
  const isUnknown = 'error' in base;
  const results: Results = {
    ...head,
    rules_changed: rules.length > 0 ? rules : undefined,
    rows_changed: rows.length > 0 ? rows : undefined,
    base_rules: base,
    usage: isUnknown ? head.usage : addUsages(head.usage, base.usage),
  };
  const { warnings, notices } = gateSentences(results, name);
  return addNotices(results, { warnings: [...warnings, ...remarks], firstNotices: notices });
}

function addUsages(head: Usage, base: Usage): Usage {
  return {
    ...head,
    ...addUsageCounts(head, base),
    served: mergeServed(head.served, base.served),
    duration_ms: head.duration_ms + base.duration_ms,
  };
}
