/** What a hub needs to build a client. The configuration has this shape once its defaults are filled in. */

/** Keys that one hub alone reads: the file of the hub adds them, with their types. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface OwnEndpointKeys {}
/** Those of models and judges alone. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface OwnModelKeys {}

interface EndpointSettings extends OwnEndpointKeys {
  /** The name of one of the registry: the configuration was checked against it. */
  hub: string;
  name: string;
  /** Endpoint; `undefined` means the hub's own. */
  base_url?: string | undefined;
  /** Seconds that one request may take. */
  timeout: number;
  /** How often a failed request is repeated. */
  retries: number;
}

export interface ModelSettings extends EndpointSettings, OwnModelKeys {
  /** Which part of the configuration this is; `undefined` means `model`, the model under test. */
  section?: 'model' | 'judge';
  /** A judge that is the run's own model (`judge: self`), see `selfJudge`. */
  isSelf?: true;
  /** `completions` sends bare text (legacy completions, text generation), `chat` messages. */
  api: 'chat' | 'completions';
  system_prompt?: string | undefined;
  /** Sent as written; nothing is sent that is not here. */
  parameters: Record<string, unknown>;
}

export type EmbeddingSettings = EndpointSettings;

/** A hosted classifier of texts: a moderation endpoint, or a model for text classification. */
export interface ClassifierSettings extends EndpointSettings {
  section: 'moderation' | 'classifier';
}

export type Settings = ModelSettings | EmbeddingSettings | ClassifierSettings;

/** Variables of the job that the workflow lists for headers, by name. */
export type Variables = Readonly<Partial<Record<string, string>>>;

/** What the environment says for a hub, by its name. */
export type ByHub = Partial<Record<string, string>>;

/** What the workflow (trusted), not the configuration, says about connections. */
export interface Connection {
  /** Key by hub; a hub without one is asked without. */
  keys: ByHub;
  /** The input `header-variables`: what headers of the configuration may hold. */
  variables?: Variables | undefined;
  /** The input `base-url`: overrides `model.base_url`, no other section's, and is trusted for all. */
  baseUrl?: string | undefined;
  /** Endpoints of the environment (`AZURE_OPENAI_ENDPOINT`): trusted like the input. */
  endpoints?: ByHub | undefined;
  /** The input `allowed-hosts`. */
  allowedHosts: string[];
  /** The input `allow-loopback`: left out, the configuration may name any address of this machine. */
  allowLoopback?: string[] | undefined;
  /** A pull request can edit the configuration: an address of this machine that only it names gets no key. */
  untrusted?: boolean;
  seed: number;
}

/** The part of the configuration that settings come from: where their errors are. */
export type Section = 'model' | 'judge' | 'embeddings' | 'moderation' | 'classifier';

export function sectionOf(settings: Settings): Section {
  if ('parameters' in settings) return settings.section ?? 'model';
  return 'section' in settings ? settings.section : 'embeddings';
}

/** Keys of models that are asked in prompts. A classifier has none of them. */
const OF_PROMPTS = ['api', 'parameters'];

/** The keys that a judge takes from the model. It has every other key of its own, those of the hub included. */
const OF_THE_MODEL = [...OF_PROMPTS, 'timeout', 'retries'];

/** A key as a remedy names it: `model.name`, `judge.name`, `embeddings.model`. */
export function keyIn(section: Section, key: string): string {
  if (section === 'model' || section === 'judge') return `${section}.${key}`;
  return OF_THE_MODEL.includes(key) ? `model.${key}` : `${section}.${key === 'name' ? 'model' : key}`;
}

/** Those of the keys that the section has, as a remedy names them. */
export function keysIn(section: Section, keys: readonly string[]): string[] {
  const isClassifier = section === 'moderation' || section === 'classifier';
  return keys.filter((key) => !isClassifier || !OF_PROMPTS.includes(key)).map((key) => `\`${keyIn(section, key)}\``);
}
