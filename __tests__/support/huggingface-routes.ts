import { bagOfWords, tokens } from './model-behaviours.js';
import { numberIn, textsIn, type Call } from './model-speech.js';
import type { ModelServerOptions, Reply } from './model-types.js';

/** Hugging Face's own protocol: feature extraction, text classification, and the hub's list of providers. */

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

/** Plain `/` is the model that the endpoint was built for: a classifier (`scores`) or an encoder. */
export function plainInference(call: Call): Reply {
  return call.options.scores ? textClassification(call) : featureExtraction(call);
}

/** `GET /api/models/ID?expand[]=inferenceProviderMapping` of the hub: which provider serves a model, and for what task. */
export function providerMapping(id: string, options: ModelServerOptions): Reply {
  if (options.models && !options.models.includes(id)) return { status: 404, body: { error: 'Repository not found' } };
  const task = options.scores ? 'text-classification' : options.features ? 'feature-extraction' : 'conversational';
  const inferenceProviderMapping = { 'hf-inference': { status: 'live', providerId: id, task } };
  return { status: 200, body: { _id: 'test', id, inferenceProviderMapping } };
}

function unprocessable(message: string): Reply {
  return { status: 422, body: message };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
