import type { Classifier, Judge } from './model.js';
import { buildPrompt } from './prompt.js';
import type { Probe } from './divergence/probe.js';
import { lintOf, perturbed } from './perturbed.js';
import type { LeftOutRow, ResultRow, RowFinding, Threshold } from './results.js';
import type { Sample, Side } from './sample.js';
import type { Scorer } from './scorers/scorer.js';
import type { LeftOut, OwnPair, SensitivityTest, Unfit } from './tests/test.js';
import type { MetricTemplate } from './toxicity/template.js';

export interface TestRun {
  test: SensitivityTest;
  side?: Side | undefined;
  scorer: Scorer;
  threshold: Threshold;
  minimum_pass_rate: number;
  parameters: unknown;
  scorerOptions: Record<string, unknown>;
  samples: readonly Sample[];
  template?: string | undefined;
  /** The base's own prompt for this test; absent, the base's prompt for all tests. */
  baseTemplate?: string | undefined;
  /** What is done about rows that cannot tell whether the model read the perturbation. */
  lint: Lint;
  repeats: number;
  /** Answers a row whose worst counts, for the expected maximum; 1 for one answer. */
  samples_per_row?: number;
  /** Judges the answers; only where the scorer asks one. */
  judge?: Judge | undefined;
  classifier?: Classifier | undefined;
  evaluationTemplate?: MetricTemplate;
  compare?: Compare | undefined;
}

export interface Compare {
  with: 'base' | 'report';
  max_regression: number;
  /** `report`: the rows of the earlier run. */
  earlier?: readonly ResultRow[];
  /** `report`, of a triplet with a base at hand: so many rows are asked of the base anew, to see whether its model has drifted since. */
  check?: number;
}

export const LINT = ['drop', 'warn', 'off'] as const;
export type Lint = (typeof LINT)[number];

export const COMPARISONS = ['off', 'base'] as const;

/** A sample and its test case, ready to be asked. */
export interface TestCase {
  sample: Sample;
  test_case: string;
  originalPrompt: string;
  testCasePrompt: string;
  lint?: RowFinding | undefined;
  /** Where no answer is asked for, but what is expected behind the texts. */
  probe?: Probe | undefined;
}

export interface PreparedTest {
  run: TestRun;
  cases: TestCase[];
  notApplicable: LeftOutRow[];
}

/** Perturbs every sample of a test; what the perturbation leaves as it is, is named and never asked. */
export function prepareTest(run: TestRun, seed: number): PreparedTest {
  const prepared: PreparedTest = { run, cases: [], notApplicable: [] };
  for (const made of madeOf(run, seed)) {
    const found = 'reason' in made ? made : caseOf(run, made);
    if ('reason' in found) prepared.notApplicable.push(leftOutRow(run.test, made.sample, found.reason));
    else prepared.cases.push(found);
  }
  return prepared;
}

function caseOf(run: TestRun, made: OwnPair): TestCase | Unfit {
  const { test, scorer, template } = run;
  const { sample, test_case, probe } = made;
  const { text, options, expect } = sample;
  if (expect === 'same' && scorer.seesChange && scorer.judgeCalls > 0) {
    return { reason: 'a judge cannot tell whether an answer stays as it should: take another scorer for rows with expect: same' };
  }
  const lint = lintOf(run, made);
  if (lint && run.lint === 'drop') return { reason: `${lint.rule}: ${lint.message}` };
  const promptOf = (asked: string) => buildPrompt({ text: asked, options }, { sendsOptions: test.sendsOptions, template });
  return { sample, test_case, originalPrompt: promptOf(text), testCasePrompt: promptOf(test_case), lint, probe };
}

/** Every sample perturbed by itself, or what the test makes of them together. */
function madeOf({ test, parameters, samples }: TestRun, seed: number): (OwnPair | LeftOut)[] {
  if (test.pairs) return test.pairs(samples, parameters, seed);
  return samples.map((sample) => {
    const made = perturbed({ test, parameters }, sample, seed);
    return 'reason' in made ? { ...made, sample } : made;
  });
}

/** How every row of a report begins: of which test it is, and of which sample. */
export function rowHead({ category, name }: SensitivityTest, { source, text }: Pick<Sample, 'source' | 'text'>) {
  return { category, test_type: name, source, original: text };
}

export function leftOutRow(test: SensitivityTest, sample: Sample, reason: string): LeftOutRow {
  return { ...rowHead(test, sample), ...(sample.should && { should: sample.should }), reason };
}

export const UNASKED = { expected_result: null, actual_result: null, eval_score: null, pass: null };
