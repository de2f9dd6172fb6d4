import { renderHtml } from '../whole.ts';
import { readPage, wordsOn } from '../page.ts';
import { renderJUnit } from '../../../src/report/formats/junit.ts';
import { renderMarkdown, type MarkdownOptions } from '../../../src/report/formats/markdown.ts';
import { renderTerminal } from '../../../src/report/formats/terminal.ts';
import {
  baseline,
  comparedRow,
  errorRow,
  everything,
  realistic,
  reportRow,
  resultRow,
  results,
} from '../sample-results.ts';

const comment: MarkdownOptions = { kind: 'comment', maxBytes: 60_000 };
const summary: MarkdownOptions = { kind: 'summary', maxBytes: 1_000_000 };
const plain = { columns: 100, color: false };

const at = (line: number) => ({ source: `a.jsonl:${line}` });
const compared = results({
  report: [
    reportRow({
      pass_count: 2,
      fail_count: 2,
      error_count: 1,
      pass_rate: 0.5,
      baseline: baseline({ paired_count: 4, pass_rate: 0.5, broken: 1, fixed: 1 }),
    }),
    reportRow({ test_type: 'b' }),
  ],
  results: [
    comparedRow('failed', at(1)),
    comparedRow('broken', at(2)),
    comparedRow('fixed', at(3)),
    comparedRow('passed', at(4)),
    errorRow('timeout', 'None.', at(5)),
  ],
});

describe('a baseline in the summary and the comment', () => {
  it('is a fourth column, by the name of its branch', () => {
    const text = renderMarkdown(compared, comment).replaceAll('<wbr>', '');
    expect(text).toContain(
      '<th>test</th><th>result</th><th>needed</th><th>change from the base</th></tr>',
    );
    expect(text).toContain(
      '<td align="right"><b>50%</b></td><td align="right">70%</td><td align="right">none</td>',
    );
    expect(text).toContain(
      '<td align="right"><b>33%</b></td><td align="right">70%</td><td align="right">—</td>',
    );
    expect(renderMarkdown(compared, { ...comment, base: 'main' })).toContain(
      '<th>change from main</th></tr>',
    );
    expect(renderMarkdown(realistic(), comment)).not.toContain('the base');
  });

  it('lists broken rows first, then the others that failed, then fixed ones, each row once', () => {
    for (const options of [comment, summary]) {
      const text = renderMarkdown(compared, options);
      const lists = Array.from(text.matchAll(/<summary>(.*?)<\/summary>/g), ([, what]) => what);
      expect(lists).toEqual([
        'reads negation: 1 row broken (passed in the base, failed now)',
        'reads negation: 1 other row failed, 1 row in error',
        'reads negation: 1 row fixed (failed in the base, passed now)',
        ...(options.kind === 'summary' ? ['reads negation: 1 other row passed'] : []),
        'How sure is this?',
      ]);
      for (const line of [1, 2, 3, 5])
        expect(text.match(new RegExp(`<code>a\\.jsonl:${line}<`, 'g'))).toHaveLength(1);
    }
  });

  it("shows the baseline's answers beside the present ones, in these two lists alone", () => {
    const text = renderMarkdown(compared, comment);
    expect(text.match(/<th>in the base<\/th>/g)).toHaveLength(2);
    expect(text).toContain('<td>Yes.</td><td>Yes, it is.</td></tr>');
    expect(text).toContain('<td>Yes.</td><td>No, it is smaller.</td></tr>');
    expect(text.match(/colspan="3"/g)).toHaveLength(2);
  });

  it('counts fixed rows where there is no room to list them, and keeps broken ones longer', () => {
    const long = 'The moon is smaller than the earth. '.repeat(20);
    const rows = Array.from({ length: 60 }, (_, i) =>
      comparedRow(i % 2 ? 'broken' : 'fixed', {
        original: long,
        test_case: `${long} not`,
        ...at(i),
      }),
    );
    const text = renderMarkdown(
      results({ report: [reportRow({ baseline: baseline() })], results: rows }),
      {
        ...comment,
        maxBytes: 14_000,
      },
    );
    expect(text).toContain('<p>reads negation: 30 rows fixed (failed in the base, passed now)</p>');
    expect(text).toContain('<summary>reads negation: 30 rows broken');
  });

  it('hides no row of a report that has no baseline to compare it with', () => {
    const text = renderMarkdown(results({ results: [comparedRow('broken', at(1))] }), comment);
    expect(text).toContain('1 of 3 rows failed');
    expect(text).toContain('a.jsonl:1');
  });
});

describe('a baseline elsewhere', () => {
  it('HTML: the rate of the base, and broken rows before all others', () => {
    const html = renderHtml(compared, { base: 'main' });
    expect(wordsOn(html)).toContain('On main it was 2 of 4: 1 broken since, 1 fixed.');
    const { rows } = readPage(html);
    expect(rows.map(({ group, source, arms }) => [group, source, arms[1]!.before])).toEqual([
      ['broken', 'a.jsonl:2', 'No, it is smaller.'],
      ['fail', 'a.jsonl:1', 'Yes.'],
      ['error', 'a.jsonl:5', undefined],
      ['fixed', 'a.jsonl:3', 'Yes.'],
      ['pass', 'a.jsonl:4', 'No, it is smaller.'],
    ]);
  });

  it('terminal: a column where there is room, broken rows first, fixed ones as far as there is room', () => {
    const shown = renderTerminal(compared, plain);
    expect(shown).toMatch(/ result +needed +from the base /);
    expect(shown).toMatch(/50% +70% +none/);
    expect(renderTerminal(compared, { ...plain, columns: 60 })).toMatch(
      /\n {4}change from the base +none\n/,
    );
    expect(shown).toMatch(
      /\nReads negation: 1 row broken \(passed in the base, failed now\)\n[^]*\nReads negation: 1 other row failed, 1 row in error\n/,
    );
    expect(shown.match(/a\.jsonl:\d/g)).toEqual([
      'a.jsonl:2',
      'a.jsonl:1',
      'a.jsonl:5',
      'a.jsonl:3',
    ]);
    expect(shown).toMatch(/\n {6}answer +Yes\.\n {6}before +No, it is smaller\.\n/);
  });

  it('terminal: fits the width', () => {
    for (const columns of [60, 80, 100, 140]) {
      for (const line of renderTerminal(everything(), {
        columns,
        color: false,
        showsRows: true,
      }).split('\n'))
        expect(line.length).toBeLessThanOrEqual(columns);
    }
  });

  it('JUnit: the sentence, the figures, and the earlier answer of a broken row', () => {
    const xml = renderJUnit(everything());
    expect(xml).toContain(
      '<property name="verdict" value="Reads negation: It changed its answer for the &quot;not&quot; in 30 of 50 rows',
    );
    expect(xml).toContain(
      '8 broken since, 2 fixed. It lost 12 points; at most 5 points are allowed.',
    );
    expect(xml).toContain('name="baseline" value="72% (−12 points)"');
    expect(xml).toContain('<failure message="score 0.0412, passed in the baseline">');
    expect(xml).toContain('answer to the test_case in the baseline: No, it is smaller.</failure>');
    expect(renderJUnit(results({ results: [resultRow()] }))).not.toMatch(/baseline/);
  });
});
