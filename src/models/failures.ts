// Classifies a failed attempt: its kind, message and remedy, and the next step.

import { z } from 'zod';
import { SERVER_ERROR_KINDS } from '../shared/errors.ts';
import { isMapping, quotedName, quotedWhole } from '../shared/json.ts';
import failures from './failures.json' with { type: 'json' };
import { readServerError } from './server-error.ts';
import type { SectionName } from './settings.ts';

/** A failed attempt: what happened, what to do, and whether to try again. */
export interface Failure extends Pick<Diagnosis, 'kind' | 'remedy' | 'next'> {
  message: string;
  /** The server's own words, cleaned; `''` without any. */
  words: string;
  /** The wait that the server asks for, in ms. */
  wait?: number;
  status: BadReply['status'];
}

/** An object, or a list from an API that sends one. */
export type JsonReply = Readonly<Record<string, unknown>>;

/** The expectations of a request about its reply. */
export interface ExpectedReply {
  /** True for a reply in the form of the requested API. */
  isReply: (reply: JsonReply) => boolean;
  /** The fault of a reply that has this form but no answer. */
  faultIn?: (reply: JsonReply) => BadReply | undefined;
  /** True for a reply with a vector for each text, or a number for each token: it may be long. */
  returnsLists?: boolean;
  /** True for the words of a refusal after which the hub resends the request in another form. */
  isResentByHub?: (words: string) => boolean;
}

export type Attempted = { reply: JsonReply } | Failure;

export interface FailureContext {
  host: string;
  section: SectionName;
  hasKey: boolean;
  /** Names of the parameters that the configuration sets. */
  parameters: readonly string[];
  /** The parameter that limits the length of an answer, such as `max_tokens`. */
  lengthParameter: string;
  /** Time limit of one attempt, in seconds. */
  timeout: number;
  /** Number of times that a failed request is retried. */
  retries: number;
  /** True for a service without a known API, in whose reply `error` may mean anything. */
  isFreeForm?: boolean;
  /** Removes the keys of the job. */
  scrub: (text: string) => string;
}

/** A line of `failures.json`: the diagnosis of all failures whose status and words match. */
const diagnosisLine = z.strictObject({
  about: z.string().optional(),
  /** A pattern of the HTTP status, of `brief`, or of the `ReplyFault`. */
  status: z.string().transform((pattern) => new RegExp(`^(?:${pattern})$`)),
  /** Patterns of the error's words and codes, one of which must match. */
  words: z
    .string()
    .array()
    .default([''])
    .transform((patterns) => new RegExp(patterns.join('|'), 'i')),
  kind: z.enum(SERVER_ERROR_KINDS),
  /** Completes the sentence `HOST …`. */
  does: z.string(),
  /** SECTION stands for the section of the configuration, LIMIT for `lengthParameter`. */
  remedy: z.string(),
  /**
   * The next step. `retry`: the same request may succeed. `pause`: too many requests were sent at
   * once. `end`: every request with these settings would fail. Absent: this request alone fails.
   */
  next: z.enum(['retry', 'pause', 'end']).optional(),
  /** True for an error about the format of an answer. */
  isAboutFormat: z.boolean().optional(),
  /** True for an error that, if no key was sent, means that the server needs one. */
  isAboutKey: z.boolean().optional(),
  /** True if a parameter that the words of the error name may be its cause. */
  isAboutParameters: z.boolean().optional(),
});
/** The meaning of a failure: what happened, and what helps. */
type Diagnosis = Omit<z.output<typeof diagnosisLine>, 'about' | 'status' | 'words'>;

/**
 * The lines of `failures.json`. The first match wins, so a line for certain words stands before the
 * line for any words of the same status, and a cause that says more before one that says less.
 */
const DIAGNOSES = diagnosisLine.array().parse(failures);

/** The diagnosis of an error that matches no line. */
const UNKNOWN_ERROR: Diagnosis = {
  kind: 'server',
  does: 'failed',
  remedy: 'The endpoint failed. Run again later.',
  next: 'retry',
};

/** The longest wait that a server may ask for. A longer wait ends the route. */
export const MAX_WAIT_MS = 10 * 60_000;

/** A fault without an HTTP status. With `error`, only the words say what failed. */
type ReplyFault =
  | 'connection'
  | 'text'
  | 'long'
  | 'shape'
  | 'pointer'
  | 'error'
  | 'unfinished'
  | 'tool'
  | 'cut'
  | 'full'
  | 'thought'
  | 'empty';

/** A server's reply in place of an answer. */
export interface BadReply {
  status: number | ReplyFault;
  body: string;
  /** The wait that the headers ask for, in ms. */
  after?: number;
}

const NO_KEY =
  'Name the host, followed by the variable with its key: `allowed-hosts: HOST VARIABLE` in the workflow, or `export SENSITIVITY_ALLOWED_HOSTS="HOST VARIABLE"` in a shell.';

export function describeFailure(
  { status, body, after }: BadReply,
  context: FailureContext,
): Failure {
  const error = readServerError(body);
  const wait = after ?? error.wait;
  // A limit with a short wait does not end the route: `failures.json` has a line `brief` for it.
  const isBrief = status === 429 && wait !== undefined && wait <= MAX_WAIT_MS;
  const statusWord = isBrief ? 'brief' : String(status);
  const diagnosis: Diagnosis =
    DIAGNOSES.find(
      (line) => line.status.test(statusWord) && line.words.test(error.wordsAndCodes),
    ) ?? UNKNOWN_ERROR;
  const { kind, next } = diagnosis;
  const isKeyless = diagnosis.isAboutKey && !context.hasKey;
  const does = isKeyless ? 'needs a key, and none was sent' : diagnosis.does;
  const words = cleaned(error.words, context);
  const shown = typeof status === 'number' ? ` (HTTP ${status})` : '';
  const quote = words && `: ${quotedWhole(words)}`;
  const message = `${quotedName(context.host)} ${does}${shown}${quote}.`;
  const remedy = isKeyless ? NO_KEY : remedyOf(diagnosis, error.wordsAndCodes, context);
  return { kind, message, remedy, words, next, wait, status };
}

const MAX_SHOWN_LENGTH = 300;
const MAX_READ_LENGTH = 20_000;

/** Cleans a server's text for a message: one line, without keys and control characters. */
function cleaned(text: string, { scrub }: FailureContext) {
  // Scrub before the cut, which could leave half a key that nothing recognizes.
  const line = scrub(text)
    .slice(0, MAX_READ_LENGTH)
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
  // OpenAI quotes both ends of a wrong key: `sk-ab****yz`.
  const shown = scrub(line).replace(/[^\s'"`]+/g, (word) => (word.includes('****') ? '***' : word));
  return shown.length > MAX_SHOWN_LENGTH ? `${shown.slice(0, MAX_SHOWN_LENGTH - 1)}…` : shown;
}

/** True for the words of an error that refuses the format of an answer. */
export function isAboutFormat(words: string) {
  return DIAGNOSES.some((line) => line.isAboutFormat && line.words.test(words));
}

/** The remedy, which names a refused parameter that the configuration sets. */
function remedyOf(
  { remedy, isAboutParameters }: Diagnosis,
  wordsAndCodes: string,
  { section, parameters, lengthParameter }: FailureContext,
) {
  const words = new Set(wordsAndCodes.split(/\W+/));
  const refused = parameters.filter((name) => words.has(name));
  if (refused.length === 0 || !isAboutParameters)
    return remedy.replaceAll('SECTION', section).replaceAll('LIMIT', lengthParameter);
  const settings = refused.map((name) => `\`${section}.parameters.${name}\``);
  return `Change or remove ${settings.join(' or ')}, which the endpoint refuses.`;
}

/** Describes the failure of a request that got no complete reply. */
export function describeConnectionFailure(thrown: unknown, context: FailureContext): Failure {
  const chain: Record<string, unknown>[] = [];
  for (let error = thrown; isMapping(error) && chain.length < 10; error = error.cause)
    chain.push(error);
  // undici reports the status of a proxy, and an interim reply, only in its message.
  const explained = chain
    .map(({ message }) => String(message))
    .find((message) => /^Proxy response|^bad response/.test(message));
  const codes = chain.map(({ code, name }) => (name === 'TimeoutError' ? name : code));
  const body = explained ?? codes.find((code) => typeof code === 'string') ?? 'unknown';
  return describeFailure({ status: 'connection', body }, context);
}
