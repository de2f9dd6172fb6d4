import type { LintFinding } from './finding.js';
import { askingRules } from './asking.js';
import { questionRules } from './questions.js';
import { type LintedRow, readRow } from './row.js';
import { truthRules } from './truth.js';
import { negatorRules } from './negators.js';

/** Most certain first: the row is named by the first rule that it breaks. */
const RULES = [...negatorRules, ...truthRules, ...questionRules, ...askingRules];

/**
 * Says why a negated row cannot tell whether the model read the "not"; undefined where it can, or where nothing sure can
 * be said. Rules go by English wording: what they miss is common, what they name wrongly should be rare.
 */
export function lintNegation(row: LintedRow): LintFinding | undefined {
  const negated = readRow(row);
  if (negated === undefined) return undefined;
  const broken = RULES.find(({ isUnfit }) => isUnfit(negated));
  return broken && { rule: broken.rule, message: broken.message };
}
