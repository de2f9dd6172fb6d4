import { attentive, defaultLogprob, tokenId, tokens } from './model-behaviours.ts';
import type { Dialect, ModelServerOptions, RecordedRequest } from './model-types.ts';

/** A request to a model, as its routes get it. */
export interface ModelCall {
  request: RecordedRequest;
  /** The body where it is a JSON object, an empty object otherwise. */
  body: Record<string, unknown>;
  model: string;
  dialect: Dialect;
  options: ModelServerOptions;
}

export interface Speech {
  content: string | null;
  finish_reason: string;
  refusal: string | null;
}

export interface ScoredToken {
  id: number;
  text: string;
  logprob: number;
}

/** Asks the scripted model, and cuts its answer after `limit` tokens as a real one would be cut. */
export async function speak(
  prompt: string,
  call: ModelCall,
  limit: number | undefined,
): Promise<Speech> {
  const spoken = await (call.options.answer ?? attentive)(prompt, call.request);
  const {
    content,
    finish_reason,
    refusal = null,
  } = typeof spoken === 'string' ? { content: spoken } : spoken;
  const all = tokens(content ?? '');
  const cut = limit !== undefined && all.length > limit;
  return {
    content: cut ? all.slice(0, limit).join('') : content,
    finish_reason: finish_reason ?? (cut ? 'length' : 'stop'),
    refusal,
  };
}

/**
 * Each token of a text with its log-probability after the tokens before it, those of `context`
 * included.
 */
export function score(text: string, options: ModelServerOptions, context = ''): ScoredToken[] {
  const before = tokens(context);
  return tokens(text).map((token) => {
    const logprob = (options.logprob ?? defaultLogprob)(token, [...before]);
    before.push(token);
    return { id: tokenId(token), text: token, logprob };
  });
}

export function usage(prompts: string[], answers: (string | null)[]): Record<string, number> {
  const prompt_tokens = count(prompts);
  const completion_tokens = count(answers);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/** A number that a client sent, `undefined` where it sent none. */
export function numberIn(body: Record<string, unknown>, ...names: string[]): number | undefined {
  return names.map((name) => body[name]).find((value) => typeof value === 'number');
}

/** One text or several, as embeddings and completions take them; `undefined` for anything else. */
export function textsIn(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
    ? value
    : undefined;
}

function count(texts: (string | null)[]): number {
  return texts.reduce((sum, text) => sum + tokens(text ?? '').length, 0);
}
