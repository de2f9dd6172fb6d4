import type { Results, RowsChange, RuleChange, Usage } from '../engine/results.js';
import { Halt } from '../models/index.js';
import { gateSentences } from '../report/story/changed-gate.js';
import type { EvaluateOptions } from './options.js';
import { usageInReport, withNotices } from './results.js';
import { servedTogether } from './served.js';

interface SecondRun {
  options: EvaluateOptions;
  name: string;
  changes: Pick<Results, 'rules_changed' | 'rows_changed'>;
}

interface UnknownSecondRun extends Pick<SecondRun, 'changes'> {
  error: string;
}

/** Prepares the second verdict, by the base's rules. Returns undefined if rules and rows are the same as the head's. */
export async function baseRulesOf(options: EvaluateOptions): Promise<SecondRun | UnknownSecondRun | undefined> {
  const found = await options.config.baseRules?.();
  if (!found || 'isSame' in found) return undefined;
  if ('problem' in found) return { error: found.problem.message, changes: changesOf(found.rules ?? [], []) };
  const { name, config, root, rules, rows } = found;
  const { base, path, ref } = options.config;
  const { onStart: _onStart, isTracked, ...common } = options;
  return {
    name,
    options: {
      ...common,
      isSecondRun: true,
      root,
      // A temporary folder holds only files of the base's commit.
      ...(root === options.root && isTracked && { isTracked }),
      halt: (options.halt ?? new Halt()).child(),
      // A skipped run would give no second verdict.
      config: { path, ref, rules: { config }, base: base && (async () => ({ ...(await base()), dataChanged: true })) },
    },
    changes: changesOf(rules, rows),
  };
}

function changesOf(rules: readonly RuleChange[], rows: readonly RowsChange[]): SecondRun['changes'] {
  return { ...(rules.length > 0 && { rules_changed: rules }), ...(rows.length > 0 && { rows_changed: rows }) };
}

export function withBaseRules(head: Results, second: SecondRun | UnknownSecondRun, base?: Results): Results {
  // The merge of all shards adds up and compares.
  if (head.shard) return base ? { ...head, base_rules: base } : head;
  const isKnown = !('error' in second);
  const results = {
    ...head,
    ...second.changes,
    base_rules: isKnown ? base! : { error: second.error },
    usage: isKnown ? sumOf(head.usage, base!.usage) : head.usage,
  };
  const { warnings, notices } = gateSentences(results, isKnown ? second.name : 'the base');
  return withNotices(results, { warnings, first: notices });
}

function sumOf(one: Usage, other: Usage): Usage {
  const { cost: _cost, ...rest } = one;
  return {
    ...rest,
    ...usageInReport(one, other),
    ...servedTogether(one.served, other.served),
    duration_ms: one.duration_ms + other.duration_ms,
  };
}
