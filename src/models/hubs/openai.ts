import type { ClientOptions, OpenAI } from 'openai';
import type { Embedder } from '../../engine/embed.ts';
import type { Answer, AnswerFormat, Model } from '../../engine/types.ts';
import { asRecord, listIn } from '../../json.ts';
import type { IsAnswer, JsonReply } from '../failures.ts';
import type { Api } from './addresses.ts';
import { checkedParameters, type HubContext, type HubFile, type Post } from './context.ts';
import { lossOfStart } from './loss.ts';
import { nextTokensOver } from './next-tokens.ts';
import { answerOf, badReply, formatAsker, hasAnswer, hasChoices, type Ending } from './replies.ts';

/** OpenAI itself, and every server with its API: vLLM, Ollama, llama.cpp, LM Studio, a gateway. */

type Body = Record<string, unknown>;

/** Options of a client that reads nothing from the environment and sends nothing itself. */
export function clientOptions({ baseURL, apiKey }: HubContext) {
  const { origin, pathname, searchParams } = new URL(baseURL);
  return {
    baseURL: `${origin}${pathname}`.replace(/\/$/, ''),
    defaultQuery: Object.fromEntries(searchParams),
    // The client wants a key. Its headers decide what is sent.
    apiKey: apiKey || 'none',
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
  } satisfies ClientOptions;
}

/**
 * The client builds the address and the headers of a route once, and we send and read: a whole call
 * of the client takes 0.37 ms of processor.
 */
export function postBy(client: OpenAI, { send }: HubContext): Post {
  const built = new Map<string, ReturnType<OpenAI['buildRequest']>>();
  return async (route, body, isAnswer) => {
    const path = URL.canParse(route) ? route : `/${route}`;
    const request = built.get(path) ?? client.buildRequest({ method: 'post', path, body });
    built.set(path, request);
    const { url, req } = await request;
    return send(url, { headers: req.headers, body: JSON.stringify(body), isAnswer });
  };
}

async function openPost(context: HubContext): Promise<Post> {
  const { OpenAI } = await import('openai');
  const { apiKey } = context;
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
  isAnswer: IsAnswer;
  /** What the parameters may not set. */
  reserved: readonly string[];
  body: (question: Question, parameters: Readonly<Body>) => Body;
  read: (reply: JsonReply) => Ending;
}

const ROUTES: Readonly<Record<Api, Route>> = {
  chat: {
    path: 'chat/completions',
    isAnswer: hasChoices,
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
    isAnswer: hasChoices,
    reserved: ['model', 'prompt'],
    // Text completions have no roles: the system prompt is a paragraph before the prompt.
    body: ({ prompt, system }) => ({
      prompt: system === undefined ? prompt : `${system}\n\n${prompt}`,
    }),
    read({ choices }) {
      const { text, finish_reason: reason } = asRecord(listIn(choices)[0]);
      return { text: textOf(text), reason };
    },
  },
  responses: {
    path: 'responses',
    isAnswer: ({ output }) => Array.isArray(output),
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

const REASONING_FIELDS = ['reasoning_content', 'reasoning'];

function chatEnding(reply: JsonReply): Ending {
  const { message: spoken, finish_reason } = asRecord(listIn(reply.choices)[0]);
  const message = asRecord(spoken);
  const parts = listIn(message.content).map(asRecord);
  // Mistral sends the answers of reasoning models in parts.
  const texts = parts.flatMap(({ type = 'text', text, refusal }) => {
    if (type === 'text') return [text];
    return type === 'refusal' ? [refusal] : [];
  });
  const content = parts.length > 0 ? texts.join('') : message.content;
  const ending: Ending = {
    // The model's own refusal stands in a field of its own.
    text: textOf(content) ?? textOf(message.refusal),
    reason: finish_reason,
    reasoning: REASONING_FIELDS.find((name) => textOf(message[name]) !== undefined),
  };
  if (parts.length > texts.length) ending.reasoning ??= 'content';
  const { function: call = message.function_call } = asRecord(listIn(message.tool_calls)[0]);
  if (call) ending.tool = asRecord(call).name;
  return ending;
}

function responseEnding(reply: JsonReply): Ending {
  const items = listIn(reply.output).map(asRecord);
  const parts = items
    .filter(({ type }) => type === 'message')
    .flatMap(({ content }) => listIn(content).map(asRecord));
  const ending: Ending = {
    text: parts.map(({ text, refusal }) => textOf(text) ?? textOf(refusal) ?? '').join(''),
    reason: asRecord(reply.incomplete_details).reason ?? reply.status,
  };
  if (items.some(({ type }) => type === 'reasoning')) ending.reasoning = 'reasoning';
  const call = items.find(({ type }) => type === 'function_call');
  if (call) ending.tool = call.name;
  return ending;
}

/** A text that says something. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function modelOver(post: Post, context: HubContext): Model {
  const { hub, name, api } = context.settings;
  const { path, isAnswer, reserved, body, read } = ROUTES[api];
  const parameters = checkedParameters(context, reserved);
  const askInFormat = formatAsker(parameters);

  async function answer(question: Question): Promise<Answer> {
    const reply = await askInFormat(question.format, (format) => {
      const own = body({ ...question, format }, parameters);
      const isRead: IsAnswer = (reply) => isAnswer(reply) && hasAnswer(read(reply));
      return post(path, { model: name, ...parameters, ...own }, isRead);
    });
    return answerOf(read(reply));
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
      const body = { model: name, input: texts };
      const { data } = await post('embeddings', body, (reply) => Array.isArray(reply.data));
      // Servers may send them in another order.
      const items = listIn(data).map(asRecord);
      items.sort((a, b) => Number(a.index ?? 0) - Number(b.index ?? 0));
      const vectors = items.map(({ embedding }) => embedding);
      return checkedVectors(vectors, texts.length, context);
    },
  };
}

/** @throws ModelError for anything but one vector a text, all of one length */
function checkedVectors(vectors: unknown, count: number, context: HubContext): number[][] {
  const list = listIn(vectors);
  const length = listIn(list[0]).length;
  const isVector = (vector: unknown): vector is number[] =>
    Array.isArray(vector) && vector.length === length && vector.every(Number.isFinite);
  if (list.length === count && length > 0 && list.every(isVector)) return list;
  throw badReply(
    `${count} texts were sent, and not one vector for each came back.`,
    context,
    'Check that `embeddings.model` is an embedding model.',
  );
}

export default { open, openEmbedder } satisfies HubFile;
