/**
 * The settings that the configuration has for a model, a judge or an embedder, with their defaults.
 */

/** Configuration keys of one hub, in every section. The hub's file adds them, with their types. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface OwnEndpointKeys {}
/** Configuration keys of one hub, under model and judge. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface OwnModelKeys {}

interface EndpointSettings extends OwnEndpointKeys {
  /** The name of a hub in the registry. The check of the configuration refuses any other name. */
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
  /** The parameters of a request. They are sent unchanged, and no others are sent. */
  parameters: Record<string, unknown>;
}

export type EmbeddingSettings = EndpointSettings;

export type Settings = ModelSettings | EmbeddingSettings;

/** The part of the configuration that settings come from, for messages. */
export type Section = 'model' | 'judge' | 'embeddings';

/** True for the settings of a model or a judge: an embedder has no parameters. */
export function isModelSettings(settings: Settings): settings is ModelSettings {
  return 'parameters' in settings;
}

export function sectionOf(settings: Settings): Section {
  return isModelSettings(settings) ? (settings.section ?? 'model') : 'embeddings';
}
