import type { Distribution, NextTokens, TokenPrompt } from '../../engine/model.js';
import { ModelError } from '../../errors.js';
import type { Link } from '../http/connect.js';
import { below, withPath } from '../http/endpoint.js';
import { noDistributions, ofIds, ofPrompt, ofSgLang, ofTexts, tokensOf, wholeList } from './logprobs.js';

/** Maximum number of log-probabilities in a reply for several prompts: about 6 MB. */
const MOST_LISTED = 200_000;

/** List length for SGLang, which states no limit. A list longer than the vocabulary crashes some servers. */
const OF_SGLANG = 1_000;
/** List lengths for other servers, tried in turn: vLLM's default, and OpenAI's limit. */
const OF_OTHERS = [20, 5] as const;

/** Any text of at least two tokens. */
const SOME_TEXT = 'The cat sat on the mat.';

/** The requests for next tokens to one kind of server. */
interface Dialect {
  /** Maximum number of prompts in a request. */
  atOnce: number;
  behind: (prompts: readonly TokenPrompt[]) => Promise<Distribution[]>;
  along?: (tokens: readonly number[], count: number) => Promise<Distribution[]> | undefined;
  tokenize: NextTokens['tokenize'];
}

/** Distributions of the next token from vLLM, SGLang or OpenAI's completions. The first request detects which one the server is. */
export function nextTokensOver(link: Link, model: string): NextTokens {
  let known: Promise<Dialect> | undefined;
  const dialect = () => {
    known ??= detect(link, model).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  async function behind(prompts: readonly TokenPrompt[]): Promise<Distribution[]> {
    const { atOnce, behind: ask } = await dialect();
    const parts = Array.from({ length: Math.ceil(prompts.length / atOnce) }, (_, i) => prompts.slice(i * atOnce, (i + 1) * atOnce));
    return (await Array.fromAsync(parts, ask)).flat();
  }
  const tokenized = new Map<string, Promise<readonly number[]>>();
  return {
    behind,
    async along(tokens, count) {
      const { along } = await dialect();
      return along?.(tokens, count) ?? behind(Array.from({ length: count }, (_, i) => tokens.slice(0, tokens.length - count + i)));
    },
    tokenize(text, special) {
      const key = JSON.stringify([text, special]);
      const found = tokenized.get(key) ?? dialect().then(({ tokenize }) => tokenize(text, special));
      tokenized.set(key, found);
      found.catch(() => tokenized.delete(key));
      return found;
    },
  };
}

async function detect(link: Link, model: string): Promise<Dialect> {
  const listed = await listedByVllm(link, model);
  if (listed !== undefined) return vllm(link, { model, listed });
  return (await isSgLang(link)) ? sgLang(link, model) : completions(link, model);
}

/** The number of tokens that vLLM lists: its vocabulary, or its limit (`--max-logprobs`). Returns undefined for another server. */
async function listedByVllm(link: Link, model: string): Promise<number | undefined> {
  const body = { model, prompt: SOME_TEXT, max_tokens: 1, temperature: 0, prompt_logprobs: -1 };
  try {
    return wholeList(await link.post(below(link.endpoint, 'completions'), body));
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.kind === 'not_found') throw noDistributions('The server completes no texts', link.where);
    if (error.kind !== 'bad_request') throw error;
    const limit = /\bgreater than max allowed: (\d{1,9})\b/.exec(error.said)?.[1];
    return limit === undefined ? undefined : Number(limit);
  }
}

function vllm(link: Link, { model, listed }: { model: string; listed: number }): Dialect {
  if (listed < 1) throw noDistributions('The server lists no tokens (--max-logprobs 0)', link.where);
  const ask = (more: object) => link.post(below(link.endpoint, 'completions'), { model, max_tokens: 1, temperature: 0, ...more });
  return {
    atOnce: Math.max(1, Math.floor(MOST_LISTED / listed)),
    behind: async (prompt) => ofIds(await ask({ prompt, logprobs: listed, return_tokens_as_token_ids: true }), prompt.length, link),
    // The whole vocabulary at every position of a prompt may be a gigabyte.
    along: (prompt, count) =>
      prompt.length * listed > MOST_LISTED
        ? undefined
        : ask({ prompt, prompt_logprobs: listed }).then((reply) => ofPrompt(reply, { length: prompt.length, count, listed }, link)),
    tokenize: tokenizer(link, model),
  };
}

const askSgLang = (link: Link, prompts: readonly TokenPrompt[], listed: number): Promise<unknown> =>
  link.post(beside(link.endpoint, 'generate'), {
    ...(prompts.every((prompt) => typeof prompt === 'string') ? { text: prompts } : { input_ids: prompts }),
    sampling_params: { max_new_tokens: 1, temperature: 0 },
    return_logprob: true,
    top_logprobs_num: listed,
  });

async function isSgLang(link: Link): Promise<boolean> {
  try {
    ofSgLang(await askSgLang(link, [SOME_TEXT], 1), 1, link);
    return true;
  } catch (error) {
    if (error instanceof ModelError && ['not_found', 'bad_request', 'bad_response', 'authentication'].includes(error.kind)) return false;
    throw error;
  }
}

function sgLang(link: Link, model: string): Dialect {
  return {
    atOnce: MOST_LISTED / OF_SGLANG,
    behind: async (prompts) => ofSgLang(await askSgLang(link, prompts, OF_SGLANG), prompts.length, link),
    tokenize: tokenizer(link, model),
  };
}

/** Together, and other servers that list the likeliest tokens by their text, without token ids. */
async function completions(link: Link, model: string): Promise<Dialect> {
  const ask = (prompt: TokenPrompt, logprobs: number) =>
    link.post(below(link.endpoint, 'completions'), { model, prompt, max_tokens: 1, temperature: 0, logprobs });
  const listed = await longestList((logprobs) => ask(SOME_TEXT, logprobs));
  if (listed === undefined) throw noDistributions('The server lists no likeliest tokens', link.where);
  return {
    atOnce: 1,
    behind: async ([prompt]) => [ofTexts(await ask(prompt!, listed), link)],
    tokenize: () => Promise.reject(noDistributions('The server has no route for token ids', link.where)),
  };
}

async function longestList(ask: (logprobs: number) => Promise<unknown>): Promise<number | undefined> {
  for (const logprobs of OF_OTHERS) {
    try {
      await ask(logprobs);
      return logprobs;
    } catch (error) {
      if (!(error instanceof ModelError && error.kind === 'bad_request')) throw error;
    }
  }
  return undefined;
}

function tokenizer(link: Link, model: string): NextTokens['tokenize'] {
  return async (prompt, add_special_tokens) => {
    try {
      return tokensOf(await link.post(beside(link.endpoint, 'tokenize'), { model, prompt, add_special_tokens }), link.where);
    } catch (error) {
      if (!(error instanceof ModelError && error.kind === 'not_found')) throw error;
      throw noDistributions('The server has no route for token ids (/tokenize)', link.where);
    }
  };
}

/** An address beside the API of OpenAI, whose path ends in /v1. */
function beside(endpoint: URL, route: string): URL {
  return withPath(endpoint, `${endpoint.pathname.replace(/\/(?:v1\/?)?$/, '')}/${route}`);
}
