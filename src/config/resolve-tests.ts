import { ConfigError } from '../errors.js';
import type { ModelSettings } from '../models/settings.js';
import { botRulesOf, refuseUnseenDocuments } from './bot-rules.js';
import type { Source } from './config.js';
import { resolveEvaluation } from './evaluation.js';
import { MEASURE_TRAITS } from './keys/asking.js';
import { defaultUnder } from './keys/key.js';
import { TEST_KEYS, type TestConfig } from './keys/test.js';
import { checkedRate, minPassRateOf } from './min-pass-rates.js';
import { misplacedKeys, type ResolvedTest } from './misplaced-keys.js';
import { collectProblem } from './problems.js';
import { promptAt } from './prompts.js';
import { resolveData } from './resolve-data.js';
import { testsOf, twinErrors, type TestEntry } from './test-entries.js';

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
    const template = collectProblem(problems, () => promptAt(source, entry.path, 'prompt'));
    const data = collectProblem(problems, () => resolveData(source, entry));
    const settings = collectProblem(problems, () => resolveSettings(source, model, entry));
    if (settings === undefined) continue;
    resolvedTests.push({ writtenTest: entry, config: settings });
    if (data === undefined) continue;
    tests.push({ ...settings, template, data });
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
): Omit<TestConfig, 'template' | 'data'> {
  const { name, test, ownKeys, line, place, rate } = entry;
  const evaluation = resolveEvaluation(source, model, entry);
  const { defaultMethod = evaluation.asking.method } = MEASURE_TRAITS[test.measures];
  const otherwise = defaultUnder(defaultMethod, TEST_KEYS.min_pass_rate);
  const writtenRate = rate ?? minPassRateOf(testsOf(source.yaml), name, otherwise);
  const minimum_pass_rate = checkedRate(writtenRate, place);
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
