/** Failures of requests that got no reply. */
import { asRecord, quoted } from '../../json.ts';
import { configKeyOf } from '../config-keys.ts';
import type { EndpointFailure } from './attempt-result.ts';
import type { FailureContext } from './status-failures.ts';

export function networkFailure(
  error: unknown,
  { url, section, timeout, clean }: FailureContext,
): EndpointFailure {
  const code = codeOf(error);
  if (code === 'TimeoutError' || code === 'ETIMEDOUT' || /^UND_ERR_\w+_TIMEOUT$/.test(code)) {
    return {
      kind: 'timeout',
      message: `${quoted(url.host)} sent no whole reply within ${timeout} s.`,
      retriable: true,
      remedy: `Raise \`${configKeyOf(section, 'timeout')}\` (seconds), or lower \`concurrency\`.`,
    };
  }
  const answer = proxyAnswer(error);
  if (answer !== undefined) {
    const isOverloaded = answer >= 500 && answer !== 501;
    return {
      kind: 'network',
      message: `The proxy refuses the connection to ${quoted(url.host)} (HTTP ${answer}).`,
      fatal: !isOverloaded,
      retriable: isOverloaded,
      remedy:
        'Check the address, user and password in the variable HTTPS_PROXY, and the hosts that the proxy allows. NO_PROXY lists hosts without it.',
    };
  }
  const aboutCertificate = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code);
  return {
    kind: 'network',
    message: `No connection to ${quoted(url.host)} (${clean(code)}).`,
    // The next request would fail in the same way.
    fatal: aboutCertificate || code === 'ENOTFOUND' || code === 'ECONNREFUSED',
    retriable: !aboutCertificate,
    remedy: aboutCertificate
      ? 'Its certificate is not trusted: set the variable NODE_EXTRA_CA_CERTS to the file of your certificate authority.'
      : 'Check the address and that the server runs. Behind a proxy, set the variable HTTPS_PROXY.',
  };
}

/**
 * Returns the innermost code (`ECONNREFUSED`), or else the innermost name. The outer error only
 * says "fetch failed".
 */
function codeOf(thrown: unknown): string {
  const chain = causes(thrown).reverse();
  const code = chain.map((error) => error.code).find((value) => typeof value === 'string');
  const name = chain[0]?.name;
  return code ?? (typeof name === 'string' ? name : 'unknown');
}

/** Returns the status with which a proxy refuses a tunnel. undici has it only in the message. */
function proxyAnswer(thrown: unknown): number | undefined {
  for (const { message } of causes(thrown)) {
    const status = /^Proxy response \((\d{3})\)/.exec(String(message))?.[1];
    if (status !== undefined) return Number(status);
  }
  return undefined;
}

/**
 * Returns an error and its causes, outermost first. Does not use `instanceof Error`, since Node's
 * errors may be from another realm.
 */
export function causes(thrown: unknown): Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  for (
    let error = thrown;
    typeof error === 'object' && error !== null && chain.length < 10;
    error = asRecord(error).cause
  ) {
    chain.push(asRecord(error));
  }
  return chain;
}
