import {
  advance,
  type Course,
  INITIAL_COURSE,
  leastRows,
  type RowEffect,
  sequentialTest,
  verdictOf,
  type SequentialRule,
  type SequentialTest,
  type SequentialVerdict,
} from '../statistics/sequential.ts';
import { bet, INITIAL_WEALTH, type Wealth } from '../statistics/wealth.ts';
import {
  compareStep,
  comparisonResult,
  NO_COMPARISON,
  type ComparisonPath,
  type ComparisonRules,
  type Range,
  type ComparisonResult,
} from './comparison.ts';
import {
  COMPARED_FACTS,
  EXTREMES,
  type ComparedFact,
  type RowFacts,
  type ThreeValued,
} from './row-facts.ts';

/**
 * The rules of up to three streams, each a sequential test of a share against its minimum:
 * - `valid` (V): the share of rows that can tell something, of all rows;
 * - `steady` (U): the share of known rows that the placebo leaves right;
 * - `sensitive` (S): the share of valid rows whose answer to the perturbed text is right.
 */
export interface DecisionRules {
  /** Number of rows that there are. */
  rows: number;
  sensitive: SequentialRule;
  /** Absent where every row can tell something. */
  valid?: SequentialRule;
  /** Absent without a key, where it would count the same as `valid`, and without a placebo. */
  steady?: SequentialRule;
  /** Only without a key: the wealth of the contrast must reach 1 / `contrastAlpha`. */
  contrastAlpha?: number;
  comparisons: readonly ComparedFact[];
  comparison?: ComparisonRules;
}

export type SequentialOutcome = 'pass' | 'fail' | 'inconclusive';

export interface Decision {
  outcome?: SequentialOutcome;
  /** Number of rows that the decision rests on. Later rows do not count. */
  rowCount: number;
  valid?: SequentialVerdict;
  steady?: SequentialVerdict;
  sensitive?: SequentialVerdict;
  /** The largest worth of the contrast so far, in multiples of the first stake. */
  contrast?: { worth: number; isShown: boolean };
  /** A comparison is absent until it has a result. */
  comparisons: Partial<Record<ComparedFact, ComparisonResult>>;
}

/** The state after some rows. */
export interface DecisionState {
  rowCount: number;
  asideCount: number;
  /** Rows that passed or failed. */
  scoredCount: number;
  valid: Course;
  steady: Course;
  sensitive: Course;
  /** The rows that could be read, as a stream against the minimum of `valid`. */
  readable: Course;
  contrast: { wealth: Wealth; worth: number; isShown: boolean };
  comparisons: Record<ComparedFact, ComparisonPath>;
}

/** Returns the fewest rows after which a perfect model passes, and the rule that needs them. */
export function rowsNeeded(rules: DecisionRules): {
  rows: number;
  rule: 'sensitive' | 'valid' | 'steady' | 'contrast';
} {
  const { contrastAlpha = 1 } = rules;
  let [bets, wealth] = [0, INITIAL_WEALTH];
  for (; wealth.worth < 1 / contrastAlpha; bets += 1) wealth = bet(wealth, 1);
  const needs = [
    ...(['sensitive', 'valid', 'steady'] as const).map((rule) => ({
      rows: rules[rule] ? leastRows(sequentialTest(rules[rule])) : 0,
      rule,
    })),
    { rows: bets, rule: 'contrast' as const },
  ];
  return needs.reduce((largest, need) => (need.rows > largest.rows ? need : largest));
}

export class Decider {
  readonly sensitive: SequentialTest;
  readonly valid: SequentialTest | undefined;
  readonly steady: SequentialTest | undefined;
  readonly rules: DecisionRules;
  /** Rows that a perfect model needs for a pass. */
  private readonly minRows: number;

  constructor(rules: DecisionRules) {
    this.rules = rules;
    this.sensitive = sequentialTest(rules.sensitive);
    this.valid = rules.valid && sequentialTest(rules.valid);
    this.steady = rules.steady && sequentialTest(rules.steady);
    this.minRows = rowsNeeded(rules).rows;
  }

  get start(): DecisionState {
    return {
      rowCount: 0,
      asideCount: 0,
      scoredCount: 0,
      valid: INITIAL_COURSE,
      steady: INITIAL_COURSE,
      sensitive: INITIAL_COURSE,
      readable: INITIAL_COURSE,
      contrast: { wealth: INITIAL_WEALTH, worth: 1, isShown: false },
      comparisons: { known: NO_COMPARISON, sensitive: NO_COMPARISON },
    };
  }

  step(state: DecisionState, row: RowFacts): DecisionState {
    const { comparison, contrastAlpha } = this.rules;
    const rowCount = state.rowCount + 1;
    if (row.isAside) return { ...state, rowCount, asideCount: state.asideCount + 1 };
    const { valid, known, steady, right, contrast, compared = {} } = row;
    const isScored = valid === true && right !== undefined;
    const sensitive = advance(this.sensitive, state.sensitive, effectsWithin(valid, right));
    const nextState = { ...state, rowCount, sensitive, comparisons: { ...state.comparisons } };
    if (isScored) nextState.scoredCount += 1;
    if (this.valid) {
      nextState.valid = advance(this.valid, state.valid, effectsOf(valid));
      nextState.readable = advance(
        this.valid,
        state.readable,
        effectsOf(valid === false || isScored),
      );
    }
    if (this.steady)
      nextState.steady = advance(this.steady, state.steady, effectsWithin(known, steady));
    if (contrast) nextState.contrast = betOnContrast(state.contrast, contrast, contrastAlpha);
    for (const name of COMPARED_FACTS) {
      const range = compared[name];
      if (range && comparison)
        nextState.comparisons[name] = compareStep(nextState.comparisons[name], range, comparison);
    }
    return nextState;
  }

  decisionIn(state: DecisionState): Decision {
    const { rules } = this;
    const isLast = state.rowCount >= rules.rows;
    // Fewer rows than a perfect model needs decide nothing.
    const decides =
      isLast && (state.asideCount === 0 || state.rowCount - state.asideCount >= this.minRows);
    const verdictIn = (test: SequentialTest | undefined, course: Course) =>
      test && verdictOf(test, course, decides);
    const decision: Decision = {
      rowCount: state.rowCount,
      valid: verdictIn(this.valid, state.valid),
      steady: verdictIn(this.steady, state.steady),
      sensitive: verdictIn(this.sensitive, state.sensitive),
      comparisons: {},
    };
    const { worth, isShown } = state.contrast;
    if (rules.contrastAlpha !== undefined) decision.contrast = { worth, isShown };
    for (const name of rules.comparisons)
      decision.comparisons[name] = comparisonResult(state.comparisons[name], isLast);
    const comparisonResults = rules.comparisons.map((name) => decision.comparisons[name]);
    const streams = [decision.sensitive];
    if (this.valid) streams.push(decision.valid);
    if (this.steady) streams.push(decision.steady);
    if (streams.includes('bad') || comparisonResults.includes('regression'))
      return { ...decision, outcome: 'fail' };
    // A pass needs a row that passed or failed, even with minima of 0. The gate rejects any other.
    const hasRows = state.scoredCount > 0 || (isLast && state.rowCount > 0);
    const isContrasted = decision.contrast?.isShown ?? true;
    const isOpen = streams.includes(undefined) || comparisonResults.includes(undefined);
    if (hasRows && isContrasted && !isOpen) return { ...decision, outcome: 'pass' };
    return isLast ? { ...decision, outcome: 'inconclusive' } : decision;
  }

  decide(rows: readonly RowFacts[]): Decision {
    return this.decisionIn(this.walk(rows));
  }

  walk(rows: Iterable<RowFacts>, start: DecisionState = this.start): DecisionState {
    let state = start;
    for (const row of rows) {
      if (this.decisionIn(state).outcome) break;
      state = this.step(state, row);
    }
    return state;
  }

  /**
   * Returns true if more rows cannot decide: errors rule out a pass, and no fail is possible or too
   * few rows are readable.
   */
  isStuck({ valid, steady, sensitive, readable }: DecisionState): boolean {
    const courses: Course[] = [sensitive];
    if (this.valid) courses.push(valid);
    if (this.steady) courses.push(steady);
    const cannotPass = courses.some(({ worst }) => worst.verdict === 'bad');
    const cannotFail = courses.every(({ best }) => best.verdict === 'good');
    return cannotPass && (cannotFail || readable.best.verdict === 'bad');
  }

  /** Number of rows to ask next: the fewest that could decide. */
  wave(state: DecisionState): number {
    let courses = EXTREMES.map((row) => ({ row, reached: state }));
    let rows = 0;
    // The last row always decides.
    while (!courses.some(({ reached }) => this.decisionIn(reached).outcome)) {
      courses = courses.map(({ row, reached }) => ({ row, reached: this.step(reached, row) }));
      rows += 1;
    }
    return rows;
  }
}

function effectsOf(passes: ThreeValued): RowEffect[] {
  if (passes === undefined) return ['pass', 'fail'];
  return [passes ? 'pass' : 'fail'];
}

/**
 * The effects that a row may have on a stream that counts only some rows: `sensitive` counts valid
 * rows, `steady` known ones. Where it is open whether the row belongs, it may be out.
 */
function effectsWithin(belongs: ThreeValued, passes: ThreeValued): RowEffect[] {
  if (belongs === false) return ['out'];
  const effects = effectsOf(passes);
  return belongs ? effects : [...effects, 'out'];
}

function betOnContrast(
  { wealth, worth, isShown }: DecisionState['contrast'],
  [low]: Range,
  alpha = 0,
): DecisionState['contrast'] {
  const nextWealth = bet(wealth, low);
  return {
    wealth: nextWealth,
    worth: Math.max(worth, nextWealth.worth),
    isShown: isShown || nextWealth.worth >= 1 / alpha,
  };
}
