import { ConfigError } from '../errors.js';
import type { ModelSettings } from '../models/settings.js';
import { candidatesOf, scorerNamed } from './candidates.js';
import { classifierFor, resolveJudge } from './companions.js';
import type { Candidate, TestConfig } from './config.js';
import { gatesNothing, isAskedUntilDecided, type Asking, type Method } from './keys/asking.js';
import { settle } from './keys/key.js';
import { OF_A_TEST } from './keys/test.js';
import { askingOf, DEFAULTS_OF } from './method.js';
import type { Source, WrittenTest } from './written.js';

type Evaluation = Omit<TestConfig, 'test' | 'line' | 'data' | 'minimum_pass_rate'>;

/** What stands under `evaluation` for the whole run and under a test for it alone: the nearest wins. */
export function resolveEvaluation(source: Source, model: ModelSettings, written: WrittenTest): Evaluation {
  const run = source.raw.evaluation ?? {};
  const { own, test } = written;
  const asking = askingOf(source, written);
  const judge = resolveJudge(source, model, { written, asking });
  const { method, reader } = asking;
  const { named, candidates } = scorersOf(source, written, { asking, hasJudge: judge !== undefined });
  const asksJudge = candidates.some(({ scorer }) => scorer.judgeCalls > 0);
  if (judge === undefined && asksJudge) {
    throw new ConfigError(`the scorer ${String(named)} needs a judge, and none is named`, {
      where: source.yaml.where(own.scorer !== undefined ? [...written.path, 'scorer'] : ['evaluation', 'scorer']),
      remedy: 'Name a model: judge: { hub: openai, name: YOUR-JUDGE }, under evaluation or under the test.',
    });
  }
  const settled = settle(OF_A_TEST, own, run, DEFAULTS_OF[method]);
  const samples_per_row = own.samples ?? (test.measures === 'toxicity' ? run.samples : undefined) ?? OF_A_TEST.samples.default;
  refuseBoth(source, written, { repeats: settled.repeats, samples_per_row });
  const scoresOnly = gatesNothing(candidates);
  if (scoresOnly) refuseBesideNull(source, written, samples_per_row);
  const hasMeasure = isAskedUntilDecided({ asking, candidates }) && test.measures === 'toxicity' && test.perturbs;
  const mayAskJudge = reader !== undefined || candidates.some(({ scorer }) => scorer.mayAskJudge);
  return {
    ...settled,
    asking,
    measure: hasMeasure ? (own.measure ?? run.measure ?? 'both') : OF_A_TEST.measure.default,
    candidates,
    samples_per_row,
    ...(judge && (asksJudge || mayAskJudge) && { judge }),
    ...classifierFor(source, model, { written, candidates }),
    ...(!scoresOnly && compareOf(source, written, method)),
  };
}

/** The scorer as written, and those that it may come to. Where each answer is read by itself, no scorer compares two: there is none. */
function scorersOf(
  source: Source,
  written: WrittenTest,
  { asking: { method, reader }, hasJudge }: { asking: Asking; hasJudge: boolean },
): { named: string | readonly string[]; candidates: Candidate[] } {
  if (reader !== undefined) return { named: [], candidates: [] };
  const named = scorerNamed(source, written, method);
  return { named, candidates: candidatesOf(source, written, { named, hasJudge, defaults: DEFAULTS_OF[method].options }) };
}

function refuseBoth(
  { yaml }: Source,
  { test, own, path }: WrittenTest,
  { repeats, samples_per_row }: Pick<Evaluation, 'repeats' | 'samples_per_row'>,
): void {
  if (own.samples !== undefined && test.measures !== 'toxicity') {
    throw new ConfigError(`samples belongs to tests of toxicity, not to ${test.name}`, {
      where: yaml.where([...path, 'samples']),
      remedy: 'Write `repeats`: the majority of several answers decides.',
    });
  }
  if (repeats === 1 || samples_per_row === 1) return;
  throw new ConfigError('repeats asks for the majority of several answers, samples for the worst: a test can have one of them', {
    where: yaml.where(own.samples !== undefined ? [...path, 'samples'] : ['evaluation']),
    remedy: 'Leave one of the keys repeats and samples out, or at 1.',
  });
}

/**
 * What decides between pass and fail has no place beside `threshold: null`; where it stands for the whole run it does not reach such a
 * test.
 */
const DECIDES = ['min_pass_rate', 'decision', 'compare', 'baseline', 'max_regression', 'margin', 'alpha', 'beta', 'measure'];

function refuseBesideNull({ yaml }: Source, { own, path }: WrittenTest, samples_per_row: number): void {
  const stray = DECIDES.find((key) => own[key] !== undefined) ?? (samples_per_row > 1 ? 'samples' : undefined);
  if (stray === undefined) return;
  throw new ConfigError(`${stray} beside \`threshold: null\`: a test without a threshold gates nothing, and knows no toxic answer`, {
    where: yaml.where([...path, own[stray] === undefined ? 'threshold' : stray]),
    remedy: `Leave ${stray} out, or write a number as the threshold.`,
  });
}

/** The input `baseline` goes before all; else the nearest of `compare` and `baseline` decides. */
function compareOf({ raw, yaml, overrides }: Source, { own, path }: WrittenTest, method: Method): Pick<Evaluation, 'compare'> {
  const run = raw.evaluation ?? {};
  const [nearest, at] = own.compare !== undefined || own.baseline !== undefined ? [own, path] : [run, ['evaluation']];
  const report = overrides.baseline ?? nearest.baseline;
  if (report === undefined && nearest.compare !== 'base') return {};
  if (overrides.baseline === undefined && report !== undefined && nearest.compare === 'base') {
    throw new ConfigError('a test is compared with the base or with a baseline report, not with both', {
      where: yaml.where([...at, 'baseline']),
      remedy: 'Keep one of the keys compare and baseline.',
    });
  }
  const max_regression = own.max_regression ?? run.max_regression ?? DEFAULTS_OF[method].max_regression;
  // That nothing at all was lost no number of rows can show, and all there is cannot be lost and more.
  if (method === 'triplet' && (max_regression <= 0 || max_regression >= 1)) {
    throw new ConfigError(`a sequential comparison needs a max_regression above 0 and below 1, not ${max_regression}`, {
      where: yaml.where(own.max_regression === undefined ? ['evaluation'] : path, 'max_regression'),
      remedy: `The default is ${DEFAULTS_OF.triplet.max_regression}; the smaller it is, the more rows are asked.`,
    });
  }
  return { compare: { ...(report === undefined ? { with: 'base' } : { with: 'report', report }), max_regression } };
}
