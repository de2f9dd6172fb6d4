import type { ClientOptions, OpenAI } from 'openai';
import type { AnswerFormat, Embedder, Model } from '../../engine/model.js';
import { ModelError } from '../../errors.js';
import type { Link } from '../http/connect.js';
import { lossOfEcho, noLogprobs } from './logprobs.js';
import { COMMON_SAMPLING, parametersOf, type SamplingParameter } from './hub.js';
import { chatAnswer, completionAnswer, openAiVectors } from './replies.js';
import { Served } from '../served.js';
import type { EmbeddingSettings, ModelSettings } from '../settings.js';

export const SAMPLING_OF_OPENAI: readonly SamplingParameter[] = [...COMMON_SAMPLING, 'max_completion_tokens', 'verbosity'];

/** Far under OpenAI's limits of 2048 texts and 300,000 tokens a request, and far over what a request costs. */
const BATCH_SIZE = 256;

/** As long as a timer can be: the time-out that counts is the transport's. */
const NEVER = 2 ** 31 - 1;

/** Options of an SDK client that asks our `fetch`. For an option that is left out, the SDK reads the environment. */
export function clientOptions({ fetch, key }: Link) {
  return {
    fetch,
    // The SDK wants some key even where nothing will be sent; the header that carries it is what counts.
    apiKey: key ?? 'none',
    maxRetries: 0,
    timeout: NEVER,
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
  } satisfies ClientOptions;
}

export function modelOver(client: OpenAI, settings: ModelSettings, link: Link): Model {
  const { hub, name, api, system_prompt } = settings;
  const parameters = parametersOf(settings, ['model', 'messages', 'prompt']);
  const askInFormat = formatAsker(parameters);
  const served = new Served();
  const postChat = postingTo('/chat/completions', { client, link, served });
  const postCompletion = postingTo('/completions', { client, link, served });

  const chatting = (prompt: string) => (more: Record<string, unknown>) => postChat(chatBody(settings, prompt, more));

  async function answerInFormat(prompt: string, format: AnswerFormat | undefined): Promise<string> {
    return chatAnswer(await askInFormat(format, chatting(prompt)), link);
  }

  async function complete(prompt: string): Promise<string> {
    const whole = withSystemPrompt(prompt, system_prompt);
    return completionAnswer(await postCompletion({ model: name, prompt: whole, ...parameters }), link);
  }

  return {
    hub,
    name,
    served,
    answer: async (prompt, format) => ({ text: await (api === 'chat' ? answerInFormat(prompt, format) : complete(prompt)) }),
    async loss(prompt) {
      if (api !== 'completions') throw noLogprobs('Chat completions give no log-probabilities of the prompt', link.where);
      const body = { model: name, prompt, echo: true, logprobs: 1, max_tokens: 1, temperature: 0 };
      const reply = await postCompletion(body).catch((error: unknown) => {
        throw refusesEcho(error) ? noLogprobs(error.message, link.where) : error;
      });
      return lossOfEcho(reply, prompt, link.where);
    },
  };
}

export function chatBody(settings: ModelSettings, prompt: string, more: Record<string, unknown> = {}) {
  const { name, system_prompt, parameters } = settings;
  const messages = [
    ...(system_prompt === undefined ? [] : [{ role: 'system', content: system_prompt } as const]),
    { role: 'user', content: prompt } as const,
  ];
  // The parameters are the user's, and go as they are: only the server knows which ones it takes.
  return { model: name, messages, ...more, ...parameters };
}

export function embedderOver(client: OpenAI, { hub, name }: EmbeddingSettings, link: Link): Embedder {
  return {
    hub,
    name,
    batchSize: BATCH_SIZE,
    async embed(texts) {
      const reply = await link.ask(() => client.embeddings.create({ model: name, input: texts }));
      return openAiVectors(reply, texts.length, link);
    },
  };
}

/** Bare text knows no roles: the system prompt is a paragraph before the prompt. */
export function withSystemPrompt(prompt: string, systemPrompt: string | undefined): string {
  return systemPrompt === undefined ? prompt : `${systemPrompt}\n\n${prompt}`;
}

function refusesEcho(error: unknown): error is ModelError {
  return error instanceof ModelError && error.kind === 'bad_request' && /\b(echo|logprobs?)\b/i.test(error.said);
}

/** Posts to one path. Address and headers are built once a path: building them takes longer than sending the request. */
function postingTo(path: string, { client, link, served }: { client: OpenAI; link: Link; served: Served }) {
  let built: ReturnType<OpenAI['buildRequest']> | undefined;
  return (body: Record<string, unknown>): Promise<unknown> =>
    link.ask(async () => {
      const { url, req } = await (built ??= client.buildRequest({ method: 'post', path, body }));
      const reply = await link.fetch(url, { method: 'POST', headers: req.headers, body: JSON.stringify(body) });
      const json: unknown = await reply.json();
      served.count(json);
      return json;
    });
}

export type Send = (more: Record<string, unknown>) => Promise<unknown>;

/** Asks for answers in a form, and remembers where the endpoint refuses it. A `response_format` of the user wins. */
export function formatAsker(parameters: Record<string, unknown>) {
  let isTaken = !Object.hasOwn(parameters, 'response_format');
  return async (format: AnswerFormat | undefined, send: Send): Promise<unknown> => {
    if (format === undefined || !isTaken) return send({});
    try {
      return await send(responseFormat(format));
    } catch (error) {
      if (!refusesFormat(error)) throw error;
    }
    const reply = await send({});
    // Not before: where the bare request fails alike, the form was not what was wrong.
    isTaken = false;
    return reply;
  };
}

function responseFormat({ name, schema }: AnswerFormat): Record<string, unknown> {
  return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } };
}

/** Words of OpenAI, Azure, vLLM, Ollama, llama.cpp, Text Generation Inference and routers. There is no code that they share. */
const ABOUT_FORMAT = new RegExp(
  [
    'response[_ ]?(?:format|schema)',
    'json[_ -]?schema',
    'structured[_ ]',
    'guided[_ ]',
    '\\bgrammar\\b',
    'unsupported [\\w ]{0,20}parameter',
    'requested parameters',
  ].join('|'),
  'i',
);

function refusesFormat(error: unknown): boolean {
  if (!(error instanceof ModelError)) return false;
  // Routers say 404: no model behind them takes the parameter.
  return (error.kind === 'bad_request' || error.kind === 'not_found') && ABOUT_FORMAT.test(error.said);
}
