import { ConfigError } from '../errors.js';
import { quoted } from '../json.js';
import { MODEL_KEYS, ROUTE_KEYS } from '../models/hubs/registry.js';
import { selfJudge } from '../models/index.js';
import type { ModelSettings } from '../models/settings.js';
import type { Source, WrittenTest } from './config.js';
import { nearestOf, settle } from './keys/key.js';
import { FACTS_OF, type MethodAndReader } from './keys/asking.js';
import { judgeCasesIn } from './judge-cases.js';
import { MODEL_SECTION_KEYS, OFF, SELF } from './keys/model.js';
import { judgeCasesFileAt } from './prompts.js';
import type { Path } from './positions.js';

/**
 * @throws ConfigError for a name that examples write for a model that only the user knows:
 * `YOUR-MODEL`, `<model>`
 */
export function refusePlaceholder(
  name: string,
  role: 'model' | 'judge',
  details: { where: string; remedy: string },
): void {
  const isPlaceholder = /^your[-_ ][\w-]+$/i.test(name) || /^<[^<>]*>$/.test(name);
  if (!isPlaceholder) return;
  throw new ConfigError(`${quoted(name)} is a placeholder and not the name of a ${role}`, {
    ...details,
    isPlaceholder: true,
  });
}

/** Whether a section shares the model's endpoint: it has the same hub and names no route. */
export function sharesEndpoint(hub: string, section: object, model: ModelSettings): boolean {
  const namesRoute = ROUTE_KEYS.some((name) => nearestOf(name, section) !== undefined);
  return hub === model.hub && !namesRoute;
}

/**
 * Returns the keys of hubs as the section has them, else as the model does; a route is never
 * shared.
 */
export function hubKeys(
  keys: object,
  section: object,
  model?: ModelSettings,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(keys).map((name) => [
      name,
      nearestOf(name, section, ROUTE_KEYS.includes(name) ? undefined : model),
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
  { writtenTest, asking }: { writtenTest: WrittenTest; asking: MethodAndReader },
): ModelSettings | undefined {
  const { raw, yaml, overrides } = source;
  const { ownKeys, path } = writtenTest;
  const setting = ownKeys.judge ?? raw.evaluation?.judge ?? raw.judge;
  const { measures } = writtenTest.test;
  const isReadOneByOne =
    asking.reader !== undefined ||
    measures === 'answers' ||
    (FACTS_OF[asking.method].endsEarly &&
      (measures === 'toxicity' || measures === 'refusal' || measures === 'rules'));
  const defaultSetting = isReadOneByOne ? SELF : OFF;
  const judge =
    typeof setting === 'object' && setting.name === undefined ? SELF : (setting ?? defaultSetting);
  if (judge === OFF) return undefined;
  let section: Path = [];
  if (ownKeys.judge !== undefined) section = path;
  else if (raw.evaluation?.judge !== undefined) section = ['evaluation'];
  const casesFile = judgeCasesFileAt(source, section);
  const teamCases = casesFile && judgeCasesIn(casesFile.text, casesFile.file);
  if (judge === SELF) {
    const self = selfJudge({ ...model, base_url: overrides.baseUrl ?? model.base_url });
    if (self && teamCases) self.teamCases = teamCases;
    if (self || setting === undefined) return self;
    throw new ConfigError(
      `judge: self sends the questions of the judge to the hub ${model.hub}, whose application may act on them`,
      {
        where: yaml.placeOf(section, 'judge'),
        remedy:
          'Ask for the letter alone, in model.prompt, and leave `judge` out; or name a judge: judge: { hub: openai, name: YOUR-JUDGE }.',
      },
    );
  }
  const { name = '' } = judge;
  refusePlaceholder(name, 'judge', {
    where: yaml.placeOf([...section, 'judge'], 'name'),
    remedy: 'Write the name of a model there.',
  });
  const hub = judge.hub ?? model.hub;
  const shares = sharesEndpoint(hub, judge, model);
  const base_url = shares ? (overrides.baseUrl ?? model.base_url) : undefined;
  return {
    ...settle(MODEL_SECTION_KEYS, judge, {
      base_url,
      timeout: model.timeout,
      retries: model.retries,
    }),
    ...hubKeys(MODEL_KEYS, judge, shares ? model : undefined),
    section: 'judge',
    hub,
    name,
    parameters: judge.parameters ?? {},
    teamCases,
  };
}

/** What the team tells the judge of a test of toxicity about the manner that it ordered. */
export function judgeContextOf(
  { raw }: Source,
  { ownKeys, test }: WrittenTest,
): string | undefined {
  const setting = ownKeys.judge ?? raw.evaluation?.judge ?? raw.judge;
  if (test.measures !== 'toxicity' || typeof setting !== 'object') return undefined;
  return setting.context;
}
