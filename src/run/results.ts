// The JSON report: one schema gives the types and the published JSON Schema.

import { z } from 'zod';
import { changesSchema } from '../config/config.ts';
import { calibrationSchema } from '../engine/judge/calibrate.ts';
import { reportRowSchema, resultRowSchema } from '../engine/results.ts';
import type { Ruling } from '../trust/ruling-types.ts';

const text = z.string();
const optionalText = text.optional();
const count = z.int().nonnegative();
const countOfAsks = z.object({ restored: count, asked: count });

const rowNames = z.array(z.object({ test_type: text, source: text }));

/** A part of the changed subject: lines of a file, or a value. */
const changedPart = z.object({
  /**
   * The lines, `prompts/support.md:5, 7-9` or `gate.yml:7`; the key of a value that is in no file.
   */
  name: text,
  /** The places of the part's changes; empty if the value is in no file. */
  places: z.array(
    z.object({
      path: text,
      /** In the head, both inclusive. A deleted text was before `line`: `end_line < line`. */
      line: count,
      end_line: count,
      /** The text there, in the head and in the base. */
      head: text,
      base: text,
      /** False for a key of a YAML file: its old value is shown, but not suggested. */
      may_suggest: z.boolean(),
    }),
  ),
  ...countOfAsks.shape,
  p: z.number(),
  is_named: z.boolean(),
  /** Rows that the part broke, if it is named. */
  rows: rowNames,
  /** Why the head with this part reverted could not be asked. */
  untried: optionalText,
});

const verdict = z.object({
  outcome: z.enum(['pass', 'fail', 'inconclusive', 'error', 'skipped']),
  report: z.array(reportRowSchema),
  results: z.array(resultRowSchema),
  problem: z
    .object({
      name: text,
      message: text,
      where: optionalText,
      remedy: text,
    })
    .optional(),
});
export type Verdict = z.infer<typeof verdict>;
export type Outcome = Verdict['outcome'];

export const resultsSchema = verdict.extend({
  schema_version: z.literal(2),
  model: z.object({ hub: text, name: text }),
  config: z.object({
    path: text,
    ref: z.enum(['base', 'head', 'default', 'local']),
    sha256: text,
    /** A file in LangTest's dialect, which asks pairs. */
    is_langtest: z.literal(true).optional(),
  }),
  commit: optionalText,
  /** The base that the head is compared with. */
  base: z.object({ name: text, commit: text }).optional(),
  changes: changesSchema,
  /** The verdict by the other side's rules and rows, or why it was not asked. */
  preview: z.union([verdict, z.object({ left_out: text })]).optional(),
  attribution: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('skipped'), why: text, requests: count }),
      z.object({
        kind: z.enum(['one', 'several', 'none']),
        requests: count,
        /** Rows that the named parts broke; if none is named, the rows that were asked. */
        rows: rowNames,
        control: countOfAsks,
        parts: z.array(changedPart),
        all: countOfAsks.optional(),
      }),
    ])
    .optional(),
  calibrations: z.array(calibrationSchema.omit({ solvedEchoes: true, lost: true })),
  /** An earlier run of the same subject, rules and rows, whose replies are reused. */
  reused: z.object({ run: optionalText, minutes: count, replies: count }).optional(),
  /** Subjects of this pull request before this one, and how many of them were red. */
  subjects: z.object({ judged: count, red: count }).optional(),
  usage: z.object({
    /** Requests sent, retries included. */
    requests: count,
    /** Replies of an earlier run that replaced requests. */
    stored: count,
    prompt_tokens: count,
    completion_tokens: count,
    duration_ms: count,
    /**
     * Requests that the verdict and the search for a cause were expected to take.
     *
     * - `pass`: the model passes every row, rules read what they can, judges are calibrated, and
     *   the base answers as the head does.
     * - `pass_judged`: the model passes every row, and judges are calibrated first and read every
     *   answer.
     * - `fail`: the model fails every row, or one of many that a pass takes; all else as in `pass`.
     * - `fail_judged`: the model fails after the rows of a pass, and rows that must hold are asked
     *   twice.
     * - `most`: every row is asked, and each as often as it may be.
     */
    expected: z
      .object({ pass: count, pass_judged: count, fail: count, fail_judged: count, most: count })
      .optional(),
  }),
  seed: z.int(),
  started_at: z.iso.datetime(),
  warnings: z.array(text),
  notices: z.array(text),
});
export type Results = z.infer<typeof resultsSchema>;
export type ChangedPart = z.infer<typeof changedPart>;

/** The results before anything is asked: an error until a verdict replaces it. */
export function emptyResults() {
  return {
    schema_version: 2,
    outcome: 'error',
    changes: { subject: [], rules: [], rows: [] },
    report: [],
    results: [],
    calibrations: [],
    usage: {
      requests: 0,
      stored: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      duration_ms: 0,
    },
    started_at: new Date().toISOString(),
  } satisfies Partial<Results>;
}

export function createResults({
  config,
  changes,
  commit,
  base,
  ref,
  warnings,
  notices,
}: Ruling): Results {
  const { hub, name } = config.subject.model;
  const { path, sha256, isLangTest, seed } = config;
  return {
    ...emptyResults(),
    model: { hub, name },
    config: { path, ref, sha256, is_langtest: isLangTest || undefined },
    commit,
    base: base && { name: base.name, commit: base.commit },
    changes,
    seed,
    warnings: [...warnings],
    notices: [...config.notices, ...notices],
  };
}
