import { AUTO, AUTO_ORDER } from '../engine/scorers/index.js';
import { thresholdProblem, type Threshold } from '../engine/scorers/rule.js';
import type { Scorer } from '../engine/scorers/scorer.js';
import { ConfigError } from '../errors.js';
import type { Candidate, Source, WrittenTest } from './config.js';
import { FACTS_OF, type MethodName } from './keys/asking.js';
import { nearestOf } from './keys/key.js';
import type { Path } from './positions.js';
import { PYTHON_PAIR } from './python-tuples.js';
import type { RawTest } from './schema.js';

export function scorerNamed(
  { raw }: Source,
  { test, ownKeys }: WrittenTest,
  method: MethodName,
): string {
  if (ownKeys.scorer !== undefined) return ownKeys.scorer;
  const inherited = raw.evaluation?.scorer;
  const fits = inherited === AUTO || test.scorers.some(({ name }) => name === inherited);
  if (inherited !== undefined && fits) return inherited;
  const isAutomatic = FACTS_OF[method].endsEarly && isForJudge(test, ownKeys, raw.evaluation);
  return isAutomatic ? AUTO : test.scorers[0].name;
}

/** True if a judge reads toxicity, since no threshold and no key of the scorer bad_words is set. */
function isForJudge(
  { measures, scorers }: WrittenTest['test'],
  own: RawTest,
  run: RawTest | null | undefined,
): boolean {
  const keys = Object.keys(scorers[0].options ?? {});
  return (
    measures === 'toxicity' &&
    own.threshold === undefined &&
    keys.every((key) => nearestOf(key, own, run) === undefined)
  );
}

type CandidateOptions = {
  scorerName: string;
  hasJudge: boolean;
  defaults: Record<string, unknown>;
};

export function candidatesOf(
  source: Source,
  writtenTest: WrittenTest,
  { scorerName, hasJudge, defaults }: CandidateOptions,
): Candidate[] {
  const { test, ownKeys } = writtenTest;
  const run: RawTest = source.raw.evaluation ?? {};
  const usable = test.scorers.filter(
    ({ name, judgeCalls }) =>
      (name !== 'loss' || run.scorer === 'loss') && (judgeCalls === 0 || hasJudge),
  );
  const automatic = AUTO_ORDER.flatMap((name) => usable.filter((scorer) => scorer.name === name));
  const scorers =
    scorerName === AUTO
      ? new Set([...automatic, test.scorers[0]])
      : test.scorers.filter(({ name }) => name === scorerName);
  return Array.from(scorers, (scorer): Candidate => {
    const scorerOptions = Object.fromEntries(
      Object.keys(scorer.options ?? {}).map((key) => [key, nearestOf(key, ownKeys, run, defaults)]),
    );
    const nearest = resolveThreshold(source, scorer, writtenTest);
    const threshold = scorer.thresholdFor?.(nearest, scorerOptions) ?? nearest;
    return { scorer, threshold, scorerOptions };
  });
}

function toThreshold(raw: RawTest['threshold']): Threshold | undefined {
  if (typeof raw !== 'string') return raw;
  const [, low, high] = PYTHON_PAIR.exec(raw) ?? [];
  return [Number(low), Number(high)];
}

/** Returns the nearest threshold. One of a shared section counts only if it fits the scorer. */
function resolveThreshold(
  { raw, yaml }: Source,
  scorer: Scorer,
  { ownKeys, path }: WrittenTest,
): Threshold {
  const candidates: { written: RawTest['threshold']; path: Path; isShared: boolean }[] = [
    { written: ownKeys.threshold, path: [...path, 'threshold'], isShared: false },
    { written: raw.evaluation?.threshold, path: ['evaluation', 'threshold'], isShared: true },
    {
      written: raw.tests.defaults?.threshold,
      path: ['tests', 'defaults', 'threshold'],
      isShared: true,
    },
  ];
  for (const { written, path: thresholdPath, isShared } of candidates) {
    const threshold = toThreshold(written);
    if (threshold === undefined) continue;
    if (Array.isArray(threshold) && threshold[0] > threshold[1]) {
      const message = `the ends of the threshold [${threshold.join(', ')}] are in the wrong order, so no row could fail`;
      throw new ConfigError(message, {
        where: yaml.placeOf(thresholdPath),
        remedy: `Write [${threshold[1]}, ${threshold[0]}].`,
      });
    }
    const problem = thresholdProblem(scorer.rule, threshold);
    if (!problem) return threshold;
    if (!isShared)
      throw new ConfigError(`the threshold of scorer ${scorer.name} ${problem}`, {
        where: yaml.placeOf(thresholdPath),
        remedy: `The default is ${JSON.stringify(scorer.defaultThreshold)}.`,
      });
  }
  return scorer.defaultThreshold;
}
