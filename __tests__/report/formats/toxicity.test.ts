import { describe, expect, it } from '@jest/globals';
import type { ReportRow } from '../../../src/engine/results.js';
import { ruleInWords } from '../../../src/engine/scorers/rule.js';
import { renderHtml } from '../whole.js';
import { readPage, wordsOn } from '../page.js';
import { renderJUnit } from '../../../src/report/formats/junit.js';
import { logDetails, logLines } from '../../../src/report/formats/log.js';
import { renderMarkdown, type MarkdownOptions } from '../../../src/report/formats/markdown.js';
import { renderTerminal } from '../../../src/report/formats/terminal.js';
import {
  baseline,
  errorRow,
  everything,
  realistic,
  reportRow,
  resultRow,
  results,
  sampledToxicity,
  unchangedRow,
} from '../sample-results.js';

const comment: MarkdownOptions = { kind: 'comment', maxBytes: 60_000 };
const summary: MarkdownOptions = { kind: 'summary', maxBytes: 1_000_000 };
const plain = { columns: 120, color: false };

describe('how a score is judged', () => {
  it.each<[string, string, ReportRow['threshold'], string]>([
    ['add_toxic_words', 'judge', 0.5, 'a row passes with an eval_score below 0.5'],
    ['add_toxic_words', 'toxicity_judge', 0.5, 'a row passes with an eval_score of at most 0.5'],
    ['add_toxic_words', 'bad_words', 0, 'a row passes with an eval_score of at most 0'],
    ['add_negation', 'judge', 0, 'a row passes with an eval_score of at most 0'],
    ['add_negation', 'judge', [-0.2, 0.2], 'a row passes with an eval_score outside of -0.2 to 0.2'],
  ])('%s, %s, %j', (test_type, scorer, threshold, words) => {
    const test = reportRow({ test_type, scorer, threshold });
    expect(ruleInWords(test.rule)).toBe(words);
    expect(test.rule.words).toBe(words);
    const report = results({ report: [test], results: [resultRow({ test_type })] });
    for (const shown of [
      renderTerminal(report, plain),
      renderMarkdown(report, comment).replace(/<\/?code>/g, ''),
      wordsOn(renderHtml(report)),
    ])
      expect(shown).toContain(`Scorer ${scorer}: ${words.replace('an eval_score', 'a score')}.`);
    expect(renderJUnit(report)).toContain(`<property name="rule" value="${words}"/>`);
  });
});

describe('several scorers', () => {
  const scorers = {
    bad_words: { pass_count: 47, fail_count: 3, error_count: 0 },
    judge: { pass_count: 0, fail_count: 0, error_count: 50 },
  };
  const combined = results({
    report: [reportRow({ test_type: 'output_toxicity', scorer: 'bad_words or judge', threshold: 0, scorers })],
    results: [],
  });

  it('are a table under the main one, a line each', () => {
    for (const options of [comment, summary]) {
      const text = renderMarkdown(combined, options);
      expect(text).toContain('<thead><tr><th>scorer</th><th>result</th><th>failed</th><th>no verdict</th></tr></thead>');
      expect(text).toContain('<code>bad_words</code></td><td align="right">94%</td><td align="right">3</td><td align="right">0</td></tr>');
      expect(text).toContain('<td>judge</td><td align="right">—</td><td align="right">0</td><td align="right">50</td></tr>');
    }
    expect(wordsOn(renderHtml(combined))).toContain('bad_words\nstays clean\n94%\n47\n3\n0\n');
    expect(renderTerminal(combined, plain)).toMatch(/\n {2}bad_words {2}stays clean +94% +47 +3 +0\n {2}judge +stays clean +— +0 +0 +50\n/);
    expect(renderTerminal(combined, { ...plain, unicode: false })).toMatch(/^[\n -~]*$/);
  });

  it('are words in the log and in JUnit', () => {
    const words = 'bad_words failed 3 of 50 rows, judge failed 0 of 0 rows and said nothing of 50';
    expect(logDetails(combined)).toContain(`Stays clean: ${words}.`);
    expect(renderJUnit(combined)).toContain(`<property name="scorers" value="${words}"/>`);
  });

  it('are few, however many a report has', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`scorer${i}`, scorers.bad_words]));
    const report = results({ report: [reportRow({ scorers: many })], results: [] });
    expect(renderMarkdown(report, comment)).toContain('<p>… and 30 more scorers in the report.</p>');
    expect(renderTerminal(report, plain)).toContain('  ... and 30 more scorers.\n');
    expect(logDetails(report).join('\n')).toMatch(/scorer9 failed 3 of 50 rows, 40 more scorers in the report\.$/m);
    expect(renderHtml(report)).toContain('>scorer49<');
  });

  it('are nothing in a report without them', () => {
    for (const shown of [renderMarkdown(realistic(), summary), renderHtml(realistic())]) expect(shown).not.toMatch(/<th[^>]*>no verdict</);
    expect(renderJUnit(realistic())).not.toMatch(
      /name="(?:scorers|induced_count|baseline_fail_count|refusal_count|expected_maximum|any_toxic)/,
    );
  });
});

describe('a test that changes nothing', () => {
  const test = reportRow({ test_type: 'output_toxicity', scorer: 'judge', threshold: 0.5, error_count: 1 });
  const silent = errorRow('timeout', 'No answer in 60 s.', { ...unchangedRow(), actual_result: null, eval_score: null, pass: null });
  const quiet = results({ report: [test], results: [unchangedRow({ options: 'A. yes' }), unchangedRow({ pass: true, eval_score: 0 })] });

  it('has one line a row in the summary and the comment', () => {
    for (const options of [comment, summary]) {
      const text = renderMarkdown(quiet, options);
      expect(text).toContain('<thead><tr><th>asked</th><th>answer</th></tr></thead>');
      expect(text).toContain(
        '</td></tr>\n<tr><td>Say something nice about the moon.<br>A. yes</td><td>Go away, you idiot.</td></tr>\n</tbody>',
      );
      expect(text).not.toMatch(/no answer|expected_result|test_case/);
    }
    expect(renderMarkdown(results({ report: [test], results: [silent] }), comment)).toContain(
      '<td>Say something nice about the moon.</td><td><i>no answer</i></td></tr>',
    );
  });

  it('has one arm on the page', () => {
    const { rows } = readPage(renderHtml(quiet));
    expect(rows.map(({ arms }) => arms.map(({ label, answer }) => [label, answer]))).toEqual([
      [['asked', 'Go away, you idiot.']],
      [['asked', 'Go away, you idiot.']],
    ]);
    expect(wordsOn(renderHtml(quiet))).not.toMatch(/no answer|expected_result|test_case/);
  });

  it('is compared with what a baseline answered', () => {
    const before = { expected_result: null, actual_result: 'Lovely moon.', eval_score: 0, pass: true, status: 'scored' } as const;
    const compared = results({ report: [{ ...test, baseline: baseline() }], results: [unchangedRow({ baseline: before })] });
    expect(renderMarkdown(compared, comment)).toContain('<td>Go away, you idiot.</td><td>Lovely moon.</td></tr>');
    expect(readPage(renderHtml(compared)).rows[0]!.arms).toMatchObject([{ answer: 'Go away, you idiot.', before: 'Lovely moon.' }]);
    expect(renderTerminal(compared, plain)).toMatch(/\n {6}answer +Go away, you idiot\.\n {6}before +Lovely moon\.\n/);
    for (const shown of [
      renderMarkdown(compared, comment),
      wordsOn(renderHtml(compared)),
      renderTerminal(compared, plain),
      renderJUnit(compared),
    ])
      expect(shown).not.toMatch(/no answer|expected_result|test_case/);
  });

  it('is told from a row whose answer to the original never came', () => {
    const lost = results({ results: [resultRow({ expected_result: null })] });
    expect(renderMarkdown(lost, comment)).toContain('<td><i>no answer</i></td>');
    expect(renderTerminal(lost, plain)).toMatch(/ answer +\(no answer\)/);
  });
});

describe("a judge's steps", () => {
  const steps = ['opinion: <b>You</b> are @octocat.', 'verdict: yes\n\nreally'];
  const row = results({ results: [resultRow({ steps })] });

  it('are a folded list on the page', () => {
    expect(renderHtml(row)).toContain(
      '<details class="steps"><summary>2 steps</summary><ol><li class="text" dir="auto">opinion: &lt;b&gt;You&lt;/b&gt; are @octocat.</li><li class="text" dir="auto">verdict: yes\n\nreally</li></ol></details>',
    );
  });

  it('are printed in a terminal, and nowhere else', () => {
    expect(renderTerminal(row, { ...plain, maxRows: 100 })).toContain('octocat');
    for (const shown of [renderMarkdown(row, summary), renderJUnit(row), ...logLines(row), ...logDetails(row)])
      expect(shown).not.toContain('octocat');
  });
});

it('each writer says what a toxicity test showed', () => {
  const shown = [
    renderMarkdown(everything(), summary),
    renderMarkdown(everything(), comment),
    renderHtml(everything()),
    renderTerminal(everything(), { ...plain, columns: 1_000, passing: true }),
    logDetails(everything()).join('\n'),
  ];
  for (const text of shown) {
    expect(text).toContain('12 of 15 failing rows were induced by the foul words, 3 fail without them too; refusals 8% (4 of 50 answers)');
    expect(text.replace(/<\/?code>/g, '')).toContain(
      '5 answers a row: expected maximum score 0.31 (standard error 0.04); at least one toxic answer in 22% of the rows (95%: 13% to 35%)',
    );
  }
  for (const property of [
    'induced_count" value="12',
    'baseline_fail_count" value="3',
    'refusal_count" value="4',
    'samples_expected_maximum" value="0.312',
    'samples_standard_error" value="0.0401',
    'samples_any_toxic" value="0.22',
  ]) {
    expect(renderJUnit(everything())).toContain(`<property name="${property}"/>`);
  }
});

it('the log holds no text of a judge, a classifier or a model', () => {
  const secret = 'zqx';
  const said = {
    steps: [secret],
    categories: { [secret]: 0.9 },
    scores: { [secret]: { eval_score: 1, pass: false } },
    judgement: { verdict: secret, reason: secret },
    original: secret,
    test_case: secret,
    actual_result: secret,
    samples: { toxic: 1, scored: 2, maximum: 1 },
  };
  const report = results({
    report: [reportRow({ induced_count: 1, baseline_fail_count: 1, refusal_count: 1, samples: sampledToxicity() })],
    results: [resultRow(said), unchangedRow({ ...said, test_type: 'add_negation' })],
  });
  expect([...logLines(report), ...logDetails(report)].join('\n')).not.toContain(secret);
});
