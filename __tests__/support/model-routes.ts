import { featureExtraction, providerMapping } from './huggingface-routes.ts';
import { badRequest, dialectOf, noSuchRoute, refusedKey, unknownModel } from './model-errors.ts';
import type { ModelCall } from './model-speech.ts';
import type {
  Dialect,
  ModelServerOptions,
  RecordedRequest,
  Reply,
  DatasetStub,
  Row,
} from './model-types.ts';
import { providerReply } from './provider-routes.ts';
import { listModels, OPENAI_OPERATIONS } from './openai-routes.ts';

/** A path taken apart: what is asked of which model, as the path says it. */
interface Target {
  operation: string;
  /** Absent where the body names the model. */
  model?: string;
}

/** The reply that a well-behaved server gives. */
export async function answerRequest(
  request: RecordedRequest,
  options: ModelServerOptions,
): Promise<Reply> {
  const extra = (await options.route?.(request)) ?? datasetsReply(request, options);
  if (extra) return extra;
  const provided = await providerReply(request, options);
  if (provided) return provided;
  const mapped = /^\/api\/models\/(.+)$/.exec(request.path)?.[1];
  if (mapped !== undefined && request.method === 'GET')
    return providerMapping(decodeURIComponent(mapped), options);

  const dialect = dialectOf(request);
  const refused = refusedKey(request, dialect, options);
  if (refused) return refused;
  if (request.method === 'GET') return getReply(request, dialect, options);
  const target = request.method === 'POST' ? targetOf(request) : undefined;
  if (!target) return noSuchRoute(request, dialect);
  if (!isObject(request.body))
    return badRequest('We could not parse the JSON body of your request.');
  return post(target, {
    request,
    body: request.body,
    model: target.model ?? modelIn(request.body),
    dialect,
    options,
  });
}

function getReply(request: RecordedRequest, dialect: Dialect, options: ModelServerOptions): Reply {
  const listed = /^\/v1\/models(?:\/(.+))?$/.exec(request.path);
  return listed
    ? listModels(listed[1] && decodeURIComponent(listed[1]), options)
    : noSuchRoute(request, dialect);
}

function post(target: Target, call: ModelCall): Reply | Promise<Reply> {
  if (call.model && !isKnown(call.model, call.options))
    return unknownModel(call.model, call.dialect);
  if (call.body.stream === true) return badRequest('This server does not stream.', 'stream');
  if (['', 'pipeline/feature-extraction'].includes(target.operation))
    return featureExtraction(call);
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
  if (['/', '/pipeline/feature-extraction'].includes(path)) return { operation: path.slice(1) };
  return undefined;
}

function named(model = '', operation = ''): Target {
  return { model: decodeURIComponent(model), operation };
}

function isKnown(model: string, { models }: ModelServerOptions): boolean {
  // The Hugging Face client names a dedicated endpoint's address as its model; such a server has
  // one model, and serves it.
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

/** The two routes of Hugging Face's datasets server that read rows: `/splits` and `/rows`. */

const MOST_ROWS = 100;
const NOT_READABLE = 'The dataset does not exist, or is not accessible';
const FAILURES = {
  401: [
    'ExternalUnauthenticatedError',
    `${NOT_READABLE} without authentication (private or gated).`,
  ],
  404: [
    'ExternalAuthenticatedError',
    `${NOT_READABLE} with the current credentials (private or gated).`,
  ],
  503: ['UnexpectedApiError', 'Service unavailable.'],
} as const;

/** `undefined` where the request is none for the datasets server. */
export function datasetsReply(
  request: RecordedRequest,
  options: ModelServerOptions,
): Reply | undefined {
  if (request.method !== 'GET' || (request.path !== '/splits' && request.path !== '/rows'))
    return undefined;
  const name = request.query.dataset;
  if (!name) return missing('dataset');
  const dataset = options.datasets?.[name];
  // The real server cannot tell a missing data set from a private one either: the status only says
  // whether a key came.
  if (!dataset || (dataset.gated && !hasKey(request, options)))
    return failed(request.headers.authorization ? 404 : 401);
  if (dataset.fail) return failed(dataset.fail);
  return request.path === '/splits' ? splits(name, dataset) : rows(request, dataset);
}

function splits(dataset: string, stub: DatasetStub): Reply {
  const found = Object.entries(configsOf(stub)).flatMap(([config, byName]) =>
    Object.keys(byName).map((split) => ({ dataset, config, split })),
  );
  return { status: 200, body: { splits: found, pending: [], failed: [] } };
}

function rows(request: RecordedRequest, stub: DatasetStub): Reply {
  const { config, split } = request.query;
  if (!config) return missing('config');
  if (!split) return missing('split');
  const offset = wholeNumber(request.query.offset ?? '0');
  const length = wholeNumber(request.query.length ?? String(MOST_ROWS));
  if (offset === undefined) return refused("Parameter 'offset' must be integer");
  if (length === undefined) return refused("Parameter 'length' must be integer");
  if (length > MOST_ROWS)
    return refused(`Parameter 'length' must not be greater than ${MOST_ROWS}`);
  const all = configsOf(stub)[config]?.[split];
  if (!all)
    return {
      status: 404,
      body: { error: 'Not found.' },
      headers: { 'x-error-code': 'ResponseNotFound' },
    };
  return {
    status: 200,
    body: {
      features: featuresOf(all),
      rows: all.slice(offset, offset + length).map((row, i) => ({
        row_idx: offset + i,
        row,
        truncated_cells: stub.truncated?.[offset + i] ?? [],
      })),
      num_rows_total: all.length,
      num_rows_per_page: MOST_ROWS,
      partial: false,
    },
  };
}

function configsOf(stub: DatasetStub): Record<string, Record<string, Row[]>> {
  return stub.configs ?? { default: { train: stub.rows ?? [] } };
}

function featuresOf(all: Row[]): unknown[] {
  return Object.entries(all[0] ?? {}).map(([name, value], feature_idx) => ({
    feature_idx,
    name,
    type: featureType(value),
  }));
}

function featureType(value: unknown): unknown {
  if (Array.isArray(value)) return { feature: featureType(value[0]), _type: 'List' };
  if (typeof value === 'number')
    return { dtype: Number.isInteger(value) ? 'int64' : 'float64', _type: 'Value' };
  if (typeof value === 'boolean') return { dtype: 'bool', _type: 'Value' };
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, featureType(inner)]),
    );
  }
  return { dtype: 'string', _type: 'Value' };
}

function hasKey(request: RecordedRequest, options: ModelServerOptions): boolean {
  return options.keys?.some((key) => request.headers.authorization === `Bearer ${key}`) ?? false;
}

function wholeNumber(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

function failed(status: keyof typeof FAILURES): Reply {
  const [code, error] = FAILURES[status];
  return { status, body: { error }, headers: { 'x-error-code': code } };
}

function missing(parameter: string): Reply {
  const error = `Parameter '${parameter}' is required`;
  return { status: 422, body: { error }, headers: { 'x-error-code': 'MissingRequiredParameter' } };
}

function refused(error: string): Reply {
  return { status: 422, body: { error }, headers: { 'x-error-code': 'InvalidParameter' } };
}
