import type { ModelSettings } from '../config/schema.ts';

/** A section of the configuration that names a model: `model`, `judge` or `embeddings`. */
export type EndpointSettings = Omit<ModelSettings, 'api' | 'parameters'>;
export type { ModelSettings };
