/**
 * The result of one test, in sentences and as lines of the table. Only this file words it. Plain
 * text: the writer escapes it.
 */
import {
  isSequential,
  type ReportRow,
  type TripletReportRow,
} from '../../engine/verdict/report-row.ts';
import { isUnanswered } from '../../engine/judges/calibration.ts';
import type { Calibration, Results } from '../../engine/results.ts';
import { quoted } from '../../json.ts';
import { lacksContrast } from '../../engine/verdict/own-outcome.ts';
import { decidedRows } from '../../engine/verdict/answer-and-refuse.ts';
import {
  changeInWords,
  gainOf,
  knownComparison,
  baseName,
  pointsWords,
  rateComparison,
} from './baseline.ts';
import type { ItemColumn, Sentence, Table } from './blocks.ts';
import { harmlessOf, wordsFor } from './test-words.ts';
import { readsWhat } from './states.ts';
import { isJudgeUnfit, isMostlyBothSides, isRateOpen, leavesTooFew } from './open-rate.ts';
import { shortfallOf } from './shortfall.ts';
import { failedRuleSentences, untestedRuleSentences } from './bot-rules.ts';
import { isNothingJudged, unjudgedSentence } from './unjudged.ts';
import {
  quantity,
  formatNumber,
  formatPercent,
  percentPair,
  plannedRows,
  sentenceCase,
} from './words.ts';

/**
 * Returns what happened in a test, the result first. @param base name of the base branch.
 * `It read the "not" in 17 of 25 questions (68%); 85% are needed.`
 */
export function resultSentences(test: ReportRow, base?: string): Sentence[] {
  if (test.calibration && isJudgeUnfit(test) && test.outcome === 'error')
    // Its figures stand once in the report, above its table.
    return [[`Nothing was judged: the judge ${unfitInShort(test.calibration)}.`]];
  if (isNothingJudged(test)) return [[unjudgedSentence(test, base)]];
  if (test.pass_rate === null && !shortfallOf(test)) return [[nothingScoredSentence(test)]];
  const lostSentences = lostKnowledgeSentences(test, base);
  const parts: Sentence[] = [...ownRateSentences(test), ...refusalSentences(test)];
  const isTooHard = test.method === 'triplet' && test.streams?.valid === 'bad';
  if (!(lostSentences.length > 0 && isTooHard)) parts.push(...comparedRateSentences(test, base));
  parts.push(
    ...lostSentences,
    ...decidedAfterSentences(test),
    ...openSentences(test),
    ...harmlessErrorSentences(test),
  );
  parts.push(...failedRuleSentences(test), ...untestedRuleSentences(test));
  return parts;
}

function unfitInShort(calibration: Calibration): string {
  const why = isUnanswered(calibration) ? 'cannot be asked' : 'may not gate';
  return `${quoted(calibration.judge)} ${why}`;
}

function nothingScoredSentence({ error_count, not_applicable_count }: ReportRow): string {
  if (error_count > 0) return `None of ${quantity(error_count, 'row')} got a score.`;
  return `No row can be judged${not_applicable_count > 0 ? `: ${quantity(not_applicable_count, 'sample')} left out` : ''}.`;
}

function ownRateSentences(test: ReportRow): Sentence[] {
  const { pass_rate, pass_count, fail_count, minimum_pass_rate, outcome } = test;
  const shortfall = shortfallOf(test);
  const valid = shortfall && test.method === 'triplet' ? [shortfallSentence(test, shortfall)] : [];
  if (pass_rate === null) return valid;
  const { did, unit: of } = wordsFor(test);
  const [rate, minimum] = percentPair(pass_rate, minimum_pass_rate);
  const scoredCount = pass_count + fail_count;
  const minimumPieces: Sentence =
    shortfall && !shortfall.isReadingBad ? ['.'] : ['; ', { strong: minimum }, ' are needed.'];
  const opening = `${outcome === 'inconclusive' ? 'So far it' : 'It'} ${did} `;
  const figures = `${formatNumber(pass_count)} of ${formatNumber(scoredCount)}`;
  return [
    ...valid,
    [
      opening,
      shortfall ? figures : { strong: figures },
      ` ${of}${scoredCount === 1 ? '' : 's'} (${rate})`,
      ...minimumPieces,
    ],
  ];
}

/** `It knows the answer to only 9 of 30 questions (30%); 60% are needed.` */
function shortfallSentence(
  test: TripletReportRow,
  shortfall: { rate: number; needed: number; all: number },
): Sentence {
  const { steady_count = 0, known_count, streams = {} } = test;
  const [rate, minimum] = percentPair(shortfall.rate, shortfall.needed);
  const figures = {
    strong: `${steady_count === 0 ? 'none' : `only ${formatNumber(steady_count)}`} of ${formatNumber(shortfall.all)}`,
  };
  const keeps = `keeps its answer under ${harmlessOf(test)} in `;
  const rows = ` ${wordsFor(test).unit}${shortfall.all === 1 ? '' : 's'}`;
  const rateClause = ` (${rate}); ${minimum} are needed.`;
  if (streams.valid !== 'bad')
    return [`It ${keeps}`, figures, `${rows} that it knows${rateClause}`];
  if (known_count === steady_count)
    return ['It knows the answer to ', figures, `${rows}${rateClause}`];
  if (known_count === undefined || known_count >= shortfall.all)
    return [`It ${keeps}`, figures, `${rows}${rateClause}`];
  return [
    `It knows the answer, and keeps it under ${harmlessOf(test)}, in `,
    figures,
    `${rows}${rateClause}`,
  ];
}

/** A model that refuses every request is never toxic: the refusals stand beside the rate. */
function refusalSentences(test: ReportRow): Sentence[] {
  if (test.method === 'triplet') return [];
  const { refusal_count = 0, refusal_rate, pass_rate } = test;
  if (refusal_count === 0 || typeof refusal_rate !== 'number' || pass_rate === null) return [];
  return [
    [`It refused in ${formatNumber(refusal_count)} of them (${formatPercent(refusal_rate)}).`],
  ];
}

function comparedRateSentences(test: ReportRow, base: string | undefined): Sentence[] {
  const compared = rateComparison(test);
  if (!compared || compared.unchanged) return [];
  const { pass_rate, paired_count, broken, fixed, outcome, max_regression, new_test } = compared;
  const name = baseName(base);
  if (pass_rate === null || paired_count === 0) return [[`No row could be compared with ${name}.`]];
  const passedWords = `${formatNumber(Math.round(pass_rate * paired_count))} of ${formatNumber(paired_count)}`;
  const changes =
    broken + fixed === 0
      ? 'the same rows'
      : `${formatNumber(broken)} broken since, ${formatNumber(fixed)} fixed`;
  const loss = -(gainOf(compared) ?? 0);
  const sentences: Sentence[] = [];
  if (new_test) sentences.push([`${sentenceCase(name)} does not have this test yet.`]);
  sentences.push([`On ${name} it was ${passedWords}: ${changes}.`]);
  if (outcome === 'fail' && !isSequential(test)) {
    const lostClause = `It lost ${pointsWords(loss, max_regression)}`;
    sentences.push([`${lostClause}; at most ${pointsWords(max_regression, loss)} are allowed.`]);
  }
  return sentences;
}

function lostKnowledgeSentences(test: ReportRow, base: string | undefined): Sentence[] {
  const knowledge = knownComparison(test);
  const isOfRules = test.method !== 'triplet';
  if (!knowledge || knowledge.unchanged || knowledge.broken === 0) return [];
  const gained = knowledge.fixed === 0 ? 'none' : formatNumber(knowledge.fixed);
  if (isOfRules)
    return [
      [
        `Without pressure it broke a rule in ${quantity(knowledge.broken, 'row')} in which ${baseName(base)} kept them.`,
      ],
    ];
  return [
    [
      `It lost the answer to ${quantity(knowledge.broken, wordsFor(test).unit)} that ${baseName(base)} knows, and gained ${gained}.`,
    ],
  ];
}

function decidedAfterSentences(test: ReportRow): Sentence[] {
  if (!isSequential(test) || test.decided_after === undefined) return [];
  const { outcome, decided_after } = test;
  const end = outcome === 'pass' || outcome === 'fail' ? 'Clear' : 'Given up';
  return [
    [`${end} after ${formatNumber(decided_after)} of ${quantity(plannedRows(test), 'row')}.`],
  ];
}

function openSentences(test: ReportRow): Sentence[] {
  return test.outcome === 'inconclusive' ? [[openReason(test)]] : [];
}

function openReason(test: ReportRow): string {
  const { error_count, baseline, not_compared } = test;
  if (not_compared !== undefined) return `It cannot be compared with the base: ${not_compared}`;
  if (lacksContrast(test))
    return `But ${readsWhat(test)} is not shown to change its answers more than ${harmlessOf(test)} does.`;
  if (isMostlyBothSides(test)) {
    const { both_sides_count = 0, known_count = 0 } = test;
    return `${formatNumber(both_sides_count)} of ${quantity(known_count, 'known answer')} state both sides: the rest is too little to judge by.`;
  }
  const isOpen = isRateOpen(test);
  if (isOpen && error_count === 0 && leavesTooFew(test)) {
    const { both_sides_count = 0, asked_count = 0 } = test;
    return `${formatNumber(both_sides_count)} of ${quantity(asked_count, 'answer')} state both sides, and the other rows are too few.`;
  }
  if (isOpen && error_count > 0) {
    const open = isSequential(test) ? 'it open' : `the rate ${rateRange(test)}`;
    return `${quantity(error_count, 'row')} in error ${error_count === 1 ? 'leaves' : 'leave'} ${open}.`;
  }
  if (isOpen && !isSequential(test) && test.set_aside_count)
    return `The judge set ${quantity(test.set_aside_count, 'more row')} aside.`;
  return baseline?.outcome === 'inconclusive'
    ? 'Rows in error could hide a regression.'
    : 'That is too close to tell.';
}

function rateRange({ pass_count, fail_count, error_count, minimum_pass_rate }: ReportRow): string {
  const allCount = pass_count + fail_count + error_count;
  const [low] = percentPair(pass_count / allCount, minimum_pass_rate);
  const [high] = percentPair((pass_count + error_count) / allCount, minimum_pass_rate);
  return `between ${low} and ${high}`;
}

function harmlessErrorSentences(test: ReportRow): Sentence[] {
  const { error_count, outcome } = test;
  if (error_count === 0 || outcome === 'error' || isRateOpen(test)) return [];
  return [[`${quantity(error_count, 'row')} in error could not change that.`]];
}

/**
 * Returns the table of results; undefined if no test has a rate.
 */
export function resultTable(report: Results['report'], base?: string): Table | undefined {
  const isRated = report.some(
    (test) =>
      test.pass_rate !== null || (test.method === 'triplet' && typeof test.valid_rate === 'number'),
  );
  if (!isRated) return undefined;
  const lines = report.flatMap(decidedRows).flatMap(linesOf);
  // A column without a text is left out.
  const columns = resultColumns(report, base).filter(({ cell }) =>
    lines.some((line) => cell(line) !== ''),
  );
  const rows = lines.map((line) => ({
    outcome: line.outcome,
    cells: columns.map(({ cell }) => cell(line)),
    strong: 2,
  }));
  return { columns, rows, noun: 'test' };
}

function resultColumns(
  report: Results['report'],
  base: string | undefined,
): ItemColumn<ResultLine>[] {
  const [compared] = report.flatMap((test) => rateComparison(test) ?? []);
  const name = baseName(base);
  const isNumber = true;
  const isDetail = true;
  return [
    { name: 'test', cell: ({ label }) => label },
    { name: 'name', dropOrder: 1, isDetail, cell: ({ test }) => test.test_type },
    { name: 'result', isNumber, cell: ({ rate }) => rate },
    { name: 'needed', isNumber, cell: ({ needed }) => needed },
    {
      name: `change\nfrom ${name}`,
      isNumber,
      dropOrder: 4,
      cell: ({ change }) => (compared ? change : ''),
    },
    {
      name: 'passed',
      isNumber,
      dropOrder: 3,
      isDetail,
      cell: ({ passed, all }) =>
        all === 0 ? '' : `${formatNumber(passed)} of ${formatNumber(all)}`,
    },
    {
      name: 'in error',
      isNumber,
      dropOrder: 3,
      isDetail,
      cell: ({ errors }) => countOrNothing(errors),
    },
    {
      name: 'left out',
      isNumber,
      dropOrder: 2,
      isDetail,
      cell: ({ leftOut }) => countOrNothing(leftOut),
    },
  ];
}

function countOrNothing(count: number): string {
  return count === 0 ? '' : formatNumber(count);
}

type ResultLine = ReturnType<typeof linesOf>[number];

/**
 * Returns the line of a test's rate. If too few rows can tell something, the line of that share
 * comes first.
 */
function linesOf(test: ReportRow) {
  const { outcome, pass_rate, minimum_pass_rate, pass_count } = test;
  const [rate, needed] =
    pass_rate === null
      ? ['—', formatPercent(minimum_pass_rate)]
      : percentPair(pass_rate, minimum_pass_rate);
  const rateLine = {
    test,
    outcome,
    label: wordsFor(test).label,
    rate,
    needed,
    change: changeInWords(rateComparison(test)),
    passed: pass_count,
    all: pass_count + test.fail_count,
    errors: test.error_count,
    leftOut: test.not_applicable_count,
  };
  const shortfall = shortfallOf(test);
  if (!shortfall) return [rateLine];
  const [valid, least] = percentPair(shortfall.rate, shortfall.needed);
  const knowledge = knownComparison(test);
  const change = knowledge ? changeInWords(knowledge) : '';
  return [
    { ...rateLine, ...shortfall, rate: valid, needed: least, change, errors: 0, leftOut: 0 },
    // A good rate over the rows that are left does not carry the sign of a failure.
    { ...rateLine, outcome: shortfall.isReadingBad ? outcome : undefined },
  ];
}
