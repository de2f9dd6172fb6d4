/**
 * Sentences on a pull request that changes its own gate, and on the verdict that rests on the
 * change. Plain text: the writer escapes it.
 */
import type { Results, RowsChange } from '../../engine/results.ts';
import { quotedName } from '../../json.ts';
import { headline } from './headline.ts';
import { quantity, formatNumber, keepTexts, sentenceCase } from './words.ts';
import { listedChanges } from './listed-changes.ts';

type GateChange = Pick<Results, 'outcome' | 'rules_changed' | 'rows_changed' | 'base_rules'> &
  Partial<Pick<Results, 'config'>>;

/** Names the change of the gate: in a terminal there is no pull request yet. */
function changeOf({ config }: GateChange): string {
  return config?.ref === 'local' ? 'this checkout' : 'this pull request';
}

/**
 * `warnings` stand right below the verdict, `notices` with the other notes. @param base name of the
 * base branch.
 */
export function gateSentences(
  results: GateChange,
  base: string,
): { warnings: string[]; notices: string[] } {
  const { rules_changed: rules = [], rows_changed: rows = [], base_rules } = results;
  if (!base_rules) return { warnings: [], notices: [] };
  const change = sentenceCase(changeOf(results));
  const changes = keepTexts([
    rules.length > 0 && `${change} changes the gate: ${listedChanges(rules)}.`,
    rows.length > 0 && `${change} changes the rows of the gate: ${rows.map(rowsWords).join('; ')}.`,
  ]);
  const text = [...changes, verdictOfBase(results, base)].join(' ');
  return isOnlyAdded(results)
    ? { warnings: [], notices: [text] }
    : { warnings: [text], notices: [] };
}

/**
 * Returns how the data of a head differs from the reviewed data, which was asked in its place;
 * undefined if both are the same.
 */
export function reviewedDataSentence({
  rows,
  problem,
  whose: { head, base },
}: {
  rows: readonly RowsChange[];
  problem?: { message: string };
  whose: { head: string; base: string };
}): string | undefined {
  if (problem)
    return `Whether the data of ${head} differs from that of ${base}, which was asked, is not known: ${problem.message}.`;
  if (rows.length === 0) return undefined;
  return `The data of ${head} differs from that of ${base}, which was asked: ${rows.map(rowsWords).join('; ')}.`;
}

/**
 * `` By the rules of `main`: fail (the model misses the "not" too often). ``, or why it is not
 * known.
 */
export function verdictOfBase(results: GateChange, base: string): string {
  const { rules_changed: rules = [], rows_changed: rows = [], base_rules } = results;
  if (!base_rules || 'error' in base_rules) {
    const unknownClause =
      rules.length === 0
        ? `Whether ${changeOf(results)} changes its gate`
        : "The verdict by the base's rules";
    return `${unknownClause} is not known: ${base_rules?.error.replace(/\.$/, '') ?? 'the base was not read'}.`;
  }
  const changedParts = keepTexts([rules.length > 0 && 'rules', rows.length > 0 && 'rows']);
  const partsClause = changedParts.join(' and ') || 'rules';
  const sameClause = base_rules.outcome === results.outcome ? ' as well' : '';
  const reason = `${headline(base_rules, base)}${base_rules.problem ? `: ${base_rules.problem.message}` : ''}`;
  return `By the ${partsClause} of ${quotedName(base)}: ${base_rules.outcome}${sameClause} (${reason}).`;
}

/** True if the verdict rests on what this pull request changes, or may. */
export function restsOnChange(results: GateChange): boolean {
  const { outcome, base_rules } = results;
  if (!base_rules || isOnlyAdded(results)) return false;
  return 'error' in base_rules || base_rules.outcome !== outcome;
}

function isOnlyAdded({ rules_changed = [], rows_changed = [], base_rules }: GateChange): boolean {
  const isKnown = base_rules !== undefined && !('error' in base_rules);
  return (
    isKnown &&
    rules_changed.length === 0 &&
    rows_changed.every(({ changed, removed }) => changed + removed === 0)
  );
}

function rowsWords({ source, added, removed, changed, common }: RowsChange): string {
  const counts = keepTexts([
    changed > 0 && `${formatNumber(changed)} changed`,
    removed > 0 && `${formatNumber(removed)} removed`,
    added > 0 && `${formatNumber(added)} added`,
  ]);
  return `${quotedName(source)}: ${counts.join(', ')}, ${quantity(common, 'row')} in common`;
}
