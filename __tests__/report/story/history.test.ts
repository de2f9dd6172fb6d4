import type { HistoryPoint } from '../../../src/engine/drift/run-record.ts';
import { historyBlocks } from '../../../src/report/story/rates-over-time.ts';
import { renderMarkdown } from '../../../src/report/formats/markdown.ts';
import { renderTerminal } from '../../../src/report/formats/terminal.ts';
import { reportRow, results } from '../sample-results.ts';

const point = (pass_rate: number, over: Partial<HistoryPoint> = {}): HistoryPoint => ({
  at: '2026-11-22T13:11:32.000Z',
  commit: 'ab'.repeat(20),
  pass_rate,
  minimum_pass_rate: 0.7,
  outcome: pass_rate < 0.7 ? 'fail' : 'pass',
  ...over,
});
const blocks = (points: HistoryPoint[]) =>
  historyBlocks({
    report: [reportRow()],
    history: { tests: [{ test_type: 'add_negation', points }] },
  });

describe('how rates went', () => {
  it('is a sentence with the first, the last, the lowest and the highest rate', () => {
    const words = (...points: HistoryPoint[]) => blocks(points)[0]!.sentences![0]![0];
    expect(words(point(0.84), point(0.8), point(0.92))).toBe(
      'reads negation: 3 runs, from 84% to 92%, lowest 80%, highest 92%',
    );
    expect(words(point(0.84), point(0.84))).toBe('reads negation: 2 runs, 84% each');
  });

  it('has the last ten in a table, newest first, with what changed', () => {
    const points = Array.from({ length: 12 }, (_, i) =>
      point(i / 12, i === 11 ? { changed: true } : {}),
    );
    const { rows } = blocks(points)[1]!.table!;
    expect(rows).toHaveLength(10);
    expect(rows[0]!.cells).toEqual([
      '2026-11-22',
      'abababa',
      '92%',
      '70%',
      'pass',
      'this run, configuration or model',
    ]);
  });

  it('needs two runs, and is shown in the summary and the terminal, not in the comment', () => {
    expect(blocks([point(0.8)])).toEqual([]);
    const two = results({
      report: [reportRow()],
      history: { tests: [{ test_type: 'add_negation', points: [point(0.8), point(0.9)] }] },
    });
    const words = '2 runs, from 80% to 90%, lowest 80%, highest 90%';
    const markdown = (kind: 'summary' | 'comment') =>
      renderMarkdown(two, { kind, maxBytes: 100_000 });
    expect(markdown('summary')).toContain(`<p>reads negation: ${words}</p>`);
    expect(markdown('comment')).not.toContain('2 runs');
    expect(renderTerminal(two, { columns: 120, color: false })).toContain(words);
  });
});
