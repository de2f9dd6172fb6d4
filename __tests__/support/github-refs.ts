/** Files at the refs of the repository, and the differences between two refs. */
import type { ChangedFile, State } from './github-state.ts';

/** The files at `ref`, by path. */
export function filesAt(state: State, ref: string) {
  const prefix = `${ref.replace(/^refs\/(heads|tags)\//, '')}:`;
  const found = [...state.files].filter(([key]) => key.startsWith(prefix));
  return new Map(found.map(([key, contents]) => [key.slice(prefix.length), Buffer.from(contents)]));
}

/** The files that differ between two refs. */
export function changedFiles(state: State, base: string, head: string) {
  const before = filesAt(state, base);
  const after = filesAt(state, head);
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((filename): ChangedFile[] => {
    const [old, now] = [before.get(filename), after.get(filename)];
    if (old && now) return old.equals(now) ? [] : [{ filename, status: 'modified' }];
    return [{ filename, status: now ? 'added' : 'removed' }];
  });
}
