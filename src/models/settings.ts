import type { Api, HubName } from './hubs/addresses.ts';

/** A section of the configuration that names a model: `model`, `judge` or `embeddings`. */
export interface EndpointSettings {
  hub: HubName;
  name: string;
  base_url?: string;
  headers?: Readonly<Record<string, string>>;
  /** Time limit of one request, in seconds. */
  timeout: number;
  /** Number of times that a failed request is retried. */
  retries: number;
  /** Keys of single hubs. */
  api_version?: string;
  region?: string;
  provider?: string;
  url?: string;
  body?: Readonly<Record<string, unknown>>;
  answer?: string;
}

export interface ModelSettings extends EndpointSettings {
  api: Api;
  /** Request parameters, sent as written. */
  parameters: Readonly<Record<string, unknown>>;
}
