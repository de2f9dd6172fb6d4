import { diffArrays } from 'diff';

/** A run of changed lines of a text, without a line of context. Numbers count from 1. */
export interface Hunk {
  /**
   * First head line that the base does not have, and their number; 0 for a pure deletion, which
   * lies before `line`.
   */
  line: number;
  count: number;
  base: readonly string[];
  /** The line of the base's text at which `base` begins. */
  from: number;
  /** Present where only these sentences of one line changed: their place in the head's line. */
  within?: { start: number; end: number; base: string };
  /** The head's line, where `within` is present. */
  head?: string;
}

/**
 * Most edits of a comparison by lines, which takes time with their square. Texts that share less
 * are one run.
 */
const MOST_EDITS = 1_000;

/** Returns each run of changed lines. An absent text has no lines. */
export function changedLines(base: string | undefined, head: string | undefined): Hunk[] {
  if (base === head) return [];
  const [before, now] = [base?.split('\n') ?? [], head?.split('\n') ?? []];
  // What follows a final line break is no line of the file.
  if (before.at(-1) === '' && now.at(-1) === '') {
    before.pop();
    now.pop();
  }
  const runs = changedRuns(before, now);
  return runs.map(({ from, removed, at, added }) => {
    const hunk: Hunk = {
      line: at + 1,
      count: added,
      base: before.slice(from, from + removed),
      from: from + 1,
    };
    if (added === 1) hunk.head = now[at] ?? '';
    return hunk;
  });
}

/**
 * Splits a line that replaces one line into its runs of changed sentences. Any other hunk, and a
 * line of which every sentence changed, stays as it is.
 */
export function changedSentences(hunk: Hunk): Hunk[] {
  const { head, base, count } = hunk;
  const [old, another] = base;
  if (count !== 1 || head === undefined || old === undefined || another !== undefined)
    return [hunk];
  const [before, now] = [sentencesOfLine(old), sentencesOfLine(head)];
  const runs = changedRuns(before, now);
  const [first] = runs;
  if (first?.removed === before.length && first.added === now.length) return [hunk];
  return runs.map(({ from, removed, at, added }) => {
    const start = now.slice(0, at).join('').length;
    const end = start + now.slice(at, at + added).join('').length;
    const within = { start, end, base: before.slice(from, from + removed).join('') };
    return { ...hunk, within };
  });
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a line. Spaces between two sentences belong to the second one. */
export function sentencesOfLine(line: string): string[] {
  const found: string[] = [];
  let spaces = '';
  for (const { segment } of SENTENCES.segment(line)) {
    const text = segment.trimEnd();
    if (text === '') {
      spaces += segment;
      continue;
    }
    found.push(spaces + text);
    spaces = segment.slice(text.length);
  }
  if (spaces !== '') found.push(`${found.pop() ?? ''}${spaces}`);
  return found;
}

/** A run of items that differ: `removed` of the first list, `added` of the second. From 0. */
interface ChangedRun {
  from: number;
  removed: number;
  at: number;
  added: number;
}

function changedRuns(before: readonly string[], now: readonly string[]): ChangedRun[] {
  const changes = diffArrays([...before], [...now], { maxEditLength: MOST_EDITS });
  if (changes === undefined) return [{ from: 0, removed: before.length, at: 0, added: now.length }];
  const runs: ChangedRun[] = [];
  let [from, at] = [0, 0];
  let run: ChangedRun | undefined;
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      from += value.length;
      at += value.length;
      run = undefined;
      continue;
    }
    if (!run) {
      run = { from, removed: 0, at, added: 0 };
      runs.push(run);
    }
    if (added) {
      run.added += value.length;
      at += value.length;
    } else {
      run.removed += value.length;
      from += value.length;
    }
  }
  return runs;
}
