import { quoted } from '../json.js';
import type { Client } from './client.js';
import type { EventContext } from './event.js';
import { explain, explained } from './explain.js';
import { failureOf, ifThere } from './failure.js';

/** One file on a branch of its own: what runs leave for later ones. Nothing of the checkout is touched. */
export interface BranchFile {
  branch: string;
  file: string;
}

interface Found {
  /** Absent where GitHub does not send it within its answer: above 1 MB. */
  text?: string | undefined;
  sha: string;
}

/** Runs that end at the same time meet here; more than so many in a row do not. */
const MOST_TRIES = 5;
const PAUSE_MS = 250;

/** @returns undefined where there is no such branch or file. @throws GitHubError where GitHub does not answer. */
export async function readBranchFile(client: Client, event: EventContext, at: BranchFile): Promise<Found | undefined> {
  return explained(`let us read ${placeOf(at)}`, event, () => find(client, event, at));
}

const placeOf = ({ branch, file }: BranchFile): string => `${quoted(file)} on the branch ${quoted(branch)}`;

const UNRECORDED = 'The verdict stands, and this run is not in the record.';
const GRANT = `The input 'history' keeps its record on a branch. Give the token of the job what that needs, in the workflow file:
permissions:
  contents: write
  pull-requests: write
Where a rule protects the branch, let this workflow push to it. ${UNRECORDED}`;

const REMEDIES = {
  403: GRANT,
  // Of what a token may not write GitHub also says that it is not there.
  404: GRANT,
  409: `Others wrote to the branch each time that we did, or a rule protects it. ${UNRECORDED}`,
  422: `The branch cannot be written: a rule protects it, or another branch has a part of its name (\`a\` beside \`a/b\`). ${UNRECORDED}`,
};

export interface BranchWrite extends BranchFile {
  message: string;
  /** From the text that is there, '' where there is none, to the one to be written. */
  change: (text: string) => string;
}

/**
 * Writes the file, on top of what is there at that moment: where another run was faster, it is read and changed anew. A branch that is not
 * there begins with this file and without a parent. @throws GitHubError.
 */
export async function writeBranchFile(client: Client, event: EventContext, { change, ...at }: BranchWrite): Promise<void> {
  for (let nth = 1; ; nth++) {
    try {
      const found = await find(client, event, at);
      const text = change(found?.text ?? '');
      if (found === undefined && !(await isThere(client, event, at))) await begin(client, event, { ...at, text });
      else await put(client, event, { ...at, text, sha: found?.sha });
      return;
    } catch (error) {
      const { status = 0 } = failureOf(error) ?? {};
      // 409: the file is another by now; 422: it is there by now, or the branch is; 500 and more: it may have been written.
      const isOpen = status === 409 || status === 422 || status >= 500;
      if (!isOpen || nth === MOST_TRIES) {
        throw explain(error, { doing: `let us write ${placeOf(at)}`, remedies: REMEDIES }, event);
      }
      await new Promise((resolve) => setTimeout(resolve, nth * PAUSE_MS * (0.5 + Math.random())));
    }
  }
}

async function find(client: Client, { repository }: EventContext, { branch, file }: BranchFile): Promise<Found | undefined> {
  // By its full name: a tag of the same name is another thing.
  const asked = { ...repository, path: file, ref: `refs/heads/${branch}` };
  const { data } = (await ifThere(() => client.rest.repos.getContent(asked))) ?? {};
  if (data === undefined || Array.isArray(data) || data.type !== 'file') return undefined;
  return { sha: data.sha, ...(data.encoding === 'base64' && { text: Buffer.from(data.content, 'base64').toString('utf8') }) };
}

async function isThere(client: Client, { repository }: EventContext, { branch }: BranchFile): Promise<boolean> {
  return (await ifThere(() => client.rest.git.getRef({ ...repository, ref: `heads/${branch}` }))) !== undefined;
}

interface Text extends BranchFile {
  message: string;
  text: string;
}

/** A conflict is ours to look at: the client by itself would send again what GitHub has just refused. */
const ONCE = { request: { retries: 0 } };

async function put(
  client: Client,
  { repository }: EventContext,
  { branch, file, message, text, sha }: Text & { sha: string | undefined },
): Promise<void> {
  const content = Buffer.from(text).toString('base64');
  await client.rest.repos.createOrUpdateFileContents({ ...repository, ...ONCE, path: file, branch, message, content, ...(sha && { sha }) });
}

/** A branch with one commit that has no parent: nothing of the repository's own history is in it. */
async function begin(client: Client, { repository }: EventContext, { branch, file, message, text }: Text): Promise<void> {
  const entry = { path: file, mode: '100644' as const, type: 'blob' as const, content: text };
  const { data: tree } = await client.rest.git.createTree({ ...repository, tree: [entry] });
  const { data: commit } = await client.rest.git.createCommit({ ...repository, message, tree: tree.sha, parents: [] });
  await client.rest.git.createRef({ ...repository, ...ONCE, ref: `refs/heads/${branch}`, sha: commit.sha });
}
