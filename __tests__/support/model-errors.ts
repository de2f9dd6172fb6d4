import type { ModelServerOptions, RecordedRequest, Reply } from './model-types.ts';

/** Errors of OpenAI, in its words and shape. models/failures-table.json has other services. */

const KEY_PAGE = 'You can find your API key at https://platform.openai.com/account/api-keys.';

/** The reply to a wrong or missing key; undefined if the request may pass. */
export function refusedKey(
  { headers }: RecordedRequest,
  { keys }: ModelServerOptions,
): Reply | undefined {
  const key = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (!keys || (key !== undefined && keys.includes(key))) return undefined;
  if (key === undefined) return openaiError(401, `You didn't provide an API key. ${KEY_PAGE}`);
  const message = `Incorrect API key provided: ${masked(key)}. ${KEY_PAGE}`;
  return openaiError(401, message, 'invalid_api_key');
}

export function noSuchRoute({ method, path }: RecordedRequest): Reply {
  return openaiError(404, `Invalid URL (${method} ${path})`);
}

/** The body that is sent with a status, for scripted failures that name only the status. */
export function usualBody(status: number): unknown {
  const [message, type, code = null] = usualWords(status);
  return { error: { message, type, param: null, code } };
}

function usualWords(status: number): [message: string, type: string, code?: string] {
  if (status === 429) return ['Rate limit reached for requests', 'requests', 'rate_limit_exceeded'];
  if (status === 503)
    return ['The engine is currently overloaded, please try again later', 'server_error'];
  if (status >= 500)
    return [
      'The server had an error while processing your request. Sorry about that!',
      'server_error',
    ];
  return ['Your request was not understood.', 'invalid_request_error'];
}

export function openaiError(status: number, message: string, code: string | null = null): Reply {
  return { status, body: { error: { message, type: 'invalid_request_error', param: null, code } } };
}

/**
 * OpenAI quotes the first eight and the last four letters of a refused key, so its message leaks a
 * part of a secret.
 */
const masked = (key: string) =>
  `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`;
