import { badRequest } from './model-errors.js';
import { numberIn, score, speak, textsIn, usage, type Call, type ScoredToken } from './model-speech.js';
import type { Reply } from './model-types.js';

/** Legacy completions, with the log-probabilities of the prompt as vLLM gives them and as other servers do not. */
export async function completions(call: Call): Promise<Reply> {
  const { body } = call;
  const prompts = textsIn(body.prompt);
  if (!prompts || prompts.length === 0) return badRequest('`prompt` must be a text or a list of texts.', 'prompt');
  if (body.echo === true && kindOf(call) === 'refuses-echo') return badRequest('Only no echo is supported');
  const answered = await Promise.all(
    prompts.map(async (prompt) => ({ prompt, speech: await speak(prompt, call, numberIn(body, 'max_tokens')) })),
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

function textAndLogprobs(prompt: string, answer: string, call: Call): Record<string, unknown> {
  const { body, options } = call;
  const kind = kindOf(call);
  const asked = typeof body.logprobs === 'number' && body.logprobs >= 0;
  const generated = score(answer, options, prompt);
  if (kind === 'llama.cpp') {
    const content = generated.map(({ id, text, logprob }) => ({ id, token: text, logprob, top_logprobs: [] }));
    return { text: answer, logprobs: asked ? { content } : null };
  }
  if (kind !== 'vllm') return { text: answer, logprobs: asked ? legacyLogprobs(generated, false) : null };
  const echoed = body.echo === true;
  const ofPrompt = score(prompt, options);
  return {
    text: echoed ? prompt + answer : answer,
    logprobs: asked ? legacyLogprobs(echoed ? [...ofPrompt, ...generated] : generated, echoed) : null,
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
    top_logprobs: scored.map(({ text, logprob }, i) => (unpredicted(i) ? null : { [text]: logprob })),
    text_offset: scored.map(({ text }) => (offset += text.length) - text.length),
  };
}

/** vLLM's own parameter: a map from token number to what is known of it, a token of the prompt. */
function promptLogprobs(scored: ScoredToken[]): unknown[] {
  return scored.map(({ id, text, logprob }, i) => (i === 0 ? null : { [id]: { logprob, rank: 1, decoded_token: text } }));
}

function kindOf({ options }: Call): string {
  return options.completions ?? 'vllm';
}
