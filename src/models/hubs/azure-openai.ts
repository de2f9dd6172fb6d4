import { z } from 'zod';
import { ConfigError } from '../../errors.js';
import { quoted } from '../../json.js';
import { connect, type Link } from '../http/connect.js';
import type { EmbeddingSettings, ModelSettings } from '../settings.js';
import type { Hub, SettingsOf } from './hub.js';
import {
  clientOptions,
  embedderOver,
  modelOver,
  postBy,
  SAMPLING_OF_OPENAI,
} from './openai-requests.js';

const KEYS = {
  api_version: { schema: z.string().min(1), about: 'the api-version of every request.' },
};

declare module '../settings.js' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface OwnEndpointKeys extends SettingsOf<typeof KEYS> {}
}

/** Models deployed on Azure OpenAI: the name is that of the deployment. */
export const azureOpenAi: Hub = {
  name: 'azure-openai',
  // Anyone can register NAME.openai.azure.com, so no host there is trusted by name.
  hosts: [],
  keyVariables: ['AZURE_OPENAI_API_KEY'],
  endpointVariable: 'AZURE_OPENAI_ENDPOINT',
  alwaysNeedsKey: true,
  sampling: SAMPLING_OF_OPENAI,
  endpointKeys: KEYS,
  firstLines: [
    'base_url: https://YOUR-RESOURCE.openai.azure.com',
    'api_version: "2024-10-21"',
    'parameters: { max_completion_tokens: 512 }',
  ],
  firstInputs: { 'allowed-hosts': 'YOUR-RESOURCE.openai.azure.com' },

  async createModel(settings, connection, meter) {
    const link = connect({ hub: azureOpenAi, settings, connection, meter });
    return modelOver(settings, link, await poster(link, settings));
  },

  async createEmbedder(settings, connection, meter) {
    const link = connect({ hub: azureOpenAi, settings, connection, meter });
    return embedderOver(settings, link, await poster(link, settings));
  },
};

async function poster(link: Link, { name, api_version }: ModelSettings | EmbeddingSettings) {
  if (!api_version) {
    const remedy =
      'Set it, such as "2024-10-21": the Azure portal shows the version beside the deployment.';
    throw new ConfigError('Azure OpenAI needs the version of its API.', {
      where: `${link.section}.api_version`,
      remedy,
    });
  }
  // A step up in an address, however it is spelled.
  if (/^\.{1,2}$/.test(name)) {
    const remedy = 'Write the name that the Azure portal shows.';
    throw new ConfigError(`A deployment cannot have the name ${quoted(name)}.`, {
      where: `${link.section}.name`,
      remedy,
    });
  }
  // The portal shows `https://NAME.openai.azure.com/`. A gateway may add a path before or after
  // `/openai`.
  const { origin, pathname, search } = link.endpoint;
  const path = pathname.replace(/(?<!\/)\/+$/, '');
  const base = path.split('/').includes('openai') ? path : `${path}/openai`;
  const { AzureOpenAI } = await import('openai');
  const client = new AzureOpenAI({
    ...clientOptions(link),
    baseURL: `${origin}${base}${search}`,
    deployment: name,
    apiVersion: api_version,
    defaultHeaders: { 'api-key': link.key ?? null, authorization: null },
  });
  return postBy(client, link);
}
