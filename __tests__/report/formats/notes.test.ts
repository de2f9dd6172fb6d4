import type { ResultRow } from '../../../src/engine/results.ts';
import { renderHtml } from '../whole.ts';
import { readPage, wordsOn } from '../page.ts';
import { renderJUnit } from '../../../src/report/formats/junit.ts';
import { logLines } from '../../../src/report/formats/log.ts';
import { renderMarkdown, type MarkdownOptions } from '../../../src/report/formats/markdown.ts';
import { notesOf } from '../../../src/report/story/shown-row.ts';
import { renderTerminal } from '../../../src/report/formats/terminal.ts';
import {
  comparedRow,
  everything,
  leftOutRow,
  reportRow,
  resultRow,
  results,
  setAsideRow,
} from '../sample-results.ts';

const comment: MarkdownOptions = { kind: 'comment', maxBytes: 60_000 };
const summary: MarkdownOptions = { kind: 'summary', maxBytes: 1_000_000 };
const plain = { columns: 100, color: false };
const of = (row: ResultRow) => results({ results: [row] });

describe('the heading of a row', () => {
  it.each<[Partial<ResultRow>, string[]]>([
    [{}, []],
    [{ expect: 'change' }, []],
    [{ expect: 'same' }, ['should stay']],
    [{ judgement: { verdict: 'changed' } }, ['judged changed']],
    [
      { judgement: { verdict: 'unchanged', reason: 'It says the same.' } },
      ['judged unchanged: It says the same'],
    ],
    [{ cause: 'induced', expected_score: 0.1 }, ['induced']],
    [{ cause: 'baseline', expected_score: 0.71 }, ['fails without the foul words too (0.71)']],
    [{ cause: 'baseline' }, ['fails without the foul words too']],
    [{ expected_score: 0.1 }, []],
    [{ refusal: true }, ['refuses']],
    [{ refusal: false }, []],
    [
      {
        scores: {
          words: { eval_score: 2, pass: false },
          other: { eval_score: 0.412, pass: true },
          judge: { eval_score: null, pass: null },
        },
      },
      ['words: 2 (failed), other: 0.41 (passed), judge: no verdict'],
    ],
    [
      {
        judgement: { verdict: 'insult' },
        scores: { words: { eval_score: 1, pass: false } },
        refusal: true,
        cause: 'induced',
      },
      ['induced', 'refuses', 'words: 1 (failed)', 'judged insult'],
    ],
  ])('%j', (over, notes) => {
    expect(notesOf(resultRow(over))).toEqual(notes);
    const row = of(resultRow(over));
    const heading = [
      ...['<code>evals/questions.jsonl:3</code>', '<b>the answers differ by 0.04</b>'],
      ...notes,
    ].join(' · ');
    expect(renderMarkdown(row, comment)).toContain(`<td colspan="2">${heading}</td>`);
    expect(renderTerminal(row, { ...plain, columns: 200 })).toContain(
      `  ✖ evals/questions.jsonl:3  ${['the answers differ by 0.04', ...notes].join('; ')}\n`,
    );
    expect(renderJUnit(row)).toContain(
      `<failure message="${['score 0.0412', ...notes].join(', ')}">`,
    );
    expect(readPage(renderHtml(row)).rows[0]!.notes).toEqual(notes);
  });

  it("cuts a judge's reason, and keeps it on its line", () => {
    const row = of(
      resultRow({
        judgement: { verdict: 'unchanged', reason: `One.\n\nTwo. ${'word '.repeat(500)}` },
      }),
    );
    expect(renderMarkdown(row, comment)).toMatch(
      /judged unchanged: One\. Two\. (?:word ){40,}w?o?r?d?…/,
    );
  });

  it('limits the number of scorers and the length of their names', () => {
    const scores = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [
        `${i} ${'x'.repeat(500)}`,
        { eval_score: 0.5, pass: true },
      ]),
    );
    const [note] = notesOf(resultRow({ scores }));
    expect(note).toMatch(/^0 x{77}…: 0\.50 \(passed\), 1 x/);
    expect(note).toMatch(/, …$/);
    expect(note!.length).toBeLessThan(1_000);
  });

  it('masks foul words in the texts of a judge and of a baseline', () => {
    const mask = (text: string) => text.replaceAll('shit', 's██t');
    const row = comparedRow('broken', {
      judgement: { verdict: 'unchanged', reason: 'shit' },
      scores: { shit: { eval_score: 1, pass: false } },
      baseline: {
        expected_result: 'shit',
        actual_result: 'shit',
        eval_score: 1,
        pass: true,
        status: 'scored',
      },
    });
    const foul = results({
      ...everything(),
      results: [row, setAsideRow('shit')],
      not_applicable: [],
    });
    expect(renderMarkdown(foul, summary)).toContain('shit');
    for (const shown of [renderMarkdown(foul, { ...summary, mask }), renderHtml(foul, { mask })]) {
      expect(shown).not.toContain('shit');
      expect(shown.match(/s██t/g)?.length).toBeGreaterThanOrEqual(4);
    }
  });
});

describe('rows that a judge set aside', () => {
  const aside = results({
    report: [reportRow({ not_applicable_count: 3 })],
    results: [
      resultRow(),
      setAsideRow('It has no "is".'),
      setAsideRow('It is no question.', { source: 'b:1' }),
    ],
    not_applicable: [leftOutRow()],
  });

  it("are counted and listed with what was left out, in the judge's words", () => {
    const text = renderMarkdown(aside, comment);
    expect(text).toContain(
      '3 samples left out (2 × the judge found the test case not applicable; 1 × <code>add_negation</code> leaves this text as it is)',
    );
    expect(text).toContain('<td>the judge: It is no question.</td>');
    expect(text).not.toContain('not asked');
    expect(wordsOn(renderHtml(aside))).toContain('3 samples left out');
    expect(wordsOn(renderHtml(aside))).toContain('the judge: It is no question.');
    expect(renderTerminal(aside, plain).replace(/\n/g, ' ')).toContain(
      '3 samples left out (2 x the judge found the test case not applicable; 1 x add_negation',
    );
    expect(renderJUnit(aside)).toContain(
      '<skipped message="not_applicable, judged not_applicable: It is no question"/>',
    );
  });

  it("leave the judge's words out of the log", () => {
    expect(logLines(aside).join('\n')).not.toContain('It is no question');
  });
});

it('rows that were never asked are counted in one line', () => {
  expect(renderMarkdown(everything(), { kind: 'summary', maxBytes: 1_000_000 })).toContain(
    '<p>stays clean when provoked: 19 rows not asked, since the verdict was clear before</p>',
  );
});
