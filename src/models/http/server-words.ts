import { asRecord, jsonIn } from '../../json.js';
import { scrubber } from '../../secrets.js';

/** The words of a server about its error, from any of the shapes in use; '' where it has none. */
export function readError(body: string) {
  const parsed = parse(body);
  const reply = asRecord(parsed);
  const error = asRecord(reply.error);
  const found = asRecord(error.metadata);
  const text = (...values: unknown[]) => values.find((value): value is string => typeof value === 'string') ?? '';
  return {
    code: text(error.code, reply.code),
    type: text(error.type, reply.error_type),
    param: text(error.param),
    words: text(error.message, reply.error, reply.message, reply.detail, validationWords(reply), parsed),
    /** It says what of the text a filter found; what it quotes of the text is not handed on. */
    isFlagged: typeof found.flagged_input === 'string' || (Array.isArray(found.reasons) && found.reasons.length > 0),
  };
}

/** The first entry of FastAPI's list of what is wrong, with its place in the request: the words alone do not name it. */
function validationWords({ detail, message }: Record<string, unknown>): string | undefined {
  const list = [detail, asRecord(message).detail, message].find(Array.isArray) as unknown[] | undefined;
  const { loc, msg } = asRecord(list?.[0]);
  if (typeof msg !== 'string') return undefined;
  return Array.isArray(loc) ? `${loc.join('.')}: ${msg}` : msg;
}

function parse(body: string): unknown {
  const value = jsonIn(body);
  if (value !== undefined) return value;
  // Plain text is the server's words; a page is not.
  return body.trimStart().startsWith('<') ? undefined : body;
}

/** Makes hostile text fit for a message: one line, no control characters, no keys, at most 300 characters. */
export type Clean = (text: string) => string;

const LIMIT = 300;

/** As OpenAI quotes a wrong key, `sk-abcde****wxyz`: both ends of a key are still part of it. */
const HIDDEN = '****';
const WORDS = /[^\s'"`]+/g;

function withoutHalfHidden(word: string): string {
  const at = word.lastIndexOf(HIDDEN);
  if (at === -1) return word;
  const after = word.slice(at + HIDDEN.length);
  const ends = after.search(/[.,;]/);
  return ends === -1 ? '***' : `***${after.slice(ends)}`;
}

/** Truncates to this length: far above what is shown, so that the cut is never shown. */
const MOST_READ = 20_000;
/** A key in its longest spelling, `\u0000` for each byte. */
const LONGEST_SPELLING = 6;

/** @param secrets keys that must not be shown, in no usual encoding either. */
export function cleaner(secrets: readonly string[]): Clean {
  const scrub = scrubber(secrets);
  const longest = LONGEST_SPELLING * Math.max(0, ...secrets.map((secret) => Buffer.byteLength(secret)));
  return (text) => {
    const read = text.slice(0, MOST_READ);
    // Cc: control, Cf: invisible and right-to-left signs, Zl and Zp: line separators, Cs: halves of a pair.
    const line = read
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/[\p{Cf}\p{Cs}]/gu, '')
      .replace(/ +/g, ' ')
      .trim();
    // Before the cut: the half of a key is still half a key.
    const scrubbed = scrub(line).replace(WORDS, withoutHalfHidden);
    // Where most of the text was white space its end is shown, and half a key may stand there.
    const safe = text.length > MOST_READ ? `${scrubbed.slice(0, Math.max(0, scrubbed.length - longest))}…` : scrubbed;
    const characters = [...safe];
    return characters.length > LIMIT ? `${characters.slice(0, LIMIT - 1).join('')}…` : safe;
  };
}
