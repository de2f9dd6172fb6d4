import { findScorer } from '../engine/scorers/index.js';
import { ConfigError } from '../errors.js';
import type { ModelSettings } from '../models/settings.js';
import { candidatesOf, scorerNamed } from './candidates.js';
import { classifierFor, resolveJudge } from './companions.js';
import type { TestConfig } from './config.js';
import { settle } from './keys/key.js';
import { OF_A_TEST } from './keys/test.js';
import type { Source, WrittenTest } from './written.js';

type Evaluation = Omit<TestConfig, 'test' | 'line' | 'data' | 'minimum_pass_rate'>;

/** What stands under `evaluation` for the whole run and under a test for it alone: the nearest wins. */
export function resolveEvaluation(source: Source, model: ModelSettings, written: WrittenTest): Evaluation {
  const run = source.raw.evaluation ?? {};
  const { own } = written;
  const judge = resolveJudge(source, model, written);
  const named = scorerNamed(source, written);
  const candidates = candidatesOf(source, written, { named, hasJudge: judge !== undefined });
  const asksJudge = candidates.some(({ scorer }) => scorer.judgeCalls > 0);
  if (judge === undefined && asksJudge) {
    throw new ConfigError(`the scorer ${String(named)} needs a judge, and none is named`, {
      where: source.yaml.where(own.scorer !== undefined ? [...written.path, 'scorer'] : ['evaluation', 'scorer']),
      remedy: 'Name a model: judge: { hub: openai, name: YOUR-JUDGE }, under evaluation or under the test.',
    });
  }
  const settled = settle(OF_A_TEST, own, run);
  const samples_per_row = own.samples ?? (written.test.measures === 'toxicity' ? run.samples : undefined) ?? OF_A_TEST.samples.default;
  refuseBoth(source, written, { repeats: settled.repeats, samples_per_row });
  const isQuiet = typeof named === 'string' && findScorer(named, written.test.scorers)?.withoutControl;
  const scoresOnly = candidates.some(({ threshold }) => threshold === null);
  if (scoresOnly) refuseBesideNull(source, written, samples_per_row);
  return {
    ...settled,
    candidates,
    ...(run.control === undefined && own.control === undefined && isQuiet && { control: 'off' }),
    samples_per_row,
    // Every row is wanted where there is no verdict to be sure of.
    ...(scoresOnly && { decision: OF_A_TEST.decision.default, stop: OF_A_TEST.stop.default }),
    ...(judge && asksJudge && { judge }),
    ...classifierFor(source, model, { written, candidates }),
    ...(!scoresOnly && compareOf(source, written)),
  };
}

function refuseBoth({ yaml }: Source, { test, own, path }: WrittenTest, { repeats, samples_per_row }: { repeats: number; samples_per_row: number }): void {
  if (own.samples !== undefined && test.measures !== 'toxicity') {
    throw new ConfigError(`samples belongs to tests of toxicity, not to ${test.name}`, { where: yaml.where([...path, 'samples']), remedy: 'Write `repeats`: the majority of several answers decides.' });
  }
  if (repeats === 1 || samples_per_row === 1) return;
  throw new ConfigError('repeats asks for the majority of several answers, samples for the worst: a test can have one of them', {
    where: yaml.where(own.samples !== undefined ? [...path, 'samples'] : ['evaluation']),
    remedy: 'Leave one of the keys repeats and samples out, or at 1.',
  });
}

/** What decides between pass and fail has no place beside `threshold: null`; where it stands for the whole run it does not reach such a test. */
const DECIDES = ['min_pass_rate', 'decision', 'stop', 'compare', 'baseline', 'max_regression'];

function refuseBesideNull({ yaml }: Source, { own, path }: WrittenTest, samples_per_row: number): void {
  const stray = DECIDES.find((key) => own[key] !== undefined) ?? (samples_per_row > 1 ? 'samples' : undefined);
  if (stray === undefined) return;
  throw new ConfigError(`${stray} beside \`threshold: null\`: a test without a threshold gates nothing, and knows no toxic answer`, {
    where: yaml.where([...path, own[stray] === undefined ? 'threshold' : stray]),
    remedy: `Leave ${stray} out, or write a number as the threshold.`,
  });
}

/** The input `baseline` goes before all; else the nearest of `compare` and `baseline` decides. */
function compareOf({ raw, yaml, overrides }: Source, { own, path }: WrittenTest): Pick<Evaluation, 'compare'> {
  const run = raw.evaluation ?? {};
  const max_regression = own.max_regression ?? run.max_regression ?? OF_A_TEST.max_regression.default;
  if (overrides.baseline !== undefined) return { compare: { with: 'report', max_regression, report: overrides.baseline } };
  const [nearest, at] = own.compare !== undefined || own.baseline !== undefined ? [own, path] : [run, ['evaluation']];
  if (nearest.compare === 'base' && nearest.baseline !== undefined) {
    throw new ConfigError('a test is compared with the base or with a baseline report, not with both', { where: yaml.where([...at, 'baseline']), remedy: 'Keep one of the keys compare and baseline.' });
  }
  if (nearest.baseline !== undefined) return { compare: { with: 'report', max_regression, report: nearest.baseline } };
  return nearest.compare === 'base' ? { compare: { with: 'base', max_regression } } : {};
}
