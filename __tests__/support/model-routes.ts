import { datasetsReply } from './datasets-server.js';
import { featureExtraction, plainInference, providerMapping, textClassification, textGeneration } from './huggingface-routes.js';
import { badRequest, dialectOf, noSuchRoute, refusedKey, unknownModel } from './model-errors.js';
import type { Call } from './model-speech.js';
import type { Dialect, ModelServerOptions, RecordedRequest, Reply } from './model-types.js';
import { listModels, OPENAI_OPERATIONS } from './openai-routes.js';

/** A path taken apart: what is asked of which model, as the path says it. */
interface Target {
  operation: string;
  /** Absent where the body names the model. */
  model?: string;
}

/** The reply that a well-behaved server gives. */
export async function answerRequest(request: RecordedRequest, options: ModelServerOptions): Promise<Reply> {
  const extra = (await options.route?.(request)) ?? datasetsReply(request, options);
  if (extra) return extra;
  const mapped = /^\/api\/models\/(.+)$/.exec(request.path)?.[1];
  if (mapped !== undefined && request.method === 'GET') return providerMapping(decodeURIComponent(mapped), options);

  const dialect = dialectOf(request);
  const refused = refusedKey(request, dialect, options);
  if (refused) return refused;
  if (request.method === 'GET') return getReply(request, dialect, options);
  const target = request.method === 'POST' ? targetOf(request) : undefined;
  if (!target) return noSuchRoute(request, dialect);
  if (!isObject(request.body)) return badRequest('We could not parse the JSON body of your request.');
  return post(target, { request, body: request.body, model: target.model ?? modelIn(request.body), dialect, options });
}

function getReply(request: RecordedRequest, dialect: Dialect, options: ModelServerOptions): Reply {
  const listed = /^\/v1\/models(?:\/(.+))?$/.exec(request.path);
  return listed ? listModels(listed[1] && decodeURIComponent(listed[1]), options) : noSuchRoute(request, dialect);
}

function post(target: Target, call: Call): Reply | Promise<Reply> {
  if (call.model && !isKnown(call.model, call.options)) return unknownModel(call.model, call.dialect);
  if (call.body.stream === true) return badRequest('This server does not stream.', 'stream');
  if (target.operation === 'generate') return textGeneration(call, false);
  if (target.operation === 'pipeline/feature-extraction') return featureExtraction(call);
  if (target.operation === 'predict') return textClassification(call);
  if (target.operation === '') return plainInference(call);
  return OPENAI_OPERATIONS[target.operation]?.(call) ?? noSuchRoute(call.request, call.dialect);
}

function targetOf({ path, query }: RecordedRequest): Target | undefined {
  const openai = /^(?:\/openai)?\/v1\/(.+)$/.exec(path)?.[1];
  if (openai !== undefined) return { operation: openai };
  const deployment = /^\/openai\/deployments\/([^/]+)\/(.+)$/.exec(path);
  // Without a version Azure does not find the resource at all.
  if (deployment) return query['api-version'] ? named(deployment[1], deployment[2]) : undefined;
  const hosted = /^(?:\/hf-inference)?\/models\/(.+?)(?:\/v1\/(.+)|\/(pipeline\/.+))?$/.exec(path);
  if (hosted) return named(hosted[1], hosted[2] ?? hosted[3]);
  if (['/', '/generate', '/predict', '/pipeline/feature-extraction'].includes(path)) return { operation: path.slice(1) };
  return undefined;
}

function named(model = '', operation = ''): Target {
  return { model: decodeURIComponent(model), operation };
}

function isKnown(model: string, { models }: ModelServerOptions): boolean {
  // The Hugging Face client names a dedicated endpoint's address as its model; such a server has one model, and serves it.
  if (!models || /^https?:/.test(model)) return true;
  // Its router takes the wish for a provider after the name.
  return models.includes(model) || models.includes(model.replace(/:[a-z-]+$/, ''));
}

function modelIn(body: Record<string, unknown>): string {
  return typeof body.model === 'string' ? body.model : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
