import type { Config } from './config.js';
import { canonical, isSame } from './equality.js';

/** Whether two configurations put the same model, asked the same way, to the test. */
export function sameModel(one: Config, other: Config): boolean {
  const of = ({ model }: Config) => ({ ...model, timeout: undefined, retries: undefined });
  return isSame(of(one), of(other));
}

export function sameSubject(one: Config, other: Config): boolean {
  return sameModel(one, other) && one.template === other.template;
}

/** Keys of the configuration by which two subjects differ: those of the model, its parameters one by one, and the prompt. */
export function changedSubject(one: Config, other: Config): string[] {
  const keysOf = ({ model: { parameters, section: _section, timeout: _timeout, retries: _retries, ...model }, template }: Config) => ({
    ...model,
    ...parameters,
    prompt: template,
  });
  const [now, before]: Record<string, unknown>[] = [keysOf(one), keysOf(other)];
  return [...new Set([...Object.keys(now!), ...Object.keys(before!)])].filter((key) => !isSame(now![key], before![key]));
}

/** Whether two configurations decide alike: all that a verdict depends on beside the subject and the rows themselves. */
export function sameRules(one: Config, other: Config): boolean {
  return isSame(rulesOf(one), rulesOf(other));
}

function rulesOf({ tests, embeddings, seed, budget, deadline, cache }: Config) {
  return {
    tests: tests.map(({ test, candidates, data, line: _line, ...rules }) => ({
      ...rules,
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
    budget,
    deadline,
    cache,
  };
}

/**
 * What an interrupted run and the one that takes it up have in common: all that is asked. What a run may take (cap, deadline, time-outs)
 * may be another, since that is often why the first one ended.
 */
export function identityOf(config: Config): string {
  return canonical([
    { ...rulesOf(config), budget: undefined, deadline: undefined, cache: undefined },
    { ...config.model, timeout: undefined, retries: undefined },
    config.template,
  ]);
}
