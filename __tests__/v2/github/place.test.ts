import { structuredPatch } from 'diff';
import fc from 'fast-check';
import { hunksIn } from '../../../src/v2/github/files.ts';
import { placeFindings } from '../../../src/v2/github/place.ts';
import type { Finding } from '../../../src/v2/report/shown.ts';

const PATH = 'prompts/a.md';

function patchOf(base: readonly string[], head: readonly string[]): string {
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
  const { hunks } = structuredPatch('a', 'b', text(base), text(head), '', '', { context: 3 });
  return hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) =>
      [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines].join('\n'),
    )
    .join('\n');
}

const place = (finding: Partial<Finding>, base: readonly string[], head: readonly string[]) => {
  const found: Finding = { kind: 'cause', path: PATH, line: 1, endLine: 1, body: 'b', ...finding };
  return placeFindings([found], [{ path: PATH, hunks: hunksIn(patchOf(base, head)) }]).placed[0];
};

const words = fc.constantFrom<string>(
  'Be kind.',
  'Be kind!',
  '',
  '  - x',
  '+y',
  '@@ -1 +1 @@',
  '```',
);
const texts = fc.array(words, { minLength: 1, maxLength: 12 });

it('every line of a hunk is a line of the head, whatever the lines hold', () => {
  fc.assert(
    fc.property(texts, texts, (base, head) => {
      for (const { sign, text, line } of hunksIn(patchOf(base, head)).flat())
        if (sign !== '-') expect(head[line - 1]).toBe(text);
    }),
  );
});

it('a suggestion, applied to its lines, restores the base', () => {
  fc.assert(
    fc.property(texts, fc.nat(11), fc.nat(3), texts, (base, from, count, added) => {
      const at = Math.min(from, base.length - 1);
      const removed = base.slice(at, at + count);
      const changed = added.slice(0, 2);
      const head = base.toSpliced(at, removed.length, ...changed);
      const found = place(
        {
          line: at + 1,
          endLine: at + changed.length,
          head: changed.join('\n'),
          suggestion: removed.join('\n'),
        },
        base,
        head,
      );
      const block = /(`{3,})suggestion\n([^]*)\1$/.exec(found?.body ?? '')?.[2];
      // A text of one empty line cannot be told from no text.
      if (!found?.lines || block === undefined || removed.join('') === '') return;
      if (changed.join('') === '' && changed.length > 0) return;
      const { first, last } = found.lines;
      const restored = head.toSpliced(
        first - 1,
        last - first + 1,
        ...block.split('\n').slice(0, -1),
      );
      const sameElsewhere = restored.join('\n') === base.join('\n');
      const isElsewhere = first !== at + 1 && changed.length > 0;
      expect(sameElsewhere || isElsewhere || removed.length === 0).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

const BASE = ['a', 'b', 'c', 'd', 'e'];
const HEAD = ['a', 'B', 'c', 'd', 'e'];
const CASES: [string, Partial<Finding>, number | undefined, RegExp][] = [
  ['the line', { line: 2, head: 'B', suggestion: 'b' }, 2, /suggestion\nb\n/],
  ['a line that a merge moved', { line: 40, head: 'B', suggestion: 'b' }, 2, /suggestion\nb\n/],
  ['another text', { line: 2, head: 'X', suggestion: 'b' }, undefined, /diff\n-X\n\+b\n/],
  ['a line that did not change', { line: 3, head: 'c', suggestion: 'x' }, undefined, /diff/],
  ['another deletion', { line: 3, endLine: 2, suggestion: 'z' }, undefined, /diff\n\+z\n/],
  ['CRLF', { line: 2, head: 'B', suggestion: 'b\r\nc' }, 2, /suggestion\nb\nc\n/],
  ['invisible', { line: 2, head: 'B', suggestion: 'b\u202E' }, 2, /diff\n-B\n\+b\\u\{202E\}/],
  ['a fence', { line: 2, head: 'B', suggestion: '````' }, 2, /\n`{5}suggestion\n````\n`{5}$/],
  ['a long text', { line: 2, head: 'B', suggestion: 'x'.repeat(20_000) }, 2, /diff/],
  ['a rule', { kind: 'rule', line: 4, endLine: 4 }, 4, /^b$/],
  ['a rule outside', { kind: 'rule', line: 400, endLine: 400 }, undefined, /^b$/],
];
it.each(CASES)('%s', (_, finding, line, body) => {
  const found = place(finding, BASE, HEAD);
  expect(found?.lines?.last).toBe(line);
  expect(found?.body).toMatch(body);
  expect(found?.body.length).toBeLessThan(11_000);
});

it('a row counts on a line that this pull request wrote', () => {
  expect(place({ kind: 'row', line: 2, endLine: 2 }, BASE, HEAD)?.lines?.last).toBe(2);
  expect(place({ kind: 'row', line: 3, endLine: 3 }, BASE, HEAD)).toBeUndefined();
});
