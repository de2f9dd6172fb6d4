// OpenAI itself, and every server with its API: vLLM, Ollama, llama.cpp, LM Studio, a gateway.

import type { ClientOptions, OpenAI } from 'openai';
import type { Embedder } from '../../engine/embed.ts';
import type { NextTokens } from '../../engine/types.ts';
import { asRecord, listIn } from '../../shared/json.ts';
import type { JsonReply } from '../failures.ts';
import type { Api } from './addresses.ts';
import {
  badReply,
  causeOf,
  checkedParameters,
  endingOf,
  hasChoices,
  modelBy,
  nonBlank,
  type Ending,
  type HubContext,
  type HubFile,
  type Post,
  type Question,
} from './replies.ts';

type Body = Record<string, unknown>;

/** Texts in a request: well below OpenAI's limits of 2,048 texts and 300,000 tokens. */
const EMBEDDING_BATCH = 256;

/** Options of a client that reads nothing from the environment and sends nothing itself. */
export function clientOptions({ baseURL, key }: HubContext) {
  const { origin, pathname, searchParams } = new URL(baseURL);
  return {
    baseURL: `${origin}${pathname}`.replace(/\/$/, ''),
    defaultQuery: Object.fromEntries(searchParams),
    // The client needs some key. `defaultHeaders` decides which one is sent.
    apiKey: key ?? 'none',
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
  } satisfies ClientOptions;
}

/**
 * Posts with the address and the headers that the client builds once for each route. This program
 * sends and reads itself, since a whole call of the client takes 0.37 ms of processor time.
 */
export function postBy(client: OpenAI, { send }: HubContext): Post {
  const built = new Map<string, ReturnType<OpenAI['buildRequest']>>();
  return async (route, body, expected) => {
    const path = URL.canParse(route) ? route : `/${route}`;
    const request = built.get(path) ?? client.buildRequest({ method: 'post', path, body });
    built.set(path, request);
    const { url, req } = await request;
    return send(url, { headers: req.headers, body: JSON.stringify(body), ...expected });
  };
}

async function openOwnPost(context: HubContext) {
  const { OpenAI } = await import('openai');
  const { key } = context;
  const defaultHeaders = { authorization: key ? `Bearer ${key}` : null };
  return postBy(new OpenAI({ ...clientOptions(context), defaultHeaders }), context);
}

/** A hub that has the routes of OpenAI's API. */
export function hubOver(
  openPost: (context: HubContext) => Promise<Post>,
  batchSize = EMBEDDING_BATCH,
): Required<HubFile> {
  return {
    open: async (context) => modelOver(await openPost(context), context),
    openEmbedder: async (context) => embedderOver(await openPost(context), context, batchSize),
  };
}

async function open(context: HubContext) {
  const post = await openOwnPost(context);
  let opened: Promise<NextTokens> | undefined;
  const nextTokens = () =>
    (opened ??= import('./logprobs.ts').then((file) => file.nextTokensOver(post, context)));
  return { ...modelOver(post, context), nextTokens };
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
    path: 'chat/completions',
    isReply: hasChoices,
    reserved: ['model', 'messages'],
    body({ prompt, system, format }) {
      const messages = [{ role: 'user', content: prompt }];
      if (system !== undefined) messages.unshift({ role: 'system', content: system });
      if (!format) return { messages };
      const json_schema = { ...format, strict: true };
      return { messages, response_format: { type: 'json_schema', json_schema } };
    },
    read: chatEnding,
  },
  completions: {
    path: 'completions',
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
    path: 'responses',
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
      endingOf(output, { reason: asRecord(details).reason ?? status }),
  },
};

const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'thinking', 'reasoning_details'];

function chatEnding({ choices }: JsonReply): Ending {
  const { text = [], finish_reason: reason, ...choice } = asRecord(listIn(choices)[0]);
  const message = asRecord(choice.message);
  const contentOf = (name: string) => nonBlank(message[name]) ?? listIn(message[name])[0];
  const { content, refusal, tool_calls: calls, function_call: call } = message;
  const parts = [content ?? text, { refusal }, calls ?? call ?? []];
  const reasoning = REASONING_FIELDS.find((name) => contentOf(name) !== undefined);
  return endingOf(parts.flat(), { reason, reasoning });
}

/**
 * Sets the reason where a filter removed the text, which some servers say in another field alone.
 */
function withFilter(ending: Ending, reply: JsonReply): Ending {
  const isBlank = nonBlank(ending.text) === undefined && causeOf(ending.reason) === 'complete';
  if (!isBlank || !/"(?:filtered|blocked)":true/.test(JSON.stringify(reply))) return ending;
  return { ...ending, reason: 'content_filter' };
}

function modelOver(post: Post, context: HubContext) {
  const { name: model, api } = context.settings;
  const { path, isReply, reserved, body, read } = ANSWER_APIS[api];
  const parameters = checkedParameters(context, reserved);
  const opened = modelBy(context, {
    send: (question, expected) =>
      post(path, { model, ...parameters, ...body(question, parameters) }, expected),
    isReply,
    read: (reply) => withFilter(read(reply), reply),
  });
  if (api === 'completions')
    opened.loss = async (text) =>
      (await import('./logprobs.ts')).lossOfStart(text, { post, context });
  return opened;
}

function embedderOver(post: Post, context: HubContext, batchSize: number): Embedder {
  const { hub, name } = context.settings;
  return {
    hub,
    name,
    batchSize,
    async embed(texts) {
      const { data } = await post(
        'embeddings',
        { model: name, input: texts },
        { isReply: (reply) => Array.isArray(reply.data), returnsLists: true },
      );
      // A server may send the vectors in another order.
      const vectors = listIn(data)
        .map(asRecord)
        .sort((a, b) => Number(a.index ?? 0) - Number(b.index ?? 0))
        .map(({ embedding }) => embedding);
      return checkedVectors(vectors, texts.length, context);
    },
  };
}

/** @throws ModelError for anything but one vector a text, all of one length */
function checkedVectors(vectors: unknown[], count: number, context: HubContext): number[][] {
  const length = listIn(vectors[0]).length;
  const isVector = (vector: unknown): vector is number[] =>
    Array.isArray(vector) && vector.length === length && vector.every(Number.isFinite);
  if (vectors.length === count && length > 0 && vectors.every(isVector)) return vectors;
  throw badReply(
    `${count} texts were sent, and not one vector for each came back.`,
    context,
    'Check that `embeddings.model` is an embedding model.',
  );
}

export default { ...hubOver(openOwnPost), open } satisfies HubFile;
