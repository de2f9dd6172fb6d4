/** Positions in the diff of a pull request: a review comment stands on added or context lines, or on a file as a whole. */
import { fenced, visible } from '../report/formats/escape.js';

/** Lines of the head, first and last included. */
export interface Range {
  first: number;
  last: number;
}

export interface DiffFile {
  path: string;
  /** Empty if GitHub gives no patch, as for a large file. */
  hunks: readonly (readonly DiffLine[])[];
}

interface DiffLine {
  sign: '+' | '-' | ' ';
  text: string;
  /** Line of the head; for a removed line, the head's line that follows. */
  line: number;
}

/** One inline comment, before its position is known. */
export type Finding = {
  /** Identifies the finding over runs, whatever its line. */
  id: string;
  path: string;
  /** HTML that GitHub keeps, without a blank line. Lazy, since few of many failing rows are shown. */
  body: () => string;
} & (
  | { kind: 'attribution'; base: readonly string[]; head: readonly string[] }
  /** A line of the configuration; without one, the file as a whole. */
  | { kind: 'rule'; line?: number | undefined }
  /** The line of a row, which counts only if the pull request added it and it holds the words of `text`. */
  | { kind: 'row'; line: number; text: string }
);

/** A finding at a position that GitHub accepts. Without lines it stands on the file as a whole. */
export interface Placed extends Pick<Finding, 'id' | 'path'> {
  lines?: Range | undefined;
  body: string;
}

/** Longest text in a suggestion or a diff, in characters. */
const LONGEST_BLOCK = 10_000;
/** Most lines of one row, as in a cell of a CSV file with line feeds. */
const LONGEST_ROW = 20;

const HEADER = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Reads a unified diff, as `GET /pulls/{n}/files` returns it in `patch`. */
export function hunksOf(patch = ''): DiffLine[][] {
  const hunks: DiffLine[][] = [];
  let line = 0;
  for (const text of patch.split('\n')) {
    const header = HEADER.exec(text);
    const sign = text[0];
    if (header) {
      line = Number(header[1]);
      hunks.push([]);
    } else if (sign === '+' || sign === '-' || sign === ' ') {
      hunks.at(-1)?.push({ sign, text: text.slice(1).replace(/\r$/, ''), line });
      if (sign !== '-') line += 1;
    }
  }
  return hunks;
}

/** Places findings, most important first. Counts parts and rules that no file of the diff holds; a row elsewhere is none of this change. */
export function place(findings: readonly Finding[], files: readonly DiffFile[], most: number): { placed: Placed[]; unplaced: number } {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const placed: Placed[] = [];
  let unplaced = 0;
  for (const finding of findings) {
    if (placed.length === most) break;
    const file = byPath.get(finding.path);
    const found = file && placeIn(file, finding);
    if (found) placed.push({ id: finding.id, path: finding.path, ...found });
    else if (finding.kind !== 'row') unplaced += 1;
  }
  return { placed, unplaced };
}

function placeIn(file: DiffFile, finding: Finding): Pick<Placed, 'lines' | 'body'> | undefined {
  switch (finding.kind) {
    case 'rule': {
      const { line = 0, body } = finding;
      const isInside = file.hunks.some((hunk) => headOf(hunk).some((one) => one.line === line));
      return { ...(isInside && { lines: { first: line, last: line } }), body: body() };
    }
    case 'row':
      return isAdded(file, finding) ? { lines: { first: finding.line, last: finding.line }, body: finding.body() } : undefined;
    case 'attribution': {
      const change = changeIn(file, finding);
      return { lines: change?.lines, body: `${finding.body()}\n\n${restored(change?.text, finding)}` };
    }
  }
}

/** A suggestion that puts the base's text in the place of the commented lines; a diff where that is not possible. */
function restored(text: readonly string[] | undefined, { base, head }: { base: readonly string[]; head: readonly string[] }): string {
  const suggestion = text?.join('\n');
  // A suggestion holds the text as it is, and must not hide any of it.
  const isPlain = suggestion !== undefined && visible(suggestion) === suggestion && suggestion.length <= LONGEST_BLOCK;
  if (isPlain) return fenced(text!, 'suggestion');
  const lines = [...head.map((line) => `-${line}`), ...base.map((line) => `+${line}`)];
  return fenced(visible(lines.join('\n')).slice(0, LONGEST_BLOCK).split('\n'), 'diff');
}

/** The one place where these lines of the base became these lines of the head, and the text that restores them there. */
function changeIn({ hunks }: DiffFile, { base, head }: { base: readonly string[]; head: readonly string[] }) {
  const found = hunks.flatMap((hunk) =>
    runs(headOf(hunk), head).flatMap((now) => runs(baseOf(hunk), base).map((before) => ({ hunk, now, text: before.map(textOf), before }))),
  );
  const [change] = found;
  if (!change || found.length > 1) return undefined;
  const { hunk, now, before, text } = change;
  if (now.length > 0) return { lines: { first: now[0]!.line, last: now.at(-1)!.line }, text };
  // A pure deletion: the line before it carries it, else the line after it.
  const next = before.at(-1)?.line ?? 0;
  const neighbour = headOf(hunk).find(({ line }) => line === next - 1) ?? headOf(hunk).find(({ line }) => line === next);
  if (!neighbour) return undefined;
  const lines = { first: neighbour.line, last: neighbour.line };
  return { lines, text: neighbour.line < next ? [neighbour.text, ...text] : [...text, neighbour.text] };
}

/** Every run of lines that holds these texts and a change. A text may be a part of its line, as a value of YAML is. */
function runs(side: readonly DiffLine[], texts: readonly string[]): DiffLine[][] {
  if (texts.length === 0) return [[]];
  const holds = (line: DiffLine | undefined, text: string) =>
    line !== undefined && (text.trim() === '' ? line.text.trim() === '' : line.text.includes(text.trim()));
  return side.flatMap((_, from) => {
    if (!texts.every((text, at) => holds(side[from + at], text))) return [];
    const run = side.slice(from, from + texts.length);
    return run.some(({ sign }) => sign !== ' ') ? [run] : [];
  });
}

function isAdded({ hunks }: DiffFile, { line, text }: { line: number; text: string }): boolean {
  const added = hunks.flat().filter(({ sign }) => sign === '+');
  if (!added.some((one) => one.line === line)) return false;
  const row = added.filter((one) => one.line >= line && one.line < line + LONGEST_ROW).map(textOf);
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => row.some((one) => one.includes(word)));
}

const headOf = (hunk: readonly DiffLine[]) => hunk.filter(({ sign }) => sign !== '-');
const baseOf = (hunk: readonly DiffLine[]) => hunk.filter(({ sign }) => sign !== '+');
const textOf = ({ text }: DiffLine) => text;
