/**
 * Distributions of the next token from vLLM. Long lists are parsed by hand: a schema would take a
 * second per list.
 */
import { z } from 'zod';
import {
  NEXT_TOKENS_REMEDY,
  type Distribution,
  type NextTokens,
  type TokenPrompt,
} from '../../engine/model.js';
import { ModelError } from '../../errors.js';
import { isMapping } from '../../json.js';
import type { EndpointLink } from '../http/connect.js';
import { addRoute, replacePath } from '../http/address.js';
import { parseReply, type ReplyContext } from './replies.js';

/** Maximum number of log-probabilities in a reply for several prompts: about 6 MB. */
const MOST_LISTED = 200_000;

/** Any text of at least two tokens. */
const SOME_TEXT = 'The cat sat on the mat.';

/** vLLM sends this number for minus infinity, which JSON cannot express. */
const MINUS_INFINITY = -9999;

/** Maximum sum of probabilities: rounding in float32 is far smaller. */
const MOST_MASS = 1 + 1e-3;

const CHOICES = z.object({
  choices: z
    .array(
      z.object({
        index: z.number(),
        logprobs: z.object({ top_logprobs: z.array(z.unknown()).min(1) }),
      }),
    )
    .min(1),
});
const PROMPT_LOGPROBS = z.object({
  choices: z.tuple([
    z.object({ prompt_logprobs: z.array(z.record(z.string(), z.unknown()).nullable()).min(2) }),
  ]),
});
const TOKENS = z.object({ tokens: z.array(z.int().nonnegative()) });

/** The first request finds out how many tokens the server lists. */
export function nextTokensOver(link: EndpointLink, model: string): NextTokens {
  const { endpoint } = link;
  const completions = addRoute(endpoint, 'completions');
  const root = endpoint.pathname.replace(/\/(?:v1\/?)?$/, '');
  const tokenizer = replacePath(endpoint, `${root}/tokenize`);
  const ask = (more: object) =>
    link.post(completions, { model, max_tokens: 1, temperature: 0, ...more });
  const tokenized = new Map<string, Promise<readonly number[]>>();
  let pendingLength: Promise<number> | undefined;

  function listLength(): Promise<number> {
    pendingLength ??= readListLength().catch((error: unknown) => {
      pendingLength = undefined;
      throw error;
    });
    return pendingLength;
  }

  /** vLLM lists its vocabulary, or the number of `--max-logprobs`. */
  async function readListLength(): Promise<number> {
    let length: number | undefined;
    try {
      const lastTokenList = PROMPT_LOGPROBS.safeParse(
        await ask({ prompt: SOME_TEXT, prompt_logprobs: -1 }),
      ).data?.choices[0].prompt_logprobs.at(-1);
      length = lastTokenList ? Object.keys(lastTokenList).length : undefined;
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (error.kind === 'not_found')
        throw noDistributions('The server completes no texts', link.address);
      if (error.kind !== 'bad_request') throw error;
      length = Number(/\bgreater than max allowed: (\d{1,9})\b/.exec(error.serverText)?.[1] ?? NaN);
    }
    if (!length)
      throw noDistributions(
        'The server lists no likeliest tokens (vLLM with --max-logprobs)',
        link.address,
      );
    return length;
  }

  async function behind(prompts: readonly TokenPrompt[]): Promise<Distribution[]> {
    const logprobs = await listLength();
    const batchSize = Math.max(1, Math.floor(MOST_LISTED / logprobs));
    const parts = Array.from({ length: Math.ceil(prompts.length / batchSize) }, (_, i) =>
      prompts.slice(i * batchSize, (i + 1) * batchSize),
    );
    const readBatch = async (prompt: readonly TokenPrompt[]) =>
      distributionsById(
        await ask({ prompt, logprobs, return_tokens_as_token_ids: true }),
        prompt.length,
        link,
      );
    return (await Array.fromAsync(parts, readBatch)).flat();
  }

  async function tokenize(prompt: string, add_special_tokens: boolean): Promise<readonly number[]> {
    const reply = await link
      .post(tokenizer, { model, prompt, add_special_tokens })
      .catch((error: unknown) => {
        if (!(error instanceof ModelError && error.kind === 'not_found')) throw error;
      });
    const parsed = TOKENS.safeParse(reply);
    if (!parsed.success)
      throw noDistributions('The server makes no token ids of a text (/tokenize)', link.address);
    return parsed.data.tokens;
  }

  return {
    behind,
    tokenize(text, special) {
      const key = JSON.stringify([text, special]);
      const ids = tokenized.get(key) ?? listLength().then(() => tokenize(text, special));
      tokenized.set(key, ids);
      ids.catch(() => tokenized.delete(key));
      return ids;
    },
  };
}

/** Completions with tokens by id (`return_tokens_as_token_ids`), one per prompt. */
export function distributionsById(
  reply: unknown,
  count: number,
  context: ReplyContext,
): Distribution[] {
  const choices = parseReply(CHOICES, reply, context).choices.toSorted((a, b) => a.index - b.index);
  if (choices.length !== count)
    throw unusable(`${choices.length} arrived for ${count} prompts`, context);
  return choices.map(({ logprobs: { top_logprobs } }) => {
    const [list] = top_logprobs;
    if (!isMapping(list)) throw unusable('it is missing', context);
    const entries = Object.entries(list).map(([name, logprob]): [string, unknown] => {
      const id = /^token_id:(\d+)$/.exec(name)?.[1];
      if (id === undefined)
        throw unusable('it names tokens by their text, which several tokens can share', context);
      return [id, logprob];
    });
    return distribution(entries, context);
  });
}

function distribution(
  entries: readonly (readonly [token: string, logprob: unknown])[],
  context: ReplyContext,
): Distribution {
  const logprobs = new Map<string, number>();
  let mass = 0;
  for (const [token, logprob] of entries) {
    if (typeof logprob !== 'number') throw unusable('an entry is not a number', context);
    logprobs.set(token, logprob <= MINUS_INFINITY ? -Infinity : logprob);
    mass += logprob <= MINUS_INFINITY ? 0 : Math.exp(logprob);
  }
  if (!(mass <= MOST_MASS)) throw unusable(`its probabilities sum to ${mass.toFixed(3)}`, context);
  if (mass === 0) throw unusable('it is empty', context);
  return { logprobs };
}

function noDistributions(message: string, address: string): ModelError {
  return new ModelError(`${message}.`, {
    kind: 'no_distributions',
    fatal: true,
    where: address,
    remedy: NEXT_TOKENS_REMEDY,
  });
}

function unusable(fault: string, { address, section }: ReplyContext): ModelError {
  const remedy = `Check that \`${section}.base_url\` is the address of a vLLM server.`;
  return new ModelError(`The list of likeliest next tokens cannot be used: ${fault}.`, {
    kind: 'bad_response',
    where: address,
    remedy,
  });
}
