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
  baseLine: number;
  /** Present where only these sentences of one line changed: their place in the head's line. */
  sentences?: { start: number; end: number; base: string };
  /** The head's line; present where `count` is 1. */
  head?: string;
}

/**
 * Maximum edits of a comparison by lines, whose time grows with their square. Texts that share less
 * are one run.
 */
const MAX_EDITS = 1_000;

/** Returns each run of changed lines. An absent text has no lines. */
export function changedLines(base: string | undefined, head: string | undefined): Hunk[] {
  if (base === head) return [];
  const [baseLines, headLines] = [base?.split('\n') ?? [], head?.split('\n') ?? []];
  // The text behind a final line break is no line of the file.
  if (baseLines.at(-1) === '' && headLines.at(-1) === '') {
    baseLines.pop();
    headLines.pop();
  }
  const runs = changedRuns(baseLines, headLines);
  return runs.map(({ baseStart, removedCount, headStart, addedCount }) => {
    const hunk: Hunk = {
      line: headStart + 1,
      count: addedCount,
      base: baseLines.slice(baseStart, baseStart + removedCount),
      baseLine: baseStart + 1,
    };
    if (addedCount === 1) hunk.head = headLines[headStart] ?? '';
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
  const [baseSentences, headSentences] = [sentencesOfLine(old), sentencesOfLine(head)];
  const runs = changedRuns(baseSentences, headSentences);
  const [firstRun] = runs;
  if (
    firstRun?.removedCount === baseSentences.length &&
    firstRun.addedCount === headSentences.length
  )
    return [hunk];
  return runs.map(({ baseStart, removedCount, headStart, addedCount }) => {
    const start = headSentences.slice(0, headStart).join('').length;
    const end = start + headSentences.slice(headStart, headStart + addedCount).join('').length;
    const sentences = {
      start,
      end,
      base: baseSentences.slice(baseStart, baseStart + removedCount).join(''),
    };
    return { ...hunk, sentences };
  });
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a line. Spaces between two sentences belong to the second one. */
export function sentencesOfLine(line: string): string[] {
  const sentences: string[] = [];
  let spaces = '';
  for (const { segment } of SENTENCES.segment(line)) {
    const text = segment.trimEnd();
    if (text === '') {
      spaces += segment;
      continue;
    }
    sentences.push(spaces + text);
    spaces = segment.slice(text.length);
  }
  if (spaces !== '') sentences.push(`${sentences.pop() ?? ''}${spaces}`);
  return sentences;
}

/** Items that differ between two lists, without an equal one among them. Places count from 0. */
interface ChangedRun {
  baseStart: number;
  removedCount: number;
  headStart: number;
  addedCount: number;
}

function changedRuns(base: readonly string[], head: readonly string[]): ChangedRun[] {
  const changes = diffArrays([...base], [...head], { maxEditLength: MAX_EDITS });
  if (changes === undefined)
    return [{ baseStart: 0, removedCount: base.length, headStart: 0, addedCount: head.length }];
  const runs: ChangedRun[] = [];
  let [baseStart, headStart] = [0, 0];
  let run: ChangedRun | undefined;
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      baseStart += value.length;
      headStart += value.length;
      run = undefined;
      continue;
    }
    if (!run) {
      run = { baseStart, removedCount: 0, headStart, addedCount: 0 };
      runs.push(run);
    }
    if (added) {
      run.addedCount += value.length;
      headStart += value.length;
    } else {
      run.removedCount += value.length;
      baseStart += value.length;
    }
  }
  return runs;
}
