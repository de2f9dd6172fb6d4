import { askingsIn, tallyLine, addRun } from '../../src/action/tally.ts';
import { tallyWords } from '../../src/report/story/tally.ts';
import type { Outcome } from '../../src/engine/verdict/report-row.ts';
import { results as sampleResults } from '../report/sample-results.ts';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];
const sampled = sampleResults();

/** Writes the line after each of these runs, and returns what the last one says. */
function after(...runs: [subject: string, outcome: Outcome, requests: number, resumed?: number][]) {
  let comment: string | undefined;
  let words: ReturnType<typeof tallyWords>;
  for (const [subject, outcome, requests, from_resume] of runs) {
    const usage = { ...sampled.usage, requests, from_resume };
    const run = { subject, results: { ...sampled, outcome, usage } };
    const { askings, current } = addRun(askingsIn(comment), run);
    words = current && tallyWords(askings, current);
    comment = `<!-- the marker -->${tallyLine(askings)}\r\nthe rest`;
  }
  return words;
}

it('says nothing of the first asking, nor of a verdict that stands', () => {
  expect(after([A, 'fail', 80])).toBeUndefined();
  expect(after([A, 'fail', 80], [A, 'fail', 0, 80])).toBeUndefined();
  // Three rows were in error: the same asking goes on.
  expect(after([A, 'inconclusive', 80], [A, 'pass', 3, 77])).toBeUndefined();
});

it('counts subjects and askings, and names the earlier outcomes', () => {
  expect(after([A, 'fail', 80], [B, 'fail', 80], [B, 'fail', 80])?.words).toBe(
    'second subject of this pull request, second asking; earlier: fail, fail',
  );
  expect(after([A, 'fail', 80], [B, 'pass', 80], [A, 'fail', 0, 80])).toEqual({
    words: 'first subject of this pull request, first asking; earlier: pass',
    isWarning: false,
  });
  const many = Array.from({ length: 21 }, (): [string, Outcome, number] => [A, 'fail', 80]);
  expect(after(...many)?.words).toBe(
    'first subject of this pull request, 21st asking; earlier: …, fail, fail, fail, fail, fail, fail',
  );
});

it('warns of a pass of what did not pass before', () => {
  expect(after([A, 'fail', 80], [A, 'pass', 80])?.isWarning).toBe(true);
  expect(after([A, 'fail', 80], [B, 'pass', 80])?.isWarning).toBe(false);
});

it('keeps at most fifty askings, and ignores a line that was edited', () => {
  const run = { subject: A, results: { ...sampled, outcome: 'fail' as const } };
  let { askings } = addRun([], run);
  for (let nth = 1; nth < 60; nth++) ({ askings } = addRun(askings, run));
  expect(askings).toHaveLength(50);
  expect(askingsIn(tallyLine(askings))).toEqual(askings);
  for (const line of [
    '<!-- sensitivity-askings: zzz fail -->',
    '<!-- sensitivity-askings: aaaaaaaaaaaa fail --> <b>',
    '<!-- sensitivity-askings:aaaaaaaaaaaa fail -->',
  ])
    expect(askingsIn(line)).toEqual([]);
});

it('keeps the askings for a skipped run, and for a report that another run has made', () => {
  const earlier = [{ subject: 'a'.repeat(12), outcome: 'fail' as const }];
  const skipped = { subject: A, results: { ...sampled, outcome: 'skipped' as const } };
  expect(addRun(earlier, skipped)).toEqual({ askings: earlier });
  expect(addRun(earlier, { results: sampled })).toEqual({ askings: earlier });
});
