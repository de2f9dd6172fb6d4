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
import { namedFileAt } from './named-files.js';
import type { Path } from './positions.js';
import type { RawConfig, RawTest } from './schema.js';

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
 * Returns the judge of a test; undefined for none.
 *
 * @throws ConfigError for an application as its own judge
 */
export function resolveJudge(
  source: Source,
  model: ModelSettings,
  { writtenTest, asking }: { writtenTest: WrittenTest; asking: MethodAndReader },
): ModelSettings | undefined {
  const setting = judgeSetting(source.raw, writtenTest);
  const defaultSetting = needsJudge(writtenTest.test, asking) ? SELF : OFF;
  // A mapping without a name holds `context` and `cases` for `self`.
  const isSelf = typeof setting === 'object' && setting.name === undefined;
  const judge = isSelf ? SELF : (setting ?? defaultSetting);
  if (judge === OFF) return undefined;
  const section = judgeSection(source.raw, writtenTest);
  const casesFile = namedFileAt(source, [...section, 'judge', 'cases']);
  const teamCases = casesFile && judgeCasesIn(casesFile.text, casesFile.file);
  const isRequired = setting !== undefined;
  const settings =
    judge === SELF
      ? resolveSelf(source, model, { section, isRequired })
      : resolveNamedJudge(source, model, { section, judge });
  if (settings && teamCases) settings.teamCases = teamCases;
  return settings;
}

type JudgeMapping = Exclude<NonNullable<RawTest['judge']>, string>;

function judgeSetting(raw: RawConfig, { ownKeys }: WrittenTest): RawTest['judge'] {
  return ownKeys.judge ?? raw.evaluation?.judge ?? raw.judge;
}

/** The section whose `judge` holds for a test. */
function judgeSection(raw: RawConfig, { ownKeys, path }: WrittenTest): Path {
  if (ownKeys.judge !== undefined) return path;
  return raw.evaluation?.judge === undefined ? [] : ['evaluation'];
}

/** True if a judge reads each answer by itself, where no rule can read it. */
function needsJudge({ measures }: WrittenTest['test'], { method, reader }: MethodAndReader) {
  if (reader !== undefined || measures === 'answers') return true;
  const isRead = measures === 'toxicity' || measures === 'refusal' || measures === 'rules';
  return FACTS_OF[method].endsEarly && isRead;
}

/** `isRequired`: the file asks for this judge, so a hub that cannot judge itself is an error. */
function resolveSelf(
  { yaml, overrides }: Source,
  model: ModelSettings,
  { section, isRequired }: { section: Path; isRequired: boolean },
): ModelSettings | undefined {
  const self = selfJudge({ ...model, base_url: overrides.baseUrl ?? model.base_url });
  if (self || !isRequired) return self;
  throw new ConfigError(
    `judge: self sends the questions of the judge to the hub ${model.hub}, whose application may act on them`,
    {
      where: yaml.placeOf(section, 'judge'),
      remedy:
        'Ask for the letter alone, in model.prompt, and leave `judge` out; or name a judge: judge: { hub: openai, name: YOUR-JUDGE }.',
    },
  );
}

/** A judge on the model's own hub shares its endpoint unless it names one. */
function resolveNamedJudge(
  { yaml, overrides }: Source,
  model: ModelSettings,
  { section, judge }: { section: Path; judge: JudgeMapping },
): ModelSettings {
  const { name = '' } = judge;
  refusePlaceholder(name, 'judge', {
    where: yaml.placeOf([...section, 'judge'], 'name'),
    remedy: 'Write the name of a model there.',
  });
  const hub = judge.hub ?? model.hub;
  const shares = sharesEndpoint(hub, judge, model);
  const base_url = shares ? (overrides.baseUrl ?? model.base_url) : undefined;
  const { timeout, retries } = model;
  return {
    ...settle(MODEL_SECTION_KEYS, judge, { base_url, timeout, retries }),
    ...hubKeys(MODEL_KEYS, judge, shares ? model : undefined),
    section: 'judge',
    hub,
    name,
    parameters: judge.parameters ?? {},
  };
}

/** The manner that the team ordered, which a judge of toxicity is told. */
export function judgeContextOf({ raw }: Source, writtenTest: WrittenTest): string | undefined {
  const setting = judgeSetting(raw, writtenTest);
  if (writtenTest.test.measures !== 'toxicity' || typeof setting !== 'object') return undefined;
  return setting.context;
}
