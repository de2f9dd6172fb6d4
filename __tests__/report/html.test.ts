import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { renderHtml } from '../../src/report/html.js';
import { anything, pieces } from './anything.js';
import { PAGE } from './elements.js';
import { HOSTILE, hostileResults } from './hostile.js';
import { count, parseMarkup } from './markup.js';
import { errorRow, realistic, reportRow, resultRow, results } from './sample-results.js';
import { runs } from '../support/runs.js';

const OURS = new Set([...PAGE, 'a']);

function page(text: string): ReturnType<typeof parseMarkup> {
  const source = renderHtml(hostileResults(text), { runUrl: text });
  expect(source).not.toContain('<!--');
  return parseMarkup(source.replace('<!DOCTYPE html>', ''));
}

describe('renderHtml', () => {
  it('has every row, failing ones first, and what was left out', () => {
    const text = renderHtml(realistic(), { runUrl: 'https://github.com/o/r/actions/runs/1' });
    const markup = parseMarkup(text.replace('<!DOCTYPE html>', ''));
    // Report 1 + 2, negation 1 + 35 + 12 + 3, toxic words 1 + 20, left out 1 + 24.
    expect(count(markup, 'tr')).toBe(3 + 51 + 21 + 25);
    expect(text.indexOf('>fail</td></tr>')).toBeLessThan(text.indexOf('>pass</td></tr>\n<tr><td class="s"'));
    expect(text).toContain('<b><ins>not</ins></b>');
    expect(text).toContain('<a href="https://github.com/o/r/actions/runs/1">this run</a>');
  });

  it('has columns for options only where there are any', () => {
    expect(renderHtml(results())).not.toContain('<th>options</th>');
    expect(renderHtml(results({ results: [resultRow({ options: 'A. yes' })] }))).toContain('<th>options</th>');
  });

  it('shows warnings right below the verdict', () => {
    expect(renderHtml(results({ warnings: ['Lowered.'] }))).toMatch(/<\/h1>\n<p>⚠️ Lowered\.<\/p>/);
  });

  it('shows errors, notices and problems', () => {
    const problem = { name: 'DataError', message: 'no rows in `a.jsonl`', where: 'a.jsonl', remedy: 'Add some.' };
    const text = renderHtml(
      results({ report: [reportRow({ error_count: 1 })], results: [errorRow('timeout', 'No answer.')], notices: ['Look.'], problem }),
    );
    for (const part of ['timeout: No answer.', 'ℹ️ Look.', 'a.jsonl: no rows in <code>a.jsonl</code>', 'Add some.'])
      expect(text).toContain(part);
  });

  it('masks foul words where it is told to', () => {
    const foul = results({ results: [resultRow({ actual_result: 'shit' })] });
    expect(renderHtml(foul)).toContain('>shit<');
    expect(renderHtml(foul, { find: (text) => (text === 'shit' ? [{ start: 0, end: 4 }] : []) })).toContain('>s██t<');
  });

  it('allows its own style and nothing else', () => {
    const text = renderHtml(results());
    const style = /<style>([^]*?)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(text).toContain(`content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`);
    expect(text).not.toMatch(/<(?:script|img|link|iframe|object|form|base)\b|\sstyle=|url\(|@import/);
  });

  it.each(HOSTILE.map((text) => [text]))('hostile: %j', (text) => {
    const markup = page(text);
    expect(markup.elements.filter(({ name }) => !OURS.has(name))).toEqual([]);
    // Report 1 + 1, rows 1 + 3, left out 1 + 1.
    expect(count(markup, 'tr')).toBe(2 + 4 + 2);
    const attributes = markup.elements.filter(({ name }) => name !== 'meta').map(({ attributes: given }) => given);
    expect(attributes.filter((given) => !/^(?:| lang="en"| href="https?:[^"]*"| class="[a-z ]*"(?: dir="auto")?)$/.test(given))).toEqual(
      [],
    );
  });

  it('any Unicode at all', () => {
    fc.assert(
      fc.property(fc.oneof(anything, pieces), (text) => expect(count(page(text), 'tr')).toBe(8)),
      { numRuns: runs(300) },
    );
  });
});
