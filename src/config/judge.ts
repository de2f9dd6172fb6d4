import { ConfigError } from '../errors.ts';
import { MODEL_KEYS } from '../models/hubs/registry.ts';
import { selfJudge } from '../models/index.ts';
import type { ModelSettings } from '../models/settings.ts';
import type { Source, WrittenTest } from './config.ts';
import { settle } from './keys/key.ts';
import { MEASURE_TRAITS, type MethodAndReader } from './keys/methods.ts';
import { MODEL_SECTION_KEYS, OFF, SELF } from './keys/model.ts';
import type { Path } from './positions.ts';
import { hubKeys, refusePlaceholder, sharesEndpoint } from './resolve-model.ts';
import type { RawConfig, RawTest } from './schema.ts';

type JudgeSetting = RawTest['judge'];
type JudgeMapping = Exclude<NonNullable<JudgeSetting>, string>;

/** The nearest key `judge` of a test, and the path of the section that has it. */
interface WrittenJudge {
  setting: JudgeSetting;
  section: Path;
}

function writtenJudge(raw: RawConfig, { ownKeys, path }: WrittenTest): WrittenJudge {
  if (ownKeys.judge !== undefined) return { setting: ownKeys.judge, section: path };
  if (raw.evaluation?.judge !== undefined)
    return { setting: raw.evaluation.judge, section: ['evaluation'] };
  return { setting: raw.judge, section: [] };
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
  const { setting, section } = writtenJudge(source.raw, writtenTest);
  const { judgedUnder } = MEASURE_TRAITS[writtenTest.test.measures];
  const isNeeded = asking.reader !== undefined || judgedUnder.includes(asking.method);
  const judge = setting ?? (isNeeded ? SELF : OFF);
  if (judge === OFF) return undefined;
  // A mapping without a name holds `context` for `self`.
  return judge === SELF || judge.name === undefined
    ? resolveSelf(source, model, { section, isRequired: setting !== undefined })
    : resolveNamedJudge(source, model, { section, judge });
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

/** Returns the tone that the team asked for, which a judge of toxicity reads. */
export function judgeContextOf({ raw }: Source, writtenTest: WrittenTest): string | undefined {
  const { setting } = writtenJudge(raw, writtenTest);
  if (writtenTest.test.measures !== 'toxicity' || typeof setting !== 'object') return undefined;
  return setting.context;
}
