import type { Answers, QuestionToSubject } from '../asking/ask.ts';
import type { EndpointState } from '../asking/breaker.ts';
import type { Case, Cases } from '../rows/case.ts';
import type { TestVerdict } from '../verdict/gate.ts';
import type { Judges } from '../judges/judges.ts';
import type { Calibration, LeftOutRow, ReportRow, ResultRow, RowError } from '../results.ts';
import type { PassRule } from '../scorers/rule.ts';
import type { JudgeCalibration, ScoringTools } from '../scorers/scorer.ts';
import type { Decider, Decision, DecisionRules, DecisionState } from './decision.ts';
import type { ComparedFact, ThreeValued, RowFacts } from './row-facts.ts';
import type { AnyRun, Compare, ScoredRun } from './test-run.ts';

/** The models under test. `template` is that of the base's prompts. */
export interface Subjects {
  head: Answers;
  base?: { answers: Answers; template?: string };
}

/** The base as a test asks it; undefined for a test that is not compared with it. */
export function baseComparedWith(
  { compare, baseTemplate }: AnyRun,
  { base }: Subjects,
): { answers: Answers; template: string | undefined } | undefined {
  if (!base || !compare) return undefined;
  return { answers: base.answers, template: baseTemplate ?? base.template };
}

export interface ReadingTools {
  judges: Judges;
  toolsFor(run: ScoredRun): ScoringTools;
  /** The state of the endpoint that a test's scorer needs. */
  endpointStateOf(run: ScoredRun): EndpointState | undefined;
  /** Asks further questions that depend on earlier answers. */
  ask(questions: readonly QuestionToSubject[]): Promise<void>;
}

/** The facts of a row in the answers of one subject. */
export interface SubjectFacts extends Pick<
  RowFacts,
  'known' | 'steady' | 'valid' | 'right' | 'isAside'
> {
  sensitive: ThreeValued;
}

/** The facts of a row: those that the decision counts, and those of head and baseline. */
export interface RowObservation {
  facts: RowFacts;
  subjectFacts: { head: SubjectFacts; baseline?: SubjectFacts };
  /** The placebo changed the answer. */
  upset?: boolean;
}

export const NOTHING_KNOWN: SubjectFacts = {
  valid: undefined,
  right: undefined,
  sensitive: undefined,
};

export const NOTHING_OBSERVED: RowObservation = {
  facts: NOTHING_KNOWN,
  subjectFacts: { head: NOTHING_KNOWN },
};

/** The observation of a row that is asked and reported, and counts for nothing. */
export const SET_ASIDE: RowObservation = {
  facts: { valid: false, right: undefined, isAside: true },
  subjectFacts: { head: { ...NOTHING_KNOWN, isAside: true } },
};

export interface ReadRow extends RowObservation {
  result: ResultRow;
  /** A request failed for a temporary reason, such as a timeout. */
  isRetryable: boolean;
}

/**
 * The prepared rows of a test, bound to the models: how a method asks them, reads them and reports
 * them.
 */
export interface TestRows {
  readonly run: AnyRun;
  /** In the order in which they are asked. */
  readonly cases: readonly Case[];
  readonly notApplicable: readonly LeftOutRow[];
  /** The facts of a row that are compared with the base. */
  readonly comparisons: readonly ComparedFact[];
  /** The base has the same model and the same prompts, so that no difference is possible. */
  readonly isUnchanged: boolean;
  /** Rows are asked until they decide; else all of them. */
  readonly endsEarly: boolean;
  /** Answers are read by rule, and by the judge where no rule reads them. */
  readonly isReadByRule: boolean;
  /**
   * A row is scored as soon as its answers are there; else together with its wave, for full
   * batches.
   */
  readonly isReadAlone: boolean;
  /** Maximum number of requests to the judge per row, all subjects together. */
  readonly judgeCalls: number;
  /**
   * Maximum number of requests to the judge per row of the head, asked once, and of those that a
   * failing row adds. Absent without a judge, and with `isReadByRule`.
   */
  readonly judgeRequests?: { row: number; failing: number };
  /** The cases that the judge is calibrated on. */
  readonly knownCases: readonly JudgeCalibration[];
  readonly rule: PassRule;
  questionsFor(row: number, compared: readonly ComparedFact[]): QuestionToSubject[];
  /**
   * Number of distinct texts of a row to embed, at the most, by subject: each subject's texts share
   * batches.
   */
  embeddedTexts?(row: number): { subject: object; count: number }[];
  /** The state of the endpoint without which no answer can be scored. */
  endpointState?(tools: Pick<ReadingTools, 'endpointStateOf'>): EndpointState | undefined;
  readRows(
    rows: readonly number[],
    compared: readonly ComparedFact[],
    tools: ReadingTools,
  ): Promise<ReadRow[]>;
  /**
   * Returns the result of a row that was not asked. Without an error the decision did not need it.
   */
  unasked(row: number, error: RowError | undefined): ResultRow;
  /** Returns true if a passing test asks further rows. Its verdict does not rest on them. */
  asksFurther?(results: readonly ResultRow[]): boolean;
  /** The half of the data that a row belongs to: rows of the halves are asked in turn. */
  half(row: number): string;
  /** Present for judges that are calibrated while answers are read. */
  readonly calibration?: Calibration;
}

/** A test that was asked: its figures and its verdict follow from it. */
export interface FinishedTest<Run extends AnyRun = AnyRun> {
  run: Run;
  rule: PassRule;
  rows: readonly ResultRow[];
  leftOut: readonly LeftOutRow[];
  /** The calibration of the test's judge, or the sum of several. */
  calibration?: Calibration;
  /** Present where the rows were asked until they decided. */
  decided?: DecidedTest;
}

/** A sequential test with its decision: all that its figures are computed from. */
export interface DecidedTest {
  run: { compare?: Compare };
  rows: { isUnchanged: boolean };
  decider: Decider;
  decision: Decision;
  state: DecisionState;
  countedRows: readonly (RowObservation & { result: ResultRow })[];
  open: readonly unknown[];
}

/** The words of a method in sentences. */
export interface MethodWords {
  /** The unit of counts. */
  row: 'question' | 'row';
  /** The verb in "a model that … 90 % of the rows". */
  does: string;
  /** Beside a row that was lost or gained, with the name of the baseline. */
  broken: (baselineName: string) => string;
  fixed: (baselineName: string) => string;
}

/**
 * A way of asking rows: how many arms, how answers are read, what a row shows, and what the report
 * says of it.
 */
export interface Method<Run extends AnyRun> {
  /** Perturbs the samples and orders the rows. */
  prepare: (run: Run, seed: number) => Cases;
  /** How the rows decide before all are asked; absent where every row is asked. */
  decisionRules?: (
    run: Run,
    cases: readonly Case[],
    comparison: { compared: readonly ComparedFact[]; comparisons: number },
  ) => DecisionRules;
  bind: (run: Run, cases: Cases, subjects: Subjects) => TestRows;
  words: MethodWords;
  /** The test's row of the report. */
  reportRow: (test: FinishedTest<Run>, verdict: TestVerdict) => ReportRow;
}
