import { DEFAULT_CONTROL, DEFAULT_MAX_REGRESSION } from '../engine/cases.js';
import type { Threshold } from '../engine/results.js';
import { AUTO, AUTO_ORDER, findScorer } from '../engine/scorers/index.js';
import type { Scorer } from '../engine/scorers/scorer.js';
import { DEFAULT_CONFIDENCE } from '../engine/statistics/policy.js';
import type { SensitivityTest } from '../engine/tests/test.js';
import { ConfigError } from '../errors.js';
import type { ModelSettings } from '../models/settings.js';
import type { Candidate, TestConfig } from './config.js';
import type { Path } from './positions.js';
import type { Source } from './resolve.js';
import { PYTHON_PAIR, type RawTest } from './schema.js';

/** A test's body, and where it stands. */
export interface WrittenTest {
  test: SensitivityTest;
  own: RawTest;
  path: Path;
}

type Evaluation = Pick<TestConfig, 'candidates' | 'lint' | 'decision' | 'confidence' | 'control' | 'repeats' | 'stop' | 'compare' | 'judge'>;

/** Keys whose defaults give LangTest's verdict. */
const DEFAULTS = { lint: 'warn', decision: 'point', confidence: DEFAULT_CONFIDENCE, repeats: 1, stop: 'full' } as const;

/** Scorers of LangTest's, which has no control arm. */
const WITHOUT_CONTROL = ['embedding', 'loss', 'bad_words'];

/** What stands under `evaluation` for the whole run and under a test for it alone: the nearest wins. */
export function resolveEvaluation(source: Source, model: ModelSettings, written: WrittenTest): Evaluation {
  const run = source.raw.evaluation ?? {};
  const { own } = written;
  const judge = resolveJudge(source, model, written);
  const named = scorerNamed(source, written);
  const candidates = candidatesOf(source, written, { named, hasJudge: judge !== undefined });
  if (judge === undefined && candidates.some(({ scorer }) => scorer.judgeCalls > 0)) {
    throw new ConfigError(`the scorer ${named} needs a judge, and none is named`, {
      where: source.yaml.where(own.scorer !== undefined ? [...written.path, 'scorer'] : ['evaluation', 'scorer']),
      remedy: 'Name a model: judge: { hub: openai, name: YOUR-JUDGE }, under evaluation or under the test.',
    });
  }
  return {
    candidates,
    lint: own.lint ?? run.lint ?? DEFAULTS.lint,
    decision: own.decision ?? run.decision ?? DEFAULTS.decision,
    confidence: own.confidence ?? run.confidence ?? DEFAULTS.confidence,
    control: own.control ?? run.control ?? (WITHOUT_CONTROL.includes(named) ? 'off' : DEFAULT_CONTROL),
    repeats: own.repeats ?? run.repeats ?? DEFAULTS.repeats,
    stop: own.stop ?? run.stop ?? DEFAULTS.stop,
    ...(judge && candidates.some(({ scorer }) => scorer.judgeCalls > 0) && { judge }),
    ...compareOf(source, written),
  };
}

/** The scorer as written, `auto` included; one named for the whole run holds for the tests that it fits. */
function scorerNamed({ raw }: Source, { test, own }: WrittenTest): string {
  const inherited = raw.evaluation?.scorer;
  const fits = inherited !== undefined && (inherited === AUTO || test.scorers.includes(inherited));
  return own.scorer ?? (fits ? inherited : test.scorers[0]);
}

function candidatesOf(source: Source, written: WrittenTest, { named, hasJudge }: { named: string; hasJudge: boolean }): Candidate[] {
  const { test, own } = written;
  const run = source.raw.evaluation ?? {};
  const isWanted = (scorer: Scorer) => (scorer.name !== 'loss' || run.scorer === 'loss') && (scorer.judgeCalls === 0 || hasJudge);
  const automatic = AUTO_ORDER.filter((name) => test.scorers.includes(name) && isWanted(findScorer(name)!));
  const names = named === AUTO ? [...new Set([...automatic, test.scorers[0]])] : [named];
  return names.map((name) => {
    const scorer = findScorer(name)!;
    return { scorer, threshold: resolveThreshold(source, scorer, written), scorerOptions: scorerOptions(scorer, run, own) };
  });
}

function scorerOptions(scorer: Scorer, run: Record<string, unknown>, own: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(scorer.options).map((key) => [key, own[key] ?? run[key]]));
}

function toThreshold(raw: RawTest['threshold']): Threshold | undefined {
  if (typeof raw !== 'string') return raw;
  const [, low, high] = PYTHON_PAIR.exec(raw)!;
  return [Number(low), Number(high)];
}

/**
 * The nearest threshold wins: the test's own, `evaluation`, `tests.defaults`, the scorer's default. One that is shared by tests
 * of two kinds counts only where it is of the right kind; a test's own must be.
 */
function resolveThreshold({ raw, yaml }: Source, scorer: Scorer, { own, path }: WrittenTest): Threshold {
  const candidates = [
    { threshold: toThreshold(own.threshold), at: [...path, 'threshold'], own: true },
    { threshold: toThreshold(raw.evaluation?.threshold), at: ['evaluation', 'threshold'], own: false },
    { threshold: toThreshold(raw.tests.defaults?.threshold), at: ['tests', 'defaults', 'threshold'], own: false },
  ];
  for (const candidate of candidates) {
    const { threshold } = candidate;
    if (threshold === undefined) continue;
    if (typeof threshold !== 'number' && threshold[0] > threshold[1]) {
      throw new ConfigError(`the threshold [${threshold.join(', ')}] has its ends in the wrong order, so that nothing would ever fail`, {
        where: yaml.where(candidate.at),
        remedy: `Write [${threshold[1]}, ${threshold[0]}].`,
      });
    }
    const problem = scorer.thresholdProblem(threshold);
    if (!problem) return threshold;
    if (candidate.own) {
      throw new ConfigError(`the threshold of scorer ${scorer.name} ${problem}`, { where: yaml.where(candidate.at), remedy: `The default is ${JSON.stringify(scorer.defaultThreshold)}.` });
    }
  }
  return scorer.defaultThreshold;
}

/** A judge on the model's own hub shares its endpoint unless it names one. */
function resolveJudge({ raw, overrides }: Source, model: ModelSettings, { own }: WrittenTest): ModelSettings | undefined {
  const given = own.judge ?? raw.evaluation?.judge ?? raw.judge;
  if (!given) return undefined;
  const hub = given.hub ?? model.hub;
  const shared = hub === model.hub && given.provider === undefined ? { base_url: overrides.baseUrl ?? model.base_url, api_version: model.api_version, url: model.url, body: model.body, answer: model.answer } : {};
  return {
    ...shared,
    ...given,
    section: 'judge',
    hub,
    api: given.api ?? 'chat',
    parameters: given.parameters ?? {},
    timeout: given.timeout ?? model.timeout,
    retries: given.retries ?? model.retries,
  };
}

/** The input `baseline` goes before all; else the nearest of `compare` and `baseline` decides. */
function compareOf({ raw, yaml, overrides }: Source, { own, path }: WrittenTest): Pick<Evaluation, 'compare'> {
  const run = raw.evaluation ?? {};
  const max_regression = own.max_regression ?? run.max_regression ?? DEFAULT_MAX_REGRESSION;
  if (overrides.baseline !== undefined) return { compare: { with: 'report', max_regression, report: overrides.baseline } };
  const [nearest, at] = own.compare !== undefined || own.baseline !== undefined ? [own, path] : [run, ['evaluation']];
  if (nearest.compare === 'base' && nearest.baseline !== undefined) {
    throw new ConfigError('a test is compared with the base or with a baseline report, not with both', { where: yaml.where([...at, 'baseline']), remedy: 'Keep one of the keys compare and baseline.' });
  }
  if (nearest.baseline !== undefined) return { compare: { with: 'report', max_regression, report: nearest.baseline } };
  return nearest.compare === 'base' ? { compare: { with: 'base', max_regression } } : {};
}
