import { kindOfMode, type Tree, type TreeEntry } from '../github/files.js';

/**
 * Returns the entries in the output of `git ls-tree -r -z` (`100644 blob ID<tab>PATH`) or of
 * `git ls-files -z --stage` (`100644 ID 0<tab>PATH`).
 */
export function treeInListing(listing: string): Tree {
  const lines = listing.split('\0').filter(Boolean);
  return new Map(lines.map(entryIn));
}

/** Length of the shortest object id, that of SHA-1; no other field of a listing is as long. */
const SHORTEST_ID = 40;

function entryIn(line: string): [path: string, entry: TreeEntry] {
  const tab = line.indexOf('\t');
  const [mode = '', ...fields] = line.slice(0, tab).split(' ');
  const sha = fields.find(({ length }) => length >= SHORTEST_ID) ?? '';
  return [line.slice(tab + 1), { kind: kindOfMode(mode), sha }];
}
