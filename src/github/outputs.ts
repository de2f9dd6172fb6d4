import { appendFile, stat } from 'node:fs/promises';
import type * as Core from '@actions/core';
import { GitHubError } from '../errors.ts';
import { SUMMARY_MAX_BYTES } from '../limits.ts';
import type { Results } from '../run/results.ts';

/** What the runner takes from the job: outputs, and its summary. */

export type OutputSink = Pick<typeof Core, 'setOutput'>;

/** @param reportJson path; empty where the report could not be written */
export function writeOutputs(results: Results, reportJson: string, core: OutputSink): void {
  const { outcome, report, usage } = results;
  const rates = report.map(({ test_type: test, pass_rate: rate }) => [test, rate] as const);
  core.setOutput('outcome', outcome);
  core.setOutput('passed', String(outcome === 'pass'));
  core.setOutput('pass-rates', JSON.stringify(Object.fromEntries(rates)));
  core.setOutput('report-json', reportJson);
  core.setOutput('requests', String(usage.requests));
}

/**
 * GitHub drops the whole summary of a step that exceeds its limit, so none is written beyond it.
 *
 * @throws GitHubError
 */
export async function writeSummary(
  markdown: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const path = env.GITHUB_STEP_SUMMARY ?? '';
  const { size } = await stat(path).catch((cause: unknown) => {
    throw new GitHubError('There is no job summary to write to', {
      where: 'GITHUB_STEP_SUMMARY',
      remedy: 'The runner sets the variable. It must be the path of an existing file.',
      cause,
    });
  });
  const bytes = size + Buffer.byteLength(markdown) + 1;
  if (bytes > SUMMARY_MAX_BYTES)
    throw new GitHubError(
      `The job summary would have ${bytes} bytes; GitHub allows ${SUMMARY_MAX_BYTES}`,
      { remedy: 'Write less to the summary before, or read the files of report-directory.' },
    );
  await appendFile(path, `${markdown}\n`);
}
