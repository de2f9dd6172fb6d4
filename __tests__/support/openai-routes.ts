import { bagOfWords } from './model-behaviours.ts';
import { badRequest, FORMAT_REFUSALS, unknownModel } from './model-errors.ts';
import {
  numberIn,
  speak,
  textsIn,
  usage,
  type ModelCall,
  score,
  type ScoredToken,
} from './model-speech.ts';
import type { ModelServerOptions, Reply } from './model-types.ts';

/**
 * OpenAI's protocol, by what follows `/v1/`; Azure and Hugging Face mount the same operations
 * elsewhere.
 */
export const OPENAI_OPERATIONS: Record<string, (call: ModelCall) => Reply | Promise<Reply>> = {
  'chat/completions': chat,
  completions,
  embeddings,
};

const DEFAULT_MODEL = 'test-model';

/** `GET /v1/models` and `GET /v1/models/ID`. */
export function listModels(id: string | undefined, options: ModelServerOptions): Reply {
  const all = (options.models ?? [DEFAULT_MODEL]).map((model) => ({
    id: model,
    object: 'model',
    created: 1_700_000_000,
    owned_by: 'test',
  }));
  if (id === undefined) return { status: 200, body: { object: 'list', data: all } };
  const found = all.find((model) => model.id === id);
  return found ? { status: 200, body: found } : unknownModel(id, 'openai');
}

async function chat(call: ModelCall): Promise<Reply> {
  const { body, options } = call;
  const messages = Array.isArray(body.messages) ? body.messages.filter(isMessage) : [];
  if (messages.length === 0)
    return badRequest(
      "Invalid 'messages': empty array. Expected at least one message.",
      'messages',
    );
  if (body.response_format !== undefined && options.refusesFormat)
    return FORMAT_REFUSALS[options.refusesFormat];
  const prompt = textOf(messages.filter((message) => message.role === 'user').at(-1)?.content);
  const speech = await speak(prompt, call, numberIn(body, 'max_completion_tokens', 'max_tokens'));
  return {
    status: 200,
    body: {
      id: 'chatcmpl-test',
      object: 'chat.completion',
      created: Math.floor(Date.now() / 1000),
      model: call.model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: speech.content, refusal: speech.refusal },
          logprobs: null,
          finish_reason: speech.finish_reason,
        },
      ],
      usage: usage(
        messages.map((message) => textOf(message.content)),
        [speech.content],
      ),
      system_fingerprint: null,
    },
  };
}

function embeddings({ body, model, options }: ModelCall): Reply {
  const texts = textsIn(body.input);
  if (!texts || texts.length === 0 || texts.includes(''))
    return badRequest("'$.input' is invalid.", 'input');
  if (texts.length > 2048) return badRequest("'$.input' is too long: at most 2048 texts.", 'input');
  const data = texts.map((text, index) => {
    const vector = (options.embed ?? bagOfWords)(text);
    return { object: 'embedding', index, embedding: vector };
  });
  const { prompt_tokens } = usage(texts, []);
  return {
    status: 200,
    body: {
      object: 'list',
      // Last first: any order but the asked one shows whether the client sorts by `index`.
      data: options.shuffle ? data.reverse() : data,
      model,
      usage: { prompt_tokens, total_tokens: prompt_tokens },
    },
  };
}

/** Text of a message: a string, or parts of which the text ones count. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (isObject(part) && typeof part.text === 'string' ? part.text : ''))
    .join('\n');
}

function isMessage(value: unknown): value is { role: string; content: unknown } {
  return isObject(value) && typeof value.role === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * Legacy completions, with the log-probabilities of the prompt as vLLM gives them and as other
 * servers do not.
 */
export async function completions(call: ModelCall): Promise<Reply> {
  const { body } = call;
  const prompts = textsIn(body.prompt);
  if (!prompts || prompts.length === 0)
    return badRequest('`prompt` must be a text or a list of texts.', 'prompt');
  if (body.echo === true && kindOf(call) === 'refuses-echo')
    return badRequest('Only no echo is supported');
  const answered = await Promise.all(
    prompts.map(async (prompt) => ({
      prompt,
      speech: await speak(prompt, call, numberIn(body, 'max_tokens')),
    })),
  );
  return {
    status: 200,
    body: {
      id: 'cmpl-test',
      object: 'text_completion',
      created: Math.floor(Date.now() / 1000),
      model: call.model,
      choices: answered.map(({ prompt, speech }, index) => ({
        index,
        finish_reason: speech.finish_reason,
        ...textAndLogprobs(prompt, speech.content ?? '', call),
      })),
      usage: usage(
        prompts,
        answered.map(({ speech }) => speech.content),
      ),
    },
  };
}

function textAndLogprobs(prompt: string, answer: string, call: ModelCall): Record<string, unknown> {
  const { body, options } = call;
  const kind = kindOf(call);
  const asked = typeof body.logprobs === 'number' && body.logprobs >= 0;
  const generated = score(answer, options, prompt);
  if (kind === 'llama.cpp') {
    const content = generated.map(({ id, text, logprob }) => ({
      id,
      token: text,
      logprob,
      top_logprobs: [],
    }));
    return { text: answer, logprobs: asked ? { content } : null };
  }
  if (kind !== 'vllm')
    return { text: answer, logprobs: asked ? legacyLogprobs(generated, false) : null };
  const echoed = body.echo === true;
  const ofPrompt = score(prompt, options);
  return {
    text: echoed ? prompt + answer : answer,
    logprobs: asked
      ? legacyLogprobs(echoed ? [...ofPrompt, ...generated] : generated, echoed)
      : null,
    prompt_logprobs: typeof body.prompt_logprobs === 'number' ? promptLogprobs(ofPrompt) : null,
  };
}

/** The first token of a prompt is predicted from nothing: its log-probability is null. */
function legacyLogprobs(scored: ScoredToken[], fromStart: boolean): Record<string, unknown> {
  const unpredicted = (i: number) => fromStart && i === 0;
  let offset = 0;
  return {
    tokens: scored.map(({ text }) => text),
    token_logprobs: scored.map(({ logprob }, i) => (unpredicted(i) ? null : logprob)),
    top_logprobs: scored.map(({ text, logprob }, i) =>
      unpredicted(i) ? null : { [text]: logprob },
    ),
    text_offset: scored.map(({ text }) => (offset += text.length) - text.length),
  };
}

/** vLLM's own parameter: a map from token number to what is known of it, a token of the prompt. */
function promptLogprobs(scored: ScoredToken[]): unknown[] {
  return scored.map(({ id, text, logprob }, i) =>
    i === 0 ? null : { [id]: { logprob, rank: 1, decoded_token: text } },
  );
}

function kindOf({ options }: ModelCall): string {
  return options.completions ?? 'vllm';
}
