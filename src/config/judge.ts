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

/** Returns whether a section has the model's endpoint: the same hub, and no route of its own. */
export function sharesEndpoint(hub: string, section: object, model: ModelSettings): boolean {
  const namesRoute = ROUTE_KEYS.some((name) => nearestOf(name, section) !== undefined);
  return hub === model.hub && !namesRoute;
}

/**
 * Returns the values of the hubs' keys from the section, else from the model. A route is never
 * taken from the model.
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

/** Returns the path of the section whose key `judge` holds for a test. */
function judgeSection(raw: RawConfig, { ownKeys, path }: WrittenTest): Path {
  if (ownKeys.judge !== undefined) return path;
  return raw.evaluation?.judge === undefined ? [] : ['evaluation'];
}

/** True if a test needs a judge for answers that no rule can read. */
function needsJudge({ measures }: WrittenTest['test'], { method, reader }: MethodAndReader) {
  if (reader !== undefined || measures === 'answers') return true;
  const isRead = measures === 'toxicity' || measures === 'refusal' || measures === 'rules';
  return FACTS_OF[method].endsEarly && isRead;
}

/**
 * Returns the model as its own judge; undefined if its hub cannot judge.
 *
 * @throws ConfigError for such a hub if the file asks for this judge (`isRequired`)
 */
function resolveSelf(
  { yaml, overrides }: Source,
  model: ModelSettings,
  { section, isRequired }: { section: Path; isRequired: boolean },
): ModelSettings | undefined {
  const self = selfJudge({ ...model, base_url: overrides.baseUrl ?? model.base_url });
  if (self || !isRequired) return self;
  throw new ConfigError(
    `judge: self would send the judge's questions to the hub ${model.hub}, and the application there may act on them`,
    {
      where: yaml.placeOf(section, 'judge'),
      remedy:
        'Remove `judge`, and ask in model.prompt for the letter alone. Or name a judge: `judge: { hub: openai, name: YOUR-JUDGE }`.',
    },
  );
}

/** Resolves a judge that has a name. On the model's hub, it has the model's endpoint by default. */
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

/** Returns the manner that the team wants of its bot, for a judge of toxicity. */
export function judgeContextOf({ raw }: Source, writtenTest: WrittenTest): string | undefined {
  const setting = judgeSetting(raw, writtenTest);
  if (writtenTest.test.measures !== 'toxicity' || typeof setting !== 'object') return undefined;
  return setting.context;
}
