import { bagOfWords, tokens } from './model-behaviours.js';
import { numberIn, score, speak, textsIn, type Call } from './model-speech.js';
import type { ModelServerOptions, Reply } from './model-types.js';

/** Hugging Face's own protocol: text generation (TGI), feature extraction, text classification, and the hub's list of providers. */

/** `/` answers with a list of one, `/generate` with the bare object: the first is the older interface. */
export async function textGeneration(call: Call, listed: boolean): Promise<Reply> {
  const { body, options } = call;
  const prompt = body.inputs;
  if (typeof prompt !== 'string') {
    return unprocessable('Failed to deserialize the JSON body into the target type: inputs: expected a string');
  }
  const parameters = isObject(body.parameters) ? body.parameters : {};
  const limit = numberIn(parameters, 'max_new_tokens');
  const speech = await speak(prompt, call, limit);
  const answer = speech.content ?? '';
  const withPrefill = parameters.decoder_input_details === true;
  const details = {
    finish_reason: speech.finish_reason === 'stop' ? 'eos_token' : speech.finish_reason,
    generated_tokens: tokens(answer).length,
    seed: null,
    prefill: withPrefill && options.prefill !== false ? prefill(prompt, options) : [],
    tokens: score(answer, options, prompt).map((token) => ({ ...token, special: false })),
  };
  const generation = {
    generated_text: answer,
    // Asking for the prompt's tokens asks for details, too.
    ...(parameters.details === true || withPrefill ? { details } : {}),
  };
  return { status: 200, body: listed ? [generation] : generation };
}

export function featureExtraction({ body, options }: Call): Reply {
  const texts = textsIn(body.inputs);
  if (!texts || texts.length === 0) {
    return { status: 422, body: { error: '`inputs` cannot be empty', error_type: 'empty' } };
  }
  const embed = options.embed ?? bagOfWords;
  if (options.featureShape === 'tokens') {
    return { status: 200, body: texts.map((text) => tokens(text).map((token) => embed(token.trim()))) };
  }
  const bare = options.featureShape === 'flat' && typeof body.inputs === 'string';
  const vectors = texts.map(embed);
  return { status: 200, body: bare ? vectors[0] : vectors };
}

/** The labels of one text, the best first: one of them, unless `top_k` wants more. */
export function textClassification({ body, options }: Call): Reply {
  const text = body.inputs;
  if (typeof text !== 'string' || !options.scores) return unprocessable('inputs: expected a string');
  const limit = numberIn(isObject(body.parameters) ? body.parameters : {}, 'top_k') ?? 1;
  const labels = Object.entries(options.scores(text)).map(([label, score]) => ({ label, score }));
  const best = labels.sort((a, b) => b.score - a.score).slice(0, limit);
  return { status: 200, body: options.labelShape === 'wrapped' ? [best] : best };
}

/** Plain `/` is whatever model the endpoint was built for: a classifier (`scores`), an encoder (`features`) or a generator. */
export function plainInference(call: Call): Reply | Promise<Reply> {
  if (call.options.scores) return textClassification(call);
  const encoder = call.options.features === true && !isObject(call.body.parameters);
  return encoder ? featureExtraction(call) : textGeneration(call, true);
}

/** `GET /api/models/ID?expand[]=inferenceProviderMapping` of the hub: which provider serves a model, and for what task. */
export function providerMapping(id: string, options: ModelServerOptions): Reply {
  if (options.models && !options.models.includes(id)) return { status: 404, body: { error: 'Repository not found' } };
  const task = options.scores ? 'text-classification' : options.features ? 'feature-extraction' : 'conversational';
  const inferenceProviderMapping = { 'hf-inference': { status: 'live', providerId: id, task } };
  return { status: 200, body: { _id: 'test', id, inferenceProviderMapping } };
}

/** Text generation numbers the first token's log-probability NaN, which JSON writes as null. */
function prefill(prompt: string, options: ModelServerOptions): unknown[] {
  return score(prompt, options).map(({ id, text, logprob }, i) => ({ id, text, logprob: i === 0 ? null : logprob }));
}

function unprocessable(message: string): Reply {
  return { status: 422, body: message };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
