import { artifactName, notUploaded, uploadArtifact, type Artifact } from '../github/artifact.js';
import { markerOf } from '../github/marker.js';
import type { Job } from './evaluate-change.js';

/** Nobody waits longer for a link. The toolkit alone would: half a minute on a service that answers 500, five on one that hangs. */
const LONGEST_UPLOAD_MS = 60_000;

/** Best effort: throws GitHubError. Undefined where nobody asked for it, and where the run was interrupted, which leaves no time for it. */
export async function uploadReports(
  files: readonly string[],
  { inputs, event, world: { env, interruption } }: Pick<Job, 'inputs' | 'event' | 'world'>,
): Promise<Artifact | undefined> {
  const isInterrupted = () => interruption.reason !== undefined;
  if (!inputs.uploadArtifact || isInterrupted()) return undefined;
  const name = artifactName(inputs.commentKey);
  const attempt = Number(env['GITHUB_RUN_ATTEMPT']) > 1 ? `-attempt-${env['GITHUB_RUN_ATTEMPT']}` : '';
  const spare = `${name}-${markerOf({ ...event, ...inputs }).id.slice(0, 8)}${attempt}`;
  // The toolkit's own variable, for whoever wants to wait less.
  const longest = Math.min(LONGEST_UPLOAD_MS, Number(env['ACTIONS_ARTIFACT_UPLOAD_TIMEOUT_MS']) || LONGEST_UPLOAD_MS);
  const directory = inputs.reportDirectory;
  const work = uploadArtifact({ names: [name, spare], files, directory, env, event });
  const artifact = await interruption.inTime(interruption.within(longest, work));
  if (artifact === undefined && !isInterrupted()) {
    throw notUploaded(`GitHub has not taken them in ${longest / 1000} s`, `They are in ${directory}; the verdict stands.`);
  }
  return artifact;
}
