/** Compares the subjects of two configurations: the model, its parameters and its prompts. */
import type { RuleChange } from '../engine/results.ts';
import type { Settings } from '../models/settings.ts';
import { changesBetween, isSame } from './changed-values.ts';
import { placeholdersOf, type BaseAndHead, type Config } from './config.ts';
import { SELF } from './keys/model.ts';

export function isSameModel({ base, head }: BaseAndHead): boolean {
  return isSame(requestSettings(base.model), requestSettings(head.model));
}

export function isSameSubject({ base, head }: BaseAndHead): boolean {
  return isSameModel({ base, head }) && isSame(promptsOf(base), promptsOf(head));
}

/**
 * Returns the differences of the head's subject from the base's: keys of the model, its parameters,
 * and prompts. A path may occur twice, since a parameter may have the name of a key.
 */
export function changedSubject({ base, head }: BaseAndHead): RuleChange[] {
  return [
    ...changedModelKeys({ base, head }),
    ...changesBetween(base.model.parameters, head.model.parameters),
    ...changesBetween(promptsOf(base), promptsOf(head)),
  ];
}

/** Returns the changed keys of the model, without its parameters and prompts. */
export function changedModelKeys({ base, head }: BaseAndHead): RuleChange[] {
  return changesBetween(modelKeysOf(base), modelKeysOf(head));
}

function modelKeysOf({ model }: Config): Readonly<Record<string, unknown>> {
  const {
    parameters: _parameters,
    system_prompt: _system_prompt,
    system_fill: _system_fill,
    timeout: _timeout,
    retries: _retries,
    ...keys
  } = model;
  return keys;
}

/** Returns the prompts of the subject, and the values of the variables that rows may replace. */
export function promptsOf(config: Config): Record<string, string | undefined> {
  const { model, template, variables } = config;
  const prompts: Record<string, string | undefined> = {
    system_prompt: model.system_prompt,
    prompt: template,
  };
  // The prompts already contain the values of all other variables.
  for (const name of placeholdersOf(config))
    if (Object.hasOwn(variables, name)) prompts[`variables.${name}`] = String(variables[name]);
  return prompts;
}

/**
 * Returns the settings that shape the requests to a model, without `timeout` and `retries`. Returns
 * `self` for the model under test as a judge.
 */
export function requestSettings(
  settings: Settings | undefined,
): Partial<Settings> | typeof SELF | undefined {
  if (settings === undefined) return undefined;
  if ('isSelf' in settings) return SELF;
  return {
    ...settings,
    section: undefined,
    timeout: undefined,
    retries: undefined,
  };
}
