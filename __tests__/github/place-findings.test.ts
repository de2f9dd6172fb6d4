import { structuredPatch } from 'diff';
import fc from 'fast-check';
import { parseHunks } from '../../src/github/diff.ts';
import { placeFindings } from '../../src/github/place-findings.ts';
import type { Finding } from '../../src/github/findings.ts';

const PATH = 'prompts/a.md';
type Lines = readonly string[];

function hunksOf(base: Lines, head: Lines) {
  const text = (lines: Lines) => lines.map((line) => `${line}\n`).join('');
  const { hunks } = structuredPatch('a', 'b', text(base), text(head), '', '', { context: 3 });
  const patch = hunks.flatMap(({ newStart, lines }) => [`@@ -1,1 +${newStart} @@`, ...lines]);
  // Files may have line ends of Windows.
  return parseHunks(patch.join('\r\n'));
}

function place(finding: Partial<Finding>, base: Lines, head: Lines) {
  const found: Finding = { kind: 'cause', path: PATH, line: 2, endLine: 2, body: 'b', ...finding };
  return placeFindings([found], [{ path: PATH, hunks: hunksOf(base, head) }])[0];
}

it('every line of a hunk is a line of the head, and every suggestion restores the base', () => {
  const signs = fc.constantFrom('', '  - ', '+', '@@ -1 +1 @@', '```', '-');
  const texts = fc.array(signs, { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(texts, fc.nat(11), fc.nat(3), fc.nat(2), (given, from, removed, added) => {
      const base = given.map((sign, i) => `${sign}${i}`);
      const at = from % base.length;
      const changed = Array.from({ length: added }, (_, i) => `${given[i]}new ${i}`);
      const gone = base.slice(at, at + removed);
      const head = base.toSpliced(at, removed, ...changed);
      for (const { sign, text, line } of hunksOf(base, head).flat())
        if (sign !== '-') expect(head[line - 1]).toBe(text);
      if (added + gone.length === 0 || head.length === 0) return;
      const found = place(
        {
          line: at + 1,
          endLine: at + added,
          head: changed.join('\n'),
          suggestion: gone.join('\n'),
        },
        base,
        head,
      );
      const [, , block = ''] = /(`{3,})suggestion\n([^]*)\1$/.exec(found?.body ?? '') ?? [];
      const { first = 0, last = 0 } = found?.lines ?? {};
      const restored = block.split('\n').slice(0, -1);
      expect(head.toSpliced(first - 1, last - first + 1, ...restored)).toEqual(base);
    }),
  );
});

const BASE = ['a', 'b', 'c', 'd', 'e'];
const HEAD = ['a', 'B', 'c', 'd', 'e'];
const CASES: [what: string, finding: Partial<Finding>, line: number | undefined, text: RegExp][] = [
  ['a line that a merge moved', { line: 40, head: 'B', suggestion: 'b' }, 2, /suggestion\nb\n/],
  ['another text', { head: 'X', suggestion: 'b' }, undefined, /diff\n-X\n\+b\n/],
  ['a line that did not change', { head: 'c', suggestion: 'x' }, undefined, /diff/],
  ['another deletion', { line: 3, endLine: 2, suggestion: 'z' }, undefined, /diff\n\+z\n/],
  ['CRLF', { head: 'B', suggestion: 'b\r\nc' }, 2, /suggestion\nb\nc\n/],
  ['invisible', { head: 'B', suggestion: 'b\u202E' }, 2, /diff\n-B\n\+b\\u\{202E\}/],
  ['a fence', { head: 'B', suggestion: '````' }, 2, /\n`{5}suggestion\n````\n`{5}$/],
  ['a long text', { head: 'B', suggestion: 'x'.repeat(20_000) }, 2, /^[^]{0,11000}$/],
  ['a rule', { kind: 'rule', line: 4, endLine: 4 }, 4, /^b$/],
  ['a rule outside', { kind: 'rule', line: 400, endLine: 400 }, undefined, /^b$/],
  ['a row that was written here', { kind: 'row' }, 2, /^b$/],
];
it.each(CASES)(
  '%s has its line, or none, and its suggestion or difference',
  (_, finding, line, body) => {
    const found = place(finding, BASE, HEAD);
    expect([found?.lines?.last, found?.body]).toEqual([line, expect.stringMatching(body)]);
  },
);

it('a deletion that a merge moved is restored where it was', () => {
  const base = ['a', 'b', 'Never promise.', 'c', 'd', 'e'];
  const head = base.toSpliced(2, 1);
  for (const line of [1, 3, 4, 40]) {
    const found = place({ line, endLine: line - 1, suggestion: 'Never promise.' }, base, head);
    expect(found).toMatchObject({
      lines: { first: 2, last: 2 },
      body: expect.stringContaining('b\nNever'),
    });
  }
});

it('a row of another line is left out', () => {
  expect(place({ kind: 'row', line: 3, endLine: 3 }, BASE, HEAD)).toBeUndefined();
});
