import type { RunResults } from '../../src/engine/verdict/report.ts';
import { attributionOf } from '../../src/run/attribution.ts';
import type { OpenRun } from '../../src/run/prepare.ts';

const sideOf = (prompt: string) => ({
  model: { hub: 'openai', name: 'm', parameters: {}, system_prompt: prompt },
  tests: [{ test: { name: 'add_negation' }, attribution: true, compare: {} }],
});
const red = {
  test_type: 'add_negation',
  outcome: 'fail',
  method: 'triplet',
  baseline: { outcome: 'fail', paired_count: 5 },
};
const runOf = (options: object, models: object) =>
  ({ config: sideOf('Skip.'), base: sideOf('Read.'), models, options }) as unknown as OpenRun;
const runResults = { report: [red], results: [] } as unknown as RunResults;

it.each([['a base that cannot be asked', runOf({}, {}), /^the base cannot be asked$/]])(
  'a red run says why its cause was not searched for: %s',
  async (_, run, why) => {
    const attribution = await attributionOf(run, runResults);
    expect(attribution).toMatchObject({ kind: 'skipped', requests: 0 });
    expect(attribution!.why).toMatch(why);
  },
);
