import { canonical, isMapping } from '../json.js';
import type { TeamCases } from '../engine/judges/team-cases.js';
import { sum } from '../engine/lists.js';
import { hash } from '../engine/random.js';
import type { RuleChange } from '../engine/results.js';
import { placeholdersOf, type Candidate, type Config } from './config.js';
import type { TestConfig } from './keys/test.js';
import { SELF } from './keys/model.js';
import { TEST_KEYS } from './keys/test.js';

export function changedRules(baseConfig: Config, headConfig: Config): RuleChange[] {
  // `null` is a value: no column, or no threshold.
  const valuesByPath = (config: Config) =>
    Object.fromEntries([...rulesByPath(config)].map(([path, value]) => [path, value ?? 'null']));
  return changesBetween(valuesByPath(baseConfig), valuesByPath(headConfig));
}

function rulesByPath(
  config: Pick<Config, 'tests' | 'embeddings' | 'seed'> & Partial<Config>,
): Map<string, unknown> {
  const { tests, promptFiles: model, embeddings, seed, budget, deadline } = config;
  const rulesByTest = Object.fromEntries(
    tests.map((test) => [`${test.test.category}.${test.test.name}`, rulesOfTest(test)]),
  );
  const rules = {
    model,
    tests: rulesByTest,
    embeddings: askedRules(embeddings),
    seed,
    budget,
    deadline,
  };
  return new Map(leaves(rules));
}

const NAMES = new Map(
  Object.entries(TEST_KEYS).flatMap(([name, entry]) =>
    entry.kind === 'computed' ? [[entry.field as string, name]] : [],
  ),
);

/** Returns the rules of a test. The file of its prompt is a rule; its text is the subject's. */
function rulesOfTest({
  test: _,
  line: _line,
  template,
  promptFile,
  asking,
  candidates,
  data,
  judge,
  judgeContext,
  ...otherSettings
}: TestConfig): object {
  const { overridden: _overridden, place: _where, columnPlaces: _places, ...rows } = data;
  const isInline = template !== undefined && promptFile === undefined;
  const settingsByKey: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(otherSettings))
    settingsByKey[NAMES.get(field) ?? field] = value;
  const rules: Record<string, unknown> = {
    ...settingsByKey,
    ...scoredBy(candidates),
    prompt: isInline ? 'its own' : undefined,
    prompt_file: promptFile,
    method: asking.method,
    data: rows,
    judge: askedRules(judge),
    'judge.cases': judge?.teamCases && digestOfCases(judge.teamCases),
    'judge.context': judgeContext,
  };
  if (asking.reader) rules['scorer'] = asking.reader;
  return rules;
}

/** `24 cases (9f3a01bc)`: enough to see that they differ. */
function digestOfCases(cases: TeamCases): string {
  const count = sum(Object.values(cases), (casesOfKind) => casesOfKind.length);
  return `${count} cases (${hash(canonical(cases)).toString(16)})`;
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
 * Returns the settings that shape the requests to a model: timeout and retries do not. Returns
 * `self` for the model of the run.
 */
export function askedRules(settings: object | undefined): unknown {
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

function* leaves(value: unknown, path = ''): Generator<[string, unknown]> {
  if (value === undefined) return;
  if (!isMapping(value)) yield [path, value];
  else
    for (const [key, below] of Object.entries(value))
      yield* leaves(below, path === '' ? key : `${path}.${key}`);
}

export function sameModel(a: Config, b: Config): boolean {
  return isSame(askedRules(a.model), askedRules(b.model));
}

export function sameSubject(a: Config, b: Config): boolean {
  return sameModel(a, b) && isSame(promptsOf(a), promptsOf(b));
}

/**
 * Returns the differences of the subject from the base's: keys of the model, each parameter, and
 * the prompts. A parameter may have the name of a key.
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
  const howOften = { timeout: undefined, retries: undefined };
  const keysOf = ({ model }: Config) => ({ ...model, ...promptAndParameters, ...howOften });
  return changesBetween(keysOf(base), keysOf(head));
}

/** The prompts of the subject by key, with the variables that fill them. */
export function promptsOf(config: Config): Record<string, string | undefined> {
  const { model, template, tests, variables } = config;
  const prompts: Record<string, string | undefined> = {
    system_prompt: model.system_prompt,
    prompt: template,
  };
  for (const { test, template: testTemplate } of tests)
    if (testTemplate !== undefined) prompts[`${test.name}.prompt`] = testTemplate;
  // Other variables are a part of the prompts that they fill.
  for (const name of placeholdersOf(config))
    if (Object.hasOwn(variables, name)) prompts[`variables.${name}`] = String(variables[name]);
  return prompts;
}

/**
 * Identifies the requests of a run, for a run that resumes it. Caps, deadline and timeouts may
 * differ.
 */
export function identityOf(config: Config): string {
  const { tests, embeddings, seed } = config;
  return canonical([
    [...rulesByPath({ tests, embeddings, seed })],
    askedRules(config.model),
    promptsOf(config),
  ]);
}

/**
 * True for equal configured values. The order of keys and keys without a value do not count.
 */
export function isSame(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/** Returns the keys whose values differ; `null` stands for a key without a value. */
export function changesBetween(oldValues: object, newValues: object): RuleChange[] {
  const oldByKey = new Map<string, unknown>(Object.entries(oldValues));
  const newByKey = new Map<string, unknown>(Object.entries(newValues));
  const paths = [...new Set([...oldByKey.keys(), ...newByKey.keys()])];
  return paths
    .filter((path) => !isSame(oldByKey.get(path), newByKey.get(path)))
    .map((path) => ({ path, old: oldByKey.get(path) ?? null, new: newByKey.get(path) ?? null }));
}
