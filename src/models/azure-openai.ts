import { AzureOpenAI } from 'openai';
import type { Embedder, Model } from '../engine/model.js';
import { ConfigError } from '../errors.js';
import { connect, type Link } from './connect.js';
import type { Meter } from './meter.js';
import { clientOptions, embedderOver, modelOver } from './openai-client.js';
import type { Connection, EmbeddingSettings, ModelSettings } from './settings.js';

/** Models deployed on Azure OpenAI: the name is that of the deployment. */
export function createModel(settings: ModelSettings, connection: Connection, meter: Meter): Model {
  const link = connect(settings, connection, meter);
  return modelOver(clientOf(link, settings), settings, link);
}

export function createEmbedder(settings: EmbeddingSettings, connection: Connection, meter: Meter): Embedder {
  const link = connect(settings, connection, meter);
  return embedderOver(clientOf(link, settings), settings, link);
}

function clientOf(link: Link, { name, api_version }: ModelSettings | EmbeddingSettings): AzureOpenAI {
  if (!api_version) {
    throw new ConfigError('Azure OpenAI answers only requests that name a version of its interface.', {
      where: `${link.section}.api_version`,
      remedy: 'Set it, such as "2024-10-21": the version is shown beside the deployment in the Azure portal.',
    });
  }
  return new AzureOpenAI({
    ...clientOptions(link),
    baseURL: baseUrl(link.endpoint),
    deployment: name,
    apiVersion: api_version,
    // The SDK wants some key even where nothing will be sent; the header that carries it is what counts.
    apiKey: link.key ?? 'none',
    defaultHeaders: { 'api-key': link.key ?? null, authorization: null },
  });
}

/** The portal shows `https://NAME.openai.azure.com/`; the interface lies below /openai, on gateways below their own path. */
function baseUrl(endpoint: URL): string {
  const path = endpoint.pathname.replace(/(?<!\/)\/+$/, '');
  const base = path.split('/').includes('openai') ? path : `${path}/openai`;
  return `${endpoint.origin}${base}${endpoint.search}`;
}
