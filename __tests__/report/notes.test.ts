import { describe, expect, it } from '@jest/globals';
import type { ResultRow } from '../../src/engine/results.js';
import { renderHtml } from '../../src/report/html.js';
import { renderJUnit } from '../../src/report/junit.js';
import { logLines } from '../../src/report/log.js';
import { renderMarkdown, type MarkdownOptions } from '../../src/report/markdown.js';
import { notesOf } from '../../src/report/notes.js';
import { renderTerminal } from '../../src/report/terminal.js';
import { comparedRow, everything, leftOutRow, reportRow, resultRow, results, setAsideRow } from './sample-results.js';

const comment: MarkdownOptions = { kind: 'comment', maxBytes: 60_000 };
const summary: MarkdownOptions = { kind: 'summary', maxBytes: 1_000_000 };
const plain = { columns: 100, color: false };
const of = (row: ResultRow) => results({ results: [row] });

describe('what a row says in its heading', () => {
  it.each<[Partial<ResultRow>, string[]]>([
    [{}, []],
    [{ expect: 'change', control: { result: 'Yes.', eval_score: 0, changed: false } }, []],
    [{ expect: 'same' }, ['should stay']],
    [{ repeats: { passes: 2, fails: 1, errors: 0 } }, ['2 of 3 passed']],
    [{ repeats: { passes: 1, fails: 1, errors: 1 } }, ['1 of 3 passed, 1 in error']],
    [{ control: { result: 'No.', eval_score: 1, changed: true } }, ['changed by itself']],
    [{ control: { result: null, eval_score: null, changed: null } }, []],
    [{ judgement: { verdict: 'changed' } }, ['judged changed']],
    [{ judgement: { verdict: 'unchanged', reason: 'It says the same.' } }, ['judged unchanged: It says the same.']],
  ])('%j', (over, notes) => {
    expect(notesOf(resultRow(over))).toEqual(notes);
    const row = of(resultRow(over));
    const heading = [...['<code>evals/questions.jsonl:3</code>', 'eval_score <b>0.0412</b>'], ...notes].join(' · ');
    expect(renderMarkdown(row, comment)).toContain(`<td colspan="2">${heading}</td>`);
    expect(renderTerminal(row, plain)).toContain(`  ✖ ${['evals/questions.jsonl:3', 'eval_score 0.0412', ...notes].join('  ')}\n`);
    expect(renderJUnit(row)).toContain(`<failure message="${['eval_score 0.0412', ...notes].join(', ')}">`);
    expect(renderHtml(row).includes('<th>notes</th>')).toBe(notes.length > 0);
    for (const note of notes) expect(renderHtml(row)).toContain(`<td class="t" dir="auto">${note}</td>`);
  });

  it("shows a changed control's answer in the summary and on the page", () => {
    const row = of(resultRow({ control: { result: 'It <is>.', eval_score: 1, changed: true } }));
    expect(renderMarkdown(row, summary)).toContain('<td><code>Yes.</code><br><i>asked again:</i> <code>It &lt;is&gt;.</code></td>');
    expect(renderMarkdown(row, comment)).not.toContain('asked again');
    expect(renderHtml(row)).toContain('<td class="t" dir="auto">Yes.<br><i>asked again:</i> It &lt;is&gt;.</td>');
    expect(renderHtml(of(resultRow({ control: { result: 'Yes.', eval_score: 0, changed: false } })))).not.toContain('asked again');
  });

  it("cuts a judge's reason, and keeps it on its line", () => {
    const row = of(resultRow({ judgement: { verdict: 'unchanged', reason: `One.\n\nTwo. ${'word '.repeat(500)}` } }));
    expect(renderMarkdown(row, comment)).toMatch(/judged unchanged: One\. Two\. (?:word ){40,}w?o?r?d?…/);
  });

  it('masks foul words that a judge, a control or a baseline says', () => {
    const find = (text: string) => Array.from(text.matchAll(/shit/g), ({ index }) => ({ start: index, end: index + 4 }));
    const row = comparedRow('broken', { judgement: { verdict: 'unchanged', reason: 'shit' }, control: { result: 'shit', eval_score: 1, changed: true }, baseline: { expected_result: 'shit', actual_result: 'shit', eval_score: 1, pass: true, status: 'scored' } });
    const foul = results({ ...everything(), results: [row, setAsideRow('shit')], not_applicable: [] });
    expect(renderMarkdown(foul, summary)).toContain('shit');
    for (const shown of [renderMarkdown(foul, { ...summary, find }), renderHtml(foul, { find })]) {
      expect(shown).not.toContain('shit');
      expect(shown.match(/s██t/g)?.length).toBeGreaterThanOrEqual(4);
    }
  });
});

describe('rows that a judge set aside', () => {
  const aside = results({ report: [reportRow({ not_applicable_count: 3 })], results: [resultRow(), setAsideRow('It has no "is".'), setAsideRow('It is no question.', { source: 'b:1' })], not_applicable: [leftOutRow()] });

  it("are counted and listed with what was left out, in the judge's words", () => {
    const text = renderMarkdown(aside, comment);
    expect(text).toContain('3 samples left out (2 × the judge found the test case not applicable; 1 × <code>add_negation</code> leaves this text as it is)');
    expect(text).toContain('<td>the judge: It is no question.</td>');
    expect(text).not.toContain('not judged');
    expect(renderHtml(aside)).toContain('<summary>3 samples left out</summary>');
    expect(renderHtml(aside)).toContain('the judge: It is no question.</td>');
    expect(renderTerminal(aside, plain).replace(/\n/g, ' ')).toContain('3 samples left out (2 x the judge found the test case not applicable; 1 x add_negation');
    expect(renderJUnit(aside)).toContain('<skipped message="not_applicable, judged not_applicable: It is no question."/>');
  });

  it("leave the judge's words out of the log", () => {
    expect(logLines(aside).join('\n')).not.toContain('It is no question');
  });
});

it('rows that were never asked are a line with their number', () => {
  expect(renderMarkdown(everything(), comment)).toContain('<p><code>add_toxic_words</code>: 19 rows not judged.</p>');
});
