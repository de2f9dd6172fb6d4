import { quoted } from '../json.ts';
import type { Client } from './client.ts';
import type { EventContext } from './event.ts';
import { explainFailure, failureOf, ifFound } from './request-error.ts';

/** A file on its own branch, which runs write for later runs. The checkout stays as it is. */
interface BranchFile {
  branch: string;
  file: string;
}

interface StoredFile {
  /** Absent for a file above 1 MB, whose content GitHub leaves out. */
  text?: string;
  sha: string;
}

/** Maximum number of attempts while other runs write at the same time. */
const MAX_ATTEMPTS = 5;
const PAUSE_MS = 250;

const placeOf = ({ branch, file }: BranchFile): string =>
  `${quoted(file)} on the branch ${quoted(branch)}`;

/**
 * @returns undefined if there is no such branch or file.
 * @throws GitHubError
 */
export async function readBranchFile(
  client: Client,
  event: EventContext,
  branchFile: BranchFile,
): Promise<StoredFile | undefined> {
  return explainFailure({ doing: `read ${placeOf(branchFile)}` }, event, () =>
    findFile(client, event, branchFile),
  );
}

const NOT_RECORDED = 'The verdict is valid; the record does not hold this run.';
const GRANT_REMEDY = `The input 'history' keeps a record on a branch. Grant the permission for it in the workflow file:
permissions:
  contents: write
  pull-requests: write
If a rule protects the branch, allow this workflow to push to it. ${NOT_RECORDED}`;

const REMEDIES = {
  403: GRANT_REMEDY,
  // GitHub also returns 404 if the token lacks the permission.
  404: GRANT_REMEDY,
  409: `Other runs wrote to the branch during every attempt, or a rule protects it. Run the job again later. ${NOT_RECORDED}`,
  422: `A rule protects the branch, or another branch has a part of its name (\`a\` beside \`a/b\`): choose another name. ${NOT_RECORDED}`,
};

interface BranchWrite extends BranchFile {
  message: string;
  /** Maps the present text ('' for no file) to the new one. */
  change: (text: string) => string;
}

/** Disables the client's retries: a conflict needs the file read again. */
const NO_RETRIES = { request: { retries: 0 } };

/**
 * Changes the file, on a new branch without a parent if there is none.
 * @throws GitHubError
 */
export async function writeBranchFile(
  client: Client,
  event: EventContext,
  branchFile: BranchWrite,
): Promise<void> {
  const purpose = { doing: `write ${placeOf(branchFile)}`, remedies: REMEDIES };
  await explainFailure(purpose, event, () =>
    retryIfOvertaken(() => changeFile(client, event, branchFile)),
  );
}

/** Tries again if another run was faster, and if the write may have succeeded without a reply. */
async function retryIfOvertaken(write: () => Promise<void>, attempt = 1): Promise<void> {
  try {
    await write();
  } catch (error) {
    const { status = 0 } = failureOf(error) ?? {};
    // 409: the file has changed. 422: another run created the file or the branch.
    const isRetryable = status === 409 || status === 422 || status >= 500;
    if (!isRetryable || attempt === MAX_ATTEMPTS) throw error;
    const pause = attempt * PAUSE_MS * (0.5 + Math.random());
    await new Promise((resolve) => setTimeout(resolve, pause));
    await retryIfOvertaken(write, attempt + 1);
  }
}

async function changeFile(
  client: Client,
  event: EventContext,
  branchFile: BranchWrite,
): Promise<void> {
  const existing = await findFile(client, event, branchFile);
  const text = branchFile.change(existing?.text ?? '');
  const ref = { ...event.repository, ref: `heads/${branchFile.branch}` };
  const hasBranch =
    existing !== undefined || (await ifFound(() => client.rest.git.getRef(ref))) !== undefined;
  if (hasBranch) await writeFile(client, event, { ...branchFile, text, sha: existing?.sha });
  else await createBranch(client, event, { ...branchFile, text });
}

/** @param newFile its `sha` is that of the file that it replaces; undefined for none */
async function writeFile(
  client: Client,
  { repository }: EventContext,
  newFile: BranchWrite & { text: string; sha: string | undefined },
): Promise<void> {
  const { branch, file: path, message, text, sha } = newFile;
  await client.rest.repos.createOrUpdateFileContents({
    ...repository,
    ...NO_RETRIES,
    path,
    branch,
    message,
    content: Buffer.from(text).toString('base64'),
    sha,
  });
}

/** Creates the branch with one commit, which has the file and no parent. */
async function createBranch(
  client: Client,
  { repository }: EventContext,
  { branch, file: path, message, text }: BranchWrite & { text: string },
): Promise<void> {
  const { git } = client.rest;
  const entry = { path, mode: '100644' as const, type: 'blob' as const, content: text };
  const { data: tree } = await git.createTree({ ...repository, tree: [entry] });
  const about = { ...repository, message, tree: tree.sha, parents: [] };
  const { data: commit } = await git.createCommit(about);
  const ref = `refs/heads/${branch}`;
  await git.createRef({ ...repository, ...NO_RETRIES, ref, sha: commit.sha });
}

async function findFile(
  client: Client,
  { repository }: EventContext,
  { branch, file }: BranchFile,
): Promise<StoredFile | undefined> {
  // Use the full name, since a tag may have the short one.
  const request = { ...repository, path: file, ref: `refs/heads/${branch}` };
  const { data } = (await ifFound(() => client.rest.repos.getContent(request))) ?? {};
  if (data === undefined || Array.isArray(data) || data.type !== 'file') return undefined;
  return {
    sha: data.sha,
    text:
      data.encoding === 'base64' ? Buffer.from(data.content, 'base64').toString('utf8') : undefined,
  };
}
