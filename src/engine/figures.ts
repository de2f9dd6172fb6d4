import type { RepeatedRate, ReportRow, ResultRow } from './results.js';
import { clusteredRate } from './statistics/clustered.js';
import type { Arm } from './trial.js';

type Noise = Pick<ReportRow, 'noise' | 'control_count' | 'sensitivity'>;

/**
 * The control arm's figures. With c, the share of rows whose answer changed with the text, and r, the share of control rows whose
 * answer changed without it, what is left is S = (c - r) / (1 - r), as for guesses in a test (Abbott, J. Econ. Entomol. 18 (1925)
 * 265-267). Both by the test's own threshold. Rows whose answer should stay are no part of c.
 */
export function noiseOf({ prepared: { run, cases } }: Arm, rows: readonly ResultRow[]): Noise {
  if (!cases.some(({ controlled }) => controlled)) return {};
  const controls = rows.flatMap(({ control }) => (control && control.changed !== null ? [control.changed] : []));
  const reactions = rows.flatMap(({ eval_score, expect }) => (eval_score !== null && expect !== 'same' ? [run.scorer.passes(eval_score, run.threshold)] : []));
  const [noise, change] = [shareOf(controls), shareOf(reactions)];
  const sensitivity = noise === null || change === null || noise === 1 ? null : (change - noise) / (1 - noise);
  return { noise, control_count: controls.length, sensitivity };
}

function shareOf(flags: readonly boolean[]): number | null {
  return flags.length === 0 ? null : flags.filter(Boolean).length / flags.length;
}

/** Over all answers of rows that were asked several times; nothing where each was asked once. */
export function repeatsOf({ prepared: { run } }: Arm, rows: readonly ResultRow[]): { repeats?: RepeatedRate } {
  if (run.repeats === 1) return {};
  const clusters = rows.flatMap(({ repeats }) => (repeats ? [{ passes: repeats.passes, scored: repeats.passes + repeats.fails }] : []));
  const { rate, standardError } = clusteredRate(clusters);
  const split_count = clusters.filter(({ passes, scored }) => passes > 0 && passes < scored).length;
  return { repeats: { asked: run.repeats, pass_rate: rate, standard_error: standardError, split_count } };
}
