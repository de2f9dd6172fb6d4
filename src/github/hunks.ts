/**
 * Positions in the diff of a pull request: a review comment stands on added or context lines, or on
 * a file as a whole.
 */
import { fenced, visible } from '../report/formats/escape.js';

/** Lines of the head, first and last included. */
type Range = { first: number; last: number };

interface DiffFile {
  path: string;
  /** Empty if GitHub gives no patch, as for a large file. */
  hunks: readonly (readonly DiffLine[])[];
}

/** `line` is that of the head; for a removed line, the head's line that follows. */
type DiffLine = { sign: '+' | '-' | ' '; text: string; line: number };

type Sides = { base: readonly string[]; head: readonly string[] };

/** One inline comment, before its position is known. */
export type Finding = {
  /** Identifies the finding over runs, whatever its line. */
  id: string;
  path: string;
  /**
   * HTML that GitHub keeps, without a blank line. Lazy, since few of many failing rows are shown.
   */
  body: () => string;
} & (
  | ({ kind: 'attribution' } & Sides)
  /** A line of the configuration; without one, the file as a whole. */
  | { kind: 'rule'; line?: number | undefined }
  /**
   * The line of a row, which counts only if the pull request added it and it holds the words of
   * `text`.
   */
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

/**
 * Places findings, most important first, each id once. Counts parts and rules that no file of the
 * diff holds.
 */
export function place(
  findings: readonly Finding[],
  files: readonly DiffFile[],
  most: number,
): { placed: Placed[]; unplaced: number } {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const placed: Placed[] = [];
  let unplaced = 0;
  for (const finding of findings) {
    if (placed.length === most) break;
    if (placed.some(({ id }) => id === finding.id)) continue;
    const file = byPath.get(finding.path);
    const found = file && placeIn(file, finding);
    if (found) placed.push({ id: finding.id, path: finding.path, ...found });
    else if (finding.kind !== 'row') unplaced += 1;
  }
  return { placed, unplaced };
}

function placeIn(
  { hunks }: DiffFile,
  finding: Finding,
): Pick<Placed, 'lines' | 'body'> | undefined {
  if (finding.kind === 'attribution') {
    const change = changeIn(hunks, finding);
    return {
      lines: change?.lines,
      body: `${finding.body()}\n\n${restored(change?.text, finding)}`,
    };
  }
  const { kind, line = 0 } = finding;
  if (kind === 'row' && !isAdded(hunks.flat(), finding)) return undefined;
  const isInside = hunks.flat().some((one) => one.line === line && one.sign !== '-');
  return { lines: isInside ? { first: line, last: line } : undefined, body: finding.body() };
}

/**
 * A suggestion that puts the base's text in the place of the commented lines; a diff where that is
 * not possible.
 */
function restored(text: readonly string[] | undefined, { base, head }: Sides): string {
  const suggestion = text?.join('\n') ?? '';
  // A suggestion holds the text as it is, and must not hide any of it.
  if (text && visible(suggestion) === suggestion && suggestion.length <= LONGEST_BLOCK)
    return fenced(text, 'suggestion');
  const lines = [...head.map((line) => `-${line}`), ...base.map((line) => `+${line}`)];
  return fenced(visible(lines.join('\n')).slice(0, LONGEST_BLOCK).split('\n'), 'diff');
}

/**
 * The one place where these lines of the base became these lines of the head, and the text that
 * restores them there.
 */
function changeIn(
  hunks: DiffFile['hunks'],
  { base, head }: Sides,
): { lines: Range; text: string[] } | undefined {
  const placesOf = (holds: Holds) =>
    hunks.flatMap((hunk) => {
      const now = hunk.filter(({ sign }) => sign !== '-');
      const before = hunk.filter(({ sign }) => sign !== '+');
      return runs(now, head, holds).flatMap((heads) =>
        runs(before, base, holds).map((bases) => ({ now, heads, bases })),
      );
    });
  const whole = placesOf((line, text) => line === text);
  // A value of YAML is a part of its line.
  const found =
    whole.length > 0 ? whole : placesOf((line, text) => text !== '' && line.includes(text));
  if (found.length !== 1) return undefined;
  const { now, heads, bases } = found[0]!;
  const text = bases.map(textOf);
  if (heads.length > 0) return { lines: { first: heads[0]!.line, last: heads.at(-1)!.line }, text };
  // A pure deletion: the line before it carries it, else the line after it.
  const next = bases.at(-1)?.line ?? 0;
  const neighbour =
    now.find(({ line }) => line === next - 1) ?? now.find(({ line }) => line === next);
  if (!neighbour) return undefined;
  const lines = { first: neighbour.line, last: neighbour.line };
  return {
    lines,
    text: neighbour.line < next ? [neighbour.text, ...text] : [...text, neighbour.text],
  };
}

type Holds = (line: string, text: string) => boolean;

/** Every run of lines that holds these texts, indentation aside, and a change. */
function runs(side: readonly DiffLine[], texts: readonly string[], holds: Holds): DiffLine[][] {
  if (texts.length === 0) return [[]];
  return side.flatMap((_, from) => {
    const run = side.slice(from, from + texts.length);
    const isHeld = texts.every(
      (text, at) => run[at] !== undefined && holds(run[at].text.trim(), text.trim()),
    );
    return isHeld && run.some(({ sign }) => sign !== ' ') ? [run] : [];
  });
}

/** Whether the pull request added the line, and the row there holds the words of the text. */
function isAdded(
  lines: readonly DiffLine[],
  { line, text }: { line: number; text: string },
): boolean {
  const row = lines.filter(
    (one) => one.sign === '+' && one.line >= line && one.line < line + LONGEST_ROW,
  );
  return (
    row[0]?.line === line &&
    (text.match(/[\p{L}\p{N}]+/gu) ?? []).every((word) =>
      row.some((one) => one.text.includes(word)),
    )
  );
}

const textOf = ({ text }: DiffLine) => text;
