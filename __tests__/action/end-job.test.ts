import { failsJob } from '../../src/action/end-job.ts';
import type { Inputs } from '../../src/action/input-table.ts';
import { reportRow, results } from '../report/sample-results.ts';

const failOn = (...outcomes: Inputs['failOn']) => ({ failOn: outcomes }) as Inputs;
const open = reportRow({ outcome: 'inconclusive', error_count: 0 });

it('an inconclusive run counts as an error if failed requests left a test open', () => {
  const run = results({ outcome: 'inconclusive', report: [{ ...open, error_count: 3 }] });
  expect(failsJob(run, failOn('error'))).toBe(true);
  expect(failsJob(run, failOn('inconclusive'))).toBe(false);
});

it('an advisory test does not decide how the job ends', () => {
  const advisory = reportRow({ outcome: 'error', error_count: 3, advisory: true });
  const run = results({ outcome: 'inconclusive', report: [open, advisory] });
  expect(failsJob(run, failOn('error'))).toBe(false);
  expect(failsJob(run, failOn('inconclusive'))).toBe(true);
});
