// A section of a configuration that names a model: its address, and what it may use of a run.

import { ConfigError } from '../shared/errors.ts';
import type { Endpoints } from './endpoint.ts';
import { HUBS, usualAddress } from './hubs/addresses.ts';
import type { Grants } from './keys.ts';
import type { ModelSettings, SectionName } from './settings.ts';
import type { RunStore } from './store.ts';

/** The endpoints, keys and store of a run, for one section of its configuration. */
export interface Access {
  endpoints: Endpoints;
  grants: Grants;
  store?: RunStore;
  /** True if nothing will be sent, so that no key is needed. */
  isDryRun?: boolean;
  section: SectionName;
}

/** The host of a section, as reports name it. */
export function hostOf(settings: ModelSettings) {
  if (HUBS[settings.hub].isLocal) return 'this process';
  return URL.parse(configuredAddress(settings) ?? '')?.host ?? settings.hub;
}

/** The address that a section names, whether or not the workflow grants it. */
function configuredAddress({ hub, url, base_url, region }: ModelSettings) {
  const serviceUrl = HUBS[hub].isFreeForm ? url : undefined;
  return serviceUrl ?? base_url ?? usualAddress(hub, region);
}

/** The address of a section. @throws ConfigError if there is none, or the workflow grants it no key */
export function grantedAddress(settings: ModelSettings, { section, grants }: Access) {
  const { hub, url } = settings;
  const { baseURL, isFreeForm } = HUBS[hub];
  const address = configuredAddress(settings);
  if (address)
    return grants.grantedAddress(address, `${section}.${isFreeForm && url ? 'url' : 'base_url'}`);
  const missing = baseURL ? 'region' : 'base_url';
  throw new ConfigError(`The hub ${hub} needs \`${missing}\``, {
    where: `${section}.${missing}`,
    remedy: `Set it (a region looks like eu-central-1), or set ${grants.setting('base-url')}. Also list a host of your own in ${grants.setting('allowed-hosts')}.`,
  });
}
