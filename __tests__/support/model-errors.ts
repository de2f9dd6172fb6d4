import refusals from './model-refusals.json' with { type: 'json' };
import type {
  Dialect,
  FormatRefusal,
  ModelServerOptions,
  RecordedRequest,
  Reply,
} from './model-types.ts';

/** Errors in the words and shapes of the real services. */

const AZURE_DENIED =
  'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active ' +
  'subscription and use a correct regional API endpoint for your resource.';
const AZURE_NO_DEPLOYMENT =
  'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, ' +
  'please wait a moment and try again.';
const KEY_PAGE = 'You can find your API key at https://platform.openai.com/account/api-keys.';

export function dialectOf(request: RecordedRequest): Dialect {
  if (request.path.startsWith('/openai/')) return 'azure';
  if (!request.path.startsWith('/v1/')) return 'huggingface';
  // The router of Hugging Face speaks OpenAI's protocol at OpenAI's paths, but refuses keys in its
  // own words.
  const fromHuggingFace =
    request.headers['user-agent']?.includes('@huggingface/') ||
    keyOf(request, 'huggingface')?.startsWith('hf_');
  return fromHuggingFace ? 'huggingface' : 'openai';
}

/** The reply to a wrong or missing key; undefined if the request may pass. */
export function refusedKey(
  request: RecordedRequest,
  dialect: Dialect,
  options: ModelServerOptions,
): Reply | undefined {
  const key = keyOf(request, dialect);
  if (!options.keys || (key !== undefined && options.keys.includes(key))) return undefined;
  if (dialect === 'azure')
    return { status: 401, body: { error: { code: '401', message: AZURE_DENIED } } };
  if (dialect === 'huggingface')
    return { status: 401, body: { error: 'Invalid username or password.' } };
  const message = key
    ? `Incorrect API key provided: ${masked(key)}. ${KEY_PAGE}`
    : "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth " +
      `(i.e. Authorization: Bearer YOUR_KEY). ${KEY_PAGE}`;
  return openaiError(401, message, key ? 'invalid_api_key' : null);
}

export function unknownModel(model: string, dialect: Dialect): Reply {
  if (dialect === 'azure') {
    return {
      status: 404,
      body: { error: { code: 'DeploymentNotFound', message: AZURE_NO_DEPLOYMENT } },
    };
  }
  if (dialect === 'huggingface') {
    return openaiError(
      400,
      `The requested model '${model}' does not exist`,
      'model_not_found',
      'model',
    );
  }
  return openaiError(
    404,
    `The model \`${model}\` does not exist or you do not have access to it.`,
    'model_not_found',
  );
}

export function noSuchRoute(request: RecordedRequest, dialect: Dialect): Reply {
  if (dialect === 'azure')
    return { status: 404, body: { error: { code: '404', message: 'Resource not found' } } };
  if (dialect === 'huggingface') return { status: 404, body: { error: 'Not Found' } };
  return openaiError(404, `Invalid URL (${request.method} ${request.path})`, null);
}

export function badRequest(message: string, param: string | null = null): Reply {
  return openaiError(400, message, null, param);
}

/** Refusals of `response_format`, by server. */
export const FORMAT_REFUSALS: Record<FormatRefusal, Reply> = refusals.format;

/** The body that a service sends with a status, for scripted failures that name only the status. */
export function usualBody(status: number, dialect: Dialect): unknown {
  const [message, type, code] = usualWords(status);
  if (dialect === 'huggingface') return { error: message };
  if (dialect === 'azure') return { error: { code: String(status), message } };
  return { error: { message, type, param: null, code } };
}

function usualWords(status: number): [message: string, type: string, code: string | null] {
  if (status === 429) return ['Rate limit reached for requests', 'requests', 'rate_limit_exceeded'];
  if (status === 403)
    return ['You are not allowed to use this model.', 'invalid_request_error', 'access_denied'];
  if (status === 503)
    return ['The engine is currently overloaded, please try again later', 'server_error', null];
  if (status >= 500)
    return [
      'The server had an error while processing your request. Sorry about that!',
      'server_error',
      null,
    ];
  return ['Your request was not understood.', 'invalid_request_error', null];
}

export function openaiError(
  status: number,
  message: string,
  code: string | null,
  param: string | null = null,
): Reply {
  return { status, body: { error: { message, type: 'invalid_request_error', param, code } } };
}

function keyOf(request: RecordedRequest, dialect: Dialect): string | undefined {
  const apiKey = request.headers['api-key'];
  // Azure takes a token of Entra ID as a bearer, too.
  if (dialect === 'azure' && typeof apiKey === 'string') return apiKey;
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * OpenAI quotes the first eight and the last four letters of a refused key: a secret in an error
 * message.
 */
function masked(key: string): string {
  return key.length <= 12
    ? key
    : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`;
}
