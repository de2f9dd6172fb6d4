import { bagOfWords } from './model-behaviours.ts';
import { openaiError } from './model-errors.ts';
import { numberIn, score, speak, textsIn, usage, type ModelCall } from './model-speech.ts';
import type { Reply } from './model-types.ts';

/** OpenAI's protocol, by what follows `/v1/`; Azure mounts the same operations elsewhere. */
export const OPENAI_OPERATIONS: Record<string, (call: ModelCall) => Reply | Promise<Reply>> = {
  'chat/completions': chat,
  completions,
  embeddings,
};

interface Message {
  role: string;
  content: string;
}

async function chat(call: ModelCall): Promise<Reply> {
  const { messages } = call.body as { messages: Message[] };
  const prompt = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const speech = await speak(
    prompt,
    call,
    numberIn(call.body, 'max_completion_tokens', 'max_tokens'),
  );
  const { content, refusal, finish_reason } = speech;
  const message = { role: 'assistant', content, refusal };
  return {
    status: 200,
    body: {
      id: 'chatcmpl-test',
      object: 'chat.completion',
      model: call.model,
      choices: [{ index: 0, message, logprobs: null, finish_reason }],
      usage: usage(
        messages.map((one) => one.content),
        [content],
      ),
    },
  };
}

function embeddings({ body, model, options }: ModelCall): Reply {
  const texts = textsIn(body.input);
  if (texts.length === 0 || texts.length > 2048 || texts.includes(''))
    return openaiError(400, "'$.input' is invalid.");
  const data = texts.map((text, index) => {
    const embedding = (options.embed ?? bagOfWords)(text);
    return { object: 'embedding', index, embedding };
  });
  const { prompt_tokens } = usage(texts, []);
  return {
    status: 200,
    body: {
      object: 'list',
      // The order is turned around: clients must sort by `index`.
      data: data.reverse(),
      model,
      usage: { prompt_tokens, total_tokens: prompt_tokens },
    },
  };
}

/** Legacy completions, with the log-probabilities of an echoed prompt, as vLLM gives them. */
async function completions(call: ModelCall): Promise<Reply> {
  const { body, options, model } = call;
  const prompts = textsIn(body.prompt);
  const limit = numberIn(body, 'max_tokens');
  const speeches = await Promise.all(prompts.map((prompt) => speak(prompt, call, limit)));
  const choices = speeches.map(({ content, finish_reason }, index) => {
    const prompt = body.echo === true ? prompts[index] : '';
    const text = `${prompt}${content}`;
    const scored = score(text, options);
    // No text comes before the first token, so it has no log-probability.
    const logprobs = scored.map(({ logprob }, i) => (i === 0 ? null : logprob));
    const tokens = scored.map((one) => one.text);
    return { index, text, finish_reason, logprobs: { tokens, token_logprobs: logprobs } };
  });
  const answers = speeches.map(({ content }) => content);
  const object = 'text_completion';
  return { status: 200, body: { object, model, choices, usage: usage(prompts, answers) } };
}
