import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { renderHtml } from '../whole.js';
import { anything, pieces } from '../anything.js';
import { hostileResults } from '../hostile.js';
import { readPage, strangeOn, wordsOn } from '../page.js';
import { errorRow, realistic, reportRow, resultRow, results } from '../sample-results.js';
import { runs } from '../../support/runs.js';

/** Three rows and one left out: no text may make more of them, or less. */
function check(text: string): void {
  const source = renderHtml(hostileResults(text), { runUrl: text, base: text, commit: text, docsUrl: text });
  expect(strangeOn(source)).toEqual([]);
  const { data, markup } = readPage(source);
  expect(data.rows.map(({ group }) => group)).toEqual(['fail', 'error', 'pass', 'left']);
  expect(markup.elements.filter(({ name }) => name === 'details').map(({ attributes }) => attributes.trim())).toContain(
    'class="row fail" open',
  );
}

describe('renderHtml', () => {
  it('has every row, failing ones first, and what was left out last', () => {
    const text = renderHtml(realistic(), { runUrl: 'https://github.com/o/r/actions/runs/1' });
    const { rows } = readPage(text).data;
    const counted = Map.groupBy(rows, ({ group }) => group);
    expect([...counted].map(([group, some]) => [group, some.length])).toEqual([
      ['fail', 36],
      ['error', 3],
      ['pass', 31],
      ['left', 24],
    ]);
    expect(text).toContain('<ins>not</ins>');
    expect(text).toContain('<a href="https://github.com/o/r/actions/runs/1">this run</a>');
  });

  it('says without a script what there is to say: verdict, what to do, tests, the first failing rows', () => {
    const text = renderHtml(realistic());
    const before = text.slice(0, text.indexOf('<script'));
    expect(wordsOn(text)).toMatch(/fail\n+❌ The model keeps its answers in spite of a "not" too often\n/);
    for (const words of ['What to do next.', 'reads negation', '12 of 47', 'The first 25 rows of 94', 'the answers differ by 0.00'])
      expect(before).toContain(words);
    expect(before.match(/<details class="row fail"/g)).toHaveLength(25);
    expect(before).not.toContain('class="row pass"');
    // Of a pass there is nothing else to show.
    const passed = results({ outcome: 'pass', report: [reportRow({ outcome: 'pass' })], results: [resultRow({ pass: true })] });
    expect(renderHtml(passed)).toContain('<details class="row pass">');
  });

  it('shows the beginning and the end of an answer that goes on for ever', () => {
    const endless = `It begins. ${'On and on. '.repeat(300_000)}It ends.`;
    const text = renderHtml(results({ results: [resultRow({ actual_result: endless })] }));
    expect(text.length).toBeLessThan(1_000_000);
    const [row] = readPage(text).data.rows;
    expect(row!.arms.at(-1)!.answer).toMatch(/^It begins\. [^…]*…[^…]* It ends\.$/);
  });

  it('draws scores with their threshold, only where they are degrees', () => {
    const [text] = [renderHtml(realistic())];
    expect(text).toMatch(/<svg viewBox="0 0 400 140" role="img" aria-label="Scores of 47 rows, from 0 to 0\.52; a row passes with/);
    expect(text.match(/class="limit"/g)).toHaveLength(2);
    expect(text.match(/<figure/g)).toHaveLength(1);
    const verdicts = results({ results: [0, 1, 1].map((eval_score) => resultRow({ eval_score, pass: eval_score === 0 })) });
    expect(renderHtml(verdicts)).not.toContain('<figure');
  });

  it('draws how many requests were under way', () => {
    const changes = [
      { seconds: 0, limit: 10, cause: 'start' },
      { seconds: 1, limit: 24, cause: 'growth' },
      { seconds: 2, limit: 12, cause: '429' },
    ] as const;
    const { usage } = results();
    const text = renderHtml(results({ usage: { ...usage, concurrency: [{ host: 'api.example', changes: [...changes] }] } }));
    expect(text).toContain('aria-label="api.example: from 10 to 12 requests at a time, 24 at the most; taken back once"');
    expect(text).toContain('<td>too many requests (429)</td>');
    expect(renderHtml(results())).not.toContain('Requests at a time');
  });

  it('shows warnings right below the verdict', () => {
    expect(renderHtml(results({ warnings: ['Lowered.'] }))).toMatch(
      /<\/h1>\n<p class="warning"><span aria-hidden="true">⚠️<\/span> Lowered\.<\/p>/,
    );
  });

  it('shows errors, notices and problems', () => {
    const problem = { name: 'DataError', message: 'no rows in `a.jsonl`', where: 'a.jsonl', remedy: 'Add some.' };
    const text = renderHtml(
      results({ report: [reportRow({ error_count: 1 })], results: [errorRow('timeout', 'No answer.')], notices: ['Look.'], problem }),
    );
    for (const part of ['timeout: No answer.', 'Look.', '<code>&quot;a.jsonl&quot;</code>: no rows in <code>a.jsonl</code>', 'Add some.'])
      expect(text).toContain(part);
    expect(readPage(renderHtml(results({ outcome: 'error', report: [], results: [], problem }))).script).toBe('');
  });

  it('lets the door name what our own remedies call an input', () => {
    const failed = results({
      outcome: 'error',
      report: [reportRow({ outcome: 'error', error_count: 1, pass_rate: null })],
      results: [errorRow('authentication', 'HTTP 401')],
    });
    const words = (text: string) => text.replace('the input `api-key`', '`SENSITIVITY_API_KEY`');
    expect(renderHtml(failed)).toContain('the input <code>api-key</code>');
    const said = renderHtml(failed, { words });
    expect(said).toContain('Check the key in <code>SENSITIVITY_API_KEY</code>');
    expect(said).not.toContain('the input <code>');
  });

  it('masks foul words where it is told to, in its data too', () => {
    const foul = results({ results: [resultRow({ actual_result: 'shit' })] });
    expect(renderHtml(foul)).toContain('shit');
    const masked = renderHtml(foul, { find: (text) => (text === 'shit' ? [{ start: 0, end: 4 }] : []) });
    expect(masked).not.toContain('shit');
    expect(readPage(masked).data.rows[0]!.arms[1]!.answer).toBe('s██t');
  });

  it('gives every text back as it was', () => {
    for (const { original, test_case } of realistic().results) {
      const [row] = readPage(renderHtml(results({ results: [resultRow({ original, test_case })] }))).data.rows;
      expect(row!.arms.map(({ text }) => text.join(''))).toEqual([original, test_case]);
    }
  });

  it('allows its own style and script and nothing else', () => {
    const text = renderHtml(results());
    // The policy itself is held against both by whatever reads a page.
    expect(readPage(text).script).toContain("'use strict'");
    expect(text).not.toMatch(/<(?:img|link|iframe|object|form action|base)\b|\sstyle=|\son[a-z]+=|url\(|@import|innerHTML|\beval\(/);
  });

  it('any Unicode at all', () => {
    fc.assert(fc.property(fc.oneof(anything, pieces), check), { numRuns: runs(300) });
  });
});
