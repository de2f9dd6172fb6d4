import type { AnswerOption } from '../../language/options.ts';
import type { Probe } from '../divergence/probe.ts';
import type { Key } from '../methods/key.ts';
import { buildPrompt } from './prompt.ts';
import type { LeftOutRow, ResultRow, RowError, RowFinding } from '../results.ts';
import { REQUESTED, type Sample } from '../sample.ts';
import type { SensitivityTest } from '../perturbations/definition.ts';

export const ARMS = ['original', 'placebo', 'test_case'] as const;
export type ArmName = (typeof ARMS)[number];

export interface Case {
  sample: Sample;
  test_case: string;
  /** The original with a harmless edit; absent where the method asks none of every row. */
  placebo?: string;
  /** The options, parsed, where answers are read as labels. */
  options?: readonly AnswerOption[];
  key?: Key;
  lint?: RowFinding;
  /** Present if the model is asked for the next tokens that it expects, and for no answer. */
  probe?: Probe;
  /** Present if the test has several kinds of perturbations. */
  kind?: string;
  round?: number;
}

/** False for a row that asks for the foul words themselves: it is reported, and in no count. */
export function mayCount({ kind }: Case): boolean {
  return kind !== REQUESTED;
}

export function isPerturbed({ sample, test_case }: Case): boolean {
  return test_case !== sample.text;
}

export interface Cases {
  cases: Case[];
  notApplicable: LeftOutRow[];
}

export function armText({ sample, placebo, test_case }: Case, arm: ArmName): string {
  if (arm === 'test_case') return test_case;
  return arm === 'placebo' ? (placebo ?? sample.text) : sample.text;
}

export function promptOf(
  row: Case,
  arm: ArmName,
  { test, template }: { test: SensitivityTest; template: string | undefined },
): string {
  return buildPrompt(
    { text: armText(row, arm), options: row.sample.options, filled: row.sample.filled },
    { sendsOptions: test.sendsOptions, template },
  );
}

function rowHead(
  { category, name }: SensitivityTest,
  { source, id, text }: Pick<Sample, 'source' | 'id' | 'text'>,
): Pick<ResultRow, 'category' | 'test_type' | 'source' | 'id' | 'original'> {
  return { category, test_type: name, source, id, original: text };
}

export function leftOutRow(test: SensitivityTest, sample: Sample, reason: string): LeftOutRow {
  return { ...rowHead(test, sample), should: sample.should, reason };
}

/** The fields of a row that are known before it is asked. */
type DescribedRow = Pick<
  ResultRow,
  | 'category'
  | 'test_type'
  | 'source'
  | 'id'
  | 'original'
  | 'placebo'
  | 'test_case'
  | 'should'
  | 'options'
  | 'filled'
  | 'key'
  | 'expected'
  | 'perturbed_expected'
  | 'should_decline'
  | 'lint'
  | 'kind'
  | 'expect'
>;

export function describedRow(
  test: SensitivityTest,
  { sample, placebo, test_case, key, lint, kind }: Case,
): DescribedRow {
  const { options, should, expect, filled } = sample;
  return {
    ...rowHead(test, sample),
    placebo,
    test_case,
    should,
    options: options !== undefined && test.sendsOptions ? options : undefined,
    filled,
    key,
    ...wordsOfKey(test, { sample, key }),
    lint,
    kind,
    expect,
  };
}

/** Right answers in words, where the test reads them. */
function wordsOfKey(
  { measures }: SensitivityTest,
  { sample, key }: Pick<Case, 'sample' | 'key'>,
): Pick<ResultRow, 'expected' | 'perturbed_expected' | 'should_decline'> {
  const { expected, answer, perturbed_expected, should_decline } = sample;
  if (measures === 'answers')
    return should_decline ? { should_decline } : { expected: expected ?? answer };
  return key?.original === 'agrees' ? { expected, perturbed_expected } : {};
}

/** A row that was not asked, with the error; without an error, no decision needed the row. */
export function unaskedRow(
  test: SensitivityTest,
  row: Case,
  error: RowError | undefined,
): ResultRow {
  const answers = { expected_result: null, actual_result: null, eval_score: null, pass: null };
  const status = error ? 'error' : 'undecided';
  return { ...describedRow(test, row), ...answers, status, error };
}
