import { ConfigError } from '../errors.js';
import { quoted } from '../json.js';
import { MODEL_KEYS, ROUTE_KEYS } from '../models/hubs/registry.js';
import { selfJudge } from '../models/index.js';
import type { ModelSettings } from '../models/settings.js';
import type { Source, WrittenTest } from './config.js';
import { nearestOf, settle } from './keys/key.js';
import { FACTS_OF, type MethodAndReader } from './keys/asking.js';
import { judgeCasesIn } from './judge-cases.js';
import { OF_THE_MODEL, OFF, SELF } from './keys/model.js';
import { judgeCasesFileAt } from './prompts.js';
import type { Path } from './positions.js';

/**
 * @throws ConfigError for a name that examples write for a model that only the user knows:
 * `YOUR-MODEL`, `<model>`
 */
export function refusePlaceholder(
  name: string,
  what: 'model' | 'judge',
  details: { where: string; remedy: string },
): void {
  const isPlaceholder = /^your[-_ ][\w-]+$/i.test(name) || /^<[^<>]*>$/.test(name);
  if (!isPlaceholder) return;
  throw new ConfigError(`${quoted(name)} is a placeholder and not the name of a ${what}`, {
    ...details,
    isPlaceholder: true,
  });
}

/** Whether a section shares the model's endpoint: it has the same hub and names no route. */
export function sharesEndpoint(hub: string, given: object, model: ModelSettings): boolean {
  const namesRoute = ROUTE_KEYS.some((name) => nearestOf(name, given) !== undefined);
  return hub === model.hub && !namesRoute;
}

/**
 * Returns the keys of hubs as the section has them, else as the model does; a route is never
 * shared.
 */
export function hubKeys(
  keys: object,
  given: object,
  model?: ModelSettings,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(keys).map((name) => [
      name,
      nearestOf(name, given, ROUTE_KEYS.includes(name) ? undefined : model),
    ]),
  );
}

/**
 * A judge on the model's own hub shares its endpoint unless it names one. @throws ConfigError for
 * an application as its own judge.
 */
export function resolveJudge(
  source: Source,
  model: ModelSettings,
  { written, asking }: { written: WrittenTest; asking: MethodAndReader },
): ModelSettings | undefined {
  const { raw, yaml, overrides } = source;
  const { own, path } = written;
  const said = own.judge ?? raw.evaluation?.judge ?? raw.judge;
  const { measures } = written.test;
  const isReadOneByOne =
    asking.reader !== undefined ||
    measures === 'answers' ||
    (FACTS_OF[asking.method].endsEarly &&
      (measures === 'toxicity' || measures === 'refusal' || measures === 'rules'));
  const usual = isReadOneByOne ? SELF : OFF;
  const given = typeof said === 'object' && said.name === undefined ? SELF : (said ?? usual);
  if (given === OFF) return undefined;
  let section: Path = [];
  if (own.judge !== undefined) section = path;
  else if (raw.evaluation?.judge !== undefined) section = ['evaluation'];
  const inFile = judgeCasesFileAt(source, section);
  const teamCases = inFile && judgeCasesIn(inFile.text, inFile.file);
  if (given === SELF) {
    const self = selfJudge({ ...model, base_url: overrides.baseUrl ?? model.base_url });
    if (self && teamCases) self.teamCases = teamCases;
    if (self || said === undefined) return self;
    throw new ConfigError(
      `judge: self sends the questions of the judge to the hub ${model.hub}, whose application may act on them`,
      {
        where: yaml.where(section, 'judge'),
        remedy:
          'Ask for the letter alone, in model.prompt, and leave `judge` out; or name a judge: judge: { hub: openai, name: YOUR-JUDGE }.',
      },
    );
  }
  const { name = '' } = given;
  refusePlaceholder(name, 'judge', {
    where: yaml.where([...section, 'judge'], 'name'),
    remedy: 'Write the name of a model there.',
  });
  const hub = given.hub ?? model.hub;
  const shares = sharesEndpoint(hub, given, model);
  const base_url = shares ? (overrides.baseUrl ?? model.base_url) : undefined;
  return {
    ...settle(OF_THE_MODEL, given, {
      base_url,
      timeout: model.timeout,
      retries: model.retries,
    }),
    ...hubKeys(MODEL_KEYS, given, shares ? model : undefined),
    section: 'judge',
    hub,
    name,
    parameters: given.parameters ?? {},
    teamCases,
  };
}

/** What the team tells the judge of a test of toxicity about the manner that it ordered. */
export function judgeContextOf({ raw }: Source, { own, test }: WrittenTest): string | undefined {
  const said = own.judge ?? raw.evaluation?.judge ?? raw.judge;
  if (test.measures !== 'toxicity' || typeof said !== 'object') return undefined;
  return said.context;
}
