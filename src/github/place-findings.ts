/**
 * Places findings in the diff of a pull request: a review comment stands on added or context lines,
 * or on a file as a whole.
 */
import { parsePatch } from 'diff';
import { fenced, visible } from '../report/formats/escape.ts';

/** Something that a review says, before its lines in the diff are known. */
export type Finding = PartFinding | RuleFinding | RowFinding;

interface FindingText {
  /** Identifies the finding over runs, even if its line changes. */
  id: string;
  path: string;
  /**
   * HTML that GitHub keeps, without a blank line. Lazy, since few of many failing rows are shown.
   */
  body: () => string;
}

/** A part of the change that broke rows. */
interface PartFinding extends FindingText {
  kind: 'attribution';
  /** The changed lines, for a diff. */
  base: readonly string[];
  head: readonly string[];
  /** The lines in the head's file, and the text that restores them; for a prompt file. */
  restored?: RestoredLines;
  /** The line of a key of the configuration. */
  line?: number;
}

/** A changed rule. Without a line, it stands on the file as a whole. */
interface RuleFinding extends FindingText {
  kind: 'rule';
  line?: number | undefined;
}

/** A failing row. It is shown if the pull request added its line, with the words of `text`. */
interface RowFinding extends FindingText {
  kind: 'row';
  line: number;
  text: string;
}

/** Lines of the head's file, and those of the base that belong in their place. */
export interface RestoredLines {
  /** Number of the first line, from 1. */
  firstLine: number;
  head: readonly string[];
  base: readonly string[];
}

/** Lines of the head, first and last included. */
interface LineRange {
  first: number;
  last: number;
}

/** A finding at lines that GitHub accepts. Without lines it stands on the file as a whole. */
export interface PlacedFinding extends Pick<Finding, 'id' | 'path'> {
  lines?: LineRange | undefined;
  body: string;
}

interface FileDiff {
  path: string;
  /** Empty if GitHub gives no patch, as for a large file. */
  diff: readonly DiffLine[];
}

/** `line` is that of the head; for a removed line, the head's line that follows. */
interface DiffLine {
  sign: '+' | '-' | ' ';
  text: string;
  line: number;
}

/** Longest text in a suggestion or a diff, in characters. */
const MAX_BLOCK_LENGTH = 10_000;
/** Longest start of a row's text that is searched for, in characters. */
const MAX_SEARCHED_LENGTH = 1_000;
/** Maximum number of lines of one row: a cell of a CSV file may have line feeds. */
const MAX_LINES_OF_ROW = 20;

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
  findings: readonly Finding[],
  files: readonly FileDiff[],
  maxCount: number,
): { placed: PlacedFinding[]; unplacedCount: number } {
  const filesByPath = new Map(files.map(({ path, diff }) => [path, indexByLine(diff)]));
  const placed: PlacedFinding[] = [];
  let unplacedCount = 0;
  for (const finding of findings) {
    if (placed.length === maxCount) break;
    if (placed.some(({ id }) => id === finding.id)) continue;
    const file = filesByPath.get(finding.path);
    const placedFinding = file && placeIn(file, finding);
    if (placedFinding) placed.push(placedFinding);
    else if (finding.kind !== 'row') unplacedCount += 1;
  }
  return { placed, unplacedCount };
}

/** The lines of a file that its diff shows. */
interface ShownLines {
  /** Added and context lines, by their line in the head. */
  head: ReadonlyMap<number, DiffLine>;
  removed: readonly DiffLine[];
}

function indexByLine(diff: readonly DiffLine[]): ShownLines {
  const head = new Map<number, DiffLine>();
  const removed: DiffLine[] = [];
  for (const shown of diff) {
    if (shown.sign === '-') removed.push(shown);
    else head.set(shown.line, shown);
  }
  return { head, removed };
}

/** Returns undefined for a row that the pull request did not add. */
function placeIn(file: ShownLines, finding: Finding): PlacedFinding | undefined {
  const { id, path } = finding;
  if (finding.kind === 'row' && !isAddedRow(file, finding)) return undefined;
  const shown = finding.line === undefined ? undefined : file.head.get(finding.line);
  const lines = shown && lineOf(shown);
  if (finding.kind !== 'attribution') return { id, path, lines, body: finding.body() };
  const change = finding.restored && changeIn(file, finding.restored);
  const body = `${finding.body()}\n\n${restoringBlock(change?.suggestion, finding)}`;
  return { id, path, lines: change?.lines ?? lines, body };
}

/**
 * Returns a suggestion that puts the base's text in the place of the commented lines, or a diff if
 * no suggestion is possible.
 */
function restoringBlock(
  suggestion: readonly string[] | undefined,
  { base, head }: Pick<PartFinding, 'base' | 'head'>,
): string {
  const text = suggestion?.join('\n') ?? '';
  // A suggestion holds the text as it is, and must not hide any of it.
  if (suggestion && visible(text) === text && text.length <= MAX_BLOCK_LENGTH)
    return fenced(suggestion, 'suggestion');
  const lines = [...head.map((line) => `-${line}`), ...base.map((line) => `+${line}`)];
  return fenced(visible(lines.join('\n')).slice(0, MAX_BLOCK_LENGTH).split('\n'), 'diff');
}

interface ChangeInDiff {
  lines: LineRange;
  /** The text that restores the base in place of these lines; absent if no text does. */
  suggestion?: readonly string[] | undefined;
}

/** Returns undefined if the diff does not hold the change, or holds other lines at its place. */
function changeIn(file: ShownLines, restored: RestoredLines): ChangeInDiff | undefined {
  return restored.head.length > 0 ? replacementIn(file, restored) : deletionIn(file, restored);
}

function replacementIn(
  file: ShownLines,
  { firstLine: first, head, base }: RestoredLines,
): ChangeInDiff | undefined {
  const shown = head.map((_, i) => file.head.get(first + i));
  const isChanged = shown.some((line) => line?.sign === '+');
  if (!isChanged || shown.some((line, i) => line?.text !== head[i])) return undefined;
  // No prompt can be read from an empty file, so this is no suggestion.
  const isEmptied = base.length === 0 && file.head.size === head.length;
  const lines = { first, last: first + head.length - 1 };
  return { lines, suggestion: isEmptied ? undefined : base };
}

/** The comment on deleted lines stands on the line before them, or else on the line after them. */
function deletionIn(
  file: ShownLines,
  { firstLine, base }: RestoredLines,
): ChangeInDiff | undefined {
  if (!isRemovedAt(file, firstLine, base)) return undefined;
  const before = file.head.get(firstLine - 1);
  const after = file.head.get(firstLine);
  if (before) return { lines: lineOf(before), suggestion: [before.text, ...base] };
  return after && { lines: lineOf(after), suggestion: [...base, after.text] };
}

function lineOf({ line }: DiffLine): LineRange {
  return { first: line, last: line };
}

/**
 * True if the diff removes these lines there. Git may show another of several equal lines as the
 * removed one, so that its run begins some lines above or below.
 */
function isRemovedAt(
  { removed }: ShownLines,
  firstLine: number,
  texts: readonly string[],
): boolean {
  const nearby = removed.filter(({ line }) => Math.abs(line - firstLine) <= texts.length);
  const isRemoved = (text: string) => nearby.some((line) => line.text === text);
  return nearby.length > 0 && texts.every((text) => text.trim() === '' || isRemoved(text));
}

/** True if the pull request added the line, and the row there holds the words of the text. */
function isAddedRow({ head }: ShownLines, { line, text }: RowFinding): boolean {
  const addedText = (number: number) => {
    const shown = head.get(number);
    return shown?.sign === '+' ? shown.text : undefined;
  };
  if (addedText(line) === undefined) return false;
  const row = Array.from({ length: MAX_LINES_OF_ROW }, (_, nth) => addedText(line + nth) ?? '');
  const words = text.slice(0, MAX_SEARCHED_LENGTH).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => row.some((rowLine) => rowLine.includes(word)));
}
