import { GateError, ModelError } from '../../errors.ts';
import { asRecord, isMapping, jsonIn, listIn, quoted, quotedWhole } from '../../json.ts';
import type { HubContext } from './context.ts';

type Reply = Record<string, unknown>;

/** What a reply has, by the API or the hub. */
const SHAPES: Readonly<Record<string, (reply: Reply) => boolean>> = {
  chat: ({ choices }) => listIn(choices).length > 0,
  responses: ({ output }) => Array.isArray(output),
  anthropic: ({ type, content }) => type === 'message' && Array.isArray(content),
  google: ({ candidates, promptFeedback, usageMetadata }) =>
    Array.isArray(candidates) || isMapping(promptFeedback) || isMapping(usageMetadata),
  bedrock: ({ output, stopReason }) =>
    isMapping(asRecord(output).message) && typeof stopReason === 'string',
  embeddings: ({ data }) => Array.isArray(data),
  tokens: ({ tokens }) => Array.isArray(tokens),
};

/**
 * Reads a reply that is no error: the door throws those, also with status 200.
 *
 * @throws ModelError for the reply of another API, and for one without an answer
 */
export async function readReply(
  response: Response,
  shape: string,
  context: HubContext,
): Promise<Reply> {
  const reply = asRecord(await readJson(response));
  if (SHAPES[shape]?.(reply)) return reply;
  throw badReply(`The reply has no answer of this API; ${fieldsShown(reply)}.`, context);
}

/** Undefined for anything but JSON. */
export async function readJson(response: Response): Promise<unknown> {
  return jsonIn(await response.text());
}

/** Names of fields, for messages. */
export function fieldsShown(reply: unknown): string {
  const names = Object.keys(asRecord(reply));
  return names.length === 0 ? 'it has no fields' : `its fields are ${quoted(names.join(', '))}`;
}

/** An error for a reply that says nothing of what was asked for. */
export function badReply(
  message: string,
  { where, section }: HubContext,
  remedy = `Check that \`${section}.hub\`, \`api\` and \`base_url\` go together.`,
): ModelError {
  return new ModelError(message, { kind: 'bad_response', where, remedy });
}

/** Errors of the packages that build requests. */
const SDK_ERROR = /^(?:AI_|(?:Input|Routing|ProviderApi|ProviderOutput)Error$)/;
const MAX_QUOTED = 300;

/** Calls a package. Throws what our `fetch` threw; a package's own error is one of the reply. */
export async function callSdk<T>(call: () => PromiseLike<T>, context: HubContext): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.cause instanceof GateError) throw error.cause;
    if (!SDK_ERROR.test(error.name)) throw error;
    const quote = quotedWhole(error.message.slice(0, MAX_QUOTED));
    throw badReply(`The request or its reply does not fit: ${quote}.`, context);
  }
}
