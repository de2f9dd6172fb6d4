import { enumerate } from '../../language/enumerate.js';
import { GateError, ModelError, type ModelErrorDetails } from '../../errors.js';
import { asRecord, quoted } from '../../json.js';
import type { Clean } from './server-words.js';
import { howToName } from './endpoint.js';
import type { HubFacts } from '../hubs/hub.js';
import { keyIn, keysIn, type Section } from '../settings.js';
import { readError } from './server-words.js';

export interface Failure extends Omit<ModelErrorDetails, 'cause'> {
  message: string;
  retriable: boolean;
  /** Nothing that an endpoint of models says, such as a web page. */
  isForeign?: true;
  /** Too many requests, whatever this one asks: it waits to be sent again instead of using up its tries. */
  throttles?: '429' | '503';
}

interface KeyContext {
  url: URL;
  section: Section;
  hub: HubFacts;
  hasKey: boolean;
  /** There may be a key, but not for this address. */
  withheld?: boolean;
}

export interface FailureContext extends KeyContext {
  /** Seconds that one attempt may take, the reply's last byte included. */
  timeout: number;
  clean: Clean;
}

/** Codes of a 400 that say: any request with these settings fails. */
const FATAL_CODES = new Set([
  ...['model_not_found', 'invalid_model', 'DeploymentNotFound', 'OperationNotSupported'],
  ...['unsupported_parameter', 'unsupported_value', 'unknown_parameter'],
]);

/** Parameters of the configuration, as opposed to parts of one prompt. */
const FATAL_PARAMS = new Set([
  ...'model temperature top_p top_k max_tokens max_completion_tokens max_new_tokens n stop'.split(' '),
  ...'seed frequency_penalty presence_penalty response_format reasoning_effort dimensions encoding_format'.split(' '),
]);

/** Codes of a filter that found something in the text. */
const FILTER_CODES = new Set(['content_filter', 'content_policy_violation', 'moderation_blocked']);

/** The same in words, of the text and not of the account: "your input was flagged", "Content violates usage guidelines". */
const ABOUT_TEXT = /\b(?:input|prompt|content) (?:(?:was|is|has been) )?(?:flagged|violates|rejected by (?:the )?moderation)\b/i;

/** The server's answer to a request that it does not serve, as a failure in the user's words. */
export function statusFailure(status: number, body: string, context: FailureContext): Failure {
  const { code, type, param, words, isFlagged } = readError(body);
  const key = (name: string) => `\`${keyIn(context.section, name)}\``;
  const said = context.clean(words);
  type Rest = { remedy: string; fatal?: boolean; retriable?: boolean; throttles?: '429' | '503' };
  const fail = (kind: Failure['kind'], what: string, rest: Rest): Failure => {
    const message = `${quoted(context.url.host)} ${what} (HTTP ${status})${said ? `: ${quoted(said)}` : ''}.`;
    return { kind, message, said, retriable: false, ...rest };
  };

  // 403 says OpenRouter, and xAI, where most say 400: of this text alone, whatever the key.
  if (status === 403 && (isFlagged || FILTER_CODES.has(code) || ABOUT_TEXT.test(words))) {
    return fail('bad_request', 'refuses the text', {
      remedy: 'Its filter withheld the prompt: change it, leave the row out, or change the filter.',
    });
  }
  if (status === 401 || status === 403) {
    const what = context.hasKey ? 'refuses the key' : 'wants a key';
    return fail('authentication', what, { fatal: true, remedy: keyRemedy(context) });
  }
  if (status === 402 || [code, type].includes('insufficient_quota')) {
    return fail('rate_limit', 'says that the account has no credit left', {
      fatal: true,
      remedy: 'Check the plan and the bill of the account that the key belongs to.',
    });
  }
  if (status === 404 || status === 405 || status === 410) {
    return fail('not_found', 'knows no such model or route', {
      fatal: true,
      remedy: `Check ${key('name')}, and \`base_url\`: for OpenAI-compatible servers it mostly ends in /v1.`,
    });
  }
  if (status === 408) {
    return fail('timeout', 'gave up waiting', { retriable: true, remedy: 'Lower `concurrency`, or run again later.' });
  }
  // More tokens than a minute may have: no wait makes room for it.
  if (status === 429 && /\brequest too large\b/i.test(words)) {
    return fail('bad_request', 'refuses the request', { remedy: 'Lower `max_tokens`, shorten the prompt, or leave the row out.' });
  }
  if (status === 429) {
    return fail('rate_limit', 'limits the rate of requests', {
      retriable: true,
      throttles: '429',
      remedy: 'Lower `concurrency`, run again later, or ask for a higher limit.',
    });
  }
  // Older servers of llama.cpp call their refusal of it a fault of their own, which no other attempt mends.
  const aboutFormat = /\bresponse_format\b/.test(words);
  if (status === 503 && !aboutFormat) {
    return fail('rate_limit', 'is overloaded', {
      retriable: true,
      throttles: '503',
      remedy: 'Check that the model is up, lower `concurrency`, or run again later.',
    });
  }
  if (status === 409 || status === 425 || (status >= 500 && !aboutFormat)) {
    return fail('server', 'failed', { retriable: true, remedy: 'The fault is on the side of the endpoint. Run again later.' });
  }
  const aboutSettings = FATAL_CODES.has(code) || aboutFormat || (FATAL_PARAMS.has(param) && code !== 'context_length_exceeded');
  return fail('bad_request', 'refuses the request', {
    fatal: aboutSettings,
    remedy: aboutSettings
      ? `Change ${enumerate(keysIn(context.section, ['name', 'api', 'parameters']), 'or')}.`
      : 'Change the prompt, or leave the row out.',
  });
}

/** Failures for which the names of Node and undici stand, before or while a reply comes. */
export function networkFailure(error: unknown, { url, section, timeout, clean }: FailureContext): Failure {
  const code = codeOf(error);
  if (code === 'TimeoutError' || code === 'ETIMEDOUT' || /^UND_ERR_\w+_TIMEOUT$/.test(code)) {
    return {
      kind: 'timeout',
      message: `${quoted(url.host)} gave no whole answer within ${timeout} s.`,
      retriable: true,
      remedy: `Raise \`${keyIn(section, 'timeout')}\` (seconds), or lower \`concurrency\`.`,
    };
  }
  const answer = proxyAnswer(error);
  if (answer !== undefined) {
    const isOverloaded = answer >= 500 && answer !== 501;
    return {
      kind: 'network',
      message: `The proxy lets nothing through to ${quoted(url.host)} (HTTP ${answer}).`,
      fatal: !isOverloaded,
      retriable: isOverloaded,
      remedy:
        'Check the address in the variable HTTPS_PROXY, with its user and password, and what the proxy allows; NO_PROXY goes past it.',
    };
  }
  const aboutCertificate = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code);
  return {
    kind: 'network',
    message: `No connection to ${quoted(url.host)} (${clean(code)}).`,
    // Nothing listens there, or another service: the next request would fail too.
    fatal: aboutCertificate || code === 'ENOTFOUND' || code === 'ECONNREFUSED',
    retriable: !aboutCertificate,
    remedy: aboutCertificate
      ? 'Its certificate is not trusted: name the file of your own authority in the variable NODE_EXTRA_CA_CERTS.'
      : 'Check the address and that the server runs. Behind a proxy, name it in the variable HTTPS_PROXY.',
  };
}

export function keyRemedy({ hub, hasKey, section, url, withheld }: KeyContext): string {
  if (withheld) return `No key goes to an address of this machine that only the configuration names. If it may have one: ${howToName(url)}`;
  const variable = hub.keyVariable;
  const places = `the input \`api-key\`${variable === undefined ? '' : ` or the variable \`${variable}\``}`;
  if (!hasKey) return `Give the key in ${places}.`;
  const model = `\`${keyIn(section, 'name')}\`: some hubs say the same of a model that is not there`;
  return `Check the key in ${places}, that it may use the model, and ${model}.`;
}

/** What an SDK threw, as the error that the user reads. Of theirs only the message is kept: the objects hold the key. */
export function unwrap(thrown: unknown, { clean, where, section }: { clean: Clean; where: string; section: Section }): GateError {
  const chain = causes(thrown);
  const ours = chain.find((error) => error instanceof GateError);
  if (ours) return ours;
  const { name, message: words } = chain[0] ?? { message: String(thrown) };
  const message = quoted(clean(String(words)));
  // Hugging Face's SDK, before it sends anything.
  if (name === 'InputError' || name === 'RoutingError') {
    const remedy = `Change ${enumerate(keysIn(section, ['name', 'provider', 'api']), 'or')}.`;
    return new ModelError(`It cannot be asked: ${message}.`, { kind: 'bad_request', fatal: true, where, remedy });
  }
  const remedy = `Check that \`${keyIn(section, 'hub')}\` and \`base_url\` go together.`;
  return new ModelError(`The reply cannot be read: ${message}.`, { kind: 'bad_response', where, remedy });
}

/** The innermost code (`ECONNREFUSED`), else the innermost name: fetch itself only says "fetch failed". */
function codeOf(thrown: unknown): string {
  const chain = causes(thrown).reverse();
  const code = chain.map((error) => error.code).find((value) => typeof value === 'string');
  const name = chain[0]?.name;
  return code ?? (typeof name === 'string' ? name : 'unknown');
}

/** The status with which a proxy refuses a tunnel: of undici's error only the words hold it. */
function proxyAnswer(thrown: unknown): number | undefined {
  const words = causes(thrown).map(({ message }) => (typeof message === 'string' ? message : ''));
  const status = words.map((text) => /^Proxy response \((\d{3})\)/.exec(text)?.[1]).find((found) => found !== undefined);
  return status === undefined ? undefined : Number(status);
}

/** An error and what caused it, outermost first. Not by `instanceof Error`: errors of Node itself may be another realm's. */
function causes(thrown: unknown): Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  for (let error = thrown; typeof error === 'object' && error !== null && chain.length < 10; error = asRecord(error).cause) {
    chain.push(asRecord(error));
  }
  return chain;
}
