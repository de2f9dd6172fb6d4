/**
 * Positions in the diff of a pull request: a review comment stands on added or context lines, or on
 * a file as a whole.
 */
import { parsePatch } from 'diff';
import { fenced, visible } from '../report/formats/escape.js';

/** Lines of the head's file, and the lines of the base that restore them. */
interface RestoredLines {
  first: number;
  head: readonly string[];
  base?: readonly string[];
}

/** Lines of the head, first and last included. */
type LineRange = { first: number; last: number };

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
      restored?: RestoredLines;
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
  lines?: LineRange;
  body: string;
}

/** Longest text in a suggestion or a diff, in characters. */
const LONGEST_BLOCK = 10_000;
/** Longest start of a row's text that is searched for, in characters. */
const LONGEST_START = 1_000;
/** Most lines of one row, as in a cell of a CSV file with line feeds. */
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
      // Any other line says that the file has no newline at its end.
      if (sign !== '+' && sign !== '-' && sign !== ' ') continue;
      diff.push({ sign, text: signed.slice(1).replace(/\r$/, ''), line });
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
 * Places findings, most important first, each id once. Counts the attributions and rules whose file
 * is not in the diff.
 */
export function placeFindings(
  findings: readonly InlineComment[],
  files: readonly DiffFile[],
  most: number,
): { placed: PlacedFinding[]; unplacedCount: number } {
  const filesByPath = new Map(
    files.map(({ path, diff }) => [path, { diff, addedTexts: addedTextsIn(diff) }]),
  );
  const placed: PlacedFinding[] = [];
  let unplacedCount = 0;
  for (const finding of findings) {
    if (placed.length === most) break;
    if (placed.some(({ id }) => id === finding.id)) continue;
    const file = filesByPath.get(finding.path);
    const position = file && placeInFile(file, finding);
    if (position) placed.push({ id: finding.id, path: finding.path, ...position });
    else if (finding.kind !== 'row') unplacedCount += 1;
  }
  return { placed, unplacedCount };
}

interface FileInDiff {
  diff: readonly DiffLine[];
  /** Texts of added lines, by the number of their line. */
  addedTexts: ReadonlyMap<number, string>;
}

function addedTextsIn(diff: readonly DiffLine[]): FileInDiff['addedTexts'] {
  const addedTexts = new Map<number, string>();
  for (const { sign, line, text } of diff) if (sign === '+') addedTexts.set(line, text);
  return addedTexts;
}

function placeInFile(
  { diff, addedTexts }: FileInDiff,
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
  if (kind === 'row' && !isAddedRow(addedTexts, finding)) return undefined;
  const isInside = diff.some((diffLine) => diffLine.line === line && diffLine.sign !== '-');
  return { lines: isInside ? { first: line, last: line } : undefined, body: finding.body() };
}

/**
 * A suggestion that puts the base's text in the place of the commented lines; a diff where that is
 * not possible.
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
 * The lines in the diff, and the text that restores them there. Undefined if the diff lacks them or
 * has others at their place.
 */
function changeIn(
  diff: readonly DiffLine[],
  { first: firstLine, head, base }: RestoredLines,
): { lines: LineRange; text: readonly string[] | undefined } | undefined {
  const headLines = diff.filter(({ sign }) => sign !== '-');
  if (head.length > 0) {
    const lastLine = firstLine + head.length - 1;
    const replaced = headLines.filter(({ line }) => line >= firstLine && line <= lastLine);
    const isChanged = replaced.some(({ sign }) => sign === '+') && haveTexts(replaced, head);
    return isChanged ? { lines: { first: firstLine, last: lastLine }, text: base } : undefined;
  }
  const removed = diff.filter(({ sign, line }) => sign === '-' && line === firstLine);
  if (base === undefined || !haveTexts(removed, base)) return undefined;
  // The comment on a pure deletion is at the line before it, else at the line after it.
  const lineBefore = headLines.find(({ line }) => line === firstLine - 1);
  if (lineBefore) {
    const { line, text } = lineBefore;
    return { lines: { first: line, last: line }, text: [text, ...base] };
  }
  const lineAfter = headLines.find(({ line }) => line === firstLine);
  return (
    lineAfter && { lines: { first: firstLine, last: firstLine }, text: [...base, lineAfter.text] }
  );
}

function haveTexts(lines: readonly DiffLine[], texts: readonly string[]): boolean {
  return lines.length === texts.length && lines.every(({ text }, i) => text === texts[i]);
}

/** True if the pull request added the line, and the row there holds the words of the text. */
function isAddedRow(
  addedTexts: FileInDiff['addedTexts'],
  { line, text }: { line: number; text: string },
): boolean {
  if (!addedTexts.has(line)) return false;
  const rowLines = Array.from({ length: LONGEST_ROW }, (_, i) => addedTexts.get(line + i) ?? '');
  const words = text.slice(0, LONGEST_START).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => rowLines.some((rowLine) => rowLine.includes(word)));
}
