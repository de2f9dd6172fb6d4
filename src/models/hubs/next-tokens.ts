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
} from '../../engine/model.ts';
import { ModelError } from '../../errors.ts';
import { isMapping } from '../../json.ts';
import type { EndpointLink } from '../http/connect.ts';
import { addRoute, replacePath } from '../http/address.ts';
import { parseReply, type ReplyContext } from './replies.ts';

/** Maximum number of log-probabilities in a reply for several prompts: about 6 MB. */
const MAX_LISTED_TOKENS = 200_000;

/** Any text of at least two tokens. */
const SOME_TEXT = 'The cat sat on the mat.';

/** vLLM sends this number for minus infinity, which JSON cannot express. */
const MINUS_INFINITY = -9999;

/** Maximum sum of probabilities: rounding in float32 is far smaller. */
const MAX_MASS = 1 + 1e-3;

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

/** Creates a reader of a model's next tokens. Sends nothing yet. */
export function nextTokensOver(link: EndpointLink, model: string): NextTokens {
  const server = new VllmServer(link, model);
  return {
    behind: (prompts) => server.distributionsBehind(prompts),
    tokenize: (text, special) => server.tokenize(text, special),
  };
}

/** Owns the requests for tokens. The first one finds out how many tokens the server lists. */
class VllmServer {
  private readonly link: EndpointLink;
  private readonly model: string;
  private readonly completions: URL;
  private readonly tokenizer: URL;
  private readonly tokensByText = new Map<string, Promise<readonly number[]>>();
  private listLength: Promise<number> | undefined;

  constructor(link: EndpointLink, model: string) {
    const { endpoint } = link;
    this.link = link;
    this.model = model;
    this.completions = addRoute(endpoint, 'completions');
    const root = endpoint.pathname.replace(/\/(?:v1\/?)?$/, '');
    this.tokenizer = replacePath(endpoint, `${root}/tokenize`);
  }

  async distributionsBehind(prompts: readonly TokenPrompt[]): Promise<Distribution[]> {
    const logprobs = await this.findListLength();
    const batchSize = Math.max(1, Math.floor(MAX_LISTED_TOKENS / logprobs));
    const distributions: Distribution[] = [];
    for (let start = 0; start < prompts.length; start += batchSize) {
      const prompt = prompts.slice(start, start + batchSize);
      const reply = await this.complete({ prompt, logprobs, return_tokens_as_token_ids: true });
      distributions.push(...distributionsById(reply, prompt.length, this.link));
    }
    return distributions;
  }

  /** Asks for the tokens of each text once. */
  tokenize(text: string, special: boolean): Promise<readonly number[]> {
    const key = JSON.stringify([text, special]);
    const tokens =
      this.tokensByText.get(key) ??
      this.findListLength().then(() => this.readTokens(text, special));
    this.tokensByText.set(key, tokens);
    tokens.catch(() => this.tokensByText.delete(key));
    return tokens;
  }

  private complete(parameters: object): Promise<unknown> {
    const body = { model: this.model, max_tokens: 1, temperature: 0, ...parameters };
    return this.link.post(this.completions, body);
  }

  private findListLength(): Promise<number> {
    this.listLength ??= this.readListLength().catch((error: unknown) => {
      this.listLength = undefined;
      throw error;
    });
    return this.listLength;
  }

  /** vLLM lists its vocabulary, or the number of `--max-logprobs`. */
  private async readListLength(): Promise<number> {
    let length: number | undefined;
    try {
      const reply = await this.complete({ prompt: SOME_TEXT, prompt_logprobs: -1 });
      const lists = PROMPT_LOGPROBS.safeParse(reply).data?.choices[0].prompt_logprobs;
      const lastList = lists?.at(-1);
      length = lastList ? Object.keys(lastList).length : undefined;
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (error.kind === 'not_found')
        throw noDistributions('The server completes no texts', this.link.address);
      if (error.kind !== 'bad_request') throw error;
      length = Number(/\bgreater than max allowed: (\d{1,9})\b/.exec(error.serverText)?.[1]);
    }
    if (!length)
      throw noDistributions(
        'The server lists no likeliest tokens (vLLM with --max-logprobs)',
        this.link.address,
      );
    return length;
  }

  private async readTokens(
    prompt: string,
    add_special_tokens: boolean,
  ): Promise<readonly number[]> {
    const reply = await this.link
      .post(this.tokenizer, { model: this.model, prompt, add_special_tokens })
      .catch((error: unknown) => {
        if (!(error instanceof ModelError && error.kind === 'not_found')) throw error;
      });
    const parsed = TOKENS.safeParse(reply);
    if (parsed.success) return parsed.data.tokens;
    throw noDistributions('The server makes no token ids of a text (/tokenize)', this.link.address);
  }
}

/** Reads completions with tokens by id (`return_tokens_as_token_ids`), one for each prompt. */
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
  if (!(mass <= MAX_MASS)) throw unusable(`its probabilities sum to ${mass.toFixed(3)}`, context);
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
