/** Refs, trees and commits of the repository. */
import { createHash } from 'node:crypto';
import { filesAt, knowsRef, sha as blobSha } from './github-content-operations.ts';
import { failures } from './github-failures.ts';
import { nodeId, WEB } from './github-fixtures.ts';
import type { GitHubCall, Handler, GitHubReply } from './github-calls.ts';
import { timestamp, type Commit, type State } from './github-state.ts';

const hash = (value: unknown): string =>
  createHash('sha1').update(JSON.stringify(value)).digest('hex');
const author = {
  name: 'github-actions[bot]',
  email: '41898282+github-actions[bot]@users.noreply.github.com',
};

function commitFields(call: GitHubCall, state: State, { sha, message, tree, parents }: Commit) {
  const api = `${state.url}/repos/${call.repository}/git`;
  const at = { ...author, date: timestamp() };
  const html_url = `${WEB}/${call.repository}/commit/${sha}`;
  return {
    sha,
    node_id: nodeId('Commit', state.nextId()),
    url: `${api}/commits/${sha}`,
    html_url,
    author: at,
    committer: at,
    message,
    tree: { sha: tree, url: `${api}/trees/${tree}` },
    parents: parents.map((parent) => ({
      sha: parent,
      url: `${api}/commits/${parent}`,
      html_url: `${WEB}/${call.repository}/commit/${parent}`,
    })),
    verification: {
      verified: false,
      reason: 'unsigned',
      signature: null,
      payload: null,
      verified_at: null,
    },
  };
}

function refReply(
  call: GitHubCall,
  state: State,
  { ref, sha, status }: { ref: string; sha: string; status: number },
): GitHubReply {
  const api = `${state.url}/repos/${call.repository}/git`;
  const object = { type: 'commit', sha, url: `${api}/commits/${sha}` };
  return {
    status,
    body: { ref, node_id: nodeId('Ref', state.nextId()), url: `${api}/${ref}`, object },
  };
}

/** The tip of a branch, an arbitrary one if the server has no commit of it. */
const tipOf = (state: State, branch: string): string =>
  state.commits.findLast((one) => one.branch === branch)?.sha ?? hash(branch);

export const gitOperations: Record<string, Handler> = {
  'git/get-ref': (call, state) => {
    const ref = call.params['ref'] ?? '';
    const branch = ref.replace(/^heads\//, '');
    if (branch === ref || !knowsRef(state, branch)) return failures.notFound();
    return refReply(call, state, { ref: `refs/${ref}`, sha: tipOf(state, branch), status: 200 });
  },

  'git/get-tree': (call, state) => {
    const ref = call.params['tree_sha'] ?? '';
    const named = ref === 'HEAD' ? state.defaultBranch : ref;
    const others = state.treeEntries.get(named) ?? [];
    if (!knowsRef(state, named)) return failures.notFound();
    const links = new Set(others.map(({ path }) => path));
    const blobs = [...filesAt(state, named)].flatMap(([path, bytes]) =>
      links.has(path)
        ? []
        : [{ path, mode: '100644', type: 'blob', sha: blobSha(bytes), size: bytes.length }],
    );
    const url = `${state.url}/repos/${call.repository}/git/trees/${ref}`;
    return {
      status: 200,
      body: {
        sha: hash([named]),
        url,
        tree: [...blobs, ...others],
        truncated: state.truncated.has(named),
      },
    };
  },

  'git/get-commit': (call, state) => {
    const commit = state.commits.find(({ sha }) => sha === call.params['commit_sha']);
    return commit ? { status: 200, body: commitFields(call, state, commit) } : failures.notFound();
  },
};
