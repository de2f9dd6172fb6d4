/** Files of the repository, at any ref, as JSON with base64 or raw. */
import { createHash } from 'node:crypto';
import { failures } from './github-failures.ts';
import { WEB } from './github-fixtures.ts';
import type { GitHubCall, Handler, GitHubReply } from './github-calls.ts';
import type { ChangedFile, State } from './github-state.ts';

/** Above it, GitHub sends the contents raw or as a blob only. */
const MAX_INLINE = 1024 * 1024;

export const sha = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

/** GitHub breaks base64 into lines, which a strict decoder trips over. */
const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/.{1,60}/g, '$&\n');

const rawReply = (bytes: Buffer): GitHubReply => ({
  status: 200,
  body: bytes,
  headers: { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' },
});

/** The files at `ref`, by path. */
export function filesAt(state: State, ref: string): Map<string, Buffer> {
  const prefix = `${ref.replace(/^refs\/(heads|tags)\//, '')}:`;
  const found = [...state.files].filter(([key]) => key.startsWith(prefix));
  return new Map(found.map(([key, contents]) => [key.slice(prefix.length), Buffer.from(contents)]));
}

/** Whether the state has `ref`: GitHub distinguishes a missing file from a missing commit. */
export function knowsRef(state: State, ref: string): boolean {
  const sides = state.pulls.flatMap(({ head, base }) => [head.ref, head.sha, base.ref, base.sha]);
  return ref === state.defaultBranch || sides.includes(ref) || filesAt(state, ref).size > 0;
}

/** What differs between two refs. */
export function changedFiles(state: State, base: string, head: string): ChangedFile[] {
  const before = filesAt(state, base);
  const after = filesAt(state, head);
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((filename): ChangedFile[] => {
    const [old, now] = [before.get(filename), after.get(filename)];
    if (old && now) return old.equals(now) ? [] : [{ filename, status: 'modified' }];
    return [{ filename, status: now ? 'added' : 'removed' }];
  });
}

interface Entry {
  path: string;
  type: 'file' | 'dir';
  size: number;
  sha: string;
}

/** What a file and a line of a directory have in common. */
function entryFields(call: GitHubCall, state: State, ref: string, { path, type, ...rest }: Entry) {
  const api = `${state.url}/repos/${call.repository}`;
  const self = `${api}/contents/${encodeURI(path)}?ref=${encodeURIComponent(ref)}`;
  const git = `${api}/git/${type === 'dir' ? 'trees' : 'blobs'}/${rest.sha}`;
  const html = `${WEB}/${call.repository}/${type === 'dir' ? 'tree' : 'blob'}/${ref}/${encodeURI(path)}`;
  const raw = `https://raw.githubusercontent.com/${call.repository}/${ref}/${encodeURI(path)}`;
  return {
    ...rest,
    type,
    name: path.split('/').at(-1) ?? path,
    path,
    url: self,
    git_url: git,
    html_url: html,
    download_url: type === 'dir' ? null : raw,
    _links: { self, git, html },
  };
}

/** The files and folders right below `folder`, which is '' for the root. */
function directory(files: Map<string, Buffer>, folder: string): Entry[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const entries = new Map<string, Entry>();
  for (const [path, bytes] of files) {
    if (!path.startsWith(prefix)) continue;
    const [name = '', ...below] = path.slice(prefix.length).split('/');
    const [type, size] =
      below.length > 0 ? (['dir', 0] as const) : (['file', bytes.length] as const);
    entries.set(name, { path: `${prefix}${name}`, type, size, sha: sha(bytes) });
  }
  return [...entries.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

export const contentOperations: Record<string, Handler> = {
  'repos/get-content': (call, state) => {
    const ref = call.query['ref'] ?? state.defaultBranch;
    if (!knowsRef(state, ref)) return failures.notFound(`No commit found for the ref ${ref}`);
    const path = (call.params['path'] ?? '').replace(/^\/+|\/+$/g, '');
    const files = filesAt(state, ref);
    const bytes = files.get(path);
    if (!bytes) {
      const entries = directory(files, path);
      if (entries.length === 0) return failures.notFound();
      return { status: 200, body: entries.map((entry) => entryFields(call, state, ref, entry)) };
    }
    if (call.raw) return rawReply(bytes);
    const fields = entryFields(call, state, ref, {
      path,
      type: 'file',
      size: bytes.length,
      sha: sha(bytes),
    });
    const inline = bytes.length <= MAX_INLINE;
    const contents = inline
      ? { content: base64(bytes), encoding: 'base64' }
      : { content: '', encoding: 'none' };
    return { status: 200, body: { ...fields, ...contents } };
  },
};
