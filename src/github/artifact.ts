import { GitHubError } from '../errors.ts';
import { quoted } from '../json.ts';
import type { EventContext } from './event.ts';

interface ArtifactRequest {
  /** Names on the page of the run, in the order in which they are tried: a name may be taken. */
  names: readonly [string, ...string[]];
  /** Absolute paths. */
  files: readonly string[];
  /** Absolute path of their folder. */
  directory: string;
  env: NodeJS.ProcessEnv;
  event: Pick<EventContext, 'serverUrl' | 'runUrl'>;
}

export interface Artifact {
  id: number;
  url: string | undefined;
}

const RUNTIME_VARIABLES = ['ACTIONS_RUNTIME_TOKEN', 'ACTIONS_RESULTS_URL'] as const;
/** Longest quoted reason, in characters. */
const MAX_REASON_LENGTH = 300;

export async function uploadArtifact({
  names,
  files,
  directory,
  env,
  event,
}: ArtifactRequest): Promise<Artifact> {
  const { serverUrl, runUrl } = event;
  const missing = RUNTIME_VARIABLES.filter((name) => !env[name]);
  if (missing.length > 0) {
    throw notUploadedError(
      `${missing.join(' and ')} are not set`,
      `Only a runner of GitHub Actions sets them. The files are in ${directory}.`,
    );
  }
  if (isEnterpriseServer(serverUrl)) {
    throw notUploadedError(
      'GitHub Enterprise Server does not support this kind of artifact',
      'Add a step with actions/upload-artifact@v3.',
    );
  }
  const { DefaultArtifactClient } = await import('@actions/artifact');
  const client = new DefaultArtifactClient();
  for (const name of names) {
    try {
      const { id } = await client.uploadArtifact(name, [...files], directory);
      if (id === undefined) throw new Error('GitHub returned no artifact id');
      return { id, url: runUrl && `${runUrl.replace(/\/attempts\/\d+$/, '')}/artifacts/${id}` };
    } catch (error) {
      // The other lines are advice that names other actions.
      const [firstLine = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
      const reason =
        firstLine.slice(0, MAX_REASON_LENGTH).replace(/\.$/, '') || 'the service gave no reason';
      // 409: the name is taken. The toolkit's errors hold the status in their text only.
      if (!reason.includes('(409)'))
        throw notUploadedError(
          quoted(reason),
          `The files are in ${directory}. Add a step with actions/upload-artifact to try again.`,
          error,
        );
    }
  }
  throw notUploadedError(
    `the run already has artifacts named ${names.join(' and ')}`,
    'Set a different `comment-key` for each leg of a matrix: the name of the artifact contains it.',
  );
}

export function artifactName(key: string | undefined): string {
  const fittingKey = key?.replace(/[^\w.-]+/g, '-').slice(0, 100);
  return fittingKey ? `sensitivity-report-${fittingKey}` : 'sensitivity-report';
}

export function notUploadedError(reason: string, remedy: string, cause?: unknown): GitHubError {
  return new GitHubError(`The report files were not uploaded: ${reason}.`, {
    where: "input 'upload-artifact'",
    remedy,
    cause,
  });
}

/** The toolkit's rule: GitHub hosts `.ghe.com`. */
function isEnterpriseServer(serverUrl: string): boolean {
  const host = URL.canParse(serverUrl) ? new URL(serverUrl).hostname : 'github.com';
  return host !== 'github.com' && !host.endsWith('.ghe.com') && !host.endsWith('.localhost');
}
