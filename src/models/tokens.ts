/** Estimates of tokens before a request is sent. */
import { isModelSettings, type Settings, type ModelSettings } from './settings.ts';

/**
 * OpenAI's rule of thumb: a token of English has about four letters. Bytes of UTF-8, because other
 * scripts take more tokens a letter.
 */
const BYTES_PER_TOKEN = 4;

/** Tokens that a chat format adds to a message: its role, start and end. */
const TOKENS_PER_MESSAGE = 4;

export function estimatedTokens({ bytes, messages }: { bytes: number; messages: number }): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * messages;
}

/** Parameters that limit the length of an answer. */
const LENGTH_PARAMETERS: readonly string[] = [
  'max_completion_tokens',
  'max_output_tokens',
  'max_tokens',
  'max_new_tokens',
];

/** Default limit for Anthropic, whose API requires one. */
export const DEFAULT_MAX_TOKENS = 1024;

/**
 * Upper bound of the completion tokens of one reply. Returns undefined if no parameter limits the
 * answer.
 */
export function maxAnswerTokens(settings: Settings): number | undefined {
  // The reply to an embedding has no tokens.
  if (!isModelSettings(settings)) return 0;
  const { parameters, body = {} } = settings;
  const sentParameters: Record<string, unknown> = { ...body, ...parameters };
  const numbersAt = (names: readonly string[]) =>
    names.map((name) => sentParameters[name]).filter((value) => typeof value === 'number');
  const bounds = numbersAt(LENGTH_PARAMETERS);
  if (bounds.length === 0 && settings.hub === 'anthropic') return DEFAULT_MAX_TOKENS;
  return bounds.length === 0
    ? undefined
    : Math.max(...bounds) * Math.max(1, ...numbersAt(['n', 'best_of']));
}

/**
 * Output limits of the run's own model as a judge, in tokens: at first, and after a reply of its
 * calibration was cut off while reasoning.
 */
const SELF_JUDGE_TOKENS = 512;
export const ROOMY_SELF_TOKENS = 4096;

/** Parameters for the answers of the model under test, not for those of a judge. */
const ANSWER_PARAMETERS = ['stop', 'response_format', 'logit_bias', 'n'];

/**
 * The run's own model as a judge. Returns undefined for hub http: a question to an application may
 * open a ticket there.
 */
export function selfJudge(
  model: ModelSettings,
  tokens = SELF_JUDGE_TOKENS,
): ModelSettings | undefined {
  if (model.hub === 'http') return undefined;
  const { system_prompt: _system, system_fill: _fill, parameters, ...settings } = model;
  const judgeParameters = Object.entries(parameters).filter(
    ([name]) => !ANSWER_PARAMETERS.includes(name),
  );
  const bounded = Object.fromEntries(judgeParameters);
  if (model.hub === 'anthropic') bounded['max_tokens'] ??= tokens;
  for (const name of LENGTH_PARAMETERS) if (name in bounded) bounded[name] = tokens;
  return { ...settings, section: 'judge', isSelf: true, parameters: bounded };
}
