/** The address of a hub's requests, and the key that they carry. */
import { ConfigError } from '../../errors.ts';
import type { HubProfile } from '../hubs/hub.ts';
import type { Connection } from '../connection.ts';
import { KEY_INPUTS, type Withheld } from '../key-grants.ts';
import { isModelSettings, sectionOf, type Section, type Settings } from '../settings.ts';
import { parseAddress } from './address.ts';
import {
  endpointSetting,
  isOwnHost,
  mayHaveKey,
  orEndpointVariable,
  refusalOfHost,
  trustOf,
  type HostTrust,
} from './host-trust.ts';

export interface Target {
  endpoint: URL;
  trust: HostTrust;
  /** True if the user named the endpoint. */
  isDedicated: boolean;
  key: string | undefined;
  /** The section whose input has the key. */
  owner: Section;
  /** Names of the header variables that may be sent there. */
  variables: readonly string[];
  withheld: Withheld | undefined;
}

type Addresses = Pick<Connection, 'baseUrl' | 'endpoints'>;

/** @throws ConfigError for an endpoint or a key that cannot be used. */
export function targetOf(hub: HubProfile, settings: Settings, connection: Connection): Target {
  const trust = trustOf(hub, connection);
  const choice = addressChoice(hub, settings, connection);
  const endpoint = resolveEndpoint(choice, trust);
  const target = { endpoint, trust, isDedicated: choice.configured !== undefined };
  const section = keySectionOf(settings);
  const address = { section, hub: hub.name, origin: endpoint.origin };
  const { key, owner, variables, isWithheld } = connection.grantAt(address);
  if (!mayHaveKey(endpoint, trust))
    return { ...target, key: undefined, owner, variables: [], withheld: 'loopback' };
  const withheld = isWithheld ? 'base' : undefined;
  return { ...target, key: checkedKey(key, owner), owner, variables, withheld };
}

/** Returns the section whose key is used. A model that judges itself uses its own key. */
export function keySectionOf(settings: Settings): Section {
  return isModelSettings(settings) && settings.isSelf ? 'model' : sectionOf(settings);
}

/** Returns scheme, host and port; undefined without an address, or for a text that is none. */
export function originOf(
  hub: HubProfile,
  settings: Settings,
  addresses: Addresses,
): string | undefined {
  const { configured, defaultUrl } = addressChoice(hub, settings, addresses);
  const text = configured ?? defaultUrl;
  return text !== undefined && URL.canParse(text) ? new URL(text).origin : undefined;
}

/**
 * True if requests need a key: on the hub's own hosts and on Azure.
 * @throws ConfigError for an endpoint that cannot be used.
 */
export function endpointNeedsKey(
  hub: HubProfile,
  settings: Settings,
  connection: Connection,
): boolean {
  if (hub.isLocal) return false;
  return hub.alwaysNeedsKey ?? isOwnHost(targetOf(hub, settings, connection).endpoint, hub);
}

export interface Destination {
  /** Absent for a model of this process. */
  endpoint?: string;
  key?: string;
  owner?: Section;
  withheld?: Withheld;
}

/**
 * Returns the address that requests would go to, and the key that they carry.
 * @throws ConfigError for an endpoint that cannot be used.
 */
export function endpointDestination(
  hub: HubProfile,
  settings: Settings,
  connection: Connection,
): Destination {
  if (hub.isLocal) return {};
  const { endpoint, key, owner, withheld } = targetOf(hub, settings, connection);
  return { endpoint: `${endpoint.origin}${endpoint.pathname}`, key, owner, withheld };
}

/**
 * True if the hub itself answers, at its public address. Behind any other address the model may
 * change at any time.
 */
export function isEndpointAtHome(
  hub: HubProfile,
  settings: Settings,
  connection: Connection,
): boolean {
  const { configured, defaultUrl } = addressChoice(hub, settings, connection);
  return configured === undefined && (hub.isLocal === true || defaultUrl !== undefined);
}

interface AddressChoice {
  /** The address that an input, a variable or the configuration sets. It replaces the default. */
  configured: string | undefined;
  /** Names that setting in messages. */
  setting: string;
  defaultUrl: string | undefined;
}

function addressChoice(hub: HubProfile, settings: Settings, connection: Addresses): AddressChoice {
  const section = sectionOf(settings);
  const defaultUrl = hub.urlInRegion ? hub.urlInRegion(settings.region) : hub.url;
  // The input replaces the endpoint of the model under test only: a judge or an embedder may be on
  // another hub.
  if (section === 'model' && connection.baseUrl !== undefined)
    return { configured: connection.baseUrl, setting: "input 'base-url'", defaultUrl };
  if (isModelSettings(settings) && hub.addressKey !== undefined) {
    const configured = settings[hub.addressKey] ?? settings.base_url;
    return { configured, setting: `${section}.${hub.addressKey}`, defaultUrl };
  }
  const endpoint = connection.endpoints?.[hub.name];
  if (settings.base_url === undefined && endpoint !== undefined)
    return { configured: endpoint, setting: endpointSetting(hub), defaultUrl };
  return { configured: settings.base_url, setting: `${section}.base_url`, defaultUrl };
}

/** @throws ConfigError for a key that no header can carry. */
function checkedKey(granted: string | undefined, owner: Section): string | undefined {
  const key = granted || undefined;
  // Node's own message about such a header contains the header.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    const remedy = 'Store the key again, without quotes or line breaks.';
    throw new ConfigError('The key contains a space, a line break or a non-ASCII character.', {
      where: `input '${KEY_INPUTS[owner]}'`,
      remedy,
    });
  }
  return key;
}

/**
 * Returns the address that requests go to.
 * @throws ConfigError if there is none or its host is not allowed.
 */
export function resolveEndpoint(choice: AddressChoice, trust: HostTrust): URL {
  const { configured, setting, defaultUrl } = choice;
  const { hub } = trust;
  const text = configured ?? defaultUrl;
  if (text === undefined && hub.urlInRegion) {
    throw new ConfigError(`The hub ${hub.name} needs a region, and none is set.`, {
      where: setting.replace(/base_url$/, 'region'),
      remedy: 'Set `region` to the region that runs the model, such as eu-central-1.',
    });
  }
  if (text === undefined) {
    const remedy = `Set it in the input \`base-url\`${orEndpointVariable(hub)}, or here with its host in the input \`allowed-hosts\`.`;
    throw new ConfigError(`The hub ${hub.name} has no default endpoint, and none is set.`, {
      where: setting,
      remedy,
    });
  }
  const url = parseAddress({ text, setting });
  const refusal = refusalOfHost(url, trust);
  if (refusal) throw new ConfigError(refusal.message, { where: setting, remedy: refusal.remedy });
  return url;
}
