import type { Config } from './config.js';
import type { RuleChange } from '../engine/results.js';
import { isMapping } from '../json.js';

export function sameModel(one: Config, other: Config): boolean {
  return isSame(askedOf(one), askedOf(other));
}

/** Returns the settings of the model without timeout and retries. */
function askedOf({ model }: Config) {
  return { ...model, timeout: undefined, retries: undefined };
}

export function sameSubject(one: Config, other: Config): boolean {
  return sameModel(one, other) && isSame(promptsOf(one), promptsOf(other));
}

/** How the subject differs from the base's: keys of the model, its parameters one by one, and the prompt. */
export function changedSubject(now: Config, base: Config): RuleChange[] {
  const keysOf = (config: Config) => {
    const { parameters, ...model } = askedOf(config);
    return { ...model, ...parameters, ...promptsOf(config) };
  };
  return changesBetween(keysOf(base), keysOf(now)).map(({ name, was, is }) => ({ path: name, old: was ?? null, new: is ?? null }));
}

/** Returns the prompt of the model, and the prompts that tests have of their own, by key. */
function promptsOf({ template, tests }: Config): Record<string, string | undefined> {
  const own = tests.filter((test) => test.template !== undefined);
  return { prompt: template, ...Object.fromEntries(own.map((test) => [`${test.test.name}.prompt`, test.template])) };
}

function rulesOf({ tests, embeddings, seed }: Config) {
  return {
    tests: tests.map(({ test, candidates, data, judge, line: _line, ...rules }) => ({
      ...rules,
      judge: judge?.isSelf ? 'self' : judge,
      test: test.name,
      candidates: candidates.map(({ scorer, ...settings }) => ({
        ...settings,
        scorer: scorer.name,
      })),
      data: { ...data, where: undefined, columnPlaces: undefined },
    })),
    embeddings,
    seed,
  };
}

/** Identifies the requests of a run, for a run that resumes it. Caps, deadline and timeouts may differ. */
export function identityOf(config: Config): string {
  return canonical([rulesOf(config), askedOf(config), config.template]);
}

/** Whether two configured values are equal. The order of keys and keys without a value do not count. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** Returns the differences between two mappings, by their own keys. */
export function changesBetween(old: object, now: object): { name: string; was: unknown; is: unknown }[] {
  const [before, after] = [new Map<string, unknown>(Object.entries(old)), new Map<string, unknown>(Object.entries(now))];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.map((name) => ({ name, was: before.get(name), is: after.get(name) })).filter(({ was, is }) => !isSame(was, is));
}

/** Returns a text that is the same for equal values only, for use as a key. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isMapping(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
