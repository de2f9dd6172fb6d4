// Places of findings in the diff of a pull request, and the text that restores a line.

import { visible } from '../report/blocks.ts';
import type { Finding } from '../report/findings.ts';
import type { ChangedFile, DiffLine } from './files.ts';

/** A finding at lines that GitHub accepts. Without lines it stands on the file as a whole. */
export interface PlacedFinding {
  kind: Finding['kind'];
  path: string;
  /** Lines of the head, first and last included. */
  lines?: { first: number; last: number };
  body: string;
}

/** Most comments of one run. */
const MAX_FINDINGS = 10;

/** Longest text in a suggestion or a diff, in characters. */
const MAX_BLOCK_LENGTH = 10_000;

/** Places the first findings. Without a file of the diff, only the comment shows a finding. */
export function placeFindings(
  findings: readonly Finding[],
  files: readonly ChangedFile[],
): PlacedFinding[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const placed = findings.flatMap((finding) => {
    const file = byPath.get(finding.path);
    return (file && placeIn(file, finding)) ?? [];
  });
  return placed.slice(0, MAX_FINDINGS);
}

/** Undefined for a row on a line that this pull request did not write. */
function placeIn({ hunks }: ChangedFile, finding: Finding): PlacedFinding | undefined {
  const { kind, path, line, body, suggestion } = finding;
  const placed: PlacedFinding = { kind, path, body };
  if (suggestion === undefined) {
    const shown = hunks.flat().find((diff) => diff.sign !== '-' && diff.line === line);
    if (kind === 'row' && shown?.sign !== '+') return undefined;
    if (shown) placed.lines = onlyLine(shown);
    return placed;
  }
  const [base, head] = [linesOf(suggestion), linesOf(finding.head ?? '')];
  const change = { head, base, line };
  const found = head.length > 0 ? changeIn(hunks, change) : deletionIn(hunks, change);
  if (found) placed.lines = found.lines;
  const restored = found && suggestionOf(found.restored);
  placed.body += `\n\n${restored ?? diffBlock(head, base)}`;
  return placed;
}

function linesOf(text: string) {
  return text === '' ? [] : text.replaceAll('\r\n', '\n').split('\n');
}

/** Lines of the head, and what a suggestion puts in their place. */
interface Replaced {
  lines: { first: number; last: number };
  restored: readonly string[];
}

interface Change {
  head: readonly string[];
  base: readonly string[];
  line: number;
}

type Hunks = ChangedFile['hunks'];

/**
 * The changed lines that hold this text, nearest to `line`: in a merge commit, which the run may
 * have judged, lines have other numbers.
 */
function changeIn(hunks: Hunks, { head, base, line }: Change): Replaced | undefined {
  const starts = hunks.flatMap((hunk) => {
    const shown = hunk.filter(({ sign }) => sign !== '-');
    return shown.filter((_, start) => {
      const lines = shown.slice(start, start + head.length);
      const isChanged = lines.some(({ sign }) => sign === '+');
      return isChanged && head.every((text, i) => lines[i]?.text === text);
    });
  });
  const start = nearestTo(line, starts);
  if (!start) return undefined;
  const lines = { first: start.line, last: start.line + head.length - 1 };
  return { lines, restored: base };
}

/** Deleted lines are restored by a suggestion on the line before them, else on the line after. */
function deletionIn(hunks: Hunks, { base, line }: Change): Replaced | undefined {
  const runs = hunks.flatMap((hunk) =>
    hunk.flatMap((first, start) => {
      const lines = hunk.slice(start, start + base.length);
      const isRun = lines.length === base.length && lines.every(({ sign }) => sign === '-');
      return isRun ? { line: first.line, removed: lines.map(({ text }) => text) } : [];
    }),
  );
  // Git may show another of several equal lines as the removed one.
  const inOrder = (lines: readonly string[]) => lines.toSorted().join('\n');
  const wanted = inOrder(base);
  const run = nearestTo(
    line,
    runs.filter(({ removed }) => inOrder(removed) === wanted),
  );
  if (!run) return undefined;
  const head = hunks.flat().filter(({ sign }) => sign !== '-');
  const before = head.find((kept) => kept.line === run.line - 1);
  if (before) return { lines: onlyLine(before), restored: [before.text, ...run.removed] };
  const after = head.find((kept) => kept.line === run.line);
  return after && { lines: onlyLine(after), restored: [...run.removed, after.text] };
}

function nearestTo<Placed extends { line: number }>(line: number, candidates: readonly Placed[]) {
  const distance = (candidate: Placed) => Math.abs(candidate.line - line);
  return candidates.toSorted((a, b) => distance(a) - distance(b)).at(0);
}

function onlyLine({ line }: DiffLine): Replaced['lines'] {
  return { first: line, last: line };
}

/** Undefined for a text that is too long, or holds invisible characters. */
function suggestionOf(lines: readonly string[]) {
  const text = lines.join('\n');
  if (visible(text) !== text || text.length > MAX_BLOCK_LENGTH) return undefined;
  return fenced(lines, 'suggestion');
}

function diffBlock(head: readonly string[], base: readonly string[]) {
  const lines = [...head.map((line) => `-${line}`), ...base.map((line) => `+${line}`)];
  const text = visible(lines.join('\n').slice(0, MAX_BLOCK_LENGTH));
  return fenced(text.split('\n'), 'diff');
}

/** A fence longer than any run of backticks in the text. */
function fenced(lines: readonly string[], language: string) {
  const runs = lines.flatMap((line) => line.match(/`+/g) ?? []);
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return [`${fence}${language}`, ...lines, fence].join('\n');
}
