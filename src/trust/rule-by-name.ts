import type { ReportRow } from '../engine/results.js';
import { combinedKind } from '../engine/scorers/combined.js';
import { findScorer } from '../engine/scorers/index.js';
import { ruleAt, type PassRule } from '../engine/scorers/rule.js';
import { findTest } from '../engine/tests/index.js';

/**
 * The rule of a row in a report of a time before rows said theirs: that of the scorer which has this name here. Where none has, the
 * form of the threshold tells as much as can be known.
 */
export function ruleByName({
  test_type,
  scorer,
  threshold,
  method,
}: Pick<ReportRow, 'test_type' | 'scorer' | 'threshold' | 'method'>): PassRule {
  if (method === 'triplet') return { kind: 'three_arms', key: true };
  const test = findTest(test_type);
  const combined = test?.measures === 'toxicity' && threshold === 0 ? combinedKind(scorer) : undefined;
  if (combined !== undefined) return { kind: combined };
  const rule = test && findScorer(scorer, test.scorers)?.rule;
  if (rule && (rule.kind === 'outside') === Array.isArray(threshold)) return ruleAt(rule, threshold);
  if (threshold === null) return { kind: 'gates_nothing' };
  return typeof threshold === 'number' ? { kind: 'at_most', limit: threshold } : { kind: 'outside', low: threshold[0], high: threshold[1] };
}
