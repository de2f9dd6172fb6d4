import { saidTo } from '../models/hubs/replies.ts';
import { attentive, tokens } from './model-behaviours.ts';
import type { ModelServerOptions, RecordedRequest, Spoken } from './model-types.ts';

/** A request to a model, as its routes get it. */
export interface ModelCall {
  request: RecordedRequest;
  body: Record<string, unknown>;
  model: string;
  options: ModelServerOptions;
}

interface Speech {
  content: string | null;
  finish_reason: string;
  refusal: string | null;
}

/** The answer of the script. Without one, JSON for a schema, else the answer of `attentive`. */
export async function spokenTo(
  prompt: string,
  request: RecordedRequest,
  { answer }: ModelServerOptions,
): Promise<Spoken> {
  if (answer) return answer(prompt, request);
  return saidTo(request.body).text ?? attentive(prompt);
}

/** Asks the scripted model, and cuts its answer after `limit` tokens, as a real model does. */
export async function speak(
  prompt: string,
  { options, request }: Pick<ModelCall, 'options' | 'request'>,
  limit = Infinity,
): Promise<Speech> {
  const spoken = await spokenTo(prompt, request, options);
  const said = typeof spoken === 'string' ? { content: spoken } : spoken;
  const all = tokens(said.content ?? '');
  const isCut = all.length > limit;
  return {
    content: isCut ? all.slice(0, limit).join('') : said.content,
    finish_reason: said.finish_reason ?? (isCut ? 'length' : 'stop'),
    refusal: said.refusal ?? null,
  };
}

/** Each token of a text with its log-probability after the tokens before it. */
export function score(text: string, { logprob = () => -1 }: ModelServerOptions) {
  const all = tokens(text);
  return all.map((token, i) => ({ text: token, logprob: logprob(token, all.slice(0, i)) }));
}

export function usage(prompts: readonly string[], answers: readonly (string | null)[]) {
  const prompt_tokens = count(prompts);
  const completion_tokens = count(answers);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/** A number that a client sent, `undefined` if it sent none. */
export function numberIn(body: Record<string, unknown>, ...names: string[]): number | undefined {
  return names.map((name) => body[name]).find((value) => typeof value === 'number');
}

/** One text or several, as embeddings and completions take them. */
export const textsIn = (value: unknown): string[] => [value].flat().map(String);

const count = (texts: readonly (string | null)[]): number =>
  texts.reduce((sum, text) => sum + tokens(text ?? '').length, 0);
