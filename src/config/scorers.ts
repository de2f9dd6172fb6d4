import { AUTO, AUTO_ORDER, findScorer } from '../engine/scorers/index.js';
import { thresholdProblem, type Threshold } from '../engine/scorers/rule.js';
import type { Scorer } from '../engine/scorers/scorer.js';
import { ConfigError } from '../errors.js';
import { quoted } from '../json.js';
import { ENDPOINT_KEYS, MODEL_KEYS, ROUTE_KEYS } from '../models/hubs/registry.js';
import { DEFAULT_MODERATION_MODEL, selfJudge } from '../models/index.js';
import type { ClassifierSettings, ModelSettings } from '../models/settings.js';
import type { Candidate, Source, WrittenTest } from './config.js';
import { FACTS_OF, type Asking, type Method } from './keys/asking.js';
import { nearestOf, settle } from './keys/key.js';
import { OF_THE_MODEL, OFF, SELF } from './keys/model.js';
import { type Path, PYTHON_PAIR } from './positions.js';
import type { RawTest } from './schema.js';

export function scorerNamed({ raw }: Source, { test, own }: WrittenTest, method: Method): string {
  const names = test.scorers.map(({ name }) => name);
  const inherited = raw.evaluation?.scorer;
  const fits = inherited !== undefined && (inherited === AUTO || names.includes(inherited));
  return own.scorer ?? (fits ? inherited : FACTS_OF[method].endsEarly && isForJudge(test, own, raw.evaluation) ? AUTO : names[0]!);
}

/** Whether a judge reads toxicity: not if a key of the scorer bad_words or a threshold is set. */
function isForJudge({ measures, scorers }: WrittenTest['test'], own: RawTest, run: RawTest | null | undefined): boolean {
  const keys = Object.keys(scorers[0].options ?? {});
  return measures === 'toxicity' && own.threshold === undefined && keys.every((key) => nearestOf(key, own, run) === undefined);
}

type CandidateOptions = { named: string; hasJudge: boolean; defaults: Record<string, unknown> };

export function candidatesOf(source: Source, written: WrittenTest, { named, hasJudge, defaults }: CandidateOptions): Candidate[] {
  const { test, own } = written;
  const run: RawTest = source.raw.evaluation ?? {};
  const partFor = (scorer: Scorer, threshold: Threshold): Candidate => {
    const scorerOptions = Object.fromEntries(Object.keys(scorer.options ?? {}).map((key) => [key, nearestOf(key, own, run, defaults)]));
    return { scorer, threshold: scorer.thresholdFor?.(threshold, scorerOptions) ?? threshold, scorerOptions };
  };
  const isWanted = (scorer: Scorer) => (scorer.name !== 'loss' || run.scorer === 'loss') && (scorer.judgeCalls === 0 || hasJudge);
  const automatic = AUTO_ORDER.flatMap((name) => test.scorers.filter((scorer) => scorer.name === name && isWanted(scorer)));
  const scorers = named === AUTO ? [...new Set([...automatic, test.scorers[0]])] : [findScorer(named, test.scorers)!];
  return scorers.map((scorer) => partFor(scorer, resolveThreshold(source, scorer, written)));
}

/** Returns the nearest threshold; a shared one counts only if it is of the scorer's kind. */
function resolveThreshold({ raw, yaml }: Source, scorer: Scorer, { own, path }: WrittenTest): Threshold {
  const candidates: readonly [written: RawTest['threshold'], at: Path, isShared: boolean][] = [
    [own.threshold, [...path, 'threshold'], false],
    [raw.evaluation?.threshold, ['evaluation', 'threshold'], true],
    [raw.tests.defaults?.threshold, ['tests', 'defaults', 'threshold'], true],
  ];
  for (const [written, at, isShared] of candidates) {
    if (written === undefined) continue;
    const [, low, high] = typeof written === 'string' ? PYTHON_PAIR.exec(written)! : [];
    const threshold = typeof written === 'string' ? ([Number(low), Number(high)] as const) : written;
    if (Array.isArray(threshold) && threshold[0] > threshold[1]) {
      throw new ConfigError(`the threshold [${threshold.join(', ')}] has its ends in the wrong order, so that no row could fail`, {
        where: yaml.where(at),
        remedy: `Write [${threshold[1]}, ${threshold[0]}].`,
      });
    }
    const problem = thresholdProblem(scorer.rule, threshold);
    if (!problem) return threshold;
    if (isShared) continue;
    const remedy = `The default is ${JSON.stringify(scorer.defaultThreshold)}.`;
    throw new ConfigError(`the threshold of scorer ${scorer.name} ${problem}`, { where: yaml.where(at), remedy });
  }
  return scorer.defaultThreshold;
}

/** Whether a name is one that examples write for a model that only the user knows: `YOUR-MODEL`, `<model>`. */
export function isPlaceholder(name: string): boolean {
  return /^your[-_ ][\w-]+$/i.test(name) || /^<[^<>]*>$/.test(name);
}

/** Whether a section names a route of its own: an endpoint other than the model's. */
export function namesRoute(given: object): boolean {
  return ROUTE_KEYS.some((name) => nearestOf(name, given) !== undefined);
}

/** Returns the keys of hubs as the section has them, else as the model does; a route is never shared. */
export function hubKeys(keys: object, given: object, model?: ModelSettings): Record<string, unknown> {
  return Object.fromEntries(Object.keys(keys).map((name) => [name, nearestOf(name, given, ROUTE_KEYS.includes(name) ? undefined : model)]));
}

/** A judge on the model's own hub shares its endpoint unless it names one. @throws ConfigError for an application as its own judge. */
export function resolveJudge(
  { raw, yaml, overrides }: Source,
  model: ModelSettings,
  { written, asking }: { written: WrittenTest; asking: Asking },
): ModelSettings | undefined {
  const { own, path } = written;
  const said = own.judge ?? raw.evaluation?.judge ?? raw.judge;
  const { measures } = written.test;
  const isReadAlone = FACTS_OF[asking.method].endsEarly && (measures === 'toxicity' || measures === 'refusal');
  const given = said ?? (asking.reader !== undefined || isReadAlone ? SELF : OFF);
  if (given === OFF) return undefined;
  if (given === SELF) {
    const self = selfJudge({ ...model, base_url: overrides.baseUrl ?? model.base_url });
    if (self || said === undefined) return self;
    throw new ConfigError(`judge: self sends the questions of the judge to the hub ${model.hub}, whose application may act on them`, {
      where: yaml.where(own.judge === undefined ? ['evaluation'] : path, 'judge'),
      remedy:
        'Ask for the letter alone, in model.prompt, and leave `judge` out; or name a judge: judge: { hub: openai, name: YOUR-JUDGE }.',
    });
  }
  if (isPlaceholder(given.name)) {
    const at = own.judge ? [...path, 'judge'] : raw.evaluation?.judge ? ['evaluation', 'judge'] : ['judge'];
    throw new ConfigError(`${quoted(given.name)} is a placeholder and not the name of a judge`, {
      where: yaml.where(at, 'name'),
      remedy: 'Write the name of a model there.',
    });
  }
  const hub = given.hub ?? model.hub;
  const shares = hub === model.hub && !namesRoute(given);
  return {
    ...settle(OF_THE_MODEL, given, {
      base_url: shares ? (overrides.baseUrl ?? model.base_url) : undefined,
      timeout: model.timeout,
      retries: model.retries,
    }),
    ...hubKeys(MODEL_KEYS, given, shares ? model : undefined),
    section: 'judge',
    hub,
    name: given.name,
    parameters: given.parameters ?? {},
  };
}

/** Returns the settings of the classifier. OpenAI's moderation has a default model, a classifier has none. */
export function classifierFor(
  { raw, yaml, overrides }: Source,
  model: ModelSettings,
  { written: { own, path }, candidates }: { written: WrittenTest; candidates: readonly Candidate[] },
): { classifier?: ClassifierSettings } {
  const sections = [...new Set(candidates.flatMap(({ scorer }) => scorer.classifies ?? []))];
  if (sections.length === 0) return {};
  const [section] = sections as [NonNullable<Scorer['classifies']>];
  if (sections.length > 1)
    throw new ConfigError('a test can have one of the scorers moderation and classifier', {
      where: yaml.where([...path, 'scorer']),
      remedy: 'Name one of them.',
    });
  const given = own[section] ?? raw.evaluation?.[section] ?? {};
  const hub = section === 'moderation' ? 'openai' : 'huggingface';
  if (given.hub !== undefined && given.hub !== hub) {
    throw new ConfigError(`the scorer ${section} asks the hub ${hub}, not ${given.hub}`, {
      where: yaml.where([...(own[section] ? path : ['evaluation']), section, 'hub']),
      remedy: 'Leave `hub` out; another server that speaks its protocol goes into `base_url`.',
    });
  }
  const name = given.model ?? (section === 'moderation' ? DEFAULT_MODERATION_MODEL : undefined);
  if (name === undefined) {
    throw new ConfigError('the scorer classifier needs a model, and none is named', {
      where: yaml.where([...path, 'scorer']),
      remedy: 'Name one: classifier: { model: OWNER/MODEL }, under evaluation or under the test.',
    });
  }
  // A gateway for OpenAI's protocol may moderate, too; a classifier never shares an endpoint with another model.
  const sameHub = section === 'moderation' && hub === model.hub;
  return {
    classifier: {
      section,
      hub,
      name,
      base_url: given.base_url ?? (sameHub ? (overrides.baseUrl ?? model.base_url) : undefined),
      ...hubKeys(ENDPOINT_KEYS, given, sameHub ? model : undefined),
      timeout: model.timeout,
      retries: model.retries,
    },
  };
}
