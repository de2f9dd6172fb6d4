import type { Answer, AnswerFormat } from '../../engine/types.ts';
import { GateError, ModelError } from '../../errors.ts';
import { listIn, quoted, quotedWhole } from '../../json.ts';
import { isAboutFormat, type BadReply, type IsAnswer, type JsonReply } from '../failures.ts';
import type { HubContext, HubRequest } from './context.ts';
import ends from './ends.json' with { type: 'json' };

/** What all hubs do with a reply: how it ends, and whether its format was refused. */

/** A reply of a chat or a completion. */
export const hasChoices: IsAnswer = ({ choices }) => listIn(choices).length > 0;

/** What a reply says, and how it ends. */
export interface Ending {
  text?: string;
  /** As the server names it. */
  reason?: unknown;
  /** The field that holds reasoning. */
  reasoning?: string;
  /** The tool that the model calls. */
  tool?: unknown;
  /** What the model refuses, as its API says. */
  category?: unknown;
}

/** Of the reasons of all servers, in lower case with underscores. */
const CAUSES = new Map(
  Object.entries(ends).flatMap(([cause, lists]) =>
    lists.flatMap(([_server, ...reasons]) => reasons.map((reason) => [reason, cause])),
  ),
);

/** Why an answer ended. An unknown reason is that of a complete one. */
export function causeOf(reason: unknown): string {
  return CAUSES.get(String(reason).toLowerCase().replaceAll('-', '_')) ?? 'complete';
}

/** Whether a reply has an answer; what it has in place of one, as `failures.json` names it. */
export function hasAnswer({ text = '', reason, reasoning, tool }: Ending): true | BadReply {
  const cause = causeOf(reason);
  const [body = ''] = [tool, reason].filter((one) => typeof one === 'string');
  if (cause === 'failed') return { status: 'error', body };
  if (text.trim() !== '' || cause === 'refused' || cause === 'filtered') return true;
  if (tool !== undefined) return { status: 'tool', body };
  if (cause !== 'complete') return { status: cause, body };
  if (reasoning !== undefined) return { status: 'thought', body: reasoning };
  return { status: 'empty', body };
}

/** A decline that is read as one; the mark behind it is no part of what is read. */
const REFUSAL = "I can't help with that.";
const MAX_CATEGORY_LENGTH = 24;

/** The answer of a reply that has one. The model's own refusal is a decline in words. */
export function answerOf({ text = '', reason, category }: Ending): Answer {
  const cause = causeOf(reason);
  if (cause === 'refused') {
    const words = (typeof category === 'string' ? category : 'refused').replace(/[^\w -]/g, '');
    return { text: `${REFUSAL} <|refusal: ${words.slice(0, MAX_CATEGORY_LENGTH)}|>` };
  }
  if (cause === 'filtered') {
    const filter = `A content filter of the endpoint ended the answer (${quoted(reason)}).`;
    return { text: text.trim() === '' ? '' : text, filter };
  }
  return cause === 'cut' || cause === 'full' ? { text, isCut: true } : { text };
}

/** Sends a question with its format, until the endpoint refuses formats. */
export type AskInFormat = <Result>(
  format: AnswerFormat | undefined,
  send: (format: AnswerFormat | undefined) => Promise<Result>,
) => Promise<Result>;

/** No format is sent beside the user's own. */
export function formatAsker(parameters: Readonly<Record<string, unknown>>): AskInFormat {
  let isTaken = !Object.hasOwn(parameters, 'response_format');
  return async (format, send) => {
    if (format === undefined || !isTaken) return send(undefined);
    try {
      return await send(format);
    } catch (error) {
      const isBad = error instanceof ModelError && error.kind === 'bad_request';
      if (!isBad || !isAboutFormat(error.serverText)) throw error;
    }
    const result = await send(undefined);
    // If the request without a format fails, too, the format was not the cause.
    isTaken = false;
    return result;
  };
}

/** An error for a reply that says nothing of what was asked for. */
export function badReply(
  message: string,
  { section }: HubContext,
  remedy = `Check that \`${section}.hub\`, \`api\` and \`base_url\` go together.`,
): ModelError {
  return new ModelError(message, { kind: 'bad_response', where: section, remedy });
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

/**
 * Sends the request that a package builds, and gives the reply as it came: a package drops why an
 * answer ended, and refuses replies with something new.
 */
export async function sendBuilt(
  build: (pass: typeof fetch) => PromiseLike<unknown>,
  send: (url: string, request: Pick<HubRequest, 'headers' | 'body'>) => Promise<JsonReply>,
  context: HubContext,
): Promise<JsonReply> {
  let reply: JsonReply | undefined;
  const pass: typeof fetch = async (address, { headers, body } = {}) => {
    const url = address instanceof Request ? address.url : new URL(address).href;
    reply = await send(url, { headers, body: typeof body === 'string' ? body : '' });
    return Response.json(reply);
  };
  const fault = await callSdk(() => build(pass), context).catch((error: unknown) => error);
  if (reply === undefined) throw fault;
  return reply;
}
