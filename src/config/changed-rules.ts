import { isMapping } from '../json.js';
import type { RuleChange } from '../engine/results.js';
import { selfJudge } from '../models/index.js';
import type { ModelSettings } from '../models/settings.js';
import { withPromptsOf, type Candidate, type Config, type TestConfig } from './config.js';
import { isSame } from './same.js';
import { SELF } from './keys/model.js';
import { OF_A_TEST } from './keys/test.js';

/** Lists the keys whose resolved values differ, by path, without the subject and keys that cannot change a verdict. */
export function changedRules(old: Config, now: Config): RuleChange[] {
  const [before, after] = [rulesByPath(old), rulesByPath(now)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
    // `null` is a value: no column, or no threshold.
    const [was, is] = [before, after].map((rules) => (rules.has(path) ? (rules.get(path) ?? 'null') : null));
    return isSame(was, is) ? [] : [{ path, old: was, new: is }];
  });
}

/** Returns the base's rules over the head's subject, which is also the judge if the run judges itself. */
export function rulesOver(rules: Config, head: Config): Config {
  const { model, template, tests } = head;
  const self = tests.find(({ judge }) => judge?.isSelf)?.judge ?? selfJudge(model);
  const asked = withPromptsOf(rules, head);
  return { ...rules, model, template, tests: asked.map((test) => (test.judge?.isSelf ? judgedBy(test, self) : test)) };
}

/** Returns the test with this judge; without one, with the scorers that need none. */
function judgedBy({ judge: _, ...test }: TestConfig, self: ModelSettings | undefined): TestConfig {
  if (self) return { ...test, judge: self };
  const others = test.candidates.filter(({ scorer }) => scorer.judgeCalls === 0);
  return { ...test, candidates: others.length > 0 ? others : test.candidates };
}

function rulesByPath({ tests, embeddings, seed, budget, deadline }: Config): Map<string, unknown> {
  const byTest = Object.fromEntries(tests.map((test) => [`${test.test.category}.${test.test.name}`, rulesOfTest(test)]));
  return new Map(leaves({ tests: byTest, embeddings: asked(embeddings), seed, budget, deadline }));
}

const NAMES = new Map(
  Object.entries(OF_A_TEST).flatMap(([name, entry]) => (entry.kind === 'worked' ? [[entry.field as string, name]] : [])),
);

/** Returns the rules of a test without its prompt, which is part of the subject. */
function rulesOfTest({
  test: _,
  line: _line,
  template: _prompt,
  asking,
  candidates,
  data,
  judge,
  classifier,
  ...plain
}: TestConfig): object {
  const { overridden: _overridden, where: _where, columnPlaces: _places, ...rows } = data;
  const named = Object.entries(plain).map(([field, value]) => [NAMES.get(field) ?? field, value]);
  return {
    ...(Object.fromEntries(named) as object),
    ...scoredBy(candidates),
    method: asking.method,
    ...(asking.reader && { scorer: asking.reader }),
    data: rows,
    judge: asked(judge),
    classifier: asked(classifier),
  };
}

function scoredBy(candidates: readonly Candidate[]): object {
  const shown = candidates.map(({ scorer, scorerOptions, ...settings }) => ({
    scorer: scorer.name,
    ...settings,
    ...scorerOptions,
  }));
  return shown.length === 1 ? shown[0]! : { scorer: shown };
}

/** Returns the settings of a model without timeout and retries; `self` for the model of the run. */
function asked(settings: object | undefined): unknown {
  if (settings && 'isSelf' in settings) return SELF;
  return settings && { ...settings, section: undefined, timeout: undefined, retries: undefined };
}

function* leaves(value: unknown, path = ''): Generator<[string, unknown]> {
  if (value === undefined) return;
  if (!isMapping(value)) yield [path, value];
  else for (const [key, below] of Object.entries(value)) yield* leaves(below, path === '' ? key : `${path}.${key}`);
}
