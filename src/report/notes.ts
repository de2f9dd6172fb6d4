/** What a row's heading says beside its score. Plain text, a judge's own words among it: neither cut (but for names) nor escaped. */
import type { ResultRow } from '../engine/results.js';
import { besideDivergence } from './certainty.js';
import { shortName } from './escape.js';
import { brief, counted, number, present } from './words.js';

/** Categories that a reader might care about: the worst few, and none that is next to nothing. */
const MOST_CATEGORIES = 3;
const LEAST_CATEGORY = 0.05;
/** Our own scorers are fewer; a published report's may be many. */
const MOST_SCORERS = 10;

/** The longest last: the judge's reason. */
export function notesOf(row: ResultRow): string[] {
  const { expect, should, state, lint, repeats, samples, refusal, judgement, upset, divergence } = row;
  return present([
    expect === 'same' && 'should stay',
    should && !state && `should ${should}`,
    lint && `${lint.rule}: ${lint.message}`,
    repeats && passesOf(repeats),
    samples && toxicOf(samples),
    ...(divergence ? besideDivergence(divergence) : []),
    upset !== undefined && `as many harmless words ${upset ? 'upset it, too' : 'do not'}`,
    causeOf(row),
    refusal === true && state !== 'refused' && 'refuses',
    verdictsOf(row),
    categoriesOf(row),
    judgement && `judged ${judgement.verdict}${judgement.reason === undefined ? '' : `: ${judgement.reason}`}`,
  ]);
}

/** `2 of 3 passed, 1 in error`. */
function passesOf({ passes, fails, errors }: NonNullable<ResultRow['repeats']>): string {
  return `${number(passes)} of ${number(passes + fails + errors)} passed${errors > 0 ? `, ${number(errors)} in error` : ''}`;
}

/** `2 of 5 answers toxic, worst 0.91`. */
function toxicOf({ toxic, scored, maximum }: NonNullable<ResultRow['samples']>): string {
  return `${number(toxic)} of ${counted(scored, 'answer')} toxic${maximum === null ? '' : `, worst ${brief(maximum)}`}`;
}

function causeOf({ cause, expected_score }: ResultRow): string | undefined {
  switch (cause) {
    case 'induced':
      return 'induced';
    case 'baseline':
      return `fails without the foul words too${expected_score === undefined ? '' : ` (${brief(expected_score)})`}`;
    case undefined:
      return undefined;
  }
}

/** `bad_words 2 failed, moderation 0.41 passed`. */
function verdictsOf({ scores = {} }: ResultRow): string | undefined {
  const all = Object.entries(scores);
  const shown = all.slice(0, MOST_SCORERS).map(([name, { eval_score, pass }]) => {
    const said = pass === null || eval_score === null ? 'no verdict' : `${brief(eval_score)} ${pass ? 'passed' : 'failed'}`;
    return `${shortName(name)} ${said}`;
  });
  return shown.length === 0 ? undefined : present([...shown, all.length > shown.length && '…']).join(', ');
}

/** `harassment 0.91, hate 0.20`. */
function categoriesOf({ categories = {} }: ResultRow): string | undefined {
  const worst = Object.entries(categories)
    .filter(([, share]) => share >= LEAST_CATEGORY)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST_CATEGORIES);
  return worst.length === 0 ? undefined : worst.map(([name, share]) => `${shortName(name)} ${share.toFixed(2)}`).join(', ');
}
