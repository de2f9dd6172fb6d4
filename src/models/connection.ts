/** The settings of connections to models that the workflow makes. The workflow is trusted. */
import type { KeyGrant, SectionAddress } from './key-grants.js';

/** Environment variables that the workflow lists for headers, by name. */
export type HeaderVariables = Readonly<Partial<Record<string, string>>>;

export type HubValues = Partial<Record<string, string>>;

export interface Connection {
  /** True for questions that are asked again: they take no reply to the run's other questions. */
  isFresh?: boolean;
  /** The key and the header variables that a section gets at an address. */
  grantAt: (address: SectionAddress) => KeyGrant;
  /** All keys and header variables of the job. No text from outside may show them. */
  secrets: readonly string[];
  /** The input `header-variables`: variables that headers of the configuration may contain. */
  variables?: HeaderVariables;
  /** The input `base-url`: overrides `model.base_url`, and is trusted in every section. */
  baseUrl?: string;
  /** Endpoints of the environment (`AZURE_OPENAI_ENDPOINT`): trusted like the input. */
  endpoints?: HubValues;
  /** The input `allowed-hosts`: `HOST`, `HOST:PORT` or `*.DOMAIN` (subdomains only). */
  allowedHosts: readonly string[];
  /**
   * The input `allow-loopback`, entries `HOST:PORT`. Without it, the configuration may name any
   * address of this machine.
   */
  allowLoopback?: readonly string[];
  /**
   * True if a pull request can edit the configuration. Then an address of this machine that only
   * the configuration names gets no key.
   */
  isUntrusted?: boolean;
  seed: number;
}
