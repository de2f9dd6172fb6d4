import type { AzureOpenAI } from 'openai';
import { z } from 'zod';
import { ConfigError } from '../../errors.js';
import { connect, type Link } from '../http/connect.js';
import type { Hub, SettingsOf } from './hub.js';
import { clientOptions, embedderOver, modelOver, SAMPLING_OF_OPENAI } from './openai-client.js';
import type { EmbeddingSettings, ModelSettings } from '../settings.js';

const KEYS = { api_version: { schema: z.string().min(1), about: 'the api-version of every request.' } };

declare module '../settings.js' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface OwnEndpointKeys extends SettingsOf<typeof KEYS> {}
}

/** Models deployed on Azure OpenAI: the name is that of the deployment. */
export const azureOpenAi: Hub = {
  name: 'azure-openai',
  // Anybody can register NAME.openai.azure.com: no host there is trusted for its name.
  hosts: [],
  keyVariable: 'AZURE_OPENAI_API_KEY',
  endpointVariable: 'AZURE_OPENAI_ENDPOINT',
  alwaysNeedsKey: true,
  sampling: SAMPLING_OF_OPENAI,
  endpointKeys: KEYS,
  firstLines: [
    'base_url: https://YOUR-RESOURCE.openai.azure.com',
    'api_version: "2024-10-21"',
    'parameters: { max_completion_tokens: 64 }',
  ],
  firstInputs: { 'allowed-hosts': 'YOUR-RESOURCE.openai.azure.com' },

  async createModel(settings, connection, meter) {
    const link = connect({ hub: azureOpenAi, settings, connection, meter });
    return modelOver(await clientOf(link, settings), settings, link);
  },

  async createEmbedder(settings, connection, meter) {
    const link = connect({ hub: azureOpenAi, settings, connection, meter });
    return embedderOver(await clientOf(link, settings), settings, link);
  },
};

async function clientOf(link: Link, { name, api_version }: ModelSettings | EmbeddingSettings): Promise<AzureOpenAI> {
  if (!api_version) {
    throw new ConfigError('Azure OpenAI answers only requests that name a version of its interface.', {
      where: `${link.section}.api_version`,
      remedy: 'Set it, such as "2024-10-21": the version is shown beside the deployment in the Azure portal.',
    });
  }
  const { AzureOpenAI } = await import('openai');
  return new AzureOpenAI({
    ...clientOptions(link),
    baseURL: baseUrl(link.endpoint),
    deployment: name,
    apiVersion: api_version,
    defaultHeaders: { 'api-key': link.key ?? null, authorization: null },
  });
}

/** The portal shows `https://NAME.openai.azure.com/`; the interface lies below /openai, on gateways below their own path. */
function baseUrl(endpoint: URL): string {
  const path = endpoint.pathname.replace(/(?<!\/)\/+$/, '');
  const base = path.split('/').includes('openai') ? path : `${path}/openai`;
  return `${endpoint.origin}${base}${endpoint.search}`;
}
