import type { Scorer } from '../engine/scorers/scorer.js';
import { ConfigError } from '../errors.js';
import { quoted } from '../json.js';
import { ENDPOINT_KEYS, MODEL_KEYS, ROUTE_KEYS } from '../models/hubs/registry.js';
import { DEFAULT_MODERATION_MODEL, selfJudge } from '../models/index.js';
import type { ClassifierSettings, ModelSettings } from '../models/settings.js';
import type { Candidate, Source, WrittenTest } from './config.js';
import { nearestOf, settle } from './keys/key.js';
import { FACTS_OF, type Asking } from './keys/asking.js';
import { OF_THE_MODEL, OFF, SELF } from './keys/model.js';

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
  const given = said ?? (isReadOneByOne(written, asking) ? SELF : OFF);
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

function isReadOneByOne({ test }: WrittenTest, { method, reader }: Asking): boolean {
  return reader !== undefined || (FACTS_OF[method].endsEarly && (test.measures === 'toxicity' || test.measures === 'refusal'));
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
