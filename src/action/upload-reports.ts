import {
  artifactName,
  notUploadedError,
  uploadArtifact,
  type Artifact,
} from '../github/artifact.ts';
import { gateIdentityOf } from '../github/comment.ts';
import type { Job } from './job.ts';

/** The toolkit's own limit is five minutes. */
const MAX_UPLOAD_MS = 60_000;

/**
 * Uploads the report files; undefined without files, and after an interruption.
 * @throws GitHubError
 */
export async function uploadReports(
  files: readonly string[],
  { inputs, event, environment: { env, interruption } }: Job,
): Promise<Artifact | undefined> {
  const isInterrupted = () => interruption.reason !== undefined;
  if (files.length === 0 || isInterrupted()) return undefined;
  const name = artifactName(inputs.commentKey);
  const runAttempt = Number(env['GITHUB_RUN_ATTEMPT']);
  const suffix = runAttempt > 1 ? `-attempt-${runAttempt}` : '';
  const fallbackName = `${name}-${gateIdentityOf({ ...event, ...inputs }).id.slice(0, 8)}${suffix}`;
  // The toolkit's variable can shorten the limit.
  const toolkitLimit = Number(env['ACTIONS_ARTIFACT_UPLOAD_TIMEOUT_MS']) || MAX_UPLOAD_MS;
  const limit = Math.min(MAX_UPLOAD_MS, toolkitLimit);
  const directory = inputs.reportDirectory;
  const upload = uploadArtifact({ names: [name, fallbackName], files, directory, env, event });
  const artifact = await interruption.abandonWhenOver(interruption.abandonAfter(limit, upload));
  if (artifact === undefined && !isInterrupted()) {
    throw notUploadedError(
      `the upload took longer than ${limit / 1000} s`,
      `The files are in ${directory}. The verdict is valid.`,
    );
  }
  return artifact;
}
