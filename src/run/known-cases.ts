import type { Config } from '../config/config.ts';
import { calibrationNeeds } from '../engine/asking/budget.ts';
import { distinctBy } from '../engine/lists.ts';
import type { JudgeCalibration } from '../engine/scorers/scorer.ts';
import { startTests, subjectsOf } from '../engine/asking/start-tests.ts';
import { orProblem } from '../errors.ts';
import { Meter } from '../models/index.ts';
import { connectionOf } from './connect-models.ts';
import type { EvaluateOptions } from './options.ts';
import { connectAndRead } from './prepare.ts';

/**
 * Returns the known cases of each kind that the tests ask a judge of, by the name of the test.
 * Empty if the rows cannot be read, and for rows on the Hub, which are not read here.
 */
export async function knownCasesByTest(
  config: Config,
  options: EvaluateOptions,
): Promise<ReadonlyMap<string, readonly JudgeCalibration[]>> {
  const tests = config.tests.filter(({ data }) => !data.source.startsWith('hf:'));
  const uncompared = tests.map((test) => ({ ...test, compare: undefined }));
  const localConfig = { ...config, tests: uncompared };
  const read = await orProblem(() =>
    connectAndRead(localConfig, options, {
      connection: connectionOf(options, config),
      meter: new Meter(0),
      base: undefined,
      isPlan: true,
    }),
  );
  const byTest = new Map<string, JudgeCalibration[]>();
  if ('problem' in read) return byTest;
  const { head } = subjectsOf(read.models, undefined);
  for (const trial of startTests(read.tests, { seed: config.seed, head })) {
    const { name } = trial.run.test;
    const needed = calibrationNeeds(trial).flatMap(({ knownCases }) => knownCases ?? []);
    const earlier = byTest.get(name) ?? [];
    const all = [...earlier, ...needed];
    byTest.set(
      name,
      distinctBy(all, (knownCases) => knownCases.version()),
    );
  }
  return byTest;
}
