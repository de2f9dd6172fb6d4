/**
 * Positions in the diff of a pull request: a review comment stands on added or context lines, or on
 * a file as a whole.
 */
import { parsePatch } from 'diff';
import { fenced, visible } from '../report/formats/escape.js';

/** Lines of the head's file, and those of the base that belong in their place. */
interface Restored {
  firstLine: number;
  head: readonly string[];
  base?: readonly string[];
}

/** Lines of the head, first and last included. */
type Range = { first: number; last: number };

interface DiffFile {
  path: string;
  /** Empty if GitHub gives no patch, as for a large file. */
  diff: readonly DiffLine[];
}

/** `line` is that of the head; for a removed line, the head's line that follows. */
type DiffLine = { sign: '+' | '-' | ' '; text: string; line: number };

/** One inline comment, before its position is known. */
export type InlineComment = {
  /** Identifies the finding over runs, even if its line changes. */
  id: string;
  path: string;
  /**
   * HTML that GitHub keeps, without a blank line. Lazy, since few of many failing rows are shown.
   */
  body: () => string;
} & (
  | {
      kind: 'attribution';
      /** The changed lines, for a diff. */
      base: readonly string[];
      head: readonly string[];
      /** The lines in the head's file, and the text that restores them; absent without a line. */
      restored?: Restored;
    }
  /** A line of the configuration; without one, the file as a whole. */
  | { kind: 'rule'; line?: number }
  /**
   * The line of a row, which counts only if the pull request added it and it holds the words of
   * `text`.
   */
  | { kind: 'row'; line: number; text: string }
);

/** A finding at a position that GitHub accepts. Without lines it stands on the file as a whole. */
export interface PlacedFinding extends Pick<InlineComment, 'id' | 'path'> {
  lines?: Range;
  body: string;
}

/** Longest text in a suggestion or a diff, in characters. */
const LONGEST_BLOCK = 10_000;
/** Longest start of a row's text that is searched for, in characters. */
const LONGEST_START = 1_000;
/** Maximum number of lines of one row: a cell of a CSV file may have line feeds. */
const LONGEST_ROW = 20;

/**
 * Reads a unified diff, as `GET /pulls/{n}/files` returns it in `patch`. A large or binary file has
 * none, and one that cannot be parsed counts as none.
 */
export function patchLines(patch: string | null | undefined): DiffLine[] {
  const diff: DiffLine[] = [];
  for (const { newStart, lines } of hunksIn(patch ?? '')) {
    let line = newStart;
    for (const signed of lines) {
      const sign = signed[0];
      // A line with any other sign only says that the file has no newline at its end.
      if (sign !== '+' && sign !== '-' && sign !== ' ') continue;
      const text = signed.slice(1).replace(/\r$/, '');
      // A byte-order mark is no part of the first line.
      diff.push({ sign, text: line === 1 ? text.replace(/^\uFEFF/, '') : text, line });
      if (sign !== '-') line += 1;
    }
  }
  return diff;
}

function hunksIn(patch: string) {
  try {
    return parsePatch(patch).flatMap(({ hunks }) => hunks);
  } catch {
    return [];
  }
}

/**
 * Places findings, most important first, each id once. Counts parts and rules that no file of the
 * diff holds.
 */
export function placeFindings(
  findings: readonly InlineComment[],
  files: readonly DiffFile[],
  most: number,
): { placed: PlacedFinding[]; unplacedCount: number } {
  const byPath = new Map(files.map(({ path, diff }) => [path, { diff, added: addedIn(diff) }]));
  const placed: PlacedFinding[] = [];
  let unplacedCount = 0;
  for (const finding of findings) {
    if (placed.length === most) break;
    if (placed.some(({ id }) => id === finding.id)) continue;
    const file = byPath.get(finding.path);
    const position = file && placeIn(file, finding);
    if (position) placed.push({ id: finding.id, path: finding.path, ...position });
    else if (finding.kind !== 'row') unplacedCount += 1;
  }
  return { placed, unplacedCount };
}

interface FileInDiff {
  diff: readonly DiffLine[];
  /** Texts of added lines, by their line. */
  added: ReadonlyMap<number, string>;
}

function addedIn(diff: readonly DiffLine[]): FileInDiff['added'] {
  const added = new Map<number, string>();
  for (const { sign, line, text } of diff) if (sign === '+') added.set(line, text);
  return added;
}

function placeIn(
  { diff, added }: FileInDiff,
  finding: InlineComment,
): Pick<PlacedFinding, 'lines' | 'body'> | undefined {
  if (finding.kind === 'attribution') {
    const change = finding.restored && changeIn(diff, finding.restored);
    return {
      lines: change?.lines,
      body: `${finding.body()}\n\n${restoration(change?.text, finding)}`,
    };
  }
  const { kind, line = 0 } = finding;
  if (kind === 'row' && !isAdded(added, finding)) return undefined;
  const isInside = diff.some((one) => one.line === line && one.sign !== '-');
  return { lines: isInside ? { first: line, last: line } : undefined, body: finding.body() };
}

/**
 * Returns a suggestion that puts the base's text in the place of the commented lines, or a diff if
 * no suggestion is possible.
 */
function restoration(
  text: readonly string[] | undefined,
  { base, head }: { base: readonly string[]; head: readonly string[] },
): string {
  const suggestion = text?.join('\n') ?? '';
  // A suggestion holds the text as it is, and must not hide any of it.
  if (text && visible(suggestion) === suggestion && suggestion.length <= LONGEST_BLOCK)
    return fenced(text, 'suggestion');
  const lines = [...head.map((line) => `-${line}`), ...base.map((line) => `+${line}`)];
  return fenced(visible(lines.join('\n')).slice(0, LONGEST_BLOCK).split('\n'), 'diff');
}

/**
 * Returns the lines in the diff, and the text that restores them there. Undefined if the diff does
 * not hold them, or holds other lines at their place.
 */
function changeIn(
  diff: readonly DiffLine[],
  { firstLine: first, head, base }: Restored,
): { lines: Range; text: readonly string[] | undefined } | undefined {
  const now = diff.filter(({ sign }) => sign !== '-');
  if (head.length > 0) {
    const last = first + head.length - 1;
    const replaced = now.filter(({ line }) => line >= first && line <= last);
    const isThere = replaced.some(({ sign }) => sign === '+') && isEqual(replaced, head);
    if (!isThere) return undefined;
    // No prompt can be read from an empty file, so this is no suggestion.
    const isEmptied = base?.length === 0 && replaced.length === now.length;
    return { lines: { first, last }, text: isEmptied ? undefined : base };
  }
  if (base === undefined || !isRemovedAt(diff, first, base)) return undefined;
  // For a pure deletion, the comment stands on the line before it, or else on the line after it.
  const before = now.find(({ line }) => line === first - 1);
  if (before)
    return { lines: { first: before.line, last: before.line }, text: [before.text, ...base] };
  const after = now.find(({ line }) => line === first);
  return after && { lines: { first, last: first }, text: [...base, after.text] };
}

/**
 * True if the diff removes these lines there. Git may show another of several equal lines as the
 * removed one, so that its run begins some lines above or below.
 */
function isRemovedAt(diff: readonly DiffLine[], first: number, texts: readonly string[]): boolean {
  const removed = diff.filter(
    ({ sign, line }) => sign === '-' && Math.abs(line - first) <= texts.length,
  );
  const isThere = (text: string) => removed.some((line) => line.text === text);
  return removed.length > 0 && texts.every((text) => text.trim() === '' || isThere(text));
}

function isEqual(lines: readonly DiffLine[], texts: readonly string[]): boolean {
  return lines.length === texts.length && lines.every(({ text }, i) => text === texts[i]);
}

/** True if the pull request added the line, and the row there holds the words of the text. */
function isAdded(
  added: FileInDiff['added'],
  { line, text }: { line: number; text: string },
): boolean {
  if (!added.has(line)) return false;
  const row = Array.from({ length: LONGEST_ROW }, (_, nth) => added.get(line + nth) ?? '');
  const words = text.slice(0, LONGEST_START).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => row.some((part) => part.includes(word)));
}
