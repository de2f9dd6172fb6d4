import { findScorer } from '../engine/scorers/index.js';
import { ConfigError } from '../errors.js';
import type { ModelSettings } from '../models/settings.js';
import { candidatesOf, scorerNamed } from './candidates.js';
import { classifierFor, resolveJudge } from './companions.js';
import type { TestConfig } from './config.js';
import { SEQUENTIAL, type Asking } from './keys/asking.js';
import { settle } from './keys/key.js';
import { OF_A_TEST } from './keys/test.js';
import { askingOf, DEFAULTS_OF } from './method.js';
import type { Path } from './positions.js';
import { chancesOf } from './probabilities.js';
import type { Source, WrittenTest } from './written.js';

type Evaluation = Omit<TestConfig, 'test' | 'line' | 'data' | 'minimum_pass_rate'>;

/** What stands under `evaluation` for the whole run and under a test for it alone: the nearest wins. */
export function resolveEvaluation(source: Source, model: ModelSettings, written: WrittenTest): Evaluation {
  const run = source.raw.evaluation ?? {};
  const { own, test } = written;
  const judge = resolveJudge(source, model, written);
  const asking = askingOf(source, written);
  if (asking.reader !== undefined) return resolveReading(source, written, { ...asking, judge, model });
  const { method } = asking;
  const defaults = DEFAULTS_OF[method];
  const named = scorerNamed(source, written);
  const candidates = candidatesOf(source, written, { named, hasJudge: judge !== undefined, defaults: defaults.options });
  const asksJudge = candidates.some(({ scorer }) => scorer.judgeCalls > 0);
  if (judge === undefined && asksJudge) {
    throw new ConfigError(`the scorer ${String(named)} needs a judge, and none is named`, {
      where: source.yaml.where(own.scorer !== undefined ? [...written.path, 'scorer'] : ['evaluation', 'scorer']),
      remedy: 'Name a model: judge: { hub: openai, name: YOUR-JUDGE }, under evaluation or under the test.',
    });
  }
  const settled = settle(OF_A_TEST, own, run);
  const samples_per_row = own.samples ?? (test.measures === 'toxicity' ? run.samples : undefined) ?? OF_A_TEST.samples.default;
  refuseBoth(source, written, { repeats: settled.repeats, samples_per_row });
  const isQuiet = typeof named === 'string' && findScorer(named, test.scorers)?.withoutControl;
  const scoresOnly = candidates.some(({ threshold }) => threshold === null);
  if (scoresOnly) refuseBesideNull(source, written, samples_per_row);
  // The figure of all rows wants all rows.
  const shared = test.measures === 'divergence' && settled.decision === SEQUENTIAL ? OF_A_TEST.decision.default : settled.decision;
  const decision = method === 'triplet' ? SEQUENTIAL : shared;
  const hasMeasure = !scoresOnly && decision === SEQUENTIAL && test.measures === 'toxicity' && test.perturbs;
  return {
    ...settled,
    ...chancesOf(source, { written, model, asking, settled }),
    asking,
    decision,
    lint: own.lint ?? run.lint ?? defaults.lint,
    measure: hasMeasure
      ? (own.measure ?? run.measure ?? (method === 'triplet' ? 'both' : OF_A_TEST.measure.default))
      : OF_A_TEST.measure.default,
    candidates,
    ...(run.control === undefined && own.control === undefined && isQuiet && { control: 'off' }),
    samples_per_row,
    // Every row is wanted where there is no verdict to be sure of.
    ...(scoresOnly && { decision: OF_A_TEST.decision.default, stop: OF_A_TEST.stop.default }),
    ...(judge && (asksJudge || candidates.some(({ scorer }) => scorer.mayAskJudge)) && { judge }),
    ...classifierFor(source, model, { written, candidates }),
    ...(!scoresOnly && compareOf(source, written, { method, decision })),
  };
}

/** A test of which each answer is read by itself. */
function resolveReading(
  source: Source,
  written: WrittenTest,
  { method, reader, judge, model }: Asking & { judge?: ModelSettings | undefined; model: ModelSettings },
): Evaluation {
  const run = source.raw.evaluation ?? {};
  const settled = settle(OF_A_TEST, written.own, run);
  refuseBoth(source, written, { repeats: settled.repeats, samples_per_row: OF_A_TEST.samples.default });
  const chances = chancesOf(source, { written, model, asking: { method, reader }, settled });
  return {
    ...settled,
    ...chances,
    asking: { method, reader },
    decision: SEQUENTIAL,
    lint: written.own.lint ?? run.lint ?? DEFAULTS_OF[method].lint,
    measure: OF_A_TEST.measure.default,
    candidates: [],
    samples_per_row: OF_A_TEST.samples.default,
    // A probability needs no judge to be read.
    ...(judge && chances.readings === 'answers' && { judge }),
    ...compareOf(source, written, { method, decision: SEQUENTIAL }),
  };
}

function refuseBoth(
  { yaml }: Source,
  { test, own, path }: WrittenTest,
  { repeats, samples_per_row }: { repeats: number; samples_per_row: number },
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
const DECIDES = ['min_pass_rate', 'decision', 'stop', 'compare', 'baseline', 'max_regression', 'margin', 'alpha', 'beta', 'measure'];

function refuseBesideNull({ yaml }: Source, { own, path }: WrittenTest, samples_per_row: number): void {
  const stray = DECIDES.find((key) => own[key] !== undefined) ?? (samples_per_row > 1 ? 'samples' : undefined);
  if (stray === undefined) return;
  throw new ConfigError(`${stray} beside \`threshold: null\`: a test without a threshold gates nothing, and knows no toxic answer`, {
    where: yaml.where([...path, own[stray] === undefined ? 'threshold' : stray]),
    remedy: `Leave ${stray} out, or write a number as the threshold.`,
  });
}

type Way = Pick<Evaluation, 'decision'> & Pick<Asking, 'method'>;

/** The input `baseline` goes before all; else the nearest of `compare` and `baseline` decides. */
function compareOf(source: Source, { own, path }: WrittenTest, way: Way): Pick<Evaluation, 'compare'> {
  const { raw, yaml, overrides } = source;
  const run = raw.evaluation ?? {};
  const max_regression = own.max_regression ?? run.max_regression ?? DEFAULTS_OF[way.method].max_regression;
  const comparedWith = (side: Omit<NonNullable<Evaluation['compare']>, 'max_regression'>): Pick<Evaluation, 'compare'> => {
    refuseEnds(source, { max_regression, at: own.max_regression === undefined ? ['evaluation'] : path }, way);
    return { compare: { ...side, max_regression } };
  };
  if (overrides.baseline !== undefined) return comparedWith({ with: 'report', report: overrides.baseline });
  const [nearest, at] = own.compare !== undefined || own.baseline !== undefined ? [own, path] : [run, ['evaluation']];
  if (nearest.compare === 'base' && nearest.baseline !== undefined) {
    throw new ConfigError('a test is compared with the base or with a baseline report, not with both', {
      where: yaml.where([...at, 'baseline']),
      remedy: 'Keep one of the keys compare and baseline.',
    });
  }
  if (nearest.baseline !== undefined) return comparedWith({ with: 'report', report: nearest.baseline });
  return nearest.compare === 'base' ? comparedWith({ with: 'base' }) : {};
}

/** That nothing at all was lost no number of rows can show, and all there is cannot be lost and more. */
function refuseEnds({ yaml }: Source, { max_regression, at }: { max_regression: number; at: Path }, { decision }: Way): void {
  if (decision !== SEQUENTIAL || (max_regression > 0 && max_regression < 1)) return;
  throw new ConfigError(`a sequential comparison needs a max_regression above 0 and below 1, not ${max_regression}`, {
    where: yaml.where(at, 'max_regression'),
    remedy: `The default is ${DEFAULTS_OF.triplet.max_regression}; the smaller it is, the more rows are asked.`,
  });
}
