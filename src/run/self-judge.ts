import type { ModelSettings } from '../models/settings.ts';

/** Output limit of the run's own model as a judge, in tokens: it may reason first. */
const JUDGE_TOKENS = 4096;

const LENGTH_PARAMETERS = [
  'max_completion_tokens',
  'max_output_tokens',
  'max_tokens',
  'max_new_tokens',
];
/** Parameters for the answers of the model under test, and not for those of a judge. */
const ANSWER_PARAMETERS = ['stop', 'response_format', 'logit_bias', 'n'];

/**
 * A model as its own judge, without its prompts; undefined for the hub http: a question to an
 * application may open a ticket there.
 */
export function selfJudge(model: ModelSettings): ModelSettings | undefined {
  if (model.hub === 'http') return undefined;
  const kept = Object.entries(model.parameters).filter(
    ([name]) => !ANSWER_PARAMETERS.includes(name),
  );
  const parameters = Object.fromEntries(kept);
  if (model.hub === 'anthropic') parameters.max_tokens ??= JUDGE_TOKENS;
  for (const name of LENGTH_PARAMETERS) if (name in parameters) parameters[name] = JUDGE_TOKENS;
  return { ...model, parameters };
}
