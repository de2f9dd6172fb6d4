import { renderMarkdown, type MarkdownOptions } from '../../../src/report/formats/markdown.ts';
import {
  errorRow,
  leftOutRow,
  realistic,
  reportRow,
  resultRow,
  results,
} from '../sample-results.ts';

const comment: MarkdownOptions = { kind: 'comment', maxBytes: 60_000 };
const summary: MarkdownOptions = { kind: 'summary', maxBytes: 1_000_000 };
const mask = (text: string) => text.replace(/fuck\b/g, 'f██k').replaceAll('shit', 's██t');

describe('renderMarkdown', () => {
  it('starts with the marker and the verdict', () => {
    const marker = '<!-- sensitivity-action: gate -->';
    const [first, second] = renderMarkdown(results(), { ...comment, marker }).split('\n');
    expect(first).toBe(marker);
    expect(second).toBe(
      '<h3>❌ Sensitivity failed: the model keeps its answers in spite of a &quot;not&quot; too often</h3>',
    );
  });

  it('has at most four columns, headed by plain words', () => {
    for (const options of [comment, summary]) {
      const text = renderMarkdown(realistic(), options);
      expect(text).toContain('<thead><tr><th>test</th><th>result</th><th>needed</th></tr></thead>');
      expect(text).toContain(
        '<td>❌ reads negation</td><td align="right"><b>26%</b></td><td align="right">70%</td>',
      );
      for (const [head] of text.matchAll(/<thead>.*<\/thead>/g))
        expect(head.match(/<th>/g)!.length).toBeLessThanOrEqual(4);
      expect(text).not.toMatch(
        /test_type|(?<!min_)pass_rate|_count|eval_score|expected_result|actual_result|test_case/,
      );
    }
  });

  it('explains a failure by three rows with question, answer and right answer', () => {
    const text = renderMarkdown(realistic(), { ...comment, maxBytes: 12_000 });
    expect(text).toContain(
      '<p><b>35 rows in which it kept its answer in spite of the &quot;not&quot;</b>, three of them:</p>',
    );
    expect(text).toContain(
      '<i>with &quot;not&quot;:</i> “A. a marsh” · right would be <b>another answer</b> (the answers differ by 0.01)<br><i>asked:</i> “A. a marsh”',
    );
    expect(text.indexOf('What to do next.')).toBeLessThan(text.indexOf('<details>'));
  });

  it('lists failing rows with what was inserted marked, and passing rows in the summary only', () => {
    for (const options of [comment, summary]) {
      const text = renderMarkdown(results(), options);
      expect(text).toContain(
        'The moon is <b><ins>not</ins></b> smaller than the earth. Is that right?',
      );
      expect(text).toContain(
        '<code>evals/questions.jsonl:3</code> · <b>the answers differ by 0.04</b>',
      );
      expect(text.includes('evals/questions.jsonl:5')).toBe(options.kind === 'summary');
      // A summary has a page of its own: who opens it need open nothing more.
      expect(text.includes('<details open>')).toBe(options.kind === 'summary');
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
    const text = renderMarkdown(
      results({ report: [reportRow({ error_count: 3 })], results: rows }),
      comment,
    );
    expect(text).toContain('1 of 6 rows failed, 3 rows in error');
    expect(text).toContain('<p>⚠️ <b>2 rows in error</b> (timeout): No answer in 60 s.</p>');
    expect(text.match(/⚠️ <code>/g)).toHaveLength(3);
  });

  it('shows options under the original', () => {
    const text = renderMarkdown(
      results({ results: [resultRow({ options: 'A. yes\nB. no' })] }),
      comment,
    );
    expect(text).toContain('Is that right?<br>A. yes<br>B. no</td>');
  });

  it('tells an answer that never came from an empty one', () => {
    const text = renderMarkdown(
      results({ results: [resultRow({ expected_result: null, actual_result: '' })] }),
      comment,
    );
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
    expect(text).toContain(
      '24 samples left out (24 × <code>add_negation</code> leaves this text as it is)',
    );
    expect(text).toContain('<code>data:9</code>');
    expect(text).not.toContain('<code>data:10</code>');
    expect(text).toContain('… and 14 more samples in the report.');
  });

  it('shows warnings right below the verdict, in summary and comment', () => {
    for (const kind of ['summary', 'comment'] as const) {
      const text = renderMarkdown(
        results({
          warnings: ['The bar `min_pass_rate` was lowered.', 'Another.'],
          notices: ['Look.'],
        }),
        {
          ...comment,
          kind,
        },
      );
      expect(text).toMatch(
        /<\/h3>\n<p>⚠️ The bar <code>min_pass_rate<\/code> was lowered\.<\/p>\n<p>⚠️ Another\.<\/p>\n/,
      );
      expect(text).not.toMatch(/ℹ️ The bar/);
    }
  });

  it('folds notices below the verdict, and sets the lead of a warning in bold', () => {
    const text = renderMarkdown(
      results({
        notices: ['`seed` was left out.'],
        warnings: ['It changes the gate: `a` to `b`.'],
      }),
      comment,
    );
    expect(text).toContain(
      '<summary>1 note</summary>\n<p><code>seed</code> was left out.</p>\n</details>',
    );
    expect(text).toContain(
      '<p>⚠️ <b>It changes the gate:</b> <code>a</code> to <code>b</code>.</p>',
    );
  });

  it('is three lines and a table on a pass; on an error the cause, the next step and a link', () => {
    const pass = renderMarkdown(
      results({ outcome: 'pass', report: [reportRow({ outcome: 'pass', pass: true })] }),
      {
        ...comment,
        commit: '1a2b3c4d5e',
      },
    );
    expect(
      pass
        .replace(/<table>[^]*<\/table>\n/, '')
        .trim()
        .split('\n'),
    ).toHaveLength(3);
    expect(pass).toContain('commit <code>1a2b3c4</code>');
    const failed = Array.from({ length: 40 }, () =>
      errorRow('authentication', 'h refuses the key (HTTP 401).\nCheck the key.'),
    );
    const report = [
      reportRow({
        outcome: 'error',
        pass_rate: null,
        pass_count: 0,
        fail_count: 0,
        error_count: 40,
      }),
    ];
    const error = renderMarkdown(results({ outcome: 'error', report, results: failed }), comment);
    expect(error).toMatch(
      /^<h3>⛔ Sensitivity: could not judge the model: its endpoint refuses the key<\/h3>/,
    );
    expect(error).toContain('<p><b>What to do next.</b> Check the key.</p>');
    expect(error).not.toContain('<table>');
    expect(error.match(/HTTP 401/g)).toHaveLength(1);
    expect(error).not.toMatch(/How sure|<details>|→/);
    expect(error).toContain('<sub>(40 rows)</sub>');
  });

  it('ends with the model, the configuration, the run and its requests', () => {
    const last = renderMarkdown(results(), {
      ...summary,
      runUrl: 'https://github.com/o/r/actions/runs/1',
    })
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
    expect(renderMarkdown(results(), { ...comment, runUrl: 'javascript:alert(1)' })).not.toContain(
      '<a',
    );
  });

  it('masks foul words in every text of a row if `mask` is given', () => {
    const row = resultRow({
      original: 'fuck',
      test_case: 'fuck a',
      options: 'shit',
      expected_result: 'fuck',
      actual_result: 'shit',
    });
    const foul = results({
      report: [reportRow({ error_count: 1, not_applicable_count: 1 })],
      results: [row, errorRow('server', 'shit')],
      not_applicable: [leftOutRow({ original: 'shit' })],
    });
    expect(renderMarkdown(foul, comment)).toMatch(/fuck|shit/);
    expect(renderMarkdown(foul, { ...comment, mask })).not.toMatch(/fuck|shit/);
    expect(renderMarkdown(foul, { ...comment, mask })).toContain('<code>s██t</code>');
  });

  it('shows a problem where there are no results', () => {
    const problem = {
      name: 'ConfigError',
      message: 'Unknown key `min_pas_rate`.',
      where: '.github/sensitivity.yml:12:7',
      remedy: 'Did you mean `min_pass_rate`?',
    };
    const text = renderMarkdown(
      results({ outcome: 'error', report: [], results: [], problem }),
      comment,
    );
    expect(text).toContain(
      '<h3>⛔ Sensitivity: could not judge the model: its configuration cannot be used</h3>',
    );
    expect(text).toContain(
      '<p><code>&quot;.github/sensitivity.yml:12:7&quot;</code>: Unknown key <code>min_pas_rate</code>.</p>',
    );
    expect(text).toContain(
      '<p><b>What to do next.</b> Did you mean <code>min_pass_rate</code>?</p>',
    );
    expect(text).not.toContain('<table>');
  });

  it('says that a skipped run does not pass', () => {
    const text = renderMarkdown(
      results({ outcome: 'skipped', report: [], results: [], notices: ['No key.'] }),
      comment,
    );
    expect(text).toContain('<h3>⏭️ Sensitivity: skipped, no model was asked</h3>');
    expect(text).toContain('Nothing was judged: this is not a pass.');
  });
});
