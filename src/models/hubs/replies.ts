import type { Answer, AnswerFormat } from '../../engine/types.ts';
import { GateError, ModelError } from '../../errors.ts';
import { listIn, quoted, quotedWhole } from '../../json.ts';
import { isAboutFormat, type IsAnswer, type JsonReply } from '../failures.ts';
import { limitOf, type HubContext, type HubRequest } from './context.ts';

/** What all hubs do with a reply: how it ends, and whether its format was refused. */

/** A reply of a chat or a completion. */
export const hasChoices: IsAnswer = ({ choices }) => listIn(choices).length > 0;

/** What a reply says, and how it ends. */
export interface Ending {
  text: string | undefined;
  /** As the server names it. */
  reason?: unknown;
  /** The field that holds reasoning. */
  reasoning?: string;
  /** The tool that the model calls. */
  tool?: string;
  /** What the model refuses, as its API says. */
  category?: unknown;
}

type Cause = 'cut' | 'full' | 'refused' | 'filtered' | 'failed';

/** Reasons of all servers in lower case, with underscores. Any other is a complete answer. */
const REASONS: Readonly<Record<Cause, readonly string[]>> = {
  cut: ['length', 'max_tokens', 'max_output_tokens'],
  // The first one is Mistral's.
  full: [
    ...['model_length', 'model_context_window_exceeded', 'context_length_exceeded'],
    ...['context_window_exceeded', 'contextlength'],
  ],
  refused: ['refusal'],
  filtered: [
    ...['content_filter', 'content_filtered', 'guardrail_intervened', 'sensitive'],
    ...['safety', 'prohibited_content', 'blocklist', 'spii', 'recitation', 'image_safety'],
    ...['image_recitation', 'image_prohibited_content', 'moderation', 'flagged', 'contentfilter'],
  ],
  failed: ['error', 'network_error', 'insufficient_system_resource'],
};

const CAUSES = new Map(
  Object.entries(REASONS).flatMap(([cause, reasons]) => reasons.map((reason) => [reason, cause])),
);

/** A decline that is read as one; the mark behind it is no part of what is read. */
const REFUSAL = "I can't help with that.";
const MAX_CATEGORY_LENGTH = 24;

/**
 * The answer of a reply. The model's own refusal is a decline in words.
 *
 * @throws ModelError for a reply without an answer
 */
export function answerOf(ending: Ending, context: HubContext): Answer {
  const { text = '', reason, category } = ending;
  const cause = CAUSES.get(String(reason).toLowerCase().replaceAll('-', '_'));
  const isBlank = text.trim() === '';
  if (cause === 'refused') {
    const words = (typeof category === 'string' ? category : 'refused').replace(/[^\w -]/g, '');
    return { text: `${REFUSAL} <|refusal: ${words.slice(0, MAX_CATEGORY_LENGTH)}|>` };
  }
  if (cause === 'filtered') {
    const filter = `A content filter of the endpoint ended the answer${bracketed(reason)}.`;
    return { text: isBlank ? '' : text, filter };
  }
  if (cause === 'failed')
    throw new ModelError(`The server failed while the model answered${bracketed(reason)}.`, {
      kind: 'server',
      where: context.where,
      transient: true,
      remedy: 'Run the job again later.',
    });
  if (isBlank) throw emptyAnswer(ending, { cause, context });
  return cause === undefined ? { text } : { text, isCut: true };
}

function bracketed(reason: unknown): string {
  return typeof reason === 'string' ? ` (${quoted(reason)})` : '';
}

function emptyAnswer(
  { reason, reasoning, tool }: Ending,
  { cause, context }: { cause: string | undefined; context: HubContext },
): ModelError {
  const parameters = `\`${context.section}.parameters\``;
  let [fault, remedy] = [
    'The model gave an empty answer',
    'Ask it by hand with the same prompt: the server sends no text.',
  ];
  if (tool !== undefined) {
    fault = `The model gave no answer, it called the tool ${quoted(tool)}`;
    remedy = `Remove the tools from ${parameters} or from the server, or set \`tool_choice: none\` there.`;
  } else if (cause === 'cut') {
    fault = 'The limit of tokens ended the answer before its first word';
    remedy = `Raise \`${limitOf(context)}\` in ${parameters}: reasoning uses it up first.`;
  } else if (cause === 'full') {
    fault = 'The context window of the model is full before the first word of an answer';
    remedy = 'Shorten the prompt, or name a model with a larger context window.';
  } else if (reasoning !== undefined) {
    fault = `The model gave no answer: its text is empty, and there is only \`${reasoning}\``;
    remedy = "Turn off the server's reasoning parser, or the thinking of the model.";
  }
  return new ModelError(`${fault}${bracketed(reason)}.`, {
    kind: 'empty_answer',
    where: context.where,
    remedy,
  });
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

/** The `fetch` of a package, over our way out: it posts JSON. */
export function fetchOver(
  send: (url: string, init: Pick<HubRequest, 'headers' | 'body'>) => Promise<JsonReply>,
): typeof fetch {
  return async (address, { headers, body } = {}) => {
    const url = address instanceof Request ? address.url : new URL(address).href;
    return Response.json(await send(url, { headers, body: typeof body === 'string' ? body : '' }));
  };
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
