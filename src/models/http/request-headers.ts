import type { HubProfile, UnsignedRequest } from '../hubs/hub.ts';
import type { Settings } from '../settings.ts';
import type { Target } from './endpoint.ts';
import { isLookup } from './host-trust.ts';
import type { OwnHeader } from './headers.ts';

const KEY_HEADERS = ['api-key', 'authorization'];
/** Headers of the SDKs that shape the answer. */
const SHAPING_HEADERS = ['accept', 'content-type'];

interface HeaderOptions {
  hub: HubProfile;
  settings: Settings;
  target: Target;
  headers: readonly OwnHeader[];
}

interface RequestHeaders {
  headers: Record<string, string>;
  /** Identifies the account: the key that is sent, or its public name. */
  key: string | undefined;
  /** Headers that sign one attempt; undefined for a key that is sent. */
  sign?: (request: UnsignedRequest) => Promise<Record<string, string>>;
}

export function shapingHeaders({ passedHeaders = [] }: HubProfile): readonly string[] {
  return [...SHAPING_HEADERS, ...passedHeaders];
}

/**
 * Returns the headers to be sent, and the key among them. Drops all other headers of an SDK, which
 * describe the machine.
 */
export function headersFor(
  url: URL,
  givenHeaders: Record<string, string>,
  options: HeaderOptions,
): RequestHeaders {
  const { hub, target, headers: configured } = options;
  const { keyHeaders = KEY_HEADERS } = hub;
  const isHome = url.origin === target.endpoint.origin;
  const carriesKey = target.key !== undefined && (isHome || isLookup(url, hub));
  const signature = carriesKey ? signatureOf(options) : undefined;
  const headers: Record<string, string> = {
    'user-agent': 'sensitivity-action',
    accept: '*/*',
    'accept-encoding': 'identity',
  };
  const sendsKey = carriesKey && signature === undefined;
  const shaping = shapingHeaders(hub);
  for (const name of sendsKey ? [...shaping, ...keyHeaders] : shaping) {
    const value = givenHeaders[name];
    if (value !== undefined) headers[name] = value;
  }
  const allowedHeaders = configured.filter((header) => isHome || !isSecret(header));
  for (const { name, value } of allowedHeaders) headers[name] = value;
  const keys = [
    signature?.account,
    ...keyHeaders.map((name) => headers[name]),
    ...allowedHeaders.filter(isSecret).map(({ value }) => value),
  ];
  return { headers, key: keys.find((value) => value !== undefined), sign: signature?.sign };
}

/** Returns the hub's way to prove a key without sending it; undefined for a key that is sent. */
function signatureOf({ hub, settings, target }: HeaderOptions) {
  const { signer } = hub;
  const { key } = target;
  const account = key === undefined ? undefined : signer?.accountOf(key);
  if (signer === undefined || key === undefined || account === undefined) return undefined;
  const credentials = { key, region: settings.region };
  return {
    account,
    sign: (request: UnsignedRequest) => signer.sign(request, credentials),
  };
}

export function isSecret({ variables }: OwnHeader): boolean {
  return variables.length > 0;
}
