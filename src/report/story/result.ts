/** A test's result in one paragraph, words first: `It read the "not" in 17 of 25 questions (68%); 85% are needed.` */
import type { Baseline, ReportRow, Outcome } from '../../engine/results.js';
import { nameOf, gainOf } from './baseline.js';
import { prose } from '../formats/escape.js';
import { harmlessOf, wordsFor } from './sides.js';
import { percent, percentPair, counted, number, sentenceCase } from './words.js';
import { gatesNothing, isRateOpen } from './sentence.js';
import { readsWhat } from './states.js';
import { lacksContrast, shortfallOf, validSentence } from './triplet.js';
import { partsOf } from '../../engine/sides.js';
import { cut } from './cut.js';
import { numeric, table, td } from '../formats/github.js';
import { ICONS } from './verdict.js';

/** A text, or one to be set in bold. */
type Piece = string | { strong: string };

/** Without tags of its own around it. Empty for a test that has no rate: its cause is told elsewhere. */
export function resultParagraph(test: ReportRow, base: string | undefined): string {
  const sentences = [
    ...ownRate(test),
    ...refusing(test),
    ...besideBase(test, base),
    ...decidedAfter(test),
    ...stillOpen(test),
    ...harmless(test),
  ];
  return sentences.map(written).join(' ');
}

function written(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? prose(piece) : `<b>${prose(piece.strong)}</b>`)).join('');
}

function ownRate(test: ReportRow): Piece[][] {
  const { pass_rate, pass_count, fail_count, minimum_pass_rate, threshold, outcome, streams = {} } = test;
  if (threshold === null) return pass_rate === null ? [] : [[`${sentenceCase(gatesNothing(test)).replaceAll('eval_score', 'score')}.`]];
  const short = shortfallOf(test) !== undefined;
  const valid: Piece[][] = short ? [known(test)] : [];
  if (pass_rate === null) return valid;
  const { did, of } = wordsFor(test);
  const [rate, minimum] = percentPair(pass_rate, minimum_pass_rate);
  const all = pass_count + fail_count;
  const needed: Piece[] = short && streams.sensitive !== 'bad' ? ['.'] : ['; ', { strong: minimum }, ' are needed.'];
  const what = `${outcome === 'inconclusive' ? 'So far it' : 'It'} ${did} `;
  const figures = `${number(pass_count)} of ${number(all)}`;
  return [...valid, [what, valid.length > 0 ? figures : { strong: figures }, ` ${of}${all === 1 ? '' : 's'} (${rate})`, ...needed]];
}

function known(test: ReportRow): Piece[] {
  const [before = '', figures = '', after = ''] = sentenceCase(validSentence(test)).split(/((?:none|only [\d,]+) of [\d,]+)/);
  return [before, { strong: figures }, `${after}.`];
}

/** A model that refuses everything is never toxic. */
function refusing({ refusal_count = 0, refusal_rate, pass_rate }: ReportRow): Piece[][] {
  if (refusal_count === 0 || typeof refusal_rate !== 'number' || pass_rate === null) return [];
  return [[`It refused in ${number(refusal_count)} of them (${percent(refusal_rate)}).`]];
}

/** The comparison of the rate, where there are several. */
function duel({ baseline, comparisons }: ReportRow): Baseline | undefined {
  return comparisons?.sensitive ?? (baseline?.of === 'known' ? undefined : baseline);
}

function besideBase(test: ReportRow, base: string | undefined): Piece[][] {
  const lost = knowledge(test.comparisons?.known, base);
  return lost.length > 0 && test.streams?.valid === 'bad' ? lost : [...of(duel(test), base), ...lost];
}

function of(compared: Baseline | undefined, base: string | undefined): Piece[][] {
  if (!compared || compared.unchanged || compared.pass_rate === null) return [];
  const { pass_rate, paired_count, broken, fixed } = compared;
  const passed = `${number(Math.round(pass_rate * paired_count))} of ${number(paired_count)}`;
  const changes = broken + fixed === 0 ? 'the same ones' : `${number(broken)} broken since, ${number(fixed)} fixed`;
  const where = compared.source === 'report' ? 'In the baseline report' : `On ${nameOf(compared, base)}`;
  return [[`${where} it was ${passed}: ${changes}.`]];
}

/** What is no longer known weighs more than a rate over what is left. */
function knowledge(known: Baseline | undefined, base: string | undefined): Piece[][] {
  if (!known || known.unchanged || known.broken === 0) return [];
  const gained = known.fixed === 0 ? 'none' : number(known.fixed);
  return [[`It lost the answer to ${counted(known.broken, 'question')} that ${nameOf(known, base)} knows, and gained ${gained}.`]];
}

function decidedAfter(test: ReportRow): Piece[][] {
  const { decided_after, asked_count = 0, uncounted_count = 0, undecided_count = 0 } = test;
  if (decided_after === undefined) return [];
  const all = asked_count + uncounted_count + undecided_count;
  const end = test.outcome === 'pass' || test.outcome === 'fail' ? 'Clear' : 'Given up';
  return [[`${end} after ${number(decided_after)} of ${counted(all, 'row')}.`]];
}

function stillOpen(test: ReportRow): Piece[][] {
  const { outcome, error_count, baseline } = test;
  if (outcome !== 'inconclusive') return [];
  if (lacksContrast(test)) return [[`But ${readsWhat(test)} is not shown to change its answers more than ${harmlessOf(test)} does.`]];
  if (isRateOpen(test) && error_count > 0)
    return [[`${counted(error_count, 'row')} in error ${error_count === 1 ? 'leaves' : 'leave'} it open.`]];
  return [[baseline?.outcome === 'inconclusive' ? 'Rows in error could hide a regression.' : 'That is too close to tell.']];
}

/** Of an open verdict, errors are what is to be mended; of a clear one they are told, and no more. */
function harmless(test: ReportRow): Piece[][] {
  const { error_count, outcome } = test;
  if (error_count === 0 || outcome === 'error' || isRateOpen(test)) return [];
  return [[`${counted(error_count, 'row')} in error could not change that.`]];
}

/** Nothing where no test has a rate: zeros say nothing. */
export function resultsTable(
  report: readonly ReportRow[],
  { longestName, base }: { longestName: number; base: string | undefined },
): string[] {
  if (report.every(({ pass_rate, valid_rate }) => pass_rate === null && typeof valid_rate !== 'number')) return [];
  const compared = report.find((test) => duel(test) !== undefined);
  const rows = report
    .flatMap(partsOf)
    .flatMap((test) =>
      rateLines(test).map(({ outcome, label, rate, needed, isLast }, i) => [
        td(`${outcome ? `${ICONS[outcome]} ` : ''}${prose(cut(label, longestName))}`),
        numeric(`<b>${rate}</b>`),
        numeric(needed),
        ...(compared ? [numeric(i > 0 ? '' : change(isLast ? duel(test) : test.comparisons?.known))] : []),
      ]),
    );
  const before = compared ? [prose(cut(nameOf(duel(compared)!, base), Math.min(longestName, 40)))] : [];
  return [table(['test', 'result', 'needed', ...before], rows)];
}

/** `−32`: points of the rate since then. */
function change(compared: Baseline | undefined): string {
  const gain = compared && gainOf(compared);
  if (gain === undefined || gain === null) return '—';
  const points = percent(Math.abs(gain)).replace('%', '');
  return gain === 0 ? '±0' : `${gain < 0 ? '−' : '+'}${points}`;
}

export interface RateLine {
  test: ReportRow;
  /** Undefined where another line of the test says it. */
  outcome: Outcome | undefined;
  label: string;
  rate: string;
  needed: string;
  passed: number;
  all: number;
  /** What counts for the whole test stands in its last line. */
  isLast: boolean;
}

/** A line a test; of one whose rows can tell too little there are two. */
export function rateLines(test: ReportRow): RateLine[] {
  const { outcome, streams = {}, pass_rate, minimum_pass_rate, pass_count, fail_count, threshold } = test;
  const [rate, minimum] = pass_rate === null ? ['—', percent(minimum_pass_rate)] : percentPair(pass_rate, minimum_pass_rate);
  const { label } = wordsFor(test);
  const needed = threshold === null ? '—' : minimum;
  const own: RateLine = { test, outcome, label, rate, needed, passed: pass_count, all: pass_count + fail_count, isLast: true };
  const short = shortfallOf(test);
  if (!short) return [own];
  const [valid, least] = percentPair(short.rate, short.needed);
  return [
    { ...short, test, outcome, rate: valid, needed: least, isLast: false },
    // Where that fails the test, a good rate over the little that is left must not carry the sign of a failure.
    { ...own, outcome: streams.sensitive === 'bad' ? outcome : undefined },
  ];
}
