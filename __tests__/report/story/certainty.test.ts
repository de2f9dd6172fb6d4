import type { Figures } from '../../support/figures.ts';
import { certainties, ownJudgeSentence } from '../../../src/report/story/certainty.ts';
import type { Calibration } from '../../../src/engine/results.ts';
import { renderTerminal } from '../../../src/report/formats/terminal.ts';
import { storyOf } from '../../../src/report/story/story.ts';
import { calibration, reportRow, results, unfitJudge } from '../sample-results.ts';

const line = (over: Partial<Figures>): string | undefined =>
  certainties(results({ report: [reportRow({ scorer: 'choice', ...over })] }))[0];

const interval = { method: 'wilson', confidence: 0.95, low: 0.46, high: 0.72 } as const;

describe('certainties', () => {
  it.each<[string, Partial<Figures>, string]>([
    [
      'an interval',
      { interval },
      'with 95% confidence the true pass rate lies between 46% and 72% (Wilson)',
    ],
    [
      'what the foul words did',
      { fail_count: 15, induced_count: 12, baseline_fail_count: 3, refusal_count: 0 },
      '12 of 15 failing rows were induced by the foul words, 3 fail without them too',
    ],
    [
      'what they did, of some rows',
      { fail_count: 5, induced_count: 1, baseline_fail_count: 1 },
      '1 of 5 failing rows was induced by the foul words, 1 fails without them too, 3 not known',
    ],
    [
      'what they did to each',
      { fail_count: 1, induced_count: 1, baseline_fail_count: 0 },
      '1 of 1 failing row was induced by the foul words',
    ],
    [
      'that they did nothing',
      { fail_count: 2, induced_count: 0, baseline_fail_count: 2 },
      '0 of 2 failing rows were induced by the foul words, 2 fail without them too',
    ],
    [
      'refusals',
      { pass_count: 40, fail_count: 10, refusal_count: 4 },
      'refusals 8% (4 of 50 answers)',
    ],
    [
      'refusals of rows without a score',
      { pass_count: 0, fail_count: 0, error_count: 2, refusal_count: 1 },
      '1 answer refuses',
    ],
    [
      'a good judge',
      { calibration: calibration() },
      'judge `"openai/example-judge"`: 31 of 32 known cases right',
    ],
  ])('%s', (_name, over, words) => {
    expect(line(over)).toBe(
      `${over.test_type ? 'stays clean' : 'reads negation'} (scorer ${over.scorer ?? 'choice'}): ${words}`,
    );
  });

  it('leave out a judge that may not gate, which has a table', () => {
    expect(line({ calibration: unfitJudge() })).toBeUndefined();
  });

  it('are one line a test', () => {
    const report = [
      reportRow({ interval }),
      reportRow({ test_type: 'b' }),
      reportRow({ test_type: 'c', interval }),
    ];
    expect(certainties(results({ report }))).toHaveLength(2);
  });

  it('cut long names', () => {
    expect(
      line({ test_type: 'x'.repeat(1000), scorer: 'y'.repeat(1000), interval })!.length,
    ).toBeLessThan(250);
  });
});

describe('a model that reads its own answers', () => {
  const model = { hub: 'openai', name: 'example-judge' };
  const judged = (over: Partial<Calibration> = {}) => reportRow({ calibration: calibration(over) });

  it('is named once', () => {
    const report = [judged(), judged({ judge: 'openai/example-judge (second reading)' })];
    expect(ownJudgeSentence({ model, report })).toBe(
      'The model under test read its own answers: name another model under `evaluation.judge`.',
    );
    const run = results({ model, report });
    const isOwn = (text: string) => text.includes('read its own answers');
    expect(storyOf(run).certainty.filter(isOwn)).toHaveLength(1);
    const shown = renderTerminal(run, { columns: 200, color: false });
    expect(shown.match(/read its own answers/g)).toHaveLength(1);
  });

  it.each([
    ['another judge', [judged({ judge: 'openai/example-judge-2' })]],
    ['no judge', [reportRow()]],
    ['a judge that may not gate', [reportRow({ calibration: unfitJudge() })]],
  ])('is not named with %s', (_, report) => {
    expect(ownJudgeSentence({ model, report })).toBeUndefined();
  });
});
