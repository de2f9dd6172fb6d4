import { AUTO, AUTO_ORDER } from '../engine/scorers/index.ts';
import { thresholdProblem, type Threshold } from '../engine/scorers/rule.ts';
import type { Scorer } from '../engine/scorers/scorer.ts';
import { ConfigError } from '../errors.ts';
import type { Candidate, Source, WrittenTest } from './config.ts';
import { endsEarly, type MethodName } from './keys/methods.ts';
import { nearestOf } from './keys/key.ts';
import { PYTHON_PAIR, type Path } from './positions.ts';
import { scorerKey, type RawEvaluation, type RawTest } from './schema.ts';

/** Keys of scorers that have another default under a method. */
export const SCORER_DEFAULTS: Readonly<Record<MethodName, Record<string, unknown>>> = {
  triplet: { quotes: 'ignore' },
  pair: {},
};

/**
 * Returns the scorers that a test may use, the best first.
 *
 * @throws ConfigError for a scorer that needs a judge, if there is none, and for a wrong threshold
 */
export function candidatesOf(
  source: Source,
  writtenTest: WrittenTest,
  { method, hasJudge }: { method: MethodName; hasJudge: boolean },
): Candidate[] {
  const { test, ownKeys, path } = writtenTest;
  const evaluation: RawEvaluation = source.raw.evaluation ?? {};
  const scorerName = scorerNameOf(writtenTest, evaluation, method);
  const scorers =
    scorerName === AUTO
      ? autoScorers(test, { hasJudge, mayAskLoss: evaluation.scorer === 'loss' })
      : test.scorers.filter(({ name }) => name === scorerName);
  if (!hasJudge && scorers.some(({ judgeCalls }) => judgeCalls > 0)) {
    const sectionPath = ownKeys.scorer === undefined ? ['evaluation'] : path;
    throw new ConfigError(`the scorer ${scorerName} needs a judge, and none is named`, {
      where: source.yaml.placeOf([...sectionPath, 'scorer']),
      remedy:
        'Name a model: judge: { hub: openai, name: YOUR-JUDGE }, under evaluation or under the test.',
    });
  }
  return scorers.map((scorer) => {
    const scorerOptions = Object.fromEntries(
      Object.keys(scorer.options ?? {}).map((key) => [
        key,
        nearestOf(key, ownKeys, evaluation, SCORER_DEFAULTS[method]),
      ]),
    );
    const nearest = resolveThreshold(source, scorer, writtenTest);
    const threshold = scorer.thresholdFor?.(nearest, scorerOptions) ?? nearest;
    return { scorer, threshold, scorerOptions };
  });
}

/** Returns the scorer that the test names, else that of `evaluation` if it fits, else a default. */
function scorerNameOf(
  { test, ownKeys }: WrittenTest,
  evaluation: RawEvaluation,
  method: MethodName,
): string {
  if (ownKeys.scorer !== undefined) return ownKeys.scorer;
  const inherited = evaluation.scorer;
  const fits = inherited === AUTO || test.scorers.some(({ name }) => name === inherited);
  if (inherited !== undefined && fits) return inherited;
  const [firstScorer] = test.scorers;
  const isAutomatic =
    endsEarly(method) &&
    test.measures === 'toxicity' &&
    !setsWordScorer(firstScorer, ownKeys, evaluation);
  return isAutomatic ? AUTO : firstScorer.name;
}

/** True if a threshold or a key of the scorer bad_words is set, so that no judge reads toxicity. */
function setsWordScorer(
  { options = {} }: Scorer,
  ownKeys: RawTest,
  evaluation: RawEvaluation,
): boolean {
  return (
    ownKeys.threshold !== undefined ||
    Object.keys(options).some((key) =>
      [ownKeys, evaluation].some((section) => scorerKey(section, key) !== undefined),
    )
  );
}

/** Returns the scorers that `scorer: auto` tries, in their order; the test's first one is last. */
function autoScorers(
  { scorers }: WrittenTest['test'],
  { hasJudge, mayAskLoss }: { hasJudge: boolean; mayAskLoss: boolean },
): Scorer[] {
  const usable = scorers.filter(
    ({ name, judgeCalls }) => (name !== 'loss' || mayAskLoss) && (judgeCalls === 0 || hasJudge),
  );
  const ordered = AUTO_ORDER.flatMap((name) => usable.filter((scorer) => scorer.name === name));
  return [...new Set([...ordered, scorers[0]])];
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
  const writtenThresholds: { written: RawTest['threshold']; path: Path; isShared: boolean }[] = [
    { written: ownKeys.threshold, path: [...path, 'threshold'], isShared: false },
    { written: raw.evaluation?.threshold, path: ['evaluation', 'threshold'], isShared: true },
    {
      written: raw.tests.defaults?.threshold,
      path: ['tests', 'defaults', 'threshold'],
      isShared: true,
    },
  ];
  for (const { written, path: thresholdPath, isShared } of writtenThresholds) {
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
