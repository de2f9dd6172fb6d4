/** Keys that a run needs and does not have, and what a user can do about them. */
import type { Config } from '../config/config.ts';
import { distinctBy } from '../engine/lists.ts';
import { ConfigError } from '../errors.ts';
import { enumerate } from '../language/enumerate.ts';
import { askedModels } from './connect-models.ts';
import {
  destinationOf,
  KEY_INPUTS,
  keyVariablesOf,
  needsKey,
  remedyForWithheldKey,
  sectionOf,
  type Connection,
  type Section,
  type Settings,
} from '../models/index.ts';

export interface MissingKey {
  /** The section whose input would have the key. */
  section: Section;
  hub: string;
  /** Present if there is a key that may not go to this address. */
  withheld?: ConfigError;
}

/**
 * Returns the sections that need a key and have none. Embeddings count only if a test certainly
 * uses them.
 */
export function missingKeys(config: Config, connection: Connection): MissingKey[] {
  const embeds = config.tests.some(
    ({ candidates }) => candidates.length === 1 && candidates[0]?.scorer.embeds,
  );
  const askedSettings = askedModels(embeds ? config : { ...config, embeddings: undefined });
  const missing = askedSettings.flatMap((settings) => missingKeyOf(settings, connection) ?? []);
  return distinctBy(missing, ({ section, hub, withheld }) =>
    JSON.stringify([section, hub, withheld?.where]),
  );
}

function missingKeyOf(settings: Settings, connection: Connection): MissingKey | undefined {
  if (!needsKey(settings, connection)) return undefined;
  const { key, owner, withheld, endpoint } = destinationOf(settings, connection);
  // At a loopback address, the first question fails with a remedy for the workflow.
  if (key !== undefined || withheld === 'loopback') return undefined;
  const { hub } = settings;
  const section = owner ?? sectionOf(settings);
  if (withheld === undefined || endpoint === undefined) return { section, hub };
  const error = new ConfigError(
    `the key of \`${sectionOf(settings)}\` does not go to this address`,
    {
      where: endpoint,
      remedy: remedyForWithheldKey(settings, endpoint),
    },
  );
  return { section, hub, withheld: error };
}

/**
 * Returns one error for all missing keys. With `isLocal`, its remedy names options and variables of
 * a terminal.
 */
export function missingKeyError(missing: readonly MissingKey[], isLocal: boolean): ConfigError {
  const withheld = missing.find((key) => key.withheld)?.withheld;
  if (withheld) return withheld;
  const hubs = new Set(missing.map(({ hub }) => hub));
  const message = `there is no key for ${[...hubs].join(' and ')}`;
  const ways = missing.map(isLocal ? remedyInTerminal : remedyInWorkflow).join(' ');
  if (isLocal)
    return new ConfigError(message, {
      where: 'environment',
      remedy: `${ways} \`check --offline\` needs no key.`,
    });
  const inputs = new Set(missing.map(({ section }) => `'${KEY_INPUTS[section]}'`));
  return new ConfigError(message, {
    where: `input ${[...inputs].join(' and ')}`,
    remedy: `${ways} A fork's pull request gets no secrets: there \`missing-key: skip\` says so instead of failing. Dependabot gets only secrets of its own: add the key under Settings, Secrets and variables, Dependabot.`,
  });
}

function remedyInTerminal({ section, hub }: MissingKey): string {
  const variableOfSection =
    section === 'model'
      ? `SENSITIVITY_API_KEY for the hub of the model (${hub})`
      : `name another one in \`--${KEY_INPUTS[section]}-variable\``;
  return `Set ${[...variablesOf(hub), variableOfSection].join(', or ')}.`;
}

function remedyInWorkflow({ section, hub }: MissingKey): string {
  const input = KEY_INPUTS[section];
  const [hubVariable = 'MODEL_KEY'] = keyVariablesOf(hub);
  const secret = section === 'model' ? hubVariable : `${section.toUpperCase()}_KEY`;
  const setInput = `the input \`${input}\` from a secret (${input}: \${{ secrets.${secret} }})`;
  const setVariables = variablesOf(hub).map(
    (variable) => `${variable} (under \`env:\`, from a secret)`,
  );
  return `Set ${[setInput, ...setVariables].join(', or ')}.`;
}

function variablesOf(hub: string): string[] {
  const names = keyVariablesOf(hub);
  return names.length === 0 ? [] : [`the variable ${enumerate(names, 'or')}`];
}
