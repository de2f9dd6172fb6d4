// Places findings on lines of the diff that GitHub accepts, with the text that restores a line.

import { visible } from '../report/blocks.ts';
import type { Finding } from './findings.ts';
import type { ChangedFile, DiffLine } from './diff.ts';

/** Lines of the head, first and last included. */
export interface LineRange {
  first: number;
  last: number;
}

/** A finding at lines that GitHub accepts. Without lines it stands on the file as a whole. */
export interface PlacedFinding {
  kind: Finding['kind'];
  path: string;
  lines?: LineRange;
  body: string;
}

/** Most comments of one run. */
const MAX_FINDINGS = 10;

/** Longest text in a suggestion or a diff, in characters. */
const MAX_BLOCK_LENGTH = 10_000;

/**
 * Places the first findings. A finding in a file that the diff lacks stands in the comment alone.
 */
export function placeFindings(findings: readonly Finding[], files: readonly ChangedFile[]) {
  const placed = findings.flatMap((finding) => {
    const file = files.find(({ path }) => path === finding.path);
    return (file && placeFinding(file.hunks, finding)) ?? [];
  });
  return placed.slice(0, MAX_FINDINGS);
}

/** Places a finding; undefined for a row on a line that this pull request did not write. */
function placeFinding(hunks: Hunks, finding: Finding): PlacedFinding | undefined {
  const { kind, path, line, body, suggestion, head = '' } = finding;
  if (suggestion === undefined) {
    const shown = headLines(hunks.flat()).find((diffLine) => diffLine.line === line);
    if (kind === 'row' && shown?.sign !== '+') return undefined;
    return { kind, path, lines: shown && singleLine(shown), body };
  }
  const change = { head: linesOf(head), base: linesOf(suggestion), line };
  const replacement = head === '' ? findDeletion(hunks, change) : findChange(hunks, change);
  const block = (replacement && suggestionBlock(replacement.restored)) ?? diffBlock(change);
  return { kind, path, lines: replacement?.lines, body: `${body}\n\n${block}` };
}

function linesOf(text: string) {
  return text === '' ? [] : text.replaceAll('\r\n', '\n').split('\n');
}

/** Lines of the head, and what a suggestion puts in their place. */
interface Replacement {
  lines: LineRange;
  restored: readonly string[];
}

interface Change {
  head: readonly string[];
  base: readonly string[];
  line: number;
}

type Hunks = ChangedFile['hunks'];

/**
 * Lists all stretches of this many neighbouring lines, each with the number of its first. Those at
 * the end of a hunk are shorter.
 */
function stretchesIn(hunks: Hunks, length: number) {
  return hunks.flatMap((hunk) =>
    hunk.map(({ line }, start) => {
      const lines = hunk.slice(start, start + length);
      return { line, lines, texts: lines.map(({ text }) => text) };
    }),
  );
}

function headLines(lines: readonly DiffLine[]) {
  return lines.filter(({ sign }) => sign !== '-');
}

/**
 * The changed lines that have this text, and of several such stretches the one nearest to `line`:
 * in a merge commit, which the run may have judged, lines have other numbers.
 */
function findChange(hunks: Hunks, { head, base, line }: Change): Replacement | undefined {
  const text = head.join('\n');
  const stretches = stretchesIn(hunks.map(headLines), head.length).filter(
    ({ lines, texts }) => texts.join('\n') === text && lines.some(({ sign }) => sign === '+'),
  );
  const nearest = nearestStretch(line, stretches);
  if (!nearest) return undefined;
  return { lines: { first: nearest.line, last: nearest.line + head.length - 1 }, restored: base };
}

/** Deleted lines are restored by a suggestion on the line before them, else on the line after. */
function findDeletion(hunks: Hunks, { base, line }: Change): Replacement | undefined {
  // Git may show another one of several equal lines as removed, so their order is ignored.
  const sorted = (texts: readonly string[]) => texts.toSorted().join('\n');
  const deleted = sorted(base);
  const stretches = stretchesIn(hunks, base.length).filter(
    ({ lines, texts }) => lines.every(({ sign }) => sign === '-') && sorted(texts) === deleted,
  );
  const nearest = nearestStretch(line, stretches);
  if (!nearest) return undefined;
  const remaining = headLines(hunks.flat());
  const before = remaining.find((diffLine) => diffLine.line === nearest.line - 1);
  if (before) return { lines: singleLine(before), restored: [before.text, ...nearest.texts] };
  // A hunk begins with lines that remain, unless its deleted lines begin the file.
  const [after] = remaining;
  return after && { lines: singleLine(after), restored: [...nearest.texts, after.text] };
}

function nearestStretch(line: number, stretches: ReturnType<typeof stretchesIn>) {
  const distances = stretches.map((stretch) => Math.abs(stretch.line - line));
  return stretches[distances.indexOf(Math.min(...distances))];
}

function singleLine({ line }: DiffLine) {
  return { first: line, last: line };
}

/** A `suggestion` block; undefined for a text that is too long, or has invisible characters. */
function suggestionBlock(lines: readonly string[]) {
  const text = lines.join('\n');
  if (visible(text) !== text || text.length > MAX_BLOCK_LENGTH) return undefined;
  return fenced(lines, 'suggestion');
}

function diffBlock({ head, base }: Change) {
  const lines = [...head.map((line) => `-${line}`), ...base.map((line) => `+${line}`)];
  const text = visible(lines.join('\n').slice(0, MAX_BLOCK_LENGTH));
  return fenced(text.split('\n'), 'diff');
}

/** A fenced block. The fence is longer than any run of backticks in the text. */
function fenced(lines: readonly string[], language: string) {
  const runs = lines.join('\n').match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return [`${fence}${language}`, ...lines, fence].join('\n');
}
