import type { Settings, ModelSettings } from './settings.js';

/** OpenAI's rule of thumb for English: a token is about four letters. Of a text in UTF-8, where other scripts take more bytes a letter. */
const BYTES_PER_TOKEN = 4;

/** What a chat puts around a message: its role, and where it begins and ends. */
const AROUND_A_MESSAGE = 4;

/** About so many tokens. */
export function estimatedTokens({ bytes, messages }: { bytes: number; messages: number }): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN) + AROUND_A_MESSAGE * messages;
}

/**
 * What a server may put before a prompt by itself (Llama's date, Qwen's greeting), with room to spare, and what a model is told of a
 * `response_format` beyond its text.
 */
const UNSEEN = 64;

/** No tokenizer over bytes makes more tokens of a text than it has bytes, and the body is longer than what is in it. */
export function mostPromptTokens(body: string | Uint8Array | null): number {
  return Buffer.byteLength(body ?? '') + UNSEEN;
}

/** Under these names endpoints are told how long an answer may be. */
export const BOUNDS = ['max_completion_tokens', 'max_tokens', 'max_new_tokens'] as const;

/** The most tokens that one reply can be billed for beside its prompt; undefined where nothing bounds an answer. */
export function mostAnswerTokens(settings: Settings): number | undefined {
  // Embeddings and classifications are no text: only what is sent is billed.
  if (!('parameters' in settings)) return 0;
  const { parameters, body = {} } = settings;
  const said: Record<string, unknown> = { ...body, ...parameters };
  const bounds = BOUNDS.map((name) => said[name]).filter((value) => typeof value === 'number');
  if (bounds.length === 0) return undefined;
  const draws = ['n', 'best_of'].map((name) => said[name]).filter((value) => typeof value === 'number');
  return Math.max(...bounds) * Math.max(1, ...draws);
}

/** The output limit of a run's own model as a judge, in tokens; and where a reply of its calibration was cut while it thought. */
const SELF_TOKENS = 512;
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
