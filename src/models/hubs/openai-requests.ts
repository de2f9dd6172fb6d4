/**
 * Requests in OpenAI's format: chat and text completions, embeddings. The SDK builds them; the
 * transport sends them.
 */
import type { ClientOptions, OpenAI } from 'openai';
import type { Answer, AnswerFormat, Embedder, Model } from '../../engine/model.ts';
import { ModelError } from '../../errors.ts';
import type { EndpointLink } from '../http/connect.ts';
import type { EmbeddingSettings, ModelSettings } from '../settings.ts';
import { COMMON_SAMPLING, checkedParameters, type SamplingParameter } from './parameters.ts';
import { lossOfEcho, lossOfStart, noLogprobs } from './logprobs.ts';
import { chatAnswer, completionAnswer, openAiVectors, ServedModels } from './replies.ts';

export const SAMPLING_OF_OPENAI: readonly SamplingParameter[] = [
  ...COMMON_SAMPLING,
  'max_completion_tokens',
  'max_output_tokens',
  'verbosity',
];

/** Well below OpenAI's limits of 2048 texts and 300,000 tokens a request. */
const EMBEDDING_BATCH = 256;

/** Node's maximum for a timer: the timeout of the transport counts. */
const NO_TIMEOUT = 2 ** 31 - 1;

/**
 * Options of an SDK client that sends nothing itself. The SDK reads a missing option from the
 * environment.
 */
export function clientOptions({ key }: EndpointLink) {
  return {
    // The SDK requires a key. The headers of the client decide what is sent.
    apiKey: key ?? 'none',
    maxRetries: 0,
    timeout: NO_TIMEOUT,
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
  } satisfies ClientOptions;
}

/** Sends a body to a route such as `chat/completions` and returns the JSON of the reply. */
export type Post = (route: string, body: Record<string, unknown>) => Promise<unknown>;

/**
 * Posts by a client of the SDK, which builds address and headers once per route: building them
 * takes longer than sending the request.
 */
export function postBy(client: OpenAI, link: EndpointLink): Post {
  const built = new Map<string, Promise<{ address: URL; headers: Record<string, string> }>>();
  async function build(route: string, body: Record<string, unknown>) {
    const { url, req } = await client.buildRequest({ method: 'post', path: `/${route}`, body });
    return { address: new URL(url), headers: Object.fromEntries(new Headers(req.headers)) };
  }
  return async (route, body) => {
    const request = built.get(route) ?? build(route, body);
    built.set(route, request);
    const { address, headers } = await request;
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await link.send(address, init)).json;
  };
}

/** Posts to OpenAI's API below an address, with the key in the header `authorization`. */
export async function openAiPoster(link: EndpointLink, baseURL: string): Promise<Post> {
  const { OpenAI } = await import('openai');
  const authorization = link.key === undefined ? null : `Bearer ${link.key}`;
  const defaultHeaders = { authorization, 'api-key': null };
  return postBy(new OpenAI({ ...clientOptions(link), baseURL, defaultHeaders }), link);
}

interface CompletionCalls {
  served: ServedModels;
  /** Parameters that the hub sets itself. */
  reserved: readonly string[];
  chat: (body: ReturnType<typeof chatBody>) => Promise<unknown>;
  /** Answers a text completion. */
  complete: (prompt: string) => Promise<Answer>;
}

/** Creates a model that answers by chat or by text completions, as `api` says. */
export function completionsModel(
  settings: ModelSettings,
  link: EndpointLink,
  { served, reserved, chat, complete }: CompletionCalls,
): Model {
  const { hub, name, api } = settings;
  const askInFormat = formatAsker(checkedParameters(settings, reserved));

  async function answerTo(
    prompt: string,
    format: AnswerFormat | undefined,
    system_prompt = settings.system_prompt,
  ): Promise<Answer> {
    // Text completions have no roles, so the system prompt is a paragraph before the prompt.
    if (api === 'completions')
      return complete(system_prompt === undefined ? prompt : `${system_prompt}\n\n${prompt}`);
    const askedSettings = { ...settings, system_prompt };
    const reply = await askInFormat(format, (sentFormat) =>
      chat(chatBody(askedSettings, prompt, sentFormat)),
    );
    return chatAnswer(reply, link);
  }

  return {
    hub,
    name,
    served,
    answer: (prompt, format, system) => link.ask(async () => answerTo(prompt, format, system)),
  };
}

/** Creates a model of OpenAI's chat or text completions, with the loss of a text. */
export function modelOver(settings: ModelSettings, link: EndpointLink, post: Post): Model {
  const { name, api, parameters } = settings;
  const served = new ServedModels();
  const ask: Post = async (route, body) => served.count(await post(route, body));

  async function lossOf(prompt: string): Promise<number> {
    const body = { model: name, prompt, echo: true, logprobs: 1, max_tokens: 1, temperature: 0 };
    const reply = await ask('completions', body).catch((error: unknown) => {
      throw isRefusal(error, /\b(echo|logprobs?)\b/i)
        ? noLogprobs(error.message, link.address)
        : error;
    });
    return lossOfEcho(reply, prompt, link.address);
  }

  const model = completionsModel(settings, link, {
    served,
    reserved: ['model', 'messages', 'prompt'],
    chat: (body) => ask('chat/completions', body),
    complete: async (prompt) =>
      completionAnswer(await ask('completions', { model: name, prompt, ...parameters }), link),
  });
  return {
    ...model,
    loss: (text) =>
      link.ask(async () => {
        if (api === 'completions') return lossOfStart(text, lossOf);
        throw noLogprobs('Chat completions give no log-probabilities of the prompt', link.address);
      }),
  };
}

export function embedderOver(
  { hub, name }: EmbeddingSettings,
  link: EndpointLink,
  post: Post,
): Embedder {
  return {
    hub,
    name,
    batchSize: EMBEDDING_BATCH,
    embed: (texts) =>
      link.ask(async () =>
        openAiVectors(await post('embeddings', { model: name, input: texts }), texts.length, link),
      ),
  };
}

function chatBody(settings: ModelSettings, prompt: string, format: AnswerFormat | undefined) {
  const { name, system_prompt, parameters } = settings;
  const messages: { role: 'system' | 'user'; content: string }[] = [];
  if (system_prompt !== undefined) messages.push({ role: 'system', content: system_prompt });
  messages.push({ role: 'user', content: prompt });
  // Parameters are sent as they are: only the server knows which ones it accepts.
  return { model: name, messages, ...responseFormat(format), ...parameters };
}

/** Returns the parameter that asks for JSON of a schema; empty without a format. */
function responseFormat(format: AnswerFormat | undefined): Record<string, unknown> {
  if (format === undefined) return {};
  const { name, schema } = format;
  return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } };
}

function isRefusal(error: unknown, words: RegExp): error is ModelError {
  return (
    error instanceof ModelError && error.kind === 'bad_request' && words.test(error.serverText)
  );
}

/**
 * Returns a function that sends a question with its format, until the endpoint refuses formats.
 * Sends none beside the user's own `response_format`.
 */
export function formatAsker(parameters: Record<string, unknown>) {
  let isTaken = !Object.hasOwn(parameters, 'response_format');
  return async <Reply>(
    format: AnswerFormat | undefined,
    send: (sentFormat: AnswerFormat | undefined) => Promise<Reply>,
  ): Promise<Reply> => {
    if (format === undefined || !isTaken) return send(undefined);
    try {
      return await send(format);
    } catch (error) {
      if (!refusesFormat(error)) throw error;
    }
    const reply = await send(undefined);
    // Set after the request without a format: if that fails, too, the format was not the cause.
    isTaken = false;
    return reply;
  };
}

/**
 * Error messages of OpenAI, Azure, vLLM, Ollama, llama.cpp, Text Generation Inference and routers,
 * which share no error code.
 */
const ABOUT_FORMAT = new RegExp(
  'response[_ ]?(?:format|schema)|json[_ -]?(?:schema|mode|object)|(?:structured|guided)[_ ]|\\bgrammar\\b|' +
    'unsupported [\\w ]{0,20}parameter|requested parameters|output_(?:format|config)|tool_choice|' +
    'text\\.format',
  'i',
);

function refusesFormat(error: unknown): boolean {
  // A router sends 404 if no provider supports the parameter.
  const isRefused =
    error instanceof ModelError && (error.kind === 'bad_request' || error.kind === 'not_found');
  return isRefused && ABOUT_FORMAT.test(error.serverText);
}
