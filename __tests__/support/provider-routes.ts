import { numberIn, speak, usage, type ModelCall, type Speech } from './model-speech.ts';
import type { ModelServerOptions, RecordedRequest, Reply } from './model-types.ts';

/**
 * The interfaces of other providers than OpenAI, and OpenAI's Responses API. Requests are checked
 * for what the provider requires.
 */

type Body = Record<string, unknown>;

interface Interface {
  path: RegExp;
  /** The key in a request's headers. */
  key: (request: RecordedRequest) => unknown;
  /** The words about a request that the provider would refuse. */
  refusal?: (request: RecordedRequest, body: Body) => string | undefined;
  prompt: (body: Body) => string;
  limit: (body: Body) => number | undefined;
  reply: (speech: Speech, counts: Record<string, number>, model: string) => Body;
  error: (status: number, message: string) => Body;
}

const bearer = ({ headers }: RecordedRequest) => headers.authorization?.replace(/^Bearer /, '');

const INTERFACES: Record<'anthropic' | 'google' | 'bedrock' | 'responses', Interface> = {
  anthropic: {
    path: /\/v1\/messages$/,
    key: ({ headers }) => headers['x-api-key'],
    refusal: ({ headers }, body) => {
      if (headers['anthropic-version'] !== '2023-06-01')
        return 'anthropic-version: header is required';
      return typeof body.max_tokens === 'number' ? undefined : 'max_tokens: Field required';
    },
    prompt: (body) => textIn(listOf(body.messages).at(-1)),
    limit: (body) => numberIn(body, 'max_tokens'),
    reply: ({ content, finish_reason }, counts, model) => ({
      id: 'msg_01',
      type: 'message',
      role: 'assistant',
      model,
      content: content === null || content === '' ? [] : [{ type: 'text', text: content }],
      stop_reason: { length: 'max_tokens', content_filter: 'refusal' }[finish_reason] ?? 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: counts.prompt_tokens, output_tokens: counts.completion_tokens },
    }),
    error: (status, message) => ({
      type: 'error',
      error: { type: status === 404 ? 'not_found_error' : 'invalid_request_error', message },
      request_id: 'req_01',
    }),
  },
  google: {
    path: /\/v1beta\/models\/([^/]+):generateContent$/,
    key: ({ headers }) => headers['x-goog-api-key'],
    prompt: (body) => textIn({ content: asBody(listOf(body.contents).at(-1)).parts }),
    limit: (body) => numberIn(asBody(body.generationConfig), 'maxOutputTokens'),
    reply: ({ content, finish_reason }, counts, model) => ({
      candidates: [
        {
          content: { role: 'model', parts: content ? [{ text: content }] : [] },
          finishReason: { length: 'MAX_TOKENS', content_filter: 'SAFETY' }[finish_reason] ?? 'STOP',
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: counts.prompt_tokens,
        candidatesTokenCount: counts.completion_tokens,
        totalTokenCount: counts.total_tokens,
      },
      modelVersion: model,
      responseId: 'resp_01',
    }),
    error: (code, message) => ({ error: { code, message, status: 'INVALID_ARGUMENT' } }),
  },
  bedrock: {
    path: /\/model\/([^/]+)\/converse$/,
    // Signed requests name the account.
    key: (request) =>
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1] ??
      bearer(request),
    prompt: (body) => textIn(listOf(body.messages).at(-1)),
    limit: (body) => numberIn(asBody(body.inferenceConfig), 'maxTokens'),
    reply: ({ content, finish_reason }, counts) => ({
      metrics: { latencyMs: 1 },
      output: { message: { role: 'assistant', content: content ? [{ text: content }] : [] } },
      stopReason:
        { length: 'max_tokens', content_filter: 'guardrail_intervened' }[finish_reason] ??
        'end_turn',
      usage: {
        inputTokens: counts.prompt_tokens,
        outputTokens: counts.completion_tokens,
        totalTokens: counts.total_tokens,
      },
    }),
    error: (_status, message) => ({ message }),
  },
  responses: {
    path: /\/v1\/responses$/,
    key: bearer,
    prompt: ({ input }) => (typeof input === 'string' ? input : ''),
    limit: (body) => numberIn(body, 'max_output_tokens'),
    reply: ({ content, finish_reason }, counts, model) => ({
      id: 'resp_01',
      object: 'response',
      status: ['length', 'content_filter'].includes(finish_reason) ? 'incomplete' : 'completed',
      error: null,
      incomplete_details:
        {
          length: { reason: 'max_output_tokens' },
          content_filter: { reason: 'content_filter' },
        }[finish_reason] ?? null,
      model,
      output: [
        { type: 'reasoning', id: 'rs_01', summary: [] },
        {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: content ?? '', annotations: [] }],
        },
      ],
      usage: {
        input_tokens: counts.prompt_tokens,
        output_tokens: counts.completion_tokens,
        total_tokens: counts.total_tokens,
      },
    }),
    error: (_status, message) => ({ error: { message, type: 'invalid_request_error' } }),
  },
};

/** `undefined` where the request is for none of these interfaces. */
export async function providerReply(
  request: RecordedRequest,
  options: ModelServerOptions,
): Promise<Reply | undefined> {
  const found = Object.values(INTERFACES).find(({ path }) => path.test(request.path));
  if (found === undefined || request.method !== 'POST') return undefined;
  const body = asBody(request.body);
  const refuse = (status: number, message: string) => ({
    status,
    body: found.error(status, message),
  });
  if (options.keys && !options.keys.includes(String(found.key(request))))
    return refuse(401, 'The key is not valid.');
  const inPath = found.path.exec(request.path)?.[1];
  const model = inPath === undefined ? String(body.model) : decodeURIComponent(inPath);
  if (options.models && !options.models.includes(model)) return refuse(404, `model: ${model}`);
  const refusal = found.refusal?.(request, body);
  if (refusal !== undefined) return refuse(400, refusal);
  const prompt = found.prompt(body);
  const call: ModelCall = { request, body, model, dialect: 'openai', options };
  const speech = await speak(prompt, call, found.limit(body));
  const text = speech.content ?? speech.refusal;
  const counts = usage([prompt], [text]);
  return { status: 200, body: found.reply({ ...speech, content: text }, counts, model) };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function asBody(value: unknown): Body {
  return typeof value === 'object' && value !== null ? (value as Body) : {};
}

/** The text of a message: a string, or parts with texts. */
function textIn(message: unknown): string {
  const { content } = asBody(message);
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => asBody(part).text)
    .filter((text) => typeof text === 'string')
    .join('\n');
}
