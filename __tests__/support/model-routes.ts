import { noSuchRoute, openaiError, refusedKey } from './model-errors.ts';
import type { DatasetStub, ModelServerOptions, RecordedRequest, Reply } from './model-types.ts';
import { providerReply } from './provider-routes.ts';
import { OPENAI_OPERATIONS } from './openai-routes.ts';

/** The reply that a well-behaved server gives. */
export async function answerRequest(
  request: RecordedRequest,
  options: ModelServerOptions,
): Promise<Reply> {
  const found =
    (await options.route?.(request)) ??
    datasetsReply(request, options) ??
    (await providerReply(request, options)) ??
    refusedKey(request, options);
  if (found) return found;
  // Azure and gateways mount OpenAI's protocol below paths of their own.
  const [, operation = ''] = /\/((?:chat\/)?completions|embeddings)$/.exec(request.path) ?? [];
  const answer = OPENAI_OPERATIONS[operation];
  if (!answer) return noSuchRoute(request);
  const body = request.body as Record<string, unknown>;
  const model = String(body.model);
  if (options.models && !options.models.includes(model))
    return openaiError(404, `The model \`${model}\` does not exist.`, 'model_not_found');
  return answer({ request, body, model, options });
}

const MOST_ROWS = 100;
const USUAL = ['default', 'train'] as const;
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

/**
 * The two routes of Hugging Face's datasets server that read rows: `/splits` and `/rows`;
 * `undefined` for any other request.
 */
function datasetsReply(request: RecordedRequest, options: ModelServerOptions): Reply | undefined {
  const { path, query, headers } = request;
  if (path !== '/splits' && path !== '/rows') return undefined;
  const { dataset: name = '' } = query;
  const dataset = options.datasets?.[name];
  const hasKey = options.keys?.some((key) => headers.authorization === `Bearer ${key}`) === true;
  // Like the real server, it does not tell a missing data set from a private one. The status only
  // says whether the request had a key.
  if (!dataset || (dataset.gated && !hasKey)) return failed(headers.authorization ? 404 : 401);
  if (dataset.fail) return failed(dataset.fail);
  const [config, split] = dataset.at ?? USUAL;
  const splits = [{ dataset: name, config, split }];
  if (path === '/rows') return rows(request, dataset);
  return { status: 200, body: { splits, pending: [], failed: [] } };
}

function rows(
  { query }: RecordedRequest,
  { rows: all = [], at: [config, split] = USUAL }: DatasetStub,
): Reply {
  const [offset, length] = [Number(query.offset ?? 0), Number(query.length ?? MOST_ROWS)];
  if (query.config !== config || query.split !== split || !(length <= MOST_ROWS))
    return { status: 422, body: { error: `Not to be had: ${JSON.stringify(query)}` } };
  const found = all.slice(offset, offset + length).map((row, i) => {
    return { row_idx: offset + i, row, truncated_cells: [] };
  });
  const body = { rows: found, num_rows_total: all.length, partial: false };
  return { status: 200, body, headers: { 'x-revision': 'r1' } };
}

function failed(status: keyof typeof FAILURES): Reply {
  const [code, error] = FAILURES[status];
  return { status, body: { error }, headers: { 'x-error-code': code } };
}
