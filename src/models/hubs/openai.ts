// OpenAI itself, and every server with its API: vLLM, Ollama, llama.cpp, LM Studio, a gateway.

import type { ClientOptions, OpenAI } from 'openai';
import type { Embedder } from '../../engine/embed.ts';
import type { NextTokens } from '../../engine/model.ts';
import { asRecord, listIn } from '../../shared/json.ts';
import type { JsonReply } from '../failures.ts';
import type { Api } from './addresses.ts';
import {
  createReplyError,
  causeOf,
  checkedParameters,
  collectParts,
  hasChoices,
  createHubModel,
  nonBlank,
  type Ending,
  type HubContext,
  type HubFile,
  type Post,
  type Question,
} from './replies.ts';

type Body = Record<string, unknown>;

/** The path of the API for embeddings, below the address of the endpoint. */
export const EMBEDDINGS_PATH = '/embeddings';
/** Texts per request: well below OpenAI's limits of 2,048 texts and 300,000 tokens. */
const EMBEDDING_BATCH = 256;

/** Options of a client that reads nothing from the environment and sends nothing itself. */
export function clientOptions({ baseURL, apiKey = 'none' }: HubContext) {
  const { origin, pathname, searchParams } = new URL(baseURL);
  return {
    baseURL: `${origin}${pathname}`.replace(/\/$/, ''),
    defaultQuery: Object.fromEntries(searchParams),
    // The client needs some key. `defaultHeaders` decides which one is sent.
    apiKey,
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
  } satisfies ClientOptions;
}

/** Makes a function that posts the requests that a client builds: see `built-requests.ts`. */
export function createPost(client: OpenAI, { send }: HubContext): Post {
  return async (path, body, expected) => {
    const { url, req } = await client.buildRequest({ method: 'post', path, body });
    return send(url, { headers: req.headers, body: JSON.stringify(body), ...expected });
  };
}

async function openOwnPost(context: HubContext) {
  const { OpenAI } = await import('openai');
  const { apiKey } = context;
  const defaultHeaders = { authorization: apiKey ? `Bearer ${apiKey}` : null };
  return createPost(new OpenAI({ ...clientOptions(context), defaultHeaders }), context);
}

/** Creates a hub with the routes of OpenAI's API. */
export function createOpenAiHub(
  openPost: (context: HubContext) => Promise<Post>,
  batchSize = EMBEDDING_BATCH,
): Required<HubFile> {
  return {
    open: async (context) => createApiModel(await openPost(context), context),
    openEmbedder: async (context) => createApiEmbedder(await openPost(context), context, batchSize),
  };
}

/** One of OpenAI's three APIs for answers. */
interface AnswerApi {
  path: string;
  isReply: (reply: JsonReply) => boolean;
  /** Keys of the body that `parameters` may not set. */
  reserved: readonly string[];
  body: (question: Question, parameters: Readonly<Body>) => Body;
  read: (reply: JsonReply) => Ending;
}

const ANSWER_APIS: Readonly<Record<Api, AnswerApi>> = {
  chat: {
    path: '/chat/completions',
    isReply: hasChoices,
    reserved: ['model', 'messages'],
    body({ prompt, system, format }) {
      const messages = [{ role: 'user', content: prompt }];
      if (system !== undefined) messages.unshift({ role: 'system', content: system });
      if (!format) return { messages };
      const json_schema = { ...format, strict: true };
      return { messages, response_format: { type: 'json_schema', json_schema } };
    },
    read: readChat,
  },
  completions: {
    path: '/completions',
    isReply: hasChoices,
    reserved: ['model', 'prompt'],
    // Text completions have no roles: the system prompt is a paragraph before the prompt.
    body: ({ prompt, system }) => ({
      prompt: system === undefined ? prompt : `${system}\n\n${prompt}`,
    }),
    read({ choices }) {
      const { text, finish_reason: reason } = asRecord(listIn(choices)[0]);
      return { text: nonBlank(text), reason };
    },
  },
  responses: {
    path: '/responses',
    isReply: ({ output }) => Array.isArray(output),
    reserved: ['model', 'input', 'instructions'],
    body({ prompt, system, format }, { text }) {
      const body: Body = { input: prompt };
      if (system !== undefined) body.instructions = system;
      if (format)
        body.text = { format: { type: 'json_schema', strict: true, ...format }, ...asRecord(text) };
      return body;
    },
    read: ({ incomplete_details: details, output, status }) =>
      collectParts(output, { reason: asRecord(details).reason ?? status }),
  },
};

const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'thinking', 'reasoning_details'];

function readChat({ choices }: JsonReply): Ending {
  const choice = asRecord(listIn(choices)[0]);
  const message = asRecord(choice.message);
  // Some servers send `text`, as for a completion, and some call a single function.
  const content = message.content ?? choice.text;
  const calls = message.tool_calls ?? message.function_call;
  const isGiven = (name: string) =>
    (nonBlank(message[name]) ?? listIn(message[name])[0]) !== undefined;
  return collectParts([content, { refusal: message.refusal }, calls].flat(), {
    reason: choice.finish_reason,
    reasoning: REASONING_FIELDS.find(isGiven),
  });
}

/**
 * Sets the reason if a filter removed the text: some servers state this only in another field.
 */
function noteFilter(ending: Ending, reply: JsonReply) {
  const isBlank = nonBlank(ending.text) === undefined && causeOf(ending.reason) === 'complete';
  if (!isBlank || !/"(?:filtered|blocked)":true/.test(JSON.stringify(reply))) return ending;
  return { ...ending, reason: 'content_filter' };
}

function createApiModel(post: Post, context: HubContext) {
  const { hub, name: model, api } = context.settings;
  const { path, isReply, reserved, body, read } = ANSWER_APIS[api];
  const parameters = checkedParameters(context, reserved);
  const opened = createHubModel(context, {
    send: (question, expected) =>
      post(path, { model, ...parameters, ...body(question, parameters) }, expected),
    isReply,
    read: (reply) => noteFilter(read(reply), reply),
  });
  if (api === 'completions')
    opened.loss = async (text) =>
      (await import('./logprobs.ts')).measureLoss(text, { post, context });
  let nextTokens: Promise<NextTokens> | undefined;
  if (hub === 'openai')
    opened.nextTokens = () =>
      (nextTokens ??= import('./logprobs.ts').then((file) => file.createNextTokens(post, context)));
  return opened;
}

function createApiEmbedder(post: Post, context: HubContext, batchSize: number): Embedder {
  const { hub, name } = context.settings;
  return {
    hub,
    name,
    batchSize,
    async embed(texts) {
      const { data } = await post(
        EMBEDDINGS_PATH,
        { model: name, input: texts },
        { isReply: (reply) => Array.isArray(reply.data), returnsLists: true },
      );
      // A server may send the vectors in any order.
      const vectors = listIn(data)
        .map(asRecord)
        .sort((a, b) => Number(a.index) - Number(b.index))
        .map(({ embedding }) => embedding);
      return checkedVectors(vectors, texts.length, context);
    },
  };
}

/** @throws ModelError unless there is one vector for each text, all of the same length */
function checkedVectors(vectors: unknown[], count: number, context: HubContext): number[][] {
  const length = listIn(vectors[0]).length;
  const isVector = (vector: unknown): vector is number[] =>
    Array.isArray(vector) && vector.length === length && vector.every(Number.isFinite);
  if (vectors.length === count && length > 0 && vectors.every(isVector)) return vectors;
  throw createReplyError(
    `${count} texts were sent, but the reply does not have one vector for each.`,
    context,
    'Check that `embeddings.model` is an embedding model.',
  );
}

export default createOpenAiHub(openOwnPost);
