import type { TeamCases } from '../engine/judges/team-cases.js';

/** Input of a hub: the configuration with its defaults, and settings of the workflow. */

/** Configuration keys of one hub, in every section. The hub's file adds them, with their types. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface OwnEndpointKeys {}
/** Configuration keys of one hub, under model and judge. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface OwnModelKeys {}

interface EndpointSettings extends OwnEndpointKeys {
  /** A name in the registry; the configuration is checked. */
  hub: string;
  name: string;
  base_url?: string;
  headers?: Readonly<Record<string, string>>;
  /** Maximum time of one request, in seconds. */
  timeout: number;
  /** Maximum number of retries of a failed request. */
  retries: number;
}

export const APIS = ['chat', 'completions', 'responses'] as const;
export type Api = (typeof APIS)[number];

export interface ModelSettings extends EndpointSettings, OwnModelKeys {
  /** The section of the configuration; the default is `model`, the model under test. */
  section?: 'model' | 'judge';
  /** True for the run's own model as a judge (`judge: self`), see `selfJudge`. */
  isSelf?: true;
  /**
   * `completions` sends plain text (legacy completions, text generation), `chat` sends messages,
   * `responses` is OpenAI's newer API.
   */
  api: Api;
  system_prompt?: string;
  /**
   * Present if rows fill placeholders of the system prompt: their values for rows without the
   * column, or null.
   */
  system_fill?: Readonly<Record<string, string | null>>;
  /** Known cases of the team that a judge must get right. */
  teamCases?: TeamCases;
  /** Sent unchanged, and no others. */
  parameters: Record<string, unknown>;
}

export type EmbeddingSettings = EndpointSettings;

export type Settings = ModelSettings | EmbeddingSettings;

/** Environment variables that the workflow lists for headers, by name. */
export type HeaderVariables = Readonly<Partial<Record<string, string>>>;

export type HubValues = Partial<Record<string, string>>;

/** Settings for connections from the workflow, which is trusted, not from the configuration. */
export interface Connection {
  /** For questions that are asked again: no reply to the run's other questions is used. */
  isFresh?: boolean;
  /** The key and the header variables that a section gets at an address. */
  grantAt: (address: SectionAddress) => KeyGrant;
  /** All keys and header variables of the job, which no text from outside may show. */
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
   * True if a pull request can edit the configuration: an address of this machine that only it
   * names gets no key.
   */
  untrusted?: boolean;
  seed: number;
}

/** The part of the configuration that settings come from, for messages. */
export type Section = 'model' | 'judge' | 'embeddings';

/** True for the settings of a model or a judge: an embedder has no parameters. */
export function isModelSettings(settings: Settings): settings is ModelSettings {
  return 'parameters' in settings;
}

export function sectionOf(settings: Settings): Section {
  return isModelSettings(settings) ? (settings.section ?? 'model') : 'embeddings';
}

const KEYS_OF_MODEL_ONLY = ['api', 'parameters', 'timeout', 'retries'];

/** The input with the key of a section. */
export const KEY_INPUTS: Readonly<Record<Section, string>> = {
  model: 'api-key',
  judge: 'judge-api-key',
  embeddings: 'embeddings-api-key',
};

/** A section of the configuration at an address. A model that judges itself is the model. */
export interface SectionAddress {
  section: Section;
  hub: string;
  /** Scheme, host and port. */
  origin: string;
}

/** The key and variables that a section may send to an address. */
export interface KeyGrant {
  key?: string;
  /** The section whose input has the key: the model's, for other sections at its address. */
  owner: Section;
  /** Names of the header variables that it may send. */
  variables: readonly string[];
  /** There is a key or a variable, and neither base nor workflow has the section there. */
  isWithheld: boolean;
}

/**
 * The reason why a key or a header variable is not sent. `loopback`: only the configuration names
 * this address of this machine. `base`: neither the base nor the workflow has the section there.
 */
export type Withheld = 'loopback' | 'base';

/** A key as a remedy names it: `model.name`, `judge.name`, `embeddings.model`. */
export function keyIn(section: Section, key: string): string {
  if (section === 'model' || section === 'judge') return `${section}.${key}`;
  return KEYS_OF_MODEL_ONLY.includes(key)
    ? `model.${key}`
    : `${section}.${key === 'name' ? 'model' : key}`;
}

/** The keys that the section has, as a remedy names them. */
export function keysIn(section: Section, keys: readonly string[]): string[] {
  return keys.map((key) => `\`${keyIn(section, key)}\``);
}
