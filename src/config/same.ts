import type { Config } from './config.js';
import { canonical, changesBetween, isSame } from './equality.js';

/** Whether two configurations put the same model, asked the same way, to the test. */
export function sameModel(one: Config, other: Config): boolean {
  return isSame(askedOf(one), askedOf(other));
}

/** The model and how it is asked, without the patience with it. */
function askedOf({ model }: Config) {
  return { ...model, timeout: undefined, retries: undefined };
}

export function sameSubject(one: Config, other: Config): boolean {
  return sameModel(one, other) && one.template === other.template;
}

/** Keys of the configuration by which two subjects differ: those of the model, its parameters one by one, and the prompt. */
export function changedSubject(one: Config, other: Config): string[] {
  const keysOf = (config: Config) => {
    const { parameters, ...model } = askedOf(config);
    return { ...model, ...parameters, prompt: config.template };
  };
  return changesBetween(keysOf(one), keysOf(other)).map(({ name }) => name);
}

/** Everything that a verdict depends on beside the subject and the rows themselves. */
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
      data: { ...data, where: undefined },
    })),
    embeddings,
    seed,
  };
}

/**
 * What an interrupted run and the one that takes it up have in common: all that is asked. What a run may take (cap, deadline, time-outs)
 * may be another, since that is often why the first one ended.
 */
export function identityOf(config: Config): string {
  return canonical([rulesOf(config), askedOf(config), config.template]);
}
