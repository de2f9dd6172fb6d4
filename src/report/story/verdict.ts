/** The verdict in words: the first thing that any report says. Plain text: escaping is the writer's. */
import type { Outcome, ReportRow, Results, RowsChange } from '../../engine/results.js';
import { nameOf } from './baseline.js';
import { partsOf } from '../../engine/sides.js';
import { causeOf } from './cause.js';
import { notJudged } from './headline.js';
import { nextSteps } from './next-steps.js';
import { isJudgeUnfit, testSentence } from './sentence.js';
import { unread } from './triplet.js';
import { counted, number } from './words.js';
import { listedChanges, quotedName } from '../../json.js';

export const ICONS: Record<Outcome, string> = { pass: '✅', fail: '❌', inconclusive: '⚠️', error: '⛔', skipped: '⏭️' };

const MOST_NAMED = 3;

/** `add_negation passed 12 of 50 rows (24%), 70% needed`, and sentences on what else there is to know and to do. */
export function verdict(results: Results): { sentence: string; more: string[] } {
  const { outcome, report, problem } = results;
  const others = report.filter((test) => test.outcome !== outcome && test.outcome !== 'pass');
  const elsewhere = others.length > 0 ? [`${listed(others)}.`] : [];
  if (outcome === 'skipped') return { sentence: 'no model was asked', more: ['Nothing was judged: this is not a pass.'] };
  if (problem || report.length === 0) return { sentence: problem ? notJudged(results) : 'the run has no results', more: elsewhere };
  // One cause is the headline, however many tests and rows share it.
  if (outcome === 'error' && !report.some(isJudgeUnfit) && causeOf(results))
    return { sentence: notJudged(results), more: [...elsewhere, ...explained(results)] };
  if (outcome === 'pass' && report.length > MOST_NAMED) {
    return { sentence: `all ${report.length} tests passed${changed(report)}`, more: [...elsewhere, ...unread(results)] };
  }
  const decisive = report.filter((test) => test.outcome === outcome);
  return { sentence: listed(decisive.length > 0 ? decisive : report), more: [...elsewhere, ...explained(results)] };
}

function listed(tests: readonly ReportRow[]): string {
  const named = tests.slice(0, MOST_NAMED).map(testSentence);
  const rest = tests.length - named.length;
  return [...named, ...(rest > 0 ? [`${counted(rest, 'more test')} below`] : [])].join('; ');
}

/** Where too many tests passed to name them: what became of their rows since the baseline. */
function changed(tests: readonly ReportRow[]): string {
  const baselines = tests.flatMap(({ baseline }) => baseline ?? []);
  const [first] = baselines;
  const sum = (count: 'broken' | 'fixed'): number => baselines.reduce((total, baseline) => total + baseline[count], 0);
  return first ? `; ${counted(sum('broken'), 'row')} broken since ${nameOf(first)}, ${number(sum('fixed'))} fixed` : '';
}

function explained(results: Results): string[] {
  const steps = nextSteps(results);
  const unreadToo = unread(results).filter((text) => !steps.includes(text));
  return [...unreadToo, ...steps, ...harmless(results)];
}

function harmless({ outcome, report }: Results): string[] {
  if (outcome !== 'pass' && outcome !== 'fail') return [];
  const decided = report.flatMap(partsOf).filter((test) => test.outcome === 'pass' || test.outcome === 'fail');
  const errors = decided.reduce((sum, test) => sum + test.error_count, 0);
  return errors > 0 ? [`${counted(errors, 'row')} in error could not change the verdict.`] : [];
}

type Changed = Pick<Results, 'outcome' | 'rules_changed' | 'rows_changed' | 'base_rules'>;

/** `warnings` stand right below the verdict, `notices` with the other notes. @param base name of the base branch. */
export function gateSentences(results: Changed, base: string): { warnings: string[]; notices: string[] } {
  const { rules_changed: rules = [], rows_changed: rows = [], base_rules } = results;
  if (!base_rules) return { warnings: [], notices: [] };
  const changes = [
    ...(rules.length > 0 ? [`This pull request changes the gate: ${listedChanges(rules)}.`] : []),
    ...(rows.length > 0 ? [`This pull request changes the rows of the gate: ${rows.map(rowsWords).join('; ')}.`] : []),
  ];
  if ('error' in base_rules) {
    const open = rules.length === 0 ? 'Whether this pull request changes its gate' : "The verdict by the base's rules";
    return { warnings: [[...changes, `${open} is not known: ${base_rules.error.replace(/\.$/, '')}.`].join(' ')], notices: [] };
  }
  const what = rows.length === 0 ? 'rules' : rules.length === 0 ? 'rows' : 'rules and rows';
  const again = base_rules.outcome === results.outcome ? ' as well' : '';
  const text = `${changes.join(' ')} By the ${what} of ${quotedName(base)}: ${base_rules.outcome}${again} (${verdict(base_rules).sentence}${base_rules.problem ? `: ${base_rules.problem.message}` : ''}).`;
  return isOnlyAdded(results) ? { warnings: [], notices: [text] } : { warnings: [text], notices: [] };
}

/** Whether the verdict rests on what this pull request changes, or may: the headline then carries a warning sign. */
export function restsOnChange(results: Changed): boolean {
  const { outcome, base_rules } = results;
  if (!base_rules || isOnlyAdded(results)) return false;
  return 'error' in base_rules || base_rules.outcome !== outcome;
}

function isOnlyAdded({ rules_changed = [], rows_changed = [], base_rules }: Changed): boolean {
  const isKnown = base_rules !== undefined && !('error' in base_rules);
  return isKnown && rules_changed.length === 0 && rows_changed.every(({ changed, removed }) => changed + removed === 0);
}

function rowsWords({ source, added, removed, changed, common }: RowsChange): string {
  const counts = [
    ...(changed > 0 ? [`${number(changed)} changed`] : []),
    ...(removed > 0 ? [`${number(removed)} removed`] : []),
    ...(added > 0 ? [`${number(added)} added`] : []),
  ];
  return `${quotedName(source)}: ${counts.join(', ')}, ${counted(common, 'row')} in common`;
}
