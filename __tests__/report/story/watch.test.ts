import type { WatchFigures } from '../../../src/engine/results.ts';
import { renderDriftIssue } from '../../../src/report/formats/drift-issue.ts';
import { watchHeadline, watchSentences } from '../../../src/report/story/watch.ts';
import { results } from '../sample-results.ts';

const watch = (over: Partial<WatchFigures> = {}): WatchFigures => ({
  told: 'worse',
  nights: 34,
  rows: 60,
  passed: 41,
  silent: 0,
  expected: 57.24,
  p: 0.000_01,
  dispersion: 1.2,
  ...over,
});

it.each<[Partial<WatchFigures>, string]>([
  [{}, 'The served model is worse than its record: 41 of 60 rows pass, 57.2 expected'],
  [
    { told: 'usual', passed: 57, expected: 57 },
    'The served model is as in its record: 57 of 60 rows pass, 57 expected',
  ],
  [
    { told: 'usual', passed: 57, expected: 57, nights: 9 },
    'The record is too short for an alarm: 57 of 60 rows pass, 57 expected',
  ],
  [
    { told: 'recovered', passed: 57 },
    'The served model is back at its record: 57 of 60 rows pass, 57.2 expected',
  ],
])('%j: %s', (over, headline) => {
  expect(watchHeadline(watch(over))).toBe(headline);
});

it('has no comparison in the first night', () => {
  const { expected: _expected, p: _p, ...first } = watch({ told: 'first', nights: 0 });
  expect([watchHeadline(first), watchSentences(first)]).toEqual([
    'First night of the record: 41 of 60 rows pass',
    [],
  ]);
});

it('gives the p-value, the dispersion and the next step', () => {
  expect(watchSentences(watch({ told: 'better', dispersion: 2.13, p: 0.31 }))).toEqual([
    'Compared with 34 nights of record: p = 0.31 for as few passes without a change.',
    'Nights vary more than the rows explain (2.1 times), so a single night counts for less.',
    'The record starts anew at this level.',
  ]);
});

it('the issue escapes every text of the configuration and of a server', () => {
  const hostile = '</p><script>x</script> @everyone `x`';
  const run = results({ model: { hub: 'openai', name: hostile }, watch: watch() });
  const served = [{ model: hostile, fingerprint: '<b>', replies: 3 }];
  const { body, state } = renderDriftIssue(
    { ...run, usage: { ...run.usage, served } },
    { marker: '<!-- m -->', number: undefined, since: '2026-11-20T03:00:00.000Z' },
  );
  expect(body.startsWith('<!-- m -->\n<p>')).toBe(true);
  expect(body).not.toMatch(/<script|<\/p><s/);
  expect(body).toContain('The alarm was raised on 2026-11-20.');
  expect(state).toBe('open');
  expect(
    renderDriftIssue(run, { marker: 'm', number: 3, since: '2026-11-20', closing: 'recovered' })
      .state,
  ).toBe('closed');
});
