import type { FirstToken } from '../../engine/model.js';
import { ModelError } from '../../errors.js';
import { asRecord, listIn } from '../../json.js';
import type { Send } from './answer-format.js';

/** How likely each short beginning of an answer was, as OpenAI's chat completions tell it: where the endpoint does. */

/** OpenAI's most, and vLLM's where it was not told another. */
const ASKED = { logprobs: true, top_logprobs: 20 };

/** Signs before the first word (`**`, `(`, a line break): so many are looked behind. */
const MOST_SIGNS = 4;

/** More than all: rounding in float32 is far less. */
const MOST_MASS = 1 + 1e-3;

/** One letter, or a number of two digits at most, whatever signs stand around it: `A`, ` a`, `(A`, `**A`, `10.` */
const SHORT = /^[^\p{L}\p{N}]*(\p{L}|\p{N}{1,2})[^\p{L}\p{N}]*$/u;
const SAYS = /[\p{L}\p{N}]/u;
/** How some tokenizers write the blank and the line break before a word, and what is longer than a label with signs around it. */
const WRITTEN_BLANKS = /^[ĠĊ]+/;
const LONGEST = 16;

/**
 * Asks for log-probabilities beside an answer, and without them where the endpoint refuses to be asked so, unless they are needed. One a
 * model, as it remembers the refusal. `logprobs` among the user's own parameters wins: what comes of it is read.
 */
export function firstTokenAsker(parameters: Record<string, unknown>, where: string) {
  const more = ['logprobs', 'top_logprobs'].some((name) => Object.hasOwn(parameters, name)) ? {} : ASKED;
  let known: 'unknown' | 'given' | 'refused' = 'unknown';
  return async (isNeeded: boolean, send: Send): Promise<{ reply: unknown; first?: FirstToken | undefined }> => {
    if (known === 'refused' && !isNeeded) return { reply: await send({}) };
    try {
      const reply = await send(more);
      const first = firstTokenOf(reply);
      // Where they came once, a reply without them (a refusal has none) says nothing of the others.
      if (isNeeded && first === undefined)
        throw noFirstToken('The reply holds no log-probabilities of its tokens', where, known !== 'given');
      if (first !== undefined) known = 'given';
      return { reply, first };
    } catch (error) {
      if (!mayBeRefusal(error) || known === 'given' || more !== ASKED) throw error;
      if (isNeeded) throw ABOUT_LOGPROBS.test(error.said) ? noFirstToken(error.message.replace(/\.$/, ''), where, true) : error;
    }
    const reply = await send({});
    // Not before: where the bare request fails alike, log-probabilities were not what was wrong.
    known = 'refused';
    return { reply };
  };
}

const ABOUT_LOGPROBS = /log_?probs?/i;

/**
 * There is no code for it that servers share: OpenAI says 403 of its reasoning models, others 400, 422, a router 404, some gateways 500. A
 * request that fails for something else fails again without them, and says so itself.
 */
function mayBeRefusal(error: unknown): error is ModelError {
  if (!(error instanceof ModelError)) return false;
  return (
    ['bad_request', 'not_found', 'server'].includes(error.kind) || (error.kind === 'authentication' && ABOUT_LOGPROBS.test(error.said))
  );
}

/** Undefined where a reply does not say it, or says what cannot be. */
export function firstTokenOf(reply: unknown): FirstToken | undefined {
  const chances = new Map<string, number>();
  // What may follow signs is known behind those alone that were drawn: the others are nobody's.
  let reached = 1;
  const places = placesOf(reply).slice(0, MOST_SIGNS);
  for (const place of places) {
    const { token, logprob, list } = entriesAt(place) ?? {};
    if (token === undefined || logprob === undefined || list === undefined) return undefined;
    const mass = list.reduce((sum, entry) => sum + Math.exp(entry.logprob), 0);
    if (!(mass <= MOST_MASS)) return undefined;
    for (const entry of list) {
      const label = shortOf(entry.token);
      if (label !== undefined) chances.set(label, (chances.get(label) ?? 0) + reached * Math.exp(entry.logprob));
    }
    if (SAYS.test(token)) break;
    reached *= Math.exp(logprob);
  }
  return places.length === 0 ? undefined : Object.fromEntries(chances);
}

interface Entry {
  token: string;
  logprob: number;
}

/** By hand: an answer has a list for each of its tokens, and only the first are looked at. */
function placesOf(reply: unknown): unknown[] {
  const [choice] = listIn(asRecord(reply).choices);
  return listIn(asRecord(asRecord(choice).logprobs).content);
}

/** The token that was drawn, and the likeliest in its place with it among them. */
function entriesAt(place: unknown): (Entry & { list: Entry[] }) | undefined {
  const drawn = entryOf(place);
  const listed = listIn(asRecord(place).top_logprobs).map(entryOf);
  if (drawn === undefined || listed.length === 0 || listed.includes(undefined)) return undefined;
  const list = listed as Entry[];
  const isListed = list.some(({ token, logprob }) => token === drawn.token && Math.abs(logprob - drawn.logprob) < 1e-6);
  return { ...drawn, list: isListed ? list : [...list, drawn] };
}

function entryOf(value: unknown): Entry | undefined {
  const { token, logprob } = asRecord(value);
  return typeof token === 'string' && typeof logprob === 'number' && logprob <= 1e-3 ? { token, logprob } : undefined;
}

/** `A` for ` a`, `(A` and `**A`. */
function shortOf(token: string): string | undefined {
  if (token.length > LONGEST) return undefined;
  return SHORT.exec(token.normalize('NFKC').replace(WRITTEN_BLANKS, ''))?.[1]?.toUpperCase();
}

/** Names who can: there is no other way to learn it than to be told. */
function noFirstToken(message: string, where: string, fatal: boolean): ModelError {
  return new ModelError(`${message}.`, {
    kind: 'no_logprobs',
    fatal,
    where,
    remedy:
      '`readings: probabilities` needs a chat endpoint that gives `top_logprobs`: OpenAI and Azure for models that do not reason, vLLM, ' +
      'llama.cpp. Or write `readings: answers`.',
  });
}
