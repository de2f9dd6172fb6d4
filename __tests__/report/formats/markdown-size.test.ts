import { renderMarkdown } from '../../../src/report/formats/markdown.ts';
import type { Results } from '../../../src/engine/results.ts';
import { parseMarkup } from '../markup.ts';
import { errorRow, leftOutRow, reportRow, resultRow, results } from '../sample-results.ts';
import { one } from '../../support/runs.ts';

const MARKER = '<!-- m -->';
const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

/** Hundreds of rows with texts that take three and four bytes a character. */
function large(rows = 60, length = 600): Results {
  const text = (i: number): string => `${i} 漢字と👩‍👩‍👧‍👦 is é <b>&`.repeat(Math.ceil(length / 20));
  const row = (i: number) =>
    resultRow({
      source: `data.jsonl:${i}`,
      original: text(i),
      test_case: `${text(i)} not`,
      actual_result: text(i),
      expected_result: text(i),
    });
  return results({
    report: [
      reportRow({
        fail_count: rows,
        pass_count: rows,
        error_count: rows,
        not_applicable_count: rows,
        pass_rate: 0.5,
      }),
    ],
    results: Array.from({ length: rows }, (_, i) => [
      row(i),
      { ...row(i), pass: true },
      errorRow('server', text(i), { source: `e:${i}` }),
    ]).flat(),
    not_applicable: Array.from({ length: rows }, (_, i) =>
      leftOutRow({ source: `l:${i}`, original: text(i) }),
    ),
    notices: Array.from({ length: 30 }, () => 'The gate was weakened. '.repeat(20)),
  });
}

describe('renderMarkdown within its limit', () => {
  const big = large();

  it.each([1_000_000, 200_000, 60_000, 20_000, 10_000, 5_000, 3_000, 1_500, 400])(
    '%d bytes',
    (maxBytes) => {
      for (const kind of one(['comment', 'summary'] as const)) {
        const text = renderMarkdown(big, { kind, maxBytes, marker: MARKER });
        expect(bytes(text)).toBeLessThanOrEqual(maxBytes);
        expect(text.startsWith(`${MARKER}\n`)).toBe(true);
        expect(text.split('\n')[1]).toMatch(
          /^<h3>❌ Sensitivity failed: the model keeps its answers in spite of a &quot;not&quot; too often/,
        );
        expect(text.isWellFormed()).toBe(true);
        parseMarkup(text.replace(MARKER, ''));
      }
    },
  );

  it('drops passing rows first, then text, then rows, then everything but the table', () => {
    const wide = large(40, 300);
    const seen = [900_000, 420_000, 400_000, 60_000, 20_000, 9_000].map((maxBytes) => {
      const text = renderMarkdown(wide, { kind: 'summary', maxBytes });
      return {
        passing: text.includes('40 rows passed'),
        all: !text.includes('more rows'),
        rows: text.includes('40 of 120 rows failed'),
        table: text.includes('<thead>'),
      };
    });
    expect(seen).toEqual([
      { passing: true, all: true, rows: true, table: true },
      { passing: false, all: true, rows: true, table: true },
      { passing: false, all: true, rows: true, table: true },
      { passing: false, all: false, rows: true, table: true },
      { passing: false, all: false, rows: true, table: true },
      { passing: false, all: true, rows: false, table: true },
    ]);
  });

  it('100 failing rows leave room for verdict, warnings, reasons and next steps in 12,000 bytes', () => {
    for (const length of [20, 2_000]) {
      const { results: rows, report, ...rest } = large(100, length);
      const gate = {
        ...rest,
        report,
        results: rows.filter(({ status, pass }) => status === 'scored' && !pass),
        warnings: ['It weakens: 1 to 0.'],
      };
      const text = renderMarkdown(gate, { kind: 'comment', maxBytes: 12_000, marker: MARKER });
      expect(bytes(text)).toBeLessThanOrEqual(12_000);
      for (const kept of [
        '<h3>❌ Sensitivity failed: the model keeps',
        '<b>It weakens:</b>',
        '<b>100 of 200</b>',
        'What to do next.',
        '100 rows in which',
        'three of them',
      ])
        expect(text).toContain(kept);
    }
  });

  it('cuts very long names rather than the table', () => {
    const name = 'add_'.repeat(2000);
    const text = renderMarkdown(
      results({ report: [reportRow({ test_type: name, category: name })], results: [] }),
      {
        kind: 'comment',
        maxBytes: 2_500,
      },
    );
    expect(bytes(text)).toBeLessThanOrEqual(2_500);
    expect(text).toContain('<table>');
    expect(text).toContain('</code>…');
  });

  it.each([0, 1, 5, 12, 20, 40, 100])('even %d bytes are kept', (maxBytes) => {
    expect(
      bytes(renderMarkdown(results(), { kind: 'comment', maxBytes, marker: MARKER })),
    ).toBeLessThanOrEqual(maxBytes);
  });
});
