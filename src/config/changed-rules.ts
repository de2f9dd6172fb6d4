/** Compares the rules of two configurations: the keys that decide how a subject is judged. */
import type { RuleChange } from '../engine/results.ts';
import { canonical, isMapping } from '../json.ts';
import { promptsOf, requestSettings } from './changed-subject.ts';
import { changedKeys } from './changed-values.ts';
import type { BaseAndHead, Config } from './config.ts';
import type { KeyTable } from './keys/key.ts';
import { TEST_KEYS, type TestConfig } from './keys/test.ts';
import { ROOT_KEYS } from './keys/whole.ts';

/** Values of rules by key. A mapping holds further rules. */
type RuleValues = Readonly<Record<string, unknown>>;

/** Returns the rules whose values differ; `null` stands for a rule that one side does not have. */
export function changedRules({ base, head }: BaseAndHead): RuleChange[] {
  const oldRules = rulesByPath(rulesOf(base));
  const newRules = rulesByPath(rulesOf(head));
  return changedKeys(oldRules, newRules).map((pathAsJson) => {
    const path = JSON.parse(pathAsJson) as string[];
    const [oldRule, newRule] = [oldRules.get(pathAsJson), newRules.get(pathAsJson)];
    return { path: path.join('.'), old: shownRule(oldRule), new: shownRule(newRule) };
  });
}

/**
 * Returns a text that is equal for configurations with the same requests, for a run that resumes
 * another one. Their budgets, deadlines and timeouts may differ.
 */
export function requestIdentityOf(config: Config): string {
  const rules: RuleValues = {
    ...rulesOf({ ...config, prompts: {} }),
    budget: undefined,
    deadline: undefined,
  };
  return canonical([[...rulesByPath(rules)], requestSettings(config.model), promptsOf(config)]);
}

/**
 * Returns the value of a rule as reports show it. The value `null` (no column, or no threshold) is
 * the text `null` there, since `null` itself stands for an absent rule.
 */
function shownRule(value: unknown): unknown {
  if (value === undefined) return null;
  if (value === null) return 'null';
  return value === 'null' ? '"null"' : value;
}

/**
 * Returns the value of each rule by its path, as JSON: a name with a dot, such as that of a
 * parameter, must not be the same as another path.
 */
function rulesByPath(rules: RuleValues): Map<string, unknown> {
  return new Map(Array.from(leaves(rules), ([path, value]) => [JSON.stringify(path), value]));
}

function* leaves(
  value: unknown,
  path: readonly string[] = [],
): Generator<[path: readonly string[], value: unknown]> {
  if (value === undefined) return;
  if (!isMapping(value)) yield [path, value];
  else for (const [key, below] of Object.entries(value)) yield* leaves(below, [...path, key]);
}

/** A key that is a rule, and the field of the resolved configuration that has its value. */
interface RuleKey {
  key: string;
  field: string;
}

/** Returns the rules of a table. A nested key is a part of the value of another key. */
function ruleKeysIn(keys: KeyTable): RuleKey[] {
  return Object.entries(keys).flatMap(([key, entry]) => {
    if (entry.kind === 'nested' || entry.isRule === false) return [];
    return [{ key, field: entry.kind === 'computed' ? entry.field : key }];
  });
}

const ROOT_RULES = ruleKeysIn(ROOT_KEYS);
const TEST_RULES = ruleKeysIn(TEST_KEYS);

/** First keys of the paths of rules. */
export const RULE_SECTIONS: readonly string[] = ROOT_RULES.map(({ key }) => key);

function valuesOf(ruleKeys: readonly RuleKey[], valuesByField: RuleValues): RuleValues {
  return Object.fromEntries(ruleKeys.map(({ key, field }) => [key, valuesByField[field]]));
}

/** Returns the rules of a configuration. A prompt's file is a rule; its text is of the subject. */
function rulesOf(config: Config): RuleValues {
  const { tests, prompts, embeddings } = config;
  const rulesByTest = Object.fromEntries(
    tests.map((test) => [`${test.test.category}.${test.test.name}`, rulesOfTest(test)]),
  );
  return valuesOf(ROOT_RULES, {
    ...config,
    model: {
      prompt_file: prompts['prompt']?.file,
      system_prompt_file: prompts['system_prompt']?.file,
    },
    tests: rulesByTest,
    embeddings: requestSettings(embeddings),
  });
}

function rulesOfTest(config: TestConfig): RuleValues {
  const { asking, data, judge, judgeContext } = config;
  const { overridden: _overridden, place: _place, columnPlaces: _columnPlaces, ...rows } = data;
  const rules = valuesOf(TEST_RULES, {
    ...config,
    asking: asking.method,
    data: rows,
    judge: requestSettings(judge),
  });
  return { ...rules, ...scorerRules(config), 'judge.context': judgeContext };
}

/** Returns the keys of the scorer of a test, or a list of them if the rows choose the scorer. */
function scorerRules({
  asking,
  candidates,
}: Pick<TestConfig, 'asking' | 'candidates'>): RuleValues {
  if (asking.reader) return { scorer: asking.reader };
  const candidateRules = candidates.map(({ scorer, scorerOptions, ...settings }) => ({
    scorer: scorer.name,
    ...settings,
    ...scorerOptions,
  }));
  const [onlyCandidate, ...furtherCandidates] = candidateRules;
  return onlyCandidate && furtherCandidates.length === 0
    ? onlyCandidate
    : { scorer: candidateRules };
}
