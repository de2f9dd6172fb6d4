import { appendFile, stat } from 'node:fs/promises';
import { GitHubError } from '../errors.js';
import { SUMMARY_MAX_BYTES } from '../facts.js';

/**
 * Appends markdown to the summary of the job. Throws GitHubError where the runner gives no file for it, where the file
 * cannot be written, and where it would grow past what GitHub shows: past that, all of it would be dropped.
 */
export async function writeSummary(markdown: string, env: NodeJS.ProcessEnv): Promise<void> {
  const path = env['GITHUB_STEP_SUMMARY'];
  if (!path) {
    throw new GitHubError('There is no job summary to write to', {
      where: 'GITHUB_STEP_SUMMARY',
      remedy: 'The runner sets it. Outside of GitHub Actions, set it to the path of an existing file.',
    });
  }
  const text = `${markdown}\n`;
  try {
    const bytes = (await stat(path)).size + Buffer.byteLength(text);
    if (bytes > SUMMARY_MAX_BYTES) {
      throw new GitHubError(`The job summary would take ${bytes} bytes, of ${SUMMARY_MAX_BYTES} that GitHub shows`, {
        where: path,
        remedy: 'The report files hold all results: upload the report directory as an artifact.',
      });
    }
    await appendFile(path, text);
  } catch (error) {
    if (error instanceof GitHubError) throw error;
    throw new GitHubError('The job summary cannot be written', {
      where: path,
      remedy: 'GITHUB_STEP_SUMMARY has to be the path of an existing file that this process may write.',
      cause: error,
    });
  }
}
