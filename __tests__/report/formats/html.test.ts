import { renderHtml } from '../whole.ts';
import { readPage, wordsOn } from '../page.ts';
import { errorRow, realistic, reportRow, resultRow, results } from '../sample-results.ts';

describe('renderHtml', () => {
  it('lists every row, failing rows first and left-out rows last', () => {
    const text = renderHtml(realistic(), { runUrl: 'https://github.com/o/r/actions/runs/1' });
    const { rows } = readPage(text);
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

  it('shows model, commit, verdict, next step, failing rows and tests, in this order', () => {
    const text = renderHtml(realistic(), { commit: 'c'.repeat(40) });
    const { model } = realistic();
    expect(wordsOn(text)).toContain(
      `Sensitivity ${model.hub}/${model.name} commit cccccccccccc fail\n\n❌ The model keeps its answers in spite of a "not" too often\n`,
    );
    const parts = [
      'What to do next.',
      '94 rows',
      'the answers differ by 0.00',
      '<h2>Tests</h2>',
      '12 of 47',
      'The run',
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places).toEqual(places.filter((place) => place > 0).toSorted((a, b) => a - b));
    expect(text.indexOf('class="row pass"')).toBeGreaterThan(
      text.indexOf('<summary>31 passed</summary>'),
    );
    // A passed run has no other rows, and shows its tests first.
    const passed = results({
      outcome: 'pass',
      report: [reportRow({ outcome: 'pass' })],
      results: [resultRow({ pass: true })],
    });
    expect(renderHtml(passed)).toMatch(/<h2>Tests<\/h2>[^]*<details class="row pass">/);
  });

  it('shows both ends of a very long answer', () => {
    const endless = `It begins. ${'On and on. '.repeat(300_000)}It ends.`;
    const text = renderHtml(results({ results: [resultRow({ actual_result: endless })] }));
    expect(text.length).toBeLessThan(1_000_000);
    const [row] = readPage(text).rows;
    expect(row!.arms.at(-1)!.answer).toMatch(/^It begins\. [^…]*…[^…]* It ends\.$/);
  });

  it('shows errors, notices and problems', () => {
    const problem = {
      name: 'DataError',
      message: 'no rows in `a.jsonl`',
      where: 'a.jsonl',
      remedy: 'Add some.',
    };
    const text = renderHtml(
      results({
        report: [reportRow({ error_count: 1 })],
        results: [errorRow('timeout', 'No answer.')],
        notices: ['Look.'],
        problem,
      }),
    );
    for (const part of [
      'timeout: No answer.',
      'Look.',
      '<code>&quot;a.jsonl&quot;</code>: no rows in <code>a.jsonl</code>',
      'Add some.',
    ])
      expect(text).toContain(part);
  });

  it('shows an error that several rows share once, above the rows', () => {
    const rows = Array.from({ length: 5 }, () => errorRow('timeout', 'No answer in 60 s.'));
    const text = wordsOn(
      renderHtml(
        results({
          outcome: 'inconclusive',
          report: [reportRow({ error_count: 5 })],
          results: rows,
        }),
      ),
    );
    expect(text).toContain('5 rows in error (timeout): No answer in 60 s.');
    expect(text.match(/No answer in 60 s/g)).toHaveLength(1);
  });

  it('does not repeat an answer in its reading', () => {
    const row = resultRow({
      placebo: 'The sky is truly blue.',
      key: { original: 'true', test_case: 'false' },
      readings: { original: 'true', placebo: 'true', test_case: 'true' },
      state: 'insensitive',
      expected_result: 'True',
      placebo_result: 'It is **true**.',
      actual_result: 'true',
    });
    const [shown] = readPage(renderHtml(results({ results: [row] }))).rows;
    expect(shown!.arms.map(({ answer, reading }) => [answer, reading])).toEqual([
      ['True', 'right'],
      ['It is **true**.', 'read as true: right'],
      ['true', 'right would be false'],
    ]);
  });

  it('renames inputs in remedies with the function `words`', () => {
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

  it('masks foul words everywhere on the page if `mask` is given', () => {
    const foul = results({ results: [resultRow({ actual_result: 'shit' })] });
    expect(renderHtml(foul)).toContain('shit');
    const masked = renderHtml(foul, {
      mask: (text) => text.replace('shit', 's██t'),
    });
    expect(masked).not.toContain('shit');
    expect(readPage(masked).rows[0]!.arms[1]!.answer).toBe('s██t');
  });

  it('reads the texts of each row once', () => {
    const run = results({
      results: [resultRow({ original: 'one row', actual_result: 'its answer' })],
    });
    const asked: string[] = [];
    renderHtml(run, {
      mask: (text) => {
        asked.push(text);
        return text;
      },
    });
    expect(asked.filter((text) => text === 'its answer')).toHaveLength(1);
  });

  it('keeps every text whole', () => {
    for (const { original, test_case } of realistic().results) {
      const [row] = readPage(
        renderHtml(results({ results: [resultRow({ original, test_case })] })),
      ).rows;
      expect(row!.arms.map(({ text }) => text)).toEqual([original, test_case]);
    }
  });

  it('allows only its own style, and has no script', () => {
    const text = renderHtml(results());
    // Checks the policy.
    readPage(text);
    expect(text).not.toMatch(
      /<(?:script|img|link|iframe|object|form action|base)\b|\sstyle=|\son[a-z]+=|url\(|@import|innerHTML|\beval\(/,
    );
  });
});
