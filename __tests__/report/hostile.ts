/** Results that carry a hostile text in every field. */
import { figuresIn } from '../support/figures.ts';
import type { ResultRow, Results } from '../../src/engine/results.ts';
import {
  baseline,
  errorRow,
  leftOutRow,
  reportRow,
  resultRow,
  results,
  unfitJudge,
} from './sample-results.ts';

export { HOSTILE } from '../support/hostile-corpus.ts';

/** Names the text of a corpus for which something does not hold. */
export function holds(text: string, claim: () => void): void {
  try {
    claim();
  } catch (cause) {
    throw new Error(
      `Does not hold for ${JSON.stringify(text.slice(0, 200))}: ${(cause as Error).message}`,
      { cause },
    );
  }
}

/**
 * One failing, one passing, one row in error, one left out; `text` stands wherever text can stand.
 */
export function hostileResults(text: string): Results {
  const test = { category: text, test_type: text };
  const row = {
    ...test,
    source: text,
    original: text,
    test_case: `${text} ${text}`,
    options: text,
    expected_result: text,
    actual_result: text,
  };
  return results({
    model: { hub: text, name: text },
    config: { path: text, ref: text, sha256: text },
    report: [reportRow({ ...test, scorer: text, error_count: 1, not_applicable_count: 1 })],
    results: [
      resultRow(row),
      resultRow({ ...row, pass: true }),
      errorRow(text, text, { ...row, actual_result: null }),
    ],
    not_applicable: [leftOutRow({ ...test, source: text, original: text, reason: text })],
    started_at: text,
    warnings: [text],
    notices: [text],
    problem: { name: text, message: text, where: text, remedy: text },
  });
}

/**
 * The same with everything that a run may add: `text` is what judges and the baseline say, and
 * their names.
 */
export function hostileAdditions(text: string): Results {
  const {
    report: [test],
    results: [failed, passed, error],
    ...rest
  } = hostileResults(text);
  const before = {
    expected_result: text,
    actual_result: text,
    eval_score: 0.5,
    status: 'scored',
  } as const;
  const scores = Object.fromEntries([
    [text, { eval_score: 0.4, pass: false }],
    ['constructor', { eval_score: null, pass: null }],
  ]);
  const toxic: Partial<ResultRow> = {
    cause: 'baseline',
    expected_score: 0.71,
    kind: text,
    scores,
    refusal: true,
  };
  const said = {
    judgement: { verdict: text, reason: text },
    expect: 'same',
  } as const;
  const row = (of: ResultRow | undefined, pass: boolean | null): ResultRow => ({
    ...of!,
    ...toxic,
    ...said,
    baseline: { ...before, pass },
  });
  return {
    ...rest,
    report: [
      {
        ...figuresIn(test),
        decision: 'point',
        method: undefined,
        induced_count: 1,
        baseline_fail_count: 1,
        refusal_count: 1,
        scorers: Object.fromEntries([
          [text, { pass_count: 1, fail_count: 2, error_count: 1 }],
          ['constructor', { pass_count: 0, fail_count: 0, error_count: 4 }],
        ]),
        baseline: baseline({ outcome: 'fail' }),
        calibration: unfitJudge({
          judge: text,
          confusion: Object.fromEntries([
            [
              text,
              Object.fromEntries([
                [text, 1],
                ['__proto__', 2],
              ]),
            ],
            ['constructor', {}],
          ]),
        }),
        not_applicable_count: 2,
      },
    ],
    results: [
      row(failed, true),
      row(failed, false),
      row(passed, false),
      row(passed, true),
      row(error, true),
      { ...row(failed, true), pass: null, eval_score: null, status: 'not_applicable' },
    ],
  };
}

/** The same of a test that changes nothing: there is no test case and no expected result. */
export function hostileUnchanged(text: string): Results {
  const { results: rows, ...rest } = hostileAdditions(text);
  return {
    ...rest,
    results: rows.map((row) => ({ ...row, test_case: row.original, expected_result: null })),
  };
}
