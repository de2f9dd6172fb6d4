import type { ModelSettings } from './settings.js';
import { BOUNDS } from './tokens.js';

/** The output limit of a run's own model as a judge, in tokens; and where a reply of its calibration was cut while it thought. */
export const SELF_TOKENS = 512;
export const ROOMY_SELF_TOKENS = 4096;

/** What a team asks of its answers has no place in a judge's. */
const OF_ANSWERS = ['stop', 'response_format', 'logit_bias', 'n'];

/** An application is no judge: a question about an answer may open a ticket there. */
const NO_JUDGES = ['http'];

/**
 * A run's own model as a judge: at the same endpoint, with the rubric alone. The output limit has the name that the user's own parameters
 * use. Undefined for a hub whose models are no judges.
 */
export function selfJudge(model: ModelSettings, tokens = SELF_TOKENS): ModelSettings | undefined {
  if (NO_JUDGES.includes(model.hub)) return undefined;
  const { system_prompt: _system, parameters, ...settings } = model;
  const own = Object.entries(parameters).filter(([name]) => !OF_ANSWERS.includes(name));
  const bounded = own.map(([name, value]) => [name, (BOUNDS as readonly string[]).includes(name) ? tokens : value]);
  return { ...settings, section: 'judge', isSelf: true, parameters: Object.fromEntries(bounded) as Record<string, unknown> };
}
