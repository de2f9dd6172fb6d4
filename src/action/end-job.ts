/** Ends the job by the outcome of the run and the input `fail-on`. */
import type { ReportRow, Results } from '../engine/results.ts';
import { attemptsOf } from '../errors.ts';
import { verdictLine } from '../report/formats/log.ts';
import { causeLine } from '../report/story/error-kinds.ts';
import type { Inputs } from './input-table.ts';
import type { Job } from './job.ts';

/** Logs the cause, and fails the job if `fail-on` lists the outcome. */
export async function endJob(results: Results, { inputs, environment }: Job): Promise<void> {
  const { say, warn, fail } = environment;
  await attemptsOf(warn)(() => {
    const cause = causeLine(results);
    if (cause !== undefined) say(cause);
  });
  if (failsJob(results, inputs)) fail(verdictLine(results));
}

/**
 * True if `fail-on` lists the run's outcome. An inconclusive run counts as an error if a test that
 * gates does.
 */
export function failsJob({ outcome, report }: Results, { failOn }: Inputs): boolean {
  const gating = report.filter(({ advisory }) => !advisory);
  const isError =
    outcome === 'inconclusive' && gating.some((test) => outcomeForFailOn(test) === 'error');
  return failOn.some((failing) => failing === (isError ? 'error' : outcome));
}

/**
 * The outcome for `fail-on`. An inconclusive test counts as an error if failed requests, the base,
 * or a judge that set most rows aside are the cause.
 */
export function outcomeForFailOn(test: ReportRow): ReportRow['outcome'] {
  const { outcome, error_count, baseline, pass_count, fail_count } = test;
  const setAside = test.method === 'triplet' ? 0 : (test.set_aside_count ?? 0);
  const isLeftOpen =
    error_count > 0 || baseline?.outcome === 'inconclusive' || setAside > pass_count + fail_count;
  return outcome === 'inconclusive' && isLeftOpen ? 'error' : outcome;
}
