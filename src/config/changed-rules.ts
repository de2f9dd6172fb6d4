import { createHash } from 'node:crypto';
import { canonical, isMapping } from '../json.ts';
import type { TeamCases } from '../engine/judges/team-cases.ts';
import { sum } from '../engine/lists.ts';
import type { RuleChange } from '../engine/results.ts';
import { placeholdersOf, type Candidate, type Config } from './config.ts';
import type { TestConfig } from './keys/test.ts';
import { SELF } from './keys/model.ts';
import { TEST_KEYS } from './keys/test.ts';

/** Returns the rules whose values differ; `null` stands for a rule that one side does not have. */
export function changedRules(baseConfig: Config, headConfig: Config): RuleChange[] {
  const oldRules = rulesByPath(baseConfig);
  const newRules = rulesByPath(headConfig);
  return changedKeys(oldRules, newRules).map((key) => {
    const path = dottedPath(key);
    const [oldRule, newRule] = [oldRules.get(key), newRules.get(key)];
    return { path, old: shownRule(path, oldRule), new: shownRule(path, newRule) };
  });
}

/** Returns a key of `rulesByPath` as reports write it. */
function dottedPath(key: string): string {
  const path = JSON.parse(key) as string[];
  return path.join('.');
}

/**
 * Returns the value of a rule as reports show it. The value `null` (no column, or no threshold) is
 * the text `null` there, since `null` itself stands for an absent rule.
 */
function shownRule(path: string, value: unknown): unknown {
  if (value === undefined) return null;
  if (value === null) return 'null';
  if (value === 'null') return '"null"';
  const isDigest = typeof value === 'string' && path.endsWith(`.${JUDGE_CASES}`);
  return isDigest ? value.replace(LONG_DIGEST, '$1') : value;
}

const JUDGE_CASES = 'judge.cases';
/** A SHA-256 digest in hexadecimal, of which reports show the first 12 digits. */
const LONG_DIGEST = /([0-9a-f]{12})[0-9a-f]{52}/;

/**
 * Returns the value of each rule by its path, as JSON: a name with a dot, such as that of a
 * parameter, must not stand for another path.
 */
function rulesByPath(
  config: Pick<Config, 'tests' | 'embeddings' | 'seed'> & Partial<Config>,
): Map<string, unknown> {
  const { tests, prompts = {}, embeddings, seed, budget, deadline } = config;
  const rulesByTest = Object.fromEntries(
    tests.map((test) => {
      const { category, name } = test.test;
      return [`${category}.${name}`, rulesOfTest(test, prompts[`${name}.prompt`]?.file)];
    }),
  );
  const rules = {
    model: {
      prompt_file: prompts['prompt']?.file,
      system_prompt_file: prompts['system_prompt']?.file,
    },
    tests: rulesByTest,
    embeddings: requestSettings(embeddings),
    seed,
    budget,
    deadline,
  };
  return new Map(Array.from(leaves(rules), ([path, value]) => [JSON.stringify(path), value]));
}

/** Keys of the configuration by the fields that hold them in a resolved test. */
const KEYS_BY_FIELD = new Map(
  Object.entries(TEST_KEYS).flatMap(([name, entry]) =>
    entry.kind === 'computed' ? [[entry.field as string, name]] : [],
  ),
);

/** Returns the rules of a test. The prompt's file is a rule; its text is a part of the subject. */
function rulesOfTest(config: TestConfig, promptFile: string | undefined): object {
  const {
    test: _test,
    line: _line,
    template,
    asking,
    candidates,
    data,
    judge,
    judgeContext,
    ...otherSettings
  } = config;
  const { overridden: _overridden, place: _place, columnPlaces: _columnPlaces, ...rows } = data;
  const isInline = template !== undefined && promptFile === undefined;
  const settingsByKey: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(otherSettings))
    settingsByKey[KEYS_BY_FIELD.get(field) ?? field] = value;
  const rules: Record<string, unknown> = {
    ...settingsByKey,
    ...scoredBy(candidates),
    prompt: isInline ? 'its own' : undefined,
    prompt_file: promptFile,
    method: asking.method,
    data: rows,
    judge: requestSettings(judge),
    [JUDGE_CASES]: judge?.teamCases && digestOfCases(judge.teamCases),
    'judge.context': judgeContext,
  };
  if (asking.reader) rules['scorer'] = asking.reader;
  return rules;
}

/** Returns the number of a judge's known cases and their SHA-256 digest: `24 cases (9f3a01bc…)`. */
function digestOfCases(cases: TeamCases): string {
  const count = sum(Object.values(cases), (casesOfKind) => casesOfKind.length);
  return `${count} cases (${createHash('sha256').update(canonical(cases)).digest('hex')})`;
}

function scoredBy(candidates: readonly Candidate[]): object {
  const candidateRules = candidates.map(({ scorer, scorerOptions, ...settings }) => ({
    scorer: scorer.name,
    ...settings,
    ...scorerOptions,
  }));
  const [singleCandidate, ...furtherCandidates] = candidateRules;
  return singleCandidate && furtherCandidates.length === 0
    ? singleCandidate
    : { scorer: candidateRules };
}

/**
 * Returns the settings that shape the requests to a model, which `timeout` and `retries` do not.
 * Returns `self` for the model under test.
 */
export function requestSettings(settings: object | undefined): unknown {
  if (settings && 'isSelf' in settings) return SELF;
  return (
    settings && {
      ...settings,
      section: undefined,
      timeout: undefined,
      retries: undefined,
      teamCases: undefined,
    }
  );
}

function* leaves(
  value: unknown,
  path: readonly string[] = [],
): Generator<[readonly string[], unknown]> {
  if (value === undefined) return;
  if (!isMapping(value)) yield [path, value];
  else for (const [key, below] of Object.entries(value)) yield* leaves(below, [...path, key]);
}

export function sameModel(a: Config, b: Config): boolean {
  return isSame(requestSettings(a.model), requestSettings(b.model));
}

export function sameSubject(a: Config, b: Config): boolean {
  return sameModel(a, b) && isSame(promptsOf(a), promptsOf(b));
}

/**
 * Returns the differences of the head's subject from the base's: keys of the model, its parameters,
 * and prompts. A path may stand twice, since a parameter may have the name of a key.
 */
export function changedSubject(head: Config, base: Config): RuleChange[] {
  return [
    ...changedModelKeys(head, base),
    ...changesBetween(base.model.parameters, head.model.parameters),
    ...changesBetween(promptsOf(base), promptsOf(head)),
  ];
}

/** Returns the changed keys of the model, without its parameters and prompts. */
export function changedModelKeys(head: Config, base: Config): RuleChange[] {
  const promptAndParameters = {
    parameters: undefined,
    system_prompt: undefined,
    system_fill: undefined,
  };
  const unrelatedToAnswers = { timeout: undefined, retries: undefined };
  const keysOf = ({ model }: Config) => ({
    ...model,
    ...promptAndParameters,
    ...unrelatedToAnswers,
  });
  return changesBetween(keysOf(base), keysOf(head));
}

/** Returns the prompts of the subject, and the values of the variables that rows may replace. */
export function promptsOf(config: Config): Record<string, string | undefined> {
  const { model, template, tests, variables } = config;
  const prompts: Record<string, string | undefined> = {
    system_prompt: model.system_prompt,
    prompt: template,
  };
  for (const { test, template: testTemplate } of tests)
    if (testTemplate !== undefined) prompts[`${test.name}.prompt`] = testTemplate;
  // The values of all other variables stand in the prompts already.
  for (const name of placeholdersOf(config))
    if (Object.hasOwn(variables, name)) prompts[`variables.${name}`] = String(variables[name]);
  return prompts;
}

/**
 * Returns a text that is equal for configurations with the same requests, for a run that resumes
 * another one. Their caps, deadlines and timeouts may differ.
 */
export function identityOf(config: Config): string {
  const { tests, embeddings, seed } = config;
  return canonical([
    [...rulesByPath({ tests, embeddings, seed })],
    requestSettings(config.model),
    promptsOf(config),
  ]);
}

/**
 * Returns whether two configured values are equal. The order of keys does not count, and neither do
 * keys without a value.
 */
export function isSame(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/** Returns the keys whose values differ; `null` stands for a key without a value. */
export function changesBetween(oldValues: object, newValues: object): RuleChange[] {
  const oldByKey = new Map<string, unknown>(Object.entries(oldValues));
  const newByKey = new Map<string, unknown>(Object.entries(newValues));
  return changedKeys(oldByKey, newByKey).map((path) => ({
    path,
    old: oldByKey.get(path) ?? null,
    new: newByKey.get(path) ?? null,
  }));
}

function changedKeys(
  oldByKey: ReadonlyMap<string, unknown>,
  newByKey: ReadonlyMap<string, unknown>,
): string[] {
  const keys = new Set([...oldByKey.keys(), ...newByKey.keys()]);
  return [...keys].filter((key) => !isSame(oldByKey.get(key), newByKey.get(key)));
}
