/**
 * Positions in the diff of a pull request: a review comment stands on added or context lines, or on
 * a file as a whole.
 */
import { fenced, visible } from '../report/formats/escape.js';

/** Lines of the head, first and last included. */
type Range = { first: number; last: number };

export interface DiffFile {
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
/** Longest start of a row's text that is searched for, in characters. */
const LONGEST_START = 1_000;
/** Most lines of a part that is searched for; a longer one stands on its file. */
const LONGEST_PART = 200;
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
  const byPath = new Map(files.map((file) => [file.path, { ...file, byLine: linesOf(file) }]));
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

type Lines = ReadonlyMap<number, readonly DiffLine[]>;

const linesOf = ({ hunks }: DiffFile): Lines => Map.groupBy(hunks.flat(), ({ line }) => line);

function placeIn(
  { hunks, byLine }: DiffFile & { byLine: Lines },
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
  if (kind === 'row' && !isAdded(byLine, finding)) return undefined;
  const isInside = (byLine.get(line) ?? []).some(({ sign }) => sign !== '-');
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
  sides: Sides,
): { lines: Range; text: string[] } | undefined {
  if (Math.max(sides.base.length, sides.head.length) > LONGEST_PART) return undefined;
  const whole = changesIn(hunks, sides, (line, text) => line === text);
  // A value of YAML is a part of its line.
  const found =
    whole.length > 0
      ? whole
      : changesIn(hunks, sides, (line, text) => text !== '' && line.includes(text));
  const [only] = found;
  if (only === undefined || found.length > 1) return undefined;
  const { now, heads, bases } = only;
  const text = bases.map(textOf);
  const [first, last] = [heads.at(0), heads.at(-1)];
  if (first && last) return { lines: { first: first.line, last: last.line }, text };
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

interface Change {
  /** The lines of the hunk in the head. */
  now: readonly DiffLine[];
  heads: readonly DiffLine[];
  bases: readonly DiffLine[];
}

/** Finds places of a change, and stops at the second one: only a single place is of use. */
function changesIn(hunks: DiffFile['hunks'], { base, head }: Sides, holds: Holds): Change[] {
  const found: Change[] = [];
  for (const hunk of hunks) {
    const now = hunk.filter(({ sign }) => sign !== '-');
    const before = hunk.filter(({ sign }) => sign !== '+');
    const allBases = runs(before, base, holds);
    for (const heads of runs(now, head, holds))
      for (const bases of allBases) found.push({ now, heads, bases });
    if (found.length > 1) break;
  }
  return found;
}

type Holds = (line: string, text: string) => boolean;

/** The first two runs of lines that hold these texts, indentation aside, and a change. */
function runs(side: readonly DiffLine[], texts: readonly string[], holds: Holds): DiffLine[][] {
  if (texts.length === 0) return [[]];
  const lines = side.map(({ text }) => text.trim());
  const wanted = texts.map((text) => text.trim());
  const found: DiffLine[][] = [];
  for (let from = 0; from + wanted.length <= lines.length && found.length < 2; from += 1) {
    if (!wanted.every((text, at) => holds(lines[from + at] ?? '', text))) continue;
    const run = side.slice(from, from + wanted.length);
    if (run.some(({ sign }) => sign !== ' ')) found.push(run);
  }
  return found;
}

/** Whether the pull request added the line, and the row there holds the words of the text. */
function isAdded(byLine: Lines, { line, text }: { line: number; text: string }): boolean {
  const row = Array.from({ length: LONGEST_ROW }, (_, nth) => byLine.get(line + nth) ?? [])
    .flat()
    .filter(({ sign }) => sign === '+');
  return (
    row[0]?.line === line &&
    (text.slice(0, LONGEST_START).match(/[\p{L}\p{N}]+/gu) ?? []).every((word) =>
      row.some((one) => one.text.includes(word)),
    )
  );
}

const textOf = ({ text }: DiffLine) => text;
