import type { Config } from './config.js';

/** Whether two configurations put the same model, asked the same way, to the test. */
export function sameModel(one: Config, other: Config): boolean {
  const of = ({ model }: Config) => ({ ...model, timeout: undefined, retries: undefined });
  return isSame(of(one), of(other));
}

export function sameSubject(one: Config, other: Config): boolean {
  return sameModel(one, other) && one.template === other.template;
}

/** Whether two configurations judge alike: all that a verdict depends on beside the subject and the rows themselves. */
export function sameRules(one: Config, other: Config): boolean {
  return isSame(rulesOf(one), rulesOf(other));
}

function rulesOf({ tests, embeddings, seed, maxRequests }: Config) {
  return {
    tests: tests.map(({ test, candidates, data, line: _line, ...rules }) => ({
      ...rules,
      test: test.name,
      candidates: candidates.map(({ scorer, parts, ...settings }) => ({ ...settings, scorer: scorer.name, parts: parts?.map((part) => ({ ...part, scorer: part.scorer.name })) })),
      data: { ...data, where: undefined },
    })),
    embeddings,
    seed,
    maxRequests,
  };
}

/** The one equality of configured values: the order of a mapping's keys says nothing, and a key without a value is no key. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** A value as a text that equal values share, and no others: whoever looks settings up has it for a key. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
