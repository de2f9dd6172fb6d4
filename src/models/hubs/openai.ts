import type { ClientOptions, OpenAI } from 'openai';
import type { Embedder } from '../../engine/embed.ts';
import type { Answer, AnswerFormat, Model } from '../../engine/types.ts';
import { asRecord, listIn } from '../../json.ts';
import type { Api } from '../settings.ts';
import { checkedParameters, type HubContext, type HubFile, type Post } from './context.ts';
import { answerOf, type Ending } from './ends.ts';
import { formatAsker } from './format.ts';
import { lossOfStart } from './loss.ts';
import { nextTokensOver } from './next-tokens.ts';
import {
  chatEnding,
  checkedVectors,
  completionEnding,
  notedIn,
  responseEnding,
} from './openai-replies.ts';
import { readReply } from './replies.ts';

/** OpenAI itself, and every server with its API: vLLM, Ollama, llama.cpp, LM Studio, a gateway. */

type Body = Record<string, unknown>;

/** Options of a client that reads nothing from the environment and sends nothing itself. */
export function clientOptions({ door, where }: HubContext) {
  return {
    baseURL: where.replace(/\/$/, ''),
    defaultQuery: Object.fromEntries(new URL(door.baseURL).searchParams),
    // The client wants a key. Its headers decide what is sent.
    apiKey: door.apiKey || 'none',
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
  } satisfies ClientOptions;
}

/**
 * The client builds each request (0.04 ms of processor), and we send it and read its reply: a whole
 * call of the client takes 0.37 ms.
 */
export function postBy(client: OpenAI, context: HubContext): Post {
  return async (route, body, shape) => {
    const path = URL.canParse(route) ? route : `/${route}`;
    const { url, req } = await client.buildRequest({ method: 'post', path, body });
    return readReply(await context.door.fetch(url, req), shape, context);
  };
}

async function openPost(context: HubContext): Promise<Post> {
  const { OpenAI } = await import('openai');
  const { apiKey } = context.door;
  const defaultHeaders = { authorization: apiKey ? `Bearer ${apiKey}` : null };
  return postBy(new OpenAI({ ...clientOptions(context), defaultHeaders }), context);
}

async function open(context: HubContext): Promise<Model> {
  const post = await openPost(context);
  return { ...modelOver(post, context), nextTokens: nextTokensOver(post, context) };
}

async function openEmbedder(context: HubContext): Promise<Embedder> {
  return embedderOver(await openPost(context), context);
}

interface Question {
  prompt: string;
  system: string | undefined;
  format: AnswerFormat | undefined;
}

interface Route {
  path: string;
  shape: string;
  /** What the parameters may not set. */
  reserved: readonly string[];
  body: (question: Question, parameters: Readonly<Body>) => Body;
  read: (reply: Body) => Ending;
}

const ROUTES: Readonly<Record<Api, Route>> = {
  chat: {
    path: 'chat/completions',
    shape: 'chat',
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
    shape: 'chat',
    reserved: ['model', 'prompt'],
    // Text completions have no roles: the system prompt is a paragraph before the prompt.
    body: ({ prompt, system }) => ({
      prompt: system === undefined ? prompt : `${system}\n\n${prompt}`,
    }),
    read: completionEnding,
  },
  responses: {
    path: 'responses',
    shape: 'responses',
    reserved: ['model', 'input', 'instructions'],
    body({ prompt, system, format }, { text }) {
      const body: Body = { input: prompt };
      if (system !== undefined) body.instructions = system;
      const form = { type: 'json_schema', strict: true, ...format };
      if (format) body.text = { format: form, ...asRecord(text) };
      return body;
    },
    read: responseEnding,
  },
};

export function modelOver(post: Post, context: HubContext): Model {
  const { hub, name, api } = context.settings;
  const { path, shape, reserved, body, read } = ROUTES[api];
  const parameters = checkedParameters(context, reserved);
  const askInFormat = formatAsker(parameters);

  async function answer(question: Question): Promise<Answer> {
    const reply = await askInFormat(question.format, (format) => {
      const own = body({ ...question, format }, parameters);
      return post(path, { model: name, ...parameters, ...own }, shape);
    });
    context.door.note(notedIn(reply));
    return answerOf(read(reply), context);
  }

  const model: Model = {
    hub,
    name,
    answer: (prompt, { system, format } = {}) => answer({ prompt, system, format }),
  };
  if (api === 'completions') model.loss = (text) => lossOfStart(text, { post, context });
  return model;
}

/** Well below OpenAI's limits of 2,048 texts and 300,000 tokens a request. */
const EMBEDDING_BATCH = 256;

export function embedderOver(
  post: Post,
  context: HubContext,
  batchSize = EMBEDDING_BATCH,
): Embedder {
  const { hub, name } = context.settings;
  return {
    hub,
    name,
    batchSize,
    async embed(texts) {
      const reply = await post('embeddings', { model: name, input: texts }, 'embeddings');
      context.door.note(notedIn(reply));
      // Servers may send them in another order.
      const items = listIn(reply.data).map(asRecord);
      items.sort((a, b) => Number(a.index ?? 0) - Number(b.index ?? 0));
      const vectors = items.map(({ embedding }) => embedding);
      return checkedVectors(vectors, texts.length, context);
    },
  };
}

export default { open, openEmbedder } satisfies HubFile;
