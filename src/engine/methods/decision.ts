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
  /** Rows that the decision rests on: none behind them counts. */
  after: number;
  valid?: SequentialVerdict;
  steady?: SequentialVerdict;
  sensitive?: SequentialVerdict;
  /** The most that the contrast was worth at any look. */
  contrast?: { worth: number; isShown: boolean };
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
  /** Rows of which all is known that counts, against the rest; unknown is none of them. */
  known: Course;
  contrast: { wealth: Wealth; worth: number; isShown: boolean };
  comparisons: Record<Compared, ComparisonPath>;
}

/**
 * The fewest rows after which a perfect model passes, and which of the rules takes them: with fewer
 * nothing can be shown.
 */
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
    const { rules } = this;
    if (row.isAside) return { ...state, after: state.after + 1, aside: state.aside + 1 };
    const compare = (compared: Compared) => {
      const range = row.compared?.[compared];
      return range && rules.comparison
        ? compareStep(state.comparisons[compared], range, rules.comparison)
        : state.comparisons[compared];
    };
    const isScored = row.valid === true && row.right !== undefined;
    return {
      after: state.after + 1,
      aside: state.aside,
      scored: state.scored + (isScored ? 1 : 0),
      valid: this.valid ? advance(this.valid, state.valid, SAYS[String(row.valid)]!) : state.valid,
      steady: this.steady
        ? advance(this.steady, state.steady, saysWithin(row.known, row.steady))
        : state.steady,
      sensitive: advance(this.sensitive, state.sensitive, saysWithin(row.valid, row.right)),
      known: this.valid
        ? advance(
            this.valid,
            state.known,
            SAYS[String(row.valid === false || (row.valid === true && row.right !== undefined))]!,
          )
        : state.known,
      contrast: row.contrast
        ? contrasted(state.contrast, row.contrast, rules.contrastAlpha)
        : state.contrast,
      comparisons: { known: compare('known'), sensitive: compare('sensitive') },
    };
  }

  read(state: DecisionState): Decision {
    const { rules } = this;
    const isLast = state.after >= rules.rows;
    // Fewer rows than a perfect model needs decide nothing.
    const decides = isLast && (state.aside === 0 || state.after - state.aside >= this.least);
    const valid = this.valid ? verdictOf(this.valid, state.valid, decides) : 'good';
    const steady = this.steady ? verdictOf(this.steady, state.steady, decides) : 'good';
    const sensitive = verdictOf(this.sensitive, state.sensitive, decides);
    const streams = [valid, steady, sensitive];
    const ends = rules.comparisons.map(
      (compared) => [compared, comparisonEnd(state.comparisons[compared], isLast)] as const,
    );
    const comparisons = Object.fromEntries(
      ends.filter(([, end]) => end),
    ) as Decision['comparisons'];
    const found: Decision = {
      after: state.after,
      valid: this.valid && valid ? valid : undefined,
      steady: this.steady && steady ? steady : undefined,
      sensitive: sensitive || undefined,
      contrast:
        rules.contrastAlpha === undefined
          ? undefined
          : { worth: state.contrast.worth, isShown: state.contrast.isShown },
      comparisons,
    };
    const isContrasted = rules.contrastAlpha === undefined || state.contrast.isShown;
    if (streams.includes('bad') || ends.some(([, end]) => end === 'regression'))
      return { ...found, outcome: 'fail' };
    // A pass needs a row that passed or failed, even with minima of 0. The gate rejects any other.
    if (
      (state.scored > 0 || (isLast && state.after > 0)) &&
      !streams.includes(undefined) &&
      isContrasted &&
      ends.every(([, end]) => end)
    )
      return { ...found, outcome: 'pass' };
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

  /**
   * Rows to ask next: the fewest that could decide, so that a wave stops at the row at which asking
   * one by one would.
   */
  wave(state: DecisionState): number {
    let states = EXTREMES.map(() => state);
    let rows = 0;
    // The last row always decides.
    while (!states.some((one) => this.read(one).outcome)) {
      states = states.map((one, i) => this.step(one, EXTREMES[i]!));
      rows += 1;
    }
    return rows;
  }
}

/**
 * Rows that bring a verdict soonest: all is well, the perturbation is not read, or all else that
 * may fail fails at once.
 */
const EXTREMES: readonly Seen[] = [
  {
    valid: true,
    known: true,
    steady: true,
    right: true,
    contrast: [1, 1],
    compared: { known: [-1, -1], sensitive: [-1, -1] },
  },
  {
    valid: true,
    known: true,
    steady: true,
    right: false,
    contrast: [0, 0],
    compared: { known: [0, 0], sensitive: [1, 1] },
  },
  {
    valid: false,
    known: true,
    steady: false,
    right: false,
    contrast: [0, 0],
    compared: { known: [1, 1], sensitive: [1, 1] },
  },
];

const SAYS: Readonly<Record<string, ReadonlySet<Say>>> = {
  true: new Set(['pass']),
  false: new Set(['fail']),
  undefined: new Set(['pass', 'fail']),
};

/**
 * S is asked of valid rows alone, and U of known ones; where it is not known whether a row belongs
 * there, it may be out.
 */
function saysWithin(belongs: Maybe, passes: Maybe): ReadonlySet<Say> {
  if (belongs === false) return new Set(['out']);
  const says = SAYS[String(passes)]!;
  return belongs ? says : new Set([...says, 'out']);
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
