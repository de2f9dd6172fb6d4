import { quoted } from '../json.js';
import type { Client } from './client.js';
import type { EventContext } from './event.js';
import { explain, explained, failureOf, ifThere } from './request-error.js';

/** A file on a branch of its own, written by runs for later runs. The checkout is not touched. */
interface BranchFile {
  branch: string;
  file: string;
}

interface Found {
  /** Absent above 1 MB, which GitHub does not send within its answer. */
  text?: string | undefined;
  sha: string;
}

/** Most tries while other runs write at the same time. */
const MOST_TRIES = 5;
const PAUSE_MS = 250;

const placeOf = ({ branch, file }: BranchFile): string => `${quoted(file)} on the branch ${quoted(branch)}`;

/** @returns undefined if there is no such branch or file. @throws GitHubError */
export async function readBranchFile(client: Client, event: EventContext, at: BranchFile): Promise<Found | undefined> {
  return explained(`let us read ${placeOf(at)}`, event, () => find(client, event, at));
}

const UNRECORDED = 'The verdict stands, and this run is not in the record.';
const GRANT = `The input 'history' keeps its record on a branch. Give the token of the job what that needs, in the workflow file:
permissions:
  contents: write
  pull-requests: write
Where a rule protects the branch, let this workflow push to it. ${UNRECORDED}`;

const REMEDIES = {
  403: GRANT,
  // GitHub also answers 404 for what a token may not write.
  404: GRANT,
  409: `Others wrote to the branch each time that we did, or a rule protects it. ${UNRECORDED}`,
  422: `The branch cannot be written: a rule protects it, or another branch has a part of its name (\`a\` beside \`a/b\`). ${UNRECORDED}`,
};

interface BranchWrite extends BranchFile {
  message: string;
  /** Maps the present text ('' for no file) to the new one. */
  change: (text: string) => string;
}

/** Disables the client's retries: a conflict needs the file read again. */
const ONCE = { request: { retries: 0 } };

/**
 * Changes the file, and creates the branch without a parent if it is missing. Reads and changes it again if another run was faster.
 * @throws GitHubError
 */
export async function writeBranchFile(client: Client, event: EventContext, at: BranchWrite): Promise<void> {
  const { repository } = event;
  const { branch, file: path, message } = at;
  for (let nth = 1; ; nth++) {
    try {
      const found = await find(client, event, at);
      const text = at.change(found?.text ?? '');
      const ref = { ...repository, ref: `heads/${branch}` };
      const hasBranch = found !== undefined || (await ifThere(() => client.rest.git.getRef(ref))) !== undefined;
      if (hasBranch) {
        const content = Buffer.from(text).toString('base64');
        const { sha } = found ?? {};
        await client.rest.repos.createOrUpdateFileContents({ ...repository, ...ONCE, path, branch, message, content, ...(sha && { sha }) });
      } else {
        // A first commit without a parent.
        const entry = { path, mode: '100644' as const, type: 'blob' as const, content: text };
        const { data: tree } = await client.rest.git.createTree({ ...repository, tree: [entry] });
        const { data: commit } = await client.rest.git.createCommit({ ...repository, message, tree: tree.sha, parents: [] });
        await client.rest.git.createRef({ ...repository, ...ONCE, ref: `refs/heads/${branch}`, sha: commit.sha });
      }
      return;
    } catch (error) {
      const { status = 0 } = failureOf(error) ?? {};
      // 409: the file has changed; 422: the file or the branch was created meanwhile; 500 and more: it may have been written.
      const isOpen = status === 409 || status === 422 || status >= 500;
      if (!isOpen || nth === MOST_TRIES) {
        throw explain(error, { doing: `let us write ${placeOf(at)}`, remedies: REMEDIES }, event);
      }
      await new Promise((resolve) => setTimeout(resolve, nth * PAUSE_MS * (0.5 + Math.random())));
    }
  }
}

async function find(client: Client, { repository }: EventContext, { branch, file }: BranchFile): Promise<Found | undefined> {
  // The full name, since a tag may have the short one.
  const asked = { ...repository, path: file, ref: `refs/heads/${branch}` };
  const { data } = (await ifThere(() => client.rest.repos.getContent(asked))) ?? {};
  if (data === undefined || Array.isArray(data) || data.type !== 'file') return undefined;
  return { sha: data.sha, ...(data.encoding === 'base64' && { text: Buffer.from(data.content, 'base64').toString('utf8') }) };
}
