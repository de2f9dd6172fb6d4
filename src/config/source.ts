import { asRecord } from '../json.ts';
import type { ModelSettings } from '../models/settings.ts';
import type { JudgeChoice, Overrides } from './config.ts';
import type { Faults } from './faults.ts';
import type { Texts } from './prompts.ts';
import { modelSettings, type TestSettings, type WrittenConfig } from './schema.ts';
import type { Path } from './yaml.ts';

/** A file without the faults of the schema. */
export interface Source {
  written: WrittenConfig;
  /** The same before defaults, in the order of the file. */
  value: unknown;
  texts: Texts;
  faults: Faults;
  overrides: Overrides;
  isLangTest: boolean;
  /** Undefined for a key that the file does not have. */
  placeOf: (path: Path) => string | undefined;
}

/** What a section with an endpoint takes over from the model. */
export function fromModel(section: unknown, model: ModelSettings): Partial<ModelSettings> {
  const { hub = model.hub, base_url: address } = asRecord(section);
  const { name: _name, api: _api, parameters: _parameters, ...endpoint } = model;
  if (hub !== model.hub) return { timeout: model.timeout, retries: model.retries };
  // Headers are those of a gateway, and mean nothing elsewhere.
  return address === undefined ? endpoint : { ...endpoint, headers: undefined };
}

export function resolveJudge(judge: TestSettings['judge'], model: ModelSettings): JudgeChoice {
  if (judge === 'off' || judge === 'self') return judge;
  const named = asRecord(judge);
  if (named.name === undefined) return 'self';
  return modelSettings.parse({ ...fromModel(named, model), ...named });
}
