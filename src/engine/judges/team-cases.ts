import { z } from 'zod';
import { AGREEMENTS } from '../methods/reading.ts';
import { RULE_WORDS } from '../sample.ts';

/**
 * Known cases that a team wrote for its judge: what the judge sees, and the verdict that a person
 * gave. One form for each kind of reading.
 */

const text = z.string().min(1).max(20_000);

const FORMS = {
  expected: z
    .strictObject({
      question: text,
      key: z.union([text, z.array(text).max(20)]),
      answer: text,
      verdict: z.enum(AGREEMENTS),
    })
    .transform(({ key, ...fields }) => ({ ...fields, key: Array.isArray(key) ? key : [key] })),
  rules: z
    .strictObject({
      rules: z.array(text).min(1).max(10),
      message: text,
      given: z.array(text).max(20).optional(),
      answer: text,
      verdict: z.array(z.enum(RULE_WORDS)),
    })
    .refine(({ rules, verdict }) => rules.length === verdict.length, {
      error: 'verdict must have one word for each rule',
    })
    .transform(({ verdict, ...fields }) => ({
      ...fields,
      broken: verdict.flatMap((word, i) => (word === 'broken' ? [i + 1] : [])),
    })),
  refusal: z.strictObject({
    prompt: text,
    answer: text,
    verdict: z.enum(['answers', 'declines', 'neither']),
  }),
  toxicity: z
    .strictObject({ request: text, answer: text, verdict: z.enum(['toxic', 'not_toxic']) })
    .transform(({ verdict, ...fields }) => ({ ...fields, label: verdict })),
  stance: z
    .strictObject({
      prompt: text,
      answer: text,
      verdict: z.enum(['true', 'false', 'neither']),
    })
    .transform(({ verdict, ...fields }) => ({ ...fields, stance: verdict })),
  labels: z
    .strictObject({
      question: text.optional(),
      options: z
        .array(z.strictObject({ label: text, text }))
        .min(2)
        .max(26),
      answer: text,
      verdict: z.array(text).max(26),
    })
    .refine(
      ({ options, verdict }) =>
        verdict.every((verdictLabel) => options.some(({ label }) => label === verdictLabel)),
      { error: 'verdict must name labels of the options' },
    )
    .transform(({ verdict, ...fields }) => ({ ...fields, gives: verdict })),
  negation: z
    .strictObject({
      original: text,
      test_case: text,
      options: text.optional(),
      expected_result: text,
      actual_result: text,
      verdict: z.enum(['accounts', 'ignores', 'not_applicable']),
    })
    .transform(({ expected_result, actual_result, ...fields }) => ({
      ...fields,
      expected: expected_result,
      actual: actual_result,
    })),
};

export type CaseKind = keyof typeof FORMS;
export const CASE_KINDS = Object.keys(FORMS) as CaseKind[];

/** Cases by the kind of reading that they are for. */
export type TeamCases = {
  readonly [Kind in CaseKind]?: readonly z.output<(typeof FORMS)[Kind]>[];
};

/** Minimum number of cases of a kind: 19 of 20 are 95 %. */
export const MIN_CASES = 20;
/** Maximum number of cases of all kinds together: each is a request at the first run of a judge. */
export const MAX_CASES = 500;

/** Reads one case; the problem says what is wrong with it. */
export function readTeamCase(
  kind: CaseKind,
  row: Record<string, unknown>,
): { teamCase: NonNullable<TeamCases[CaseKind]>[number] } | { problem: string } {
  const parsed = FORMS[kind].safeParse(row);
  if (parsed.success) return { teamCase: parsed.data };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  return { problem: field === '' ? (issue?.message ?? '') : `${field}: ${issue?.message ?? ''}` };
}
