// The interface of a hub, and what all hubs share to build requests and read replies.

import type { Embedder } from '../../engine/embed.ts';
import type { Answer, AskOptions, Model } from '../../engine/model.ts';
import { ConfigError, ModelError } from '../../shared/errors.ts';
import { asRecord, listIn, quoted } from '../../shared/json.ts';
import type { EndpointRequest } from '../exchange.ts';
import { isAboutFormat, type BadReply, type ExpectedReply, type JsonReply } from '../failures.ts';
import type { ModelSettings, SectionName } from '../settings.ts';
import type { Credentials } from './addresses.ts';

type HubRequest = Omit<EndpointRequest, 'url' | 'headers'> & {
  headers: Headers | Record<string, string>;
};

/** Posts a body to a path such as `/chat/completions`, or to a URL. Resolves with the reply. */
export type Post = (path: string, body: JsonReply, expected: ExpectedReply) => Promise<JsonReply>;

/** The settings of a model, the address and key of its endpoint, and the sender of all requests. */
export interface HubContext extends Credentials {
  settings: ModelSettings;
  /** The part of the configuration that names the model. */
  section: SectionName;
  /** Address of the endpoint, without a trailing slash. */
  baseURL: string;
  /** Waits its turn, sends, retries, and counts. @throws ModelError, which SDKs may wrap */
  send: (url: string, request: HubRequest) => Promise<JsonReply>;
}

/** A hub. Opening a model sends nothing. */
export interface HubFile {
  open: (context: HubContext) => Promise<Model>;
  openEmbedder?: (context: HubContext) => Promise<Embedder>;
}

/**
 * The parameters of the configuration, which are sent as written.
 *
 * @throws ConfigError for a parameter that another key sets
 */
export function checkedParameters(
  { settings: { parameters }, section }: HubContext,
  reserved: readonly string[],
): JsonReply {
  const taken = reserved.find((name) => Object.hasOwn(parameters, name));
  if (taken === undefined) return parameters;
  throw new ConfigError(`${quoted(taken)} cannot be set as a parameter`, {
    where: `${section}.parameters.${taken}`,
    remedy: `Remove it: model, endpoint and prompt have their own keys under \`${section}\`.`,
  });
}

/** @throws ConfigError for a name that could change the rest of an address */
export function refuseName({ settings: { name }, section }: HubContext) {
  if (name.split('/').every((step) => /^(?!\.\.?$)[\w.:@-]+$/.test(step))) return;
  throw new ConfigError(`A model cannot have the name ${quoted(name)}`, {
    where: `${section}.name`,
    remedy:
      'Write the name as the provider lists it. Allowed are letters, digits, and . : @ _ - /.',
  });
}

/** True for a reply of a chat or a completion. */
export function hasChoices({ choices }: JsonReply) {
  return listIn(choices).length > 0;
}

/** The content of a reply: its text, and why it ended. */
export interface Ending {
  text?: string;
  /** Why the answer ended, as the server names it. */
  reason?: unknown;
  /** The field that holds reasoning. */
  reasoning?: string;
  /** The tool that the model calls. */
  tool?: unknown;
  /** The field in which an API puts the model's refusal: its words, or the category. */
  refusal?: unknown;
}

/** Each cause, with a pattern of the reasons that servers state. The first match wins. */
const CAUSES = [
  ['complete', /^(?:null|undefined|finish_reason_unspecified|load|unload)?$/],
  ['complete', /^(?:stop(?:ped)?|eos|end|eot|completed?|finish(?:ed)?|done|success|normal)$/],
  ['complete', /^(?:stop|eos|end)_(?:of_)?(?:sequence|token|string|word|turn|text)s?$/],
  ['complete', /^(?:tool|function)_(?:calls?|use)$/],
  ['unfinished', /^(?:queued|in_progress|pending)$/],
  ['tool', /tool|function/],
  ['full', /context|model_length|error_limit/],
  ['refused', /refus|decline/],
  ['filtered', /filter|guardrail|sensitive|toxic|safety|unsafe|moderat|flagged|jailbreak/],
  ['filtered', /policy|violat|prohibited|block|spii|recitation/],
  ['filtered', /^language$|^other$|^image_|^no_image/],
  ['error', /fail|cancel|error|abort|timed?_?out|insufficient|overload|rate_limit|unavailable/],
  ['error', /malformed|thought_signature/],
  ['cut', /length|limit|max|token|incomplete|truncat|partial|budget/],
  ['cut', /continuation|pause|compaction|steered|repeti|loop/],
] as const;

/** Why an answer ended. A new reason is `unknown`, which counts as complete. */
export function causeOf(reason: unknown) {
  const name = String(reason).toLowerCase().replace(/[- ]/g, '_');
  return CAUSES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'unknown';
}

/** A text that is not blank; undefined for any other value. */
export function nonBlank(value: unknown) {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Adds the parts of an answer to `ending`: texts, refusals, thinking and tool calls. */
export function collectParts(parts: unknown, ending: Ending): Ending {
  for (const value of [parts].flat()) {
    const part = typeof value === 'string' ? { text: value } : asRecord(value);
    const { type = 'message', text, thinking, reasoningContent, functionCall, toolUse } = part;
    const isThought = part.thought === true || /thinking|reasoning/.test(String(type));
    if (isThought || thinking !== undefined || reasoningContent !== undefined)
      ending.reasoning ??= 'reasoning';
    else if (typeof text === 'string') ending.text = `${ending.text ?? ''}${text}`;
    else if (nonBlank(part.refusal) !== undefined) ending.refusal = part.refusal;
    else if (type === 'message') collectParts(part.content ?? [], ending);
    ending.tool ??= part.name ?? asRecord(functionCall ?? toolUse ?? part.function).name;
  }
  return ending;
}

/** The fault of a reply without an answer; undefined for a reply that has one. */
function faultIn({ text, reason, reasoning, tool, refusal }: Ending): BadReply | undefined {
  const cause = causeOf(reason);
  const [name = ''] = [tool, reason].filter((value) => typeof value === 'string');
  if (cause === 'error' || cause === 'unfinished') return { status: cause, body: name };
  if (nonBlank(text) ?? nonBlank(refusal)) return undefined;
  if (cause === 'refused' || cause === 'filtered') return undefined;
  if (tool !== undefined) return { status: 'tool', body: name };
  if (cause !== 'complete' && cause !== 'unknown') return { status: cause, body: name };
  if (reasoning !== undefined) return { status: 'thought', body: reasoning };
  return { status: 'empty', body: name };
}

/** The answer of a reply that has one. */
function answerOf({ text = '', reason, refusal }: Ending): Answer {
  const cause = causeOf(reason);
  const refusalText = nonBlank(refusal);
  if (cause === 'refused' || refusalText !== undefined)
    // A refusal may come without words.
    return { text: nonBlank(text) ?? refusalText ?? "I can't help with that.", isRefusal: true };
  if (cause === 'filtered') {
    const filter = `A content filter of the endpoint ended the answer (${quoted(reason)}).`;
    return { text: nonBlank(text) ?? '', filter };
  }
  return cause === 'cut' || cause === 'full' ? { text, isCut: true } : { text };
}

export type Question = Pick<AskOptions, 'system' | 'format'> & { prompt: string };

/** The hub's part of a model: sends a question, and reads the reply. */
interface HubCalls {
  send: (question: Question, expected: ExpectedReply) => Promise<JsonReply>;
  isReply: ExpectedReply['isReply'];
  read: (reply: JsonReply) => Ending;
}

/** Creates a model that asks for a format until the endpoint refuses formats. */
export function createHubModel(context: HubContext, { send, isReply, read }: HubCalls): Model {
  const { hub, name, parameters } = context.settings;
  const expected: ExpectedReply = { isReply, faultIn: (reply) => faultIn(read(reply)) };
  // If the configuration sets a format, no other format is sent.
  let takesFormat = !Object.hasOwn(parameters, 'response_format');

  async function replyTo({ format, ...question }: Question) {
    if (format === undefined || !takesFormat) return send(question, expected);
    try {
      return await send({ ...question, format }, { ...expected, isResentByHub: isAboutFormat });
    } catch (error) {
      const isBad = error instanceof ModelError && error.kind === 'bad_request';
      if (!isBad || !isAboutFormat(error.serverText)) throw error;
    }
    const reply = await send(question, expected);
    // If this request fails as well, the format was not the cause.
    takesFormat = false;
    return reply;
  }

  return {
    hub,
    name,
    answer: async (prompt, { system, format } = {}) =>
      answerOf(read(await replyTo({ prompt, system, format }))),
  };
}

/** Creates the error for a reply that lacks what was requested. */
export function createReplyError(
  message: string,
  { section }: HubContext,
  remedy = `Check that \`${section}.hub\`, \`api\` and \`base_url\` go together.`,
) {
  return new ModelError(message, { kind: 'bad_response', where: section, remedy });
}
