/** Writes to the repository: one file of a branch, and the tree, commit and ref of a new branch. */
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

  'git/create-tree': (call, state) => {
    const { tree: entries } = call.body as {
      tree: { path: string; content?: string; mode: string }[];
    };
    const files = new Map(entries.map(({ path, content = '' }) => [path, content]));
    const sha = hash([...files]);
    state.trees.set(sha, files);
    const tree = entries.map(({ path, mode, content = '' }) => ({
      path,
      mode,
      type: 'blob',
      sha: blobSha(Buffer.from(content)),
    }));
    return {
      status: 201,
      body: {
        sha,
        url: `${state.url}/repos/${call.repository}/git/trees/${sha}`,
        tree,
        truncated: false,
      },
    };
  },

  'git/create-commit': (call, state) => {
    const {
      message,
      tree,
      parents = [],
    } = call.body as { message: string; tree: string; parents?: string[] };
    if (!state.trees.has(tree))
      return failures.validationFailed('Commit', 'Tree SHA does not exist');
    const commit: Commit = {
      sha: hash([message, tree, parents, state.nextId()]),
      message,
      tree,
      parents,
    };
    state.commits.push(commit);
    return { status: 201, body: commitFields(call, state, commit) };
  },

  'git/create-ref': (call, state) => {
    const { ref, sha } = call.body as { ref: string; sha: string };
    const branch = ref.replace(/^refs\/heads\//, '');
    const commit = state.commits.find((one) => one.sha === sha);
    if (branch === ref || !commit)
      return failures.validationFailed('Reference', 'Object does not exist');
    if (knowsRef(state, branch))
      return { status: 422, body: { message: 'Reference already exists' } };
    commit.branch = branch;
    for (const [path, content] of state.trees.get(commit.tree)!)
      state.files.set(`${branch}:${path}`, content);
    return refReply(call, state, { ref, sha, status: 201 });
  },

  'repos/create-or-update-file-contents': (call, state) => {
    const path = call.params['path'] ?? '';
    const {
      message,
      content,
      sha,
      branch = state.defaultBranch,
    } = call.body as Record<string, string> & { branch?: string };
    if (!knowsRef(state, branch)) return failures.notFound(`Branch ${branch} not found`);
    const before = filesAt(state, branch).get(path);
    if (before && sha === undefined)
      return { status: 422, body: { message: 'Invalid request.\n\n"sha" wasn\'t supplied.' } };
    if (sha !== undefined && (!before || blobSha(before) !== sha)) {
      return { status: 409, body: { message: `${path} does not match ${sha}` } };
    }
    const bytes = Buffer.from(content ?? '', 'base64');
    const parents = [tipOf(state, branch)];
    state.files.set(`${branch}:${path}`, bytes);
    const commit: Commit = {
      sha: hash([message, content, parents]),
      message: message ?? '',
      tree: hash(content),
      parents,
      branch,
    };
    state.commits.push(commit);
    const file = {
      name: path.split('/').at(-1),
      path,
      sha: blobSha(bytes),
      size: bytes.length,
      type: 'file',
    };
    return {
      status: before ? 200 : 201,
      body: { content: file, commit: commitFields(call, state, commit) },
    };
  },
};
