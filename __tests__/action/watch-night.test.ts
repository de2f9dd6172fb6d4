import type { Job } from '../../src/action/job.ts';
import { compareNight } from '../../src/action/watch-night.ts';
import { ModelError } from '../../src/errors.ts';
import { results } from '../report/sample-results.ts';

const INTERRUPTED = new ModelError('The run was interrupted (SIGTERM).', {
  kind: 'interrupted',
  remedy: 'Run the job again.',
});

it.each([
  ['an unreadable record', undefined, 'the record of earlier nights cannot be read'],
  ['an interruption', INTERRUPTED, 'The run was interrupted (SIGTERM).'],
])(
  'a night that %s keeps from its record is an error with that reason',
  async (_, reason, said) => {
    const environment = {
      interruption: { reason, abandonWhenOver: async () => undefined },
      warn: () => undefined,
    };
    const run = { results: results({ outcome: 'pass' }) };
    const night = await compareNight(run, { inputs: {}, environment } as unknown as Job);
    expect(night.record).toBeUndefined();
    expect(night.results).toMatchObject({ outcome: 'error', problem: { message: said } });
  },
);
