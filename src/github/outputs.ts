import { appendFile, stat } from 'node:fs/promises';
import type * as Core from '@actions/core';
import type { Results } from '../engine/results.ts';
import { GitHubError } from '../errors.ts';
import { SUMMARY_MAX_BYTES } from '../limits.ts';

/** @actions/core, which writes to GITHUB_OUTPUT between random delimiters. */
export type OutputSink = Pick<typeof Core, 'setOutput'>;

/** @param reports paths of the reports by output; empty if they could not be written */
export function setOutputs(
  results: Results,
  reports: Record<string, string>,
  core: OutputSink,
): void {
  const rates = Object.fromEntries(
    results.report.map(({ test_type, pass_rate }) => [test_type, pass_rate]),
  );
  writeOutputs(core, {
    outcome: results.outcome,
    passed: String(results.outcome === 'pass'),
    'pass-rates': JSON.stringify(rates),
    ...reports,
    requests: String(results.usage.requests),
  });
}

export function setCommentUrl(url: string, core: OutputSink): void {
  writeOutputs(core, { 'comment-url': url });
}

function writeOutputs(core: OutputSink, outputs: Record<string, string>): void {
  try {
    for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value);
  } catch (error) {
    const remedy = 'The runner sets it. It must be the path of an existing file.';
    throw new GitHubError('The outputs cannot be written', {
      where: 'GITHUB_OUTPUT',
      remedy,
      cause: error,
    });
  }
}

/**
 * Appends to the job's summary. GitHub drops all of a summary that exceeds its limit.
 * @throws GitHubError
 */
export async function writeSummary(markdown: string, env: NodeJS.ProcessEnv): Promise<void> {
  const path = env['GITHUB_STEP_SUMMARY'];
  if (!path) {
    const remedy =
      'The runner sets it. Outside GitHub Actions, set it to the path of an existing file.';
    throw new GitHubError('There is no job summary to write to', {
      where: 'GITHUB_STEP_SUMMARY',
      remedy,
    });
  }
  const text = `${markdown}\n`;
  try {
    const bytes = (await stat(path)).size + Buffer.byteLength(text);
    if (bytes > SUMMARY_MAX_BYTES) {
      const remedy =
        'The report files hold all results. A step with actions/upload-artifact keeps them.';
      throw new GitHubError(
        `The job summary would have ${bytes} bytes; GitHub allows ${SUMMARY_MAX_BYTES}`,
        { where: path, remedy },
      );
    }
    await appendFile(path, text);
  } catch (error) {
    if (error instanceof GitHubError) throw error;
    const remedy =
      'Set GITHUB_STEP_SUMMARY to the path of an existing file that this process may write.';
    throw new GitHubError('The job summary cannot be written', {
      where: path,
      remedy,
      cause: error,
    });
  }
}
