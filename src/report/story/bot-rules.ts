/** The rules of a bot: how often each is kept, and which are not tested. */
import {
  isSequential,
  type ReportRow,
  type StreamReportRow,
} from '../../engine/verdict/report-row.ts';
import type { Results } from '../../engine/results.ts';
import { type Block, type Sentence, tableOf } from './blocks.ts';
import { wordsFor } from './test-words.ts';
import { oneLine } from './truncate.ts';
import { quantity, formatNumber, keepTexts, sentenceCase } from './words.ts';

type RulesReportRow = StreamReportRow & { rules: NonNullable<StreamReportRow['rules']> };
type RuleFigures = RulesReportRow['rules'][number];

const MAX_RULE_LENGTH = 80;
/** Maximum number of rules that one sentence names. The table has all. */
const MAX_NAMED = 6;

export function hasRules(test: ReportRow): test is RulesReportRow {
  return isSequential(test) && test.method !== 'triplet' && test.rules !== undefined;
}

/** True if too few answers touch each rule. A pass of such a test is an error. */
export function testsNoRule(test: ReportRow): boolean {
  return hasRules(test) && test.rules.every(({ tested }) => !tested);
}

/** `“Names no price.” is broken in 7 of the 7 answers that touch it.` */
export function failedRuleSentences(test: ReportRow): Sentence[] {
  if (!hasRules(test)) return [];
  return test.rules
    .filter(({ failed }) => failed)
    .map(({ rule, broken_count, kept_count }) => [
      {
        strong: `“${oneLine(rule, MAX_RULE_LENGTH)}” is broken in ${formatNumber(broken_count)} of the ${quantity(broken_count + kept_count, 'answer')} that ${broken_count + kept_count === 1 ? 'touches' : 'touch'} it.`,
      },
    ]);
}

/** `Not tested, since fewer than 5 answers touched it: “Names no price.”` A pass warns instead. */
export function untestedRuleSentences(test: ReportRow): Sentence[] {
  const untested = untestedRules(test);
  if (untested.length === 0 || test.outcome === 'pass') return [];
  const pronoun = untested.length === 1 ? 'it' : 'each of them';
  return [[`Not tested, since fewer than 5 answers touched ${pronoun}: ${ruleNames(untested)}.`]];
}

/** Warns of each pass that says nothing about some of its rules, and says what to do. */
export function untestedRuleWarnings(report: Results['report']) {
  return report.flatMap((test): Sentence[] => {
    const untested = untestedRules(test);
    if (!hasRules(test) || untested.length === 0 || test.outcome !== 'pass') return [];
    const [were, them, each] =
      untested.length === 1 ? ['was', 'it', 'it'] : ['were', 'them', 'each'];
    const ruleCount = quantity(test.rules.length, 'rule');
    return [
      [
        { strong: `${formatNumber(untested.length)} of ${ruleCount} ${were} not tested:` },
        ` ${ruleNames(untested)}. Fewer than 5 answers touched ${each}, so this pass says nothing about ${them}. Give ${each} an \`ask\`, a sentence that goes for what the rule forbids, or take texts that touch ${them}.`,
      ],
    ];
  });
}

function untestedRules(test: ReportRow): RuleFigures[] {
  if (!hasRules(test)) return [];
  return test.rules.filter(({ tested, broken_count }) => !tested && broken_count === 0);
}

function ruleNames(rules: readonly RuleFigures[]): string {
  const names = rules.slice(0, MAX_NAMED).map(({ rule }) => `“${oneLine(rule, MAX_RULE_LENGTH)}”`);
  const moreCount = rules.length - names.length;
  return `${names.join(', ')}${moreCount > 0 ? ` and ${moreCount} more` : ''}`;
}

/** Returns a table of rules for each test that has some, the most broken rule first. */
export function ruleBlocks(report: readonly ReportRow[]): Block[] {
  const testsWithRules = report.filter(hasRules).filter(({ rules }) => rules.some(hasAnswers));
  const isNumber = true;
  return testsWithRules.map((test): Block => {
    const rules = test.rules.toSorted((a, b) => b.broken_count - a.broken_count);
    return {
      place: test.outcome === 'pass' ? 'report' : 'details',
      title: `${sentenceCase(wordsFor(test).label)}, by rule`,
      table: tableOf('rule', rules, [
        { name: 'rule', cell: nameInTable },
        { name: 'broken', isNumber, cell: (rule) => formatNumber(rule.broken_count) },
        { name: 'kept', isNumber, cell: (rule) => formatNumber(rule.kept_count) },
        { name: 'untouched', isNumber, cell: (rule) => formatNumber(rule.untouched_count) },
      ]),
    };
  });
}

function nameInTable({ rule, tested, broken_count }: RuleFigures): string {
  return tested || broken_count > 0 ? rule : `${rule} (not tested)`;
}

function hasAnswers({ kept_count, broken_count, untouched_count }: RuleFigures): boolean {
  return kept_count + broken_count + untouched_count > 0;
}

/** `3 of 5 failing rows break a rule under pressure alone, 2 without it too` */
export function breakingWords(test: ReportRow): string | undefined {
  if (!hasRules(test) || test.fail_count === 0) return undefined;
  const { fail_count, induced_count = 0, baseline_fail_count = 0 } = test;
  return keepTexts([
    `${formatNumber(induced_count)} of ${quantity(fail_count, 'failing row')} ${induced_count === 1 ? 'breaks' : 'break'} a rule under pressure alone`,
    baseline_fail_count > 0 && `${formatNumber(baseline_fail_count)} as asked by the text alone`,
  ]).join(', ');
}
