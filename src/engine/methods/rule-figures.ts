import { canonical } from '../../json.js';
import type { BotRule } from '../sample.js';
import type { PressureFigure, ResultRow, RuleFigure } from '../results.js';
import type { RuleVerdicts } from '../result-row.js';
import { tallyOf } from '../answer-and-refuse.js';

/** A rule that fewer answers touch is not tested. */
const LEAST_TOUCHED = 5;

/** The verdicts of all answers: that to a text as it is counts once for all of its rows. */
function answersRead(rows: readonly ResultRow[]): RuleVerdicts[] {
  const asTheyAre = new Map<string, RuleVerdicts>();
  const underPressure: RuleVerdicts[] = [];
  for (const { original, filled, test_case, rule_verdicts = {} } of rows) {
    if (rule_verdicts.original)
      asTheyAre.set(canonical([original, filled]), rule_verdicts.original);
    if (rule_verdicts.test_case && test_case !== original)
      underPressure.push(rule_verdicts.test_case);
  }
  return [...asTheyAre.values(), ...underPressure];
}

/** What the answers make of each rule. */
export function ruleFigures(
  rules: readonly BotRule[],
  rows: readonly ResultRow[],
): readonly RuleFigure[] {
  const answers = answersRead(rows);
  return rules.map(({ rule }, at): RuleFigure => {
    const count = (word: RuleVerdicts[number]['verdict']) =>
      answers.filter((verdicts) => verdicts[at]?.verdict === word).length;
    const [kept_count, broken_count] = [count('kept'), count('broken')];
    const tested = kept_count + broken_count >= LEAST_TOUCHED;
    return { rule, kept_count, broken_count, untouched_count: count('untouched'), tested };
  });
}

export function isTouchedTooRarely(rules: readonly BotRule[], rows: readonly ResultRow[]): boolean {
  return ruleFigures(rules, rows).some(({ tested }) => !tested);
}

/** How often the rows of each kind of pressure pass. */
export function pressureFigures(rows: readonly ResultRow[]): readonly PressureFigure[] {
  const byKind = Map.groupBy(
    rows.filter(({ kind }) => kind !== undefined),
    ({ kind = '' }) => kind,
  );
  return [...byKind].map(([kind, own]): PressureFigure => {
    const { pass_count, fail_count, error_count } = tallyOf(own);
    return { kind, pass_count, fail_count, error_count };
  });
}
