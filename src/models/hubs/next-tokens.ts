import type { Distribution, NextTokens, TokenPrompt } from '../../engine/model.js';
import { ModelError } from '../../errors.js';
import type { Link } from '../http/connect.js';
import { noDistributions, ofIds, ofPrompt, ofSgLang, ofTexts, tokensOf, wholeList } from './logprobs.js';

/** So many log-probabilities a reply, at most, where several prompts share one: six megabytes. */
const MOST_LISTED = 200_000;

/** Of a server whose lists have no limit that is told. One beyond the vocabulary stops some servers. */
const OF_SGLANG = 1_000;
/** Tried in turn: vLLM's default, and OpenAI's limit. */
const OF_OTHERS = [20, 5] as const;

/** Any text of two tokens and more. */
const SOME_TEXT = 'The cat sat on the mat.';

interface Dialect {
  atOnce: number;
  behind: (prompts: readonly TokenPrompt[]) => Promise<Distribution[]>;
  along?: (tokens: readonly number[], count: number) => Promise<Distribution[]> | undefined;
  tokenize: NextTokens['tokenize'];
}

/** Asks vLLM, SGLang, or a server of OpenAI's completions, and finds out which one it is by the first question. */
export function nextTokensOver(link: Link, model: string): NextTokens {
  let known: Promise<Dialect> | undefined;
  const dialect = () => {
    known ??= recognise(link, model).catch((error: unknown) => {
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

async function recognise(link: Link, model: string): Promise<Dialect> {
  const listed = await listedByVllm(link, model);
  if (listed !== undefined) return vllm(link, { model, listed });
  return (await isSgLang(link)) ? sgLang(link, model) : completions(link, model);
}

/** How many tokens vLLM lists: its vocabulary, or as many as it may (`--max-logprobs`); undefined for another server. */
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
    // The whole vocabulary at every place of a prompt may be a gigabyte.
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

/** Together, and every server that lists the likeliest tokens by their text: it takes no token ids, and makes none. */
async function completions(link: Link, model: string): Promise<Dialect> {
  const ask = (prompt: TokenPrompt, logprobs: number) =>
    link.post(below(link.endpoint, 'completions'), { model, prompt, max_tokens: 1, temperature: 0, logprobs });
  const listed = await longestList((logprobs) => ask(SOME_TEXT, logprobs));
  if (listed === undefined) throw noDistributions('The server lists no likeliest tokens', link.where);
  return {
    atOnce: 1,
    behind: async ([prompt]) => [ofTexts(await ask(prompt!, listed), link)],
    tokenize: () => Promise.reject(noDistributions('The server makes no token ids of a text', link.where)),
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
      throw noDistributions('The server makes no token ids of a text (/tokenize)', link.where);
    }
  };
}

function below(endpoint: URL, route: string): URL {
  return withPath(endpoint, `${endpoint.pathname.replace(/\/$/, '')}/${route}`);
}

function beside(endpoint: URL, route: string): URL {
  return withPath(endpoint, `${endpoint.pathname.replace(/\/(?:v1\/?)?$/, '')}/${route}`);
}

function withPath(endpoint: URL, path: string): URL {
  const url = new URL(endpoint);
  url.pathname = path;
  return url;
}
