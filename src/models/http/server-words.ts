import { asRecord, jsonIn, listIn } from '../../json.js';
import { scrubber } from '../../secrets.js';

/** Reads a server's error in any of the usual formats. A missing field is ''. */
export function readError(body: string) {
  const parsed = parse(body);
  // Google sends a list that holds one error.
  const reply = asRecord(Array.isArray(parsed) ? parsed[0] : parsed);
  const [firstError] = listIn(reply.errors);
  const error = asRecord(reply.error ?? firstError);
  const metadata = asRecord(error.metadata);
  const { code: innerCode } = asRecord(error.innererror);
  const text = (...values: unknown[]) =>
    values.find((value): value is string => typeof value === 'string' && value !== '') ?? '';
  return {
    code: text(error.code, reply.code),
    type: text(error.type, reply.error_type, error.status),
    param: text(error.param),
    words: text(
      error.message,
      error.msg,
      reply.error,
      firstError,
      reply.message,
      reply.msg,
      reply.error_msg,
      reply.error_message,
      reply.detail,
      asRecord(reply.detail).message,
      validationWords(reply),
      parsed,
    ),
    ...limitIn(listIn(error.details)),
    /** True if a filter flagged the text. The flagged text is not returned. */
    isFlagged:
      innerCode === 'ResponsibleAIPolicyViolation' ||
      typeof metadata.flagged_input === 'string' ||
      (Array.isArray(metadata.reasons) && metadata.reasons.length > 0),
  };
}

/**
 * Reads Google's details of a limit: the names of quotas, and the wait in ms, which no header has.
 */
function limitIn(details: readonly unknown[]): { quotas: string; wait?: number } {
  const entries = details.map(asRecord);
  const violations = entries.flatMap(({ violations: list }) => listIn(list).map(asRecord));
  const quotas = violations.flatMap(({ quotaId }) => (typeof quotaId === 'string' ? quotaId : []));
  const delays = entries.flatMap(({ retryDelay }) =>
    typeof retryDelay === 'string' ? retryDelay : [],
  );
  const seconds = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(delays[0] ?? '')?.[1];
  const limit: ReturnType<typeof limitIn> = { quotas: quotas.join(' ') };
  if (seconds !== undefined) limit.wait = Number(seconds) * 1000;
  return limit;
}

/** The first entry of FastAPI's error list, with its place in the request. */
function validationWords({ detail, message }: Record<string, unknown>): string | undefined {
  const [firstEntry] = [detail, asRecord(message).detail, message].flatMap(listIn);
  const { loc, msg } = asRecord(firstEntry);
  if (typeof msg !== 'string') return undefined;
  return Array.isArray(loc) ? `${loc.join('.')}: ${msg}` : msg;
}

function parse(body: string): unknown {
  const value = jsonIn(body);
  if (value !== undefined) return value;
  return isWebPage(body) ? titleOf(body) : body;
}

export function isWebPage(text: string): boolean {
  return text.trimStart().startsWith('<');
}

/** Longest part of a web page that is searched for its title, in characters. */
const LONGEST_HEAD = 5000;

/** The title of a web page, which names its error; '' for none. */
export function titleOf(page: string): string {
  const head = page.slice(0, LONGEST_HEAD);
  return /<title[^>]{0,200}>([^<]{1,300})/i.exec(head)?.[1]?.trim() ?? '';
}

/**
 * Makes untrusted text safe for a message: one line, no control characters, no keys, at most 300
 * characters.
 */
export type Clean = (text: string) => string;

const LIMIT = 300;

/** OpenAI quotes a wrong key as `sk-abcde****wxyz`. Both ends are part of the key, too. */
const HIDDEN = '****';
const WORDS = /[^\s'"`]+/g;

function hideRestOfKey(word: string): string {
  const maskStart = word.lastIndexOf(HIDDEN);
  if (maskStart === -1) return word;
  const tail = word.slice(maskStart + HIDDEN.length);
  const ends = tail.search(/[.,;]/);
  return ends === -1 ? '***' : `***${tail.slice(ends)}`;
}

/**
 * Truncate a text to this length first. It is far more than is shown, so no reader sees the cut.
 */
const MOST_READ = 20_000;
/** Characters per byte in the longest spelling of a key, `\u0000`, with a space behind each. */
const LONGEST_SPELLING = 12;

/** @param secrets keys to remove, in every usual encoding. */
export function cleaner(secrets: readonly string[]): Clean {
  const scrub = scrubber(secrets);
  const longest =
    LONGEST_SPELLING * Math.max(0, ...secrets.map((secret) => Buffer.byteLength(secret)));
  return (text) => {
    const start = text.slice(0, MOST_READ);
    // Cc: control, Cf: invisible and right-to-left marks, Zl and Zp: line separators, Cs: lone
    // surrogates.
    const line = start
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/[\p{Cf}\p{Cs}]/gu, '')
      .replace(/ +/g, ' ')
      .trim();
    // Scrub before the cut, which could leave half a key.
    const scrubbed = scrub(line).replace(WORDS, hideRestOfKey);
    // If most of the text was white space, its end is shown and may hold half a key.
    const safe =
      text.length > MOST_READ
        ? `${scrubbed.slice(0, Math.max(0, scrubbed.length - longest))}…`
        : scrubbed;
    const characters = [...safe];
    return characters.length > LIMIT ? `${characters.slice(0, LIMIT - 1).join('')}…` : safe;
  };
}
