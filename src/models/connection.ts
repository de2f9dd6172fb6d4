import type { KeyGrant, SectionAddress } from './key-grants.ts';

/** Environment variables that the workflow lists for headers, by name. */
export type HeaderVariables = Readonly<Partial<Record<string, string>>>;

/** A key or an address for each hub, by the hub's name. */
export type HubValues = Partial<Record<string, string>>;

/**
 * Access to models: addresses, keys and limits that the workflow or the terminal sets. The
 * configuration, which a pull request may change, sets none of them.
 */
export interface Connection {
  /** True if questions are asked again. Then no reply to the run's other questions is taken. */
  isFresh?: boolean;
  /** Returns the key and the header variables that a section may send to an address. */
  grantAt: (address: SectionAddress) => KeyGrant;
  /** All keys and header variables of the job, to be removed from any text that is shown. */
  secrets: readonly string[];
  /** Variables of the input `header-variables`, which headers of the configuration may contain. */
  variables?: HeaderVariables;
  /** The input `base-url`. Overrides `model.base_url`, and is trusted in every section. */
  baseUrl?: string;
  /** Endpoints from the environment (`AZURE_OPENAI_ENDPOINT`), trusted like `base-url`. */
  endpoints?: HubValues;
  /** The input `allowed-hosts`: `HOST`, `HOST:PORT` or `*.DOMAIN` (subdomains only). */
  allowedHosts: readonly string[];
  /**
   * The input `allow-loopback`: `HOST:PORT`. If it is undefined, the configuration may name any
   * address of this machine.
   */
  allowLoopback?: readonly string[];
  /**
   * True if a pull request can edit the configuration. Then an address of this machine that only
   * the configuration names gets no key.
   */
  isUntrusted?: boolean;
  /** Seeds the scripted models. */
  seed: number;
}
