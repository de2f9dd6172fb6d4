/** A test's result in one paragraph, words first: `It read the "not" in 17 of 25 questions (68%); 85% are needed.` */
import type { Baseline, ReportRow } from '../engine/results.js';
import { nameOf } from './baseline.js';
import { prose } from './escape.js';
import { harmlessOf, wordsFor } from './sides.js';
import { percent, percentPair, counted, number, sentenceCase } from './words.js';
import { gatesNothing, isRateOpen } from './sentence.js';
import { readsWhat } from './states.js';
import { lacksContrast, shortfallOf, validSentence } from './triplet.js';

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
export function duel({ baseline, comparisons }: ReportRow): Baseline | undefined {
  return comparisons?.sensitive ?? (baseline?.of === 'known' ? undefined : baseline);
}

/** What the other side did on the rows that both were asked. */
function besideBase(test: ReportRow, base: string | undefined): Piece[][] {
  const lost = knowledge(test.comparisons?.known, base);
  return lost.length > 0 && test.streams?.valid === 'bad' ? lost : [...of(duel(test), base), ...lost];
}

function of(compared: Baseline | undefined, base: string | undefined): Piece[][] {
  if (!compared || compared.unchanged || compared.pass_rate === null) return [];
  const { pass_rate, paired_count, broken, fixed } = compared;
  const passed = `${number(Math.round(pass_rate * paired_count))} of ${number(paired_count)}`;
  const changes = broken + fixed === 0 ? 'the same ones' : `${number(broken)} broken since, ${number(fixed)} fixed`;
  return [[`${sentenceCase(onName(compared, base))} it was ${passed}: ${changes}.`]];
}

/** What is no longer known weighs more than a rate over what is left. */
function knowledge(known: Baseline | undefined, base: string | undefined): Piece[][] {
  if (!known || known.unchanged || known.broken === 0) return [];
  const gained = known.fixed === 0 ? 'none' : number(known.fixed);
  return [[`It lost the answer to ${counted(known.broken, 'question')} that ${nameOf(known, base)} knows, and gained ${gained}.`]];
}

function onName(compared: Baseline, base: string | undefined): string {
  return compared.source === 'report' ? 'in the baseline report' : `on ${nameOf(compared, base)}`;
}

function decidedAfter(test: ReportRow): Piece[][] {
  const { decided_after, asked_count = 0, uncounted_count = 0, undecided_count = 0 } = test;
  if (decided_after === undefined) return [];
  const all = asked_count + uncounted_count + undecided_count;
  const end = test.outcome === 'pass' || test.outcome === 'fail' ? 'Clear' : 'Given up';
  return [[`${end} after ${number(decided_after)} of ${counted(all, 'row')}.`]];
}

/** Why an open verdict is open. */
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
