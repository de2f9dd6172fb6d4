import { bagOfWords } from './model-behaviours.ts';
import { textsIn, type ModelCall } from './model-speech.ts';
import type { ModelServerOptions, Reply } from './model-types.ts';

/** Hugging Face's own protocol: feature extraction, and the hub's list of providers. */

export function featureExtraction({ body, options }: ModelCall): Reply {
  const texts = textsIn(body.inputs);
  if (!texts || texts.length === 0) {
    return { status: 422, body: { error: '`inputs` cannot be empty', error_type: 'empty' } };
  }
  const embed = options.embed ?? bagOfWords;
  return { status: 200, body: texts.map(embed) };
}

/**
 * `GET /api/models/ID?expand[]=inferenceProviderMapping` of the hub: which provider serves a model,
 * and for what task.
 */
export function providerMapping(id: string, options: ModelServerOptions): Reply {
  if (options.models && !options.models.includes(id))
    return { status: 404, body: { error: 'Repository not found' } };
  const task = options.features ? 'feature-extraction' : 'conversational';
  const inferenceProviderMapping = { 'hf-inference': { status: 'live', providerId: id, task } };
  return { status: 200, body: { _id: 'test', id, inferenceProviderMapping } };
}
