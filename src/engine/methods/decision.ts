import {
  advance,
  type Course,
  COURSE,
  leastRows,
  type Say,
  sequentialTest,
  verdictOf,
  type SequentialRule,
  type SequentialTest,
  type SequentialVerdict,
} from '../statistics/sequential.js';
import { bet, WEALTH, type Wealth } from '../statistics/wealth.js';
import {
  compareStep,
  comparisonEnd,
  NO_COMPARISON,
  type ComparisonPath,
  type ComparisonRules,
  type Range,
  type Shown,
} from './comparison.js';

export type Maybe = boolean | undefined;

export const COMPARED = ['known', 'sensitive'] as const;
/**
 * A fact of a row that is compared with the base: the model knows the answer, or reads the
 * perturbation.
 */
export type Compared = (typeof COMPARED)[number];

export interface Seen {
  valid: Maybe;
  /** The answers to the original and to the placebo are right; only with a key. */
  known?: Maybe;
  steady?: Maybe;
  /** The answer to the perturbed text is right; s for a valid row. */
  right: Maybe;
  isAside?: boolean;
  /**
   * How much more the perturbed text moved the answer than the placebo did; absent for a row that
   * the contrast does without.
   */
  contrast?: Range;
  compared?: Partial<Record<Compared, Range>>;
}

export interface DecisionRules {
  rows: number;
  sensitive: SequentialRule;
  /** Held against V; absent where every row can tell something. */
  valid?: SequentialRule;
  /**
   * Held against U, the share of known answers that the placebo leaves right; absent where U would
   * be V, or there is no placebo.
   */
  steady?: SequentialRule;
  /** Only without a key: the wealth of the contrast must reach 1 / `contrastAlpha`. */
  contrastAlpha?: number;
  comparisons: readonly Compared[];
  comparison?: ComparisonRules;
}

export type SequentialOutcome = 'pass' | 'fail' | 'inconclusive';

export interface Decision {
  outcome?: SequentialOutcome;
  /** Number of rows that the decision rests on. Later rows do not count. */
  after: number;
  valid?: SequentialVerdict;
  steady?: SequentialVerdict;
  sensitive?: SequentialVerdict;
  /** The most that the contrast was worth at any look. */
  contrast?: { worth: number; isShown: boolean };
  /** A comparison without a result yet is undefined. */
  comparisons: Partial<Record<Compared, Shown>>;
}

export interface DecisionState {
  after: number;
  aside: number;
  /** Rows that passed or failed. */
  scored: number;
  valid: Course;
  steady: Course;
  sensitive: Course;
  /** Rows without unknown parts, counted as passes against the others. */
  known: Course;
  contrast: { wealth: Wealth; worth: number; isShown: boolean };
  comparisons: Record<Compared, ComparisonPath>;
}

/** The fewest rows after which a perfect model passes, and the rule that needs them. */
export function rowsNeeded(rules: DecisionRules): {
  rows: number;
  by: 'sensitive' | 'valid' | 'steady' | 'contrast';
} {
  const { contrastAlpha = 1 } = rules;
  let [bets, wealth] = [0, WEALTH];
  for (; wealth.worth < 1 / contrastAlpha; bets += 1) wealth = bet(wealth, 1);
  const needs = [
    ...(['sensitive', 'valid', 'steady'] as const).map((by) => ({
      rows: rules[by] ? leastRows(sequentialTest(rules[by])) : 0,
      by,
    })),
    { rows: bets, by: 'contrast' as const },
  ];
  return needs.reduce((most, one) => (one.rows > most.rows ? one : most));
}

export class Decider {
  readonly sensitive: SequentialTest;
  readonly valid: SequentialTest | undefined;
  readonly steady: SequentialTest | undefined;
  readonly rules: DecisionRules;
  private readonly least: number;

  constructor(rules: DecisionRules) {
    this.rules = rules;
    this.sensitive = sequentialTest(rules.sensitive);
    this.valid = rules.valid && sequentialTest(rules.valid);
    this.steady = rules.steady && sequentialTest(rules.steady);
    this.least = rowsNeeded(rules).rows;
  }

  get start(): DecisionState {
    return {
      after: 0,
      aside: 0,
      scored: 0,
      valid: COURSE,
      steady: COURSE,
      sensitive: COURSE,
      known: COURSE,
      contrast: { wealth: WEALTH, worth: 1, isShown: false },
      comparisons: { known: NO_COMPARISON, sensitive: NO_COMPARISON },
    };
  }

  step(state: DecisionState, row: Seen): DecisionState {
    const { comparison, contrastAlpha } = this.rules;
    const after = state.after + 1;
    if (row.isAside) return { ...state, after, aside: state.aside + 1 };
    const { valid, known, steady, right, contrast, compared = {} } = row;
    const isScored = valid === true && right !== undefined;
    const sensitive = advance(this.sensitive, state.sensitive, saysWithin(valid, right));
    const next = { ...state, after, sensitive, comparisons: { ...state.comparisons } };
    if (isScored) next.scored += 1;
    if (this.valid) {
      next.valid = advance(this.valid, state.valid, saysOf(valid));
      next.known = advance(this.valid, state.known, saysOf(valid === false || isScored));
    }
    if (this.steady) next.steady = advance(this.steady, state.steady, saysWithin(known, steady));
    if (contrast) next.contrast = contrasted(state.contrast, contrast, contrastAlpha);
    for (const name of COMPARED) {
      const range = compared[name];
      if (range && comparison)
        next.comparisons[name] = compareStep(next.comparisons[name], range, comparison);
    }
    return next;
  }

  read(state: DecisionState): Decision {
    const { rules } = this;
    const isLast = state.after >= rules.rows;
    // Fewer rows than a perfect model needs decide nothing.
    const decides = isLast && (state.aside === 0 || state.after - state.aside >= this.least);
    const verdictIn = (test: SequentialTest | undefined, course: Course) =>
      test && verdictOf(test, course, decides);
    const found: Decision = {
      after: state.after,
      valid: verdictIn(this.valid, state.valid),
      steady: verdictIn(this.steady, state.steady),
      sensitive: verdictIn(this.sensitive, state.sensitive),
      comparisons: {},
    };
    const { worth, isShown } = state.contrast;
    if (rules.contrastAlpha !== undefined) found.contrast = { worth, isShown };
    for (const name of rules.comparisons)
      found.comparisons[name] = comparisonEnd(state.comparisons[name], isLast);
    const ends = rules.comparisons.map((name) => found.comparisons[name]);
    const streams = [found.sensitive];
    if (this.valid) streams.push(found.valid);
    if (this.steady) streams.push(found.steady);
    if (streams.includes('bad') || ends.includes('regression'))
      return { ...found, outcome: 'fail' };
    // A pass needs a row that passed or failed, even with minima of 0. The gate rejects any other.
    const hasRows = state.scored > 0 || (isLast && state.after > 0);
    const isContrasted = found.contrast?.isShown ?? true;
    const isOpen = streams.includes(undefined) || ends.includes(undefined);
    if (hasRows && isContrasted && !isOpen) return { ...found, outcome: 'pass' };
    return isLast ? { ...found, outcome: 'inconclusive' } : found;
  }

  decide(rows: readonly Seen[]): Decision {
    return this.read(this.walk(rows));
  }

  walk(rows: Iterable<Seen>, from: DecisionState = this.start): DecisionState {
    let state = from;
    for (const row of rows) {
      if (this.read(state).outcome) break;
      state = this.step(state, row);
    }
    return state;
  }

  /**
   * Returns true if more rows cannot decide: errors rule out a pass, and no fail is possible or too
   * few rows are readable.
   */
  isStuck({ valid, steady, sensitive, known }: DecisionState): boolean {
    const courses: Course[] = [sensitive];
    if (this.valid) courses.push(valid);
    if (this.steady) courses.push(steady);
    const cannotPass = courses.some(({ worst }) => worst.verdict === 'bad');
    const cannotFail = courses.every(({ best }) => best.verdict === 'good');
    return cannotPass && (cannotFail || known.best.verdict === 'bad');
  }

  /** Number of rows to ask next: the fewest that could decide. */
  wave(state: DecisionState): number {
    let courses = EXTREMES.map((row) => ({ row, reached: state }));
    let rows = 0;
    // The last row always decides.
    while (!courses.some(({ reached }) => this.read(reached).outcome)) {
      courses = courses.map(({ row, reached }) => ({ row, reached: this.step(reached, row) }));
      rows += 1;
    }
    return rows;
  }
}

/** A row of a perfect model, compared with an equal one. */
export const PERFECT_ROW: Seen = {
  valid: true,
  known: true,
  steady: true,
  right: true,
  contrast: [1, 1],
  compared: { known: [0, 0], sensitive: [0, 0] },
};
/** A row of a model that does not read the perturbation. */
export const DEAF_ROW: Seen = { ...PERFECT_ROW, right: false, contrast: [0, 0] };

/** Rows that decide soonest: all is better, the perturbation is not read, or all fails at once. */
const EXTREMES: readonly Seen[] = [
  { ...PERFECT_ROW, compared: { known: [-1, -1], sensitive: [-1, -1] } },
  { ...DEAF_ROW, compared: { known: [0, 0], sensitive: [1, 1] } },
  {
    ...DEAF_ROW,
    valid: false,
    steady: false,
    compared: { known: [1, 1], sensitive: [1, 1] },
  },
];

function saysOf(passes: Maybe): Say[] {
  if (passes === undefined) return ['pass', 'fail'];
  return [passes ? 'pass' : 'fail'];
}

/**
 * S counts valid rows only, and U known rows only. A row that may not belong to the stream may be
 * out.
 */
function saysWithin(belongs: Maybe, passes: Maybe): Say[] {
  if (belongs === false) return ['out'];
  const says = saysOf(passes);
  return belongs ? says : [...says, 'out'];
}

function contrasted(
  { wealth, worth, isShown }: DecisionState['contrast'],
  [low]: Range,
  alpha = 0,
): DecisionState['contrast'] {
  const next = bet(wealth, low);
  return {
    wealth: next,
    worth: Math.max(worth, next.worth),
    isShown: isShown || next.worth >= 1 / alpha,
  };
}
