import { jsonReport } from '../../../src/report/formats/formats.ts';
import { resultRow, results } from '../sample-results.ts';
import { OUTCOMES } from '../triplet-results.ts';

describe('jsonReport', () => {
  it('is the results, readable, with a final newline', () => {
    const report = jsonReport(results());
    expect(JSON.parse(report)).toEqual(results());
    expect(report).toMatch(/^\{\n {2}"schema_version": 2,\n/);
    expect(report.endsWith('}\n')).toBe(true);
  });

  it('is the same when written row by row as when written at once', async () => {
    for (const outcome of Object.values(OUTCOMES)) {
      const report = await outcome();
      expect(jsonReport(report)).toBe(`${JSON.stringify(report, null, 2)}\n`);
    }
  });

  it('holds only what UTF-8 can encode', () => {
    const report = jsonReport(results({ results: [resultRow({ actual_result: 'a\uD800b 👍' })] }));
    expect(report).toContain('a\uFFFDb 👍');
    expect(Buffer.from(report, 'utf8').toString('utf8')).toBe(report);
  });
});
