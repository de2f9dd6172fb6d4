import { enumerate } from '../../language/enumerate.ts';
import { jsonIn, quoted, quotedWhole } from '../../json.ts';
import type { EndpointFailure } from './attempt-result.ts';
import { expiredRemedy, keyRemedy, type KeyContext } from './key-remedies.ts';
import { otherInterfaceOf } from '../hubs/reply-shapes.ts';
import { configKeyOf, quotedConfigKeys } from '../config-keys.ts';
import type { Section } from '../settings.ts';
import type { Clean } from './clean.ts';
import { readError } from './server-error.ts';

export interface FailureContext extends KeyContext {
  address: string;
  /** Names of the parameters that the configuration sets. */
  parameters: readonly string[];
  /** Maximum time of one attempt up to the reply's last byte, in seconds. */
  timeout: number;
  clean: Clean;
}

/** Error codes of failures that every request with these settings has. */
const FATAL_CODES = new Set([
  'model_not_found',
  'invalid_model',
  'DeploymentNotFound',
  'OperationNotSupported',
  'unsupported_parameter',
  'unsupported_value',
  'unknown_parameter',
]);

/** Parameters that come from the configuration, not from one prompt. */
const FATAL_PARAMS = new Set([
  'model',
  'temperature',
  'top_p',
  'top_k',
  'max_tokens',
  'max_completion_tokens',
  'max_new_tokens',
  'n',
  'stop',
  'seed',
  'frequency_penalty',
  'presence_penalty',
  'response_format',
  'reasoning_effort',
  'dimensions',
  'encoding_format',
]);

export const FILTER_REMEDY =
  'Its filter withheld the prompt: change it, leave the row out, or change the filter.';

const FILTER_CODES = new Set(['content_filter', 'content_policy_violation', 'moderation_blocked']);

/**
 * A content filter without a code: "your input was flagged", "Content violates usage guidelines".
 */
const ABOUT_TEXT =
  /\b(?:input|prompt|content) (?:(?:was|is|has been) )?(?:flagged|violates|rejected by (?:the )?moderation)\b/i;

/** Google refuses a key with status 400. */
const ABOUT_KEY = /\bAPI key (?:not valid|not found|expired)\b/i;

const ABOUT_EXPIRY = /\b(?:token|credentials?|key)\b.{0,60}\bexpired\b|\bexpired ?token/i;

/** Bedrock's words about a model that no request can have. They have no code. */
const ABOUT_MODEL =
  /\bmodel identifier is invalid\b|\bon-demand throughput isn.t supported\b|\baccess to the model\b/i;
/** Words that refuse a parameter, without a code. */
const ABOUT_ARGUMENT =
  /\b(?:unrecogni[sz]ed|unknown|unsupported|unexpected) (?:request )?(?:argument|parameter)/i;

const ABOUT_FORMAT = /\bresponse_format\b/;

interface ErrorReply {
  status: number;
  body: string;
  /** The status in the message; the default is `HTTP` and the number. */
  shownStatus?: string;
}

export function statusFailure(
  { status, body, shownStatus = `HTTP ${status}` }: ErrorReply,
  context: FailureContext,
): EndpointFailure {
  const error = readError(body);
  const { predicate, ...meaning } =
    refusalOfAccess(status, error, context) ??
    endOfAllowance(status, error) ??
    troubleWithLoad(status, error) ??
    refusalOfRequest(error, context);
  const serverText = context.clean(error.words);
  const quote = serverText ? `: ${quotedWhole(serverText)}` : '';
  const message = `${quoted(context.url.host)} ${predicate} (${shownStatus})${quote}.`;
  const failure: EndpointFailure = { message, serverText, retriable: false, ...meaning };
  if (error.wait !== undefined) failure.wait = error.wait;
  const otherInterface = otherInterfaceOf(jsonIn(body), context.hub.shape ?? 'chat');
  if (meaning.kind === 'not_found' && otherInterface !== undefined) failure.remedy = otherInterface;
  return failure;
}

type ServerError = ReturnType<typeof readError>;

/** The meaning of a status and an error in a reply. */
interface Meaning extends Pick<
  EndpointFailure,
  'kind' | 'remedy' | 'remedyForAll' | 'fatal' | 'throttles'
> {
  /** The predicate of the message: what the host does. */
  predicate: string;
  retriable?: boolean;
}

/**
 * Explains an endpoint that gives no access to the model, or a filter that withholds the prompt.
 */
function refusalOfAccess(
  status: number,
  { code, type, words, isFlagged }: ServerError,
  context: FailureContext,
): Meaning | undefined {
  // OpenRouter and xAI send 403 for a filtered text; most servers send 400.
  const isRefused = status === 400 || status === 403 || status === 422;
  if (isRefused && (isFlagged || FILTER_CODES.has(code) || ABOUT_TEXT.test(words))) {
    return { kind: 'filtered', predicate: 'refuses the text', remedy: FILTER_REMEDY };
  }
  if (status === 401 || status === 403 || (status === 400 && ABOUT_KEY.test(words))) {
    const predicate = context.hasKey ? 'refuses the key' : 'needs a key';
    const isExpired = context.hasKey && ABOUT_EXPIRY.test(words);
    const remedy = isExpired ? expiredRemedy(context) : keyRemedy(context);
    return { kind: 'authentication', predicate, remedy, fatal: true };
  }
  const isOutOfCredit = [code, type].includes('insufficient_quota');
  if (status === 402 || isOutOfCredit) {
    const predicate = 'says that the account has no credit left';
    const remedy = 'Check the plan and the bill of the account that the key belongs to.';
    return { kind: 'rate_limit', predicate, remedy, fatal: true };
  }
  if (status === 404 || status === 405 || status === 410) {
    const isV1 = context.hub.name === 'azure-openai' && /\/openai\/v1\//.test(context.url.pathname);
    const nameKey = `\`${configKeyOf(context.section, 'name')}\``;
    const name = isV1 ? `that ${nameKey} is the name of a deployment` : nameKey;
    const remedy = `Check ${name}, and \`base_url\`: for OpenAI-compatible servers it mostly ends in /v1.`;
    return { kind: 'not_found', predicate: 'knows no such model or route', remedy, fatal: true };
  }
  return undefined;
}

/** Words of a limit that lasts for hours or days, and words of one that ends within minutes. */
const ABOUT_DAYS = /per[ _-]?day|\bdaily\b|\bquota\b/i;
const ABOUT_MINUTES = /per[ _-]?(?:minute|second|hour)|\b[rt]pm\b/i;
const PER_DAY = /PerDay/;

/** Explains a limit for a day. Waiting does not help this run. */
function endOfAllowance(status: number, { words, quotas, wait }: ServerError): Meaning | undefined {
  if (status !== 429) return undefined;
  // Google calls every limit a quota, and names the limit in the details.
  const isInDetails = quotas !== '' || wait !== undefined;
  const isInWords = ABOUT_DAYS.test(words) && !ABOUT_MINUTES.test(words);
  if (isInDetails ? !PER_DAY.test(quotas) : !isInWords) return undefined;
  const remedy =
    'Run again when the limit is over, or ask for a higher one: it is not over in minutes.';
  return { kind: 'rate_limit', predicate: 'allows no more requests for now', remedy, fatal: true };
}

/** Explains an endpoint that is overloaded, limits the rate or failed. */
function troubleWithLoad(status: number, { words }: ServerError): Meaning | undefined {
  if (status === 408) {
    const remedy = 'Lower `concurrency`, or run again later.';
    return { kind: 'timeout', predicate: 'gave up waiting', remedy, retriable: true };
  }
  // The request alone exceeds the tokens per minute, so waiting does not help.
  if (status === 429 && /\brequest too large\b/i.test(words)) {
    const remedy = 'Lower `max_tokens`, shorten the prompt, or leave the row out.';
    return { kind: 'bad_request', predicate: 'refuses the request', remedy };
  }
  if (status === 429) {
    const predicate = 'limits the rate of requests';
    const remedy = 'Lower `concurrency`, run again later, or ask for a higher limit.';
    return { kind: 'rate_limit', predicate, remedy, retriable: true, throttles: '429' };
  }
  // Older llama.cpp servers send 5xx for a `response_format` that they do not support.
  const isServers = status >= 500 && !ABOUT_FORMAT.test(words);
  // Anthropic sends 529.
  if ((status === 503 || status === 529) && isServers) {
    const remedy = 'Check that the model is up, lower `concurrency`, or run again later.';
    return {
      kind: 'rate_limit',
      predicate: 'is overloaded',
      remedy,
      retriable: true,
      throttles: '503',
    };
  }
  if (status === 409 || status === 425 || isServers) {
    const remedy = 'The endpoint failed. Run again later.';
    return { kind: 'server', predicate: 'failed', remedy, retriable: true };
  }
  return undefined;
}

/** Explains the refusal of this request, or of all requests with these settings. */
function refusalOfRequest({ code, param, words }: ServerError, context: FailureContext): Meaning {
  const { section, parameters } = context;
  const refused = parameters.find((name) => name === param || isRefusedIn(words, name));
  const isAboutSettings =
    FATAL_CODES.has(code) ||
    ABOUT_FORMAT.test(words) ||
    ABOUT_MODEL.test(words) ||
    ABOUT_ARGUMENT.test(words) ||
    refused !== undefined ||
    FATAL_PARAMS.has(param);
  const fatal = isAboutSettings && code !== 'context_length_exceeded';
  let remedy = fatal ? settingsRemedy(section) : 'Change the prompt, or leave the row out.';
  if (fatal && refused !== undefined)
    remedy = `Change or remove \`${configKeyOf(section, 'parameters')}.${refused}\`, which the endpoint refuses.`;
  const remedyForAll = fatal ? undefined : settingsRemedy(section);
  return { kind: 'bad_request', predicate: 'refuses the request', remedy, fatal, remedyForAll };
}

function settingsRemedy(section: Section): string {
  return `Change ${enumerate(quotedConfigKeys(section, ['name', 'api', 'parameters']), 'or')}.`;
}

const REFUSES_NAME =
  /unsupported|unrecogni[sz]ed|unknown|unexpected|(?:not|n't) (?:supported?|permitted|allowed)|deprecated|extra inputs/i;

/** True if the words refuse a parameter by its name. A shorter name may be a common word. */
function isRefusedIn(words: string, name: string): boolean {
  if (name.length < 4 || !REFUSES_NAME.test(words)) return false;
  return words.split(/[^\w.]+/).some((word) => word === name || word.endsWith(`.${name}`));
}
