import type { Config } from './config.js';
import { isMapping } from '../json.js';

export function sameModel(one: Config, other: Config): boolean {
  return isSame(askedOf(one), askedOf(other));
}

/** The model and how it is asked, without the patience with it. */
function askedOf({ model }: Config) {
  return { ...model, timeout: undefined, retries: undefined };
}

export function sameSubject(one: Config, other: Config): boolean {
  return sameModel(one, other) && isSame(promptsOf(one), promptsOf(other));
}

/** Keys of the configuration by which two subjects differ: those of the model, its parameters one by one, and the prompt. */
export function changedSubject(one: Config, other: Config): string[] {
  const keysOf = (config: Config) => {
    const { parameters, ...model } = askedOf(config);
    return { ...model, ...parameters, ...promptsOf(config) };
  };
  return changesBetween(keysOf(one), keysOf(other)).map(({ name }) => name);
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
      candidates: candidates.map(({ scorer, parts, ...settings }) => ({
        ...settings,
        scorer: scorer.name,
        parts: parts?.map((part) => ({ ...part, scorer: part.scorer.name })),
      })),
      data: { ...data, where: undefined, columnPlaces: undefined },
    })),
    embeddings,
    seed,
  };
}

/** Identifies all that is asked, for a run that resumes another. Cap, deadline and time-outs may differ. */
export function identityOf(config: Config): string {
  return canonical([rulesOf(config), askedOf(config), config.template]);
}

/** The one equality of configured values: the order of a mapping's keys says nothing, and a key without a value is no key. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** What differs between two mappings, by their own keys: what every object inherits nobody has set. */
export function changesBetween(old: object, now: object): { name: string; was: unknown; is: unknown }[] {
  const [before, after] = [new Map<string, unknown>(Object.entries(old)), new Map<string, unknown>(Object.entries(now))];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.map((name) => ({ name, was: before.get(name), is: after.get(name) })).filter(({ was, is }) => !isSame(was, is));
}

/** A value as a text that equal values share, and no others: whoever looks settings up has it for a key. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isMapping(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
