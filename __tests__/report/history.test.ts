import { describe, expect, it } from '@jest/globals';
import type { HistoryPoint, Raise } from '../../src/engine/history.js';
import { raiseSentences, runsOf, sparkline, trendsOf, trendWords } from '../../src/report/history.js';
import { logLines } from '../../src/report/log.js';
import { renderMarkdown } from '../../src/report/markdown.js';
import { renderTerminal } from '../../src/report/terminal.js';
import { reportRow, results } from './sample-results.js';

const point = (pass_rate: number, over: Partial<HistoryPoint> = {}): HistoryPoint => ({
  at: '2026-11-22T13:11:32.000Z',
  commit: 'ab'.repeat(20),
  pass_rate,
  minimum_pass_rate: 0.7,
  outcome: pass_rate < 0.7 ? 'fail' : 'pass',
  ...over,
});
const raise: Raise = {
  test_type: 'add_negation',
  minimum_pass_rate: 0.7,
  reached: [0.96, 0.92, 0.94],
  suggested: 0.85,
  low: 0.86,
  rows: 100,
  key: 'min_pass_rate',
  written: true,
  line: 9,
};
const told = (over: Partial<Raise>) =>
  raiseSentences(results({ report: [reportRow()], history: { tests: [], ratchet: [{ ...raise, ...over }] } }));

describe('how rates went', () => {
  it('is drawn from the lowest to the highest, small differences small', () => {
    expect(sparkline([0, 0.25, 0.5, 0.75, 1].map((rate) => point(rate)))).toBe('▁▃▅▇█');
    expect(sparkline([0.98, 1, 0.99].map((rate) => point(rate)))).toBe('███');
    expect(sparkline([0, 0].map((rate) => point(rate)))).toBe('▁▁');
    expect(trendWords([point(0.84), point(0.8), point(0.92)])).toBe('3 runs, from 84% to 92%, lowest 80%, highest 92%');
    expect(trendWords([point(0.84), point(0.84)])).toBe('2 runs, 84% each');
  });

  it('has the last ten in a table, newest first, with what changed', () => {
    const points = Array.from({ length: 12 }, (_, i) => point(i / 12, i === 11 ? { changed: true } : {}));
    const runs = runsOf(points);
    expect(runs).toHaveLength(10);
    expect(runs[0]).toEqual({
      day: '2026-11-22',
      commit: 'abababa',
      rate: '92%',
      needed: '70%',
      outcome: 'pass',
      note: 'this run, configuration or model',
    });
  });

  it('is no trend of one run, and stands in the summary and the terminal, not in the comment', () => {
    const one = { tests: [{ test_type: 'add_negation', points: [point(0.8)] }] };
    expect(trendsOf({ history: one })).toEqual([]);
    const two = results({ report: [reportRow()], history: { tests: [{ test_type: 'add_negation', points: [point(0.8), point(0.9)] }] } });
    const words = '2 runs, from 80% to 90%, lowest 80%, highest 90%';
    const markdown = (kind: 'summary' | 'comment') => renderMarkdown(two, { kind, maxBytes: 100_000 });
    expect(markdown('summary')).toContain(`${words}<br>▅█`);
    expect(markdown('comment')).not.toContain('2 runs');
    expect(renderTerminal(two, { columns: 100, color: false })).toContain(`reads negation: ▅█ ${words}`);
    expect(renderTerminal(two, { columns: 100, color: false, unicode: false })).toContain(`reads negation: ${words}`);
  });
});

describe('a minimum that could be higher', () => {
  const reached = 'reads negation: the last 3 runs on the default branch reached 96%, 92% and 94%, and the minimum is 70%.';

  it('is told with the line to change', () => {
    expect(told({})).toEqual([`${reached} Change \`.github/sensitivity.yml, line 9\`: \`min_pass_rate: 0.7\` -> \`min_pass_rate: 0.85\``]);
    expect(told({ written: false })).toEqual([`${reached} Add to the test (\`.github/sensitivity.yml, line 9\`): \`min_pass_rate: 0.85\``]);
  });

  it('says where rows are too few to go by', () => {
    expect(told({ low: 0.6, rows: 5 })[0]).toContain('Over 5 rows that is little to go by (the true rate may be 60%)');
  });

  it('names the rate of a single run as it is', () => {
    expect(told({ reached: [0.94] })[0]).toContain('reached 94%, and the minimum');
  });

  it('is a line of the log', () => {
    const lines = logLines(results({ report: [reportRow()], history: { tests: [], ratchet: [raise] } }));
    expect(lines.filter((line) => line.startsWith('ratchet: '))).toHaveLength(1);
  });
});
