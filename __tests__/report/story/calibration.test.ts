import {
  confusionTable,
  unfitJudgeWords,
  unfitJudges,
} from '../../../src/report/story/calibration.ts';
import { renderHtml } from '../whole.ts';
import { htmlWithCode, xml } from '../../../src/report/formats/escape.ts';
import { renderJUnit } from '../../../src/report/formats/junit.ts';
import { renderMarkdown } from '../../../src/report/formats/markdown.ts';
import { renderTerminal } from '../../../src/report/formats/terminal.ts';
import { storyOf, testSentence } from '../../../src/report/story/story.ts';
import { calibration, errorRow, reportRow, results, unfitJudge } from '../sample-results.ts';

const SENTENCE =
  'the judge `"openai/example-judge"` got 20 of 32 known cases right (62%), 90% needed: it may not gate';
const HEADING = `T${SENTENCE.slice(1)}`;
const unjudged = reportRow({
  scorer: 'judge',
  pass_count: 0,
  fail_count: 0,
  error_count: 3,
  pass_rate: null,
  outcome: 'error',
  calibration: unfitJudge(),
});
const stopped = results({
  outcome: 'error',
  report: [unjudged],
  results: [errorRow('judge_not_calibrated', 'Take another.')],
});

describe('a judge that may not gate', () => {
  it('is the reason in headline and next step, in place of the rows in error', () => {
    const story = storyOf(stopped);
    expect(story.headline).toBe('Could not judge the model: the judge is not fit to judge');
    expect(story.next).toEqual([
      'A judge that is wrong about known cases may not gate: take a better one.',
    ]);
    const mixed = [
      unjudged,
      reportRow({
        test_type: 'b',
        outcome: 'error',
        pass_count: 0,
        fail_count: 0,
        pass_rate: null,
      }),
    ];
    expect(storyOf(results({ outcome: 'error', report: mixed })).next).toHaveLength(2);
    expect(testSentence(storyOf(results({ outcome: 'error', report: mixed })).tests[0]!)).toBe(
      'Reads negation: Nothing was judged: the judge `"openai/example-judge"` may not gate.',
    );
  });

  it('is not called wrong where its requests failed: the endpoint is the cause, said once', () => {
    const unanswered = calibration({
      right: 2,
      total: 40,
      confusion: { true: { true: 2, error: 38 } },
      first_failure: 'Connection refused.\nStart the server.',
    });
    const tests = ['add_negation', 'answers'].map((test_type) => ({
      ...unjudged,
      test_type,
      calibration: unanswered,
    }));
    const story = storyOf(results({ outcome: 'error', report: tests }));
    expect(story.headline).toBe('Could not judge the model: the judge cannot be asked');
    expect(story.next).toEqual([
      'The judge could not be asked: correct what its error names, then run again.',
    ]);
    const text = renderTerminal(results({ outcome: 'error', report: tests }), {
      columns: 80,
      color: false,
    });
    expect(text.match(/gave no\s+answer\s+to\s+38\s+of\s+40\s+known\s+cases/g)).toHaveLength(1);
    expect(text).toMatch(/Connection\s+refused\.\s+Start\s+the\s+server\./);
    expect(text).not.toContain('known verdict');
  });

  it('may not gate without a known case', () => {
    expect(unfitJudgeWords(calibration({ right: 0, total: 0, confusion: {} }))).toContain(
      'got 0 of 0 known cases right (0%), 90% needed',
    );
    expect(
      unfitJudges([reportRow({ calibration: calibration({ right: 0, total: 0, needed: 0 }) })]),
    ).toHaveLength(1);
  });

  it('is shown once, however many tests it judged', () => {
    expect(
      unfitJudges([
        unjudged,
        { ...unjudged, test_type: 'b' },
        reportRow({ calibration: calibration() }),
        reportRow(),
      ]),
    ).toEqual([unfitJudge()]);
  });

  it('has its table in every report, unfolded, above the folded parts', () => {
    const markdown = renderMarkdown(stopped, { kind: 'comment', maxBytes: 60_000 });
    expect(markdown).toContain(`<p><b>${String(htmlWithCode(HEADING))}.</b></p>\n<table>`);
    expect(markdown).toContain('<th>judged unreadable</th>');
    expect(markdown).toContain(
      '<tr><td>unchanged</td><td align="right">8</td><td align="right"><b>8</b></td><td align="right">0</td></tr>',
    );
    expect(markdown).not.toContain('<details>');

    const html = renderHtml(stopped);
    expect(html).toContain(`<p><b>${String(htmlWithCode(HEADING))}.</b></p>`);
    expect(html).toContain('<th>judged unreadable</th>');

    const terminal = renderTerminal(stopped, { columns: 120, color: false });
    expect(terminal).toContain(`  ${HEADING}.`);
    expect(terminal).toMatch(
      /\n {2}known verdict {2}changed {2}unchanged {2}unreadable\n.*\n {2}changed {13}12 {10}2 {11}2\n {2}unchanged {12}8 {10}8 {11}0\n/,
    );

    expect(renderJUnit(stopped)).toContain(
      `<property name="calibration" value="${String(xml`${SENTENCE}`)}"/>`,
    );
  });

  it('loses its table before the report loses the next steps', () => {
    const judges = Array.from({ length: 30 }, (_, i) => ({
      ...unjudged,
      test_type: `t${i}`,
      calibration: unfitJudge({ judge: `openai/${i}` }),
    }));
    const small = renderMarkdown(results({ outcome: 'error', report: judges, results: [] }), {
      kind: 'comment',
      maxBytes: 1_100,
    });
    expect(small.match(/it may not gate\.<\/b>/g)).toHaveLength(3);
    expect(small).toContain('… and 27 more judges in the report.');
    expect(small).not.toContain('known verdict');
    expect(small).toContain('take a better one');
  });
});

describe('confusionTable', () => {
  const cells = (confusion: Record<string, Record<string, number>>) =>
    confusionTable(calibration({ confusion })).rows.map((row) => row.cells);
  const judged = (confusion: Record<string, Record<string, number>>) =>
    confusionTable(calibration({ confusion })).columns.map(({ name }) =>
      name.replace('judged\n', ''),
    );

  it('puts the known verdicts first, so that right ones stand on the diagonal', () => {
    expect(confusionTable(unfitJudge()).rows).toEqual([
      { cells: ['changed', '12', '2', '2'], strong: 1 },
      { cells: ['unchanged', '8', '8', '0'], strong: 2 },
    ]);
    expect(judged(unfitJudge().confusion)).toEqual([
      'known verdict',
      'changed',
      'unchanged',
      'unreadable',
    ]);
  });

  it('leaves out a verdict that no case got', () => {
    const confusion = {
      changed: { changed: 3, unreadable: 0, error: 1 },
      unchanged: { changed: 0, unchanged: 0, unreadable: 0, error: 0 },
    };
    expect(judged(confusion).slice(1)).toEqual(['changed', 'unchanged', 'error']);
  });

  it('reads no inherited property as a verdict', () => {
    const confusion = JSON.parse('{"constructor":{"__proto__":1},"__proto__":{}}') as Record<
      string,
      Record<string, number>
    >;
    expect(cells(confusion)).toEqual([
      ['constructor', '0', '1'],
      ['__proto__', '0', '0'],
    ]);
  });
});
