/** The subjects of head and base, and the settings of a model with a subject. */
import type { Config } from '../config/config.ts';
import type { Subject } from '../engine/attribution/parts.ts';
import { asRecord } from '../json.ts';
import type { ModelSettings } from '../models/settings.ts';

/** The key of the endpoint in a subject whose base has another hub. */
const WHOLE_ENDPOINT = 'model';
/** The prefix of the keys of a subject that are parameters of its model. */
const PARAMETER_PREFIX = 'parameters.';

/** The configurations of head and base, and the subjects that they describe. */
export interface ComparedSubjects {
  head: Config;
  base: Config;
  headSubject: Subject;
  baseSubject: Subject;
}

/** Returns the subjects of two configurations in the form in which their parts are compared. */
export function compareSubjects(base: Config, head: Config): ComparedSubjects {
  const isSameHub = base.model.hub === head.model.hub;
  return {
    head,
    base,
    headSubject: subjectIn(head, isSameHub),
    baseSubject: subjectIn(base, isSameHub),
  };
}

/**
 * Returns the model's settings and its prompts. Settings of two hubs cannot be mixed, so an
 * endpoint with another hub is one value.
 */
function subjectIn({ model, template }: Config, isSameHub: boolean): Subject {
  const texts: Record<string, string> = {};
  if (template !== undefined) texts['prompt'] = template;
  if (model.system_prompt !== undefined) texts['system_prompt'] = model.system_prompt;
  const values: Record<string, unknown> = {};
  if (isSameHub) Object.assign(values, endpointOf(model));
  else values[WHOLE_ENDPOINT] = endpointOf(model);
  for (const [name, value] of Object.entries(model.parameters))
    values[`${PARAMETER_PREFIX}${name}`] = value;
  return { texts, values };
}

/** Returns the settings that name the endpoint and the model. A subject holds the others apart. */
function endpointOf({
  parameters: _parameters,
  system_prompt: _systemPrompt,
  system_fill: _systemFill,
  timeout: _timeout,
  retries: _retries,
  ...endpoint
}: ModelSettings) {
  return endpoint;
}

/** Returns the settings of a model with this subject. Each value is the head's or the base's. */
export function settingsOf(
  { texts, values }: Subject,
  head: ModelSettings,
  base: ModelSettings,
): ModelSettings {
  const { timeout, retries, system_fill: headFill } = head;
  const baseFill = base.system_fill;
  return {
    ...endpointWith(values, head, base),
    timeout,
    retries,
    parameters: parametersIn(values),
    system_prompt: texts['system_prompt'] || undefined,
    // The system prompt may mix lines of the head and of the base.
    system_fill: (headFill ?? baseFill) && { ...baseFill, ...headFill },
  };
}

function endpointWith(values: Subject['values'], head: ModelSettings, base: ModelSettings) {
  if (WHOLE_ENDPOINT in values) {
    const { hub } = asRecord(values[WHOLE_ENDPOINT]);
    return endpointOf(hub === base.hub ? base : head);
  }
  const endpoint = endpointOf(head);
  for (const [key, value] of Object.entries(values)) {
    if (key.startsWith(PARAMETER_PREFIX)) continue;
    if (value === undefined) Reflect.deleteProperty(endpoint, key);
    else Object.assign(endpoint, { [key]: value });
  }
  return endpoint;
}

function parametersIn(values: Subject['values']): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values))
    if (key.startsWith(PARAMETER_PREFIX) && value !== undefined)
      parameters[key.slice(PARAMETER_PREFIX.length)] = value;
  return parameters;
}
