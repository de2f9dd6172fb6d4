/** Readers of inputs that name a host or an address. */
import { isLoopback } from '../models/http/address.ts';
import { notAllowedError } from './input-reader.ts';

export function readWebAddress(source: string, value: string): string {
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw notAllowedError(
      source,
      value,
      'Allowed: a full address such as https://models.example.com/v1.',
    );
  }
  return value;
}

/**
 * Reads a host name. Refuses one that could never match: an address with a path, a pattern within a
 * name, sub-domains of an IP address, port 0.
 */
export function readHost(value: string): string {
  const { wildcard, name = '' } =
    /^(?<wildcard>\*\.)?(?<name>[^/\\?#@*\s]+)$/.exec(value)?.groups ?? {};
  const hostname = URL.canParse(`https://${name}`) ? new URL(`https://${name}`).hostname : '';
  const isAddress = /(\]|\.\d+)$/.test(hostname);
  if (
    hostname === '' ||
    /^\.|\.\./.test(hostname) ||
    /:0*$/.test(name) ||
    (wildcard !== undefined && isAddress)
  ) {
    throw notAllowedError(
      "input 'allowed-hosts'",
      value,
      'Allowed: host names without https:// and path, one a line: models.example.com, models.example.com:8443, or ' +
        '*.example.com for all its sub-domains.',
    );
  }
  return value;
}

export function readLoopback(value: string): string {
  const url =
    /^[^/\\?#@\s]+:0*[1-9]\d*$/.test(value) && URL.canParse(`http://${value}`)
      ? new URL(`http://${value}`)
      : undefined;
  if (url === undefined || !isLoopback(url)) {
    throw notAllowedError(
      "input 'allow-loopback'",
      value,
      'Allowed: addresses of this machine with their port, one a line: 127.0.0.1:8000, localhost:11434 or [::1]:8080.',
    );
  }
  return value;
}
