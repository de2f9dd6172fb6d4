import { z } from 'zod';
import { ConfigError } from '../../errors.ts';
import { quoted } from '../../json.ts';
import { connect, type EndpointLink } from '../http/connect.ts';
import { isModelSettings, type Settings } from '../settings.ts';
import type { Hub, SettingsOf } from './hub.ts';
import {
  clientOptions,
  embedderOver,
  openAiPoster,
  postBy,
  SAMPLING_OF_OPENAI,
} from './openai-requests.ts';
import { openAiModel } from './responses.ts';

const KEYS = {
  api_version: {
    schema: z.string().min(1),
    about: 'the api-version of every request; the v1 API has none.',
  },
};

declare module '../settings.ts' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface OwnEndpointKeys extends SettingsOf<typeof KEYS> {}
}

/** Models deployed on Azure OpenAI: the name is that of the deployment. */
export const azureOpenAi: Hub = {
  name: 'azure-openai',
  // Anyone can register NAME.openai.azure.com, so no host there is trusted by name.
  hosts: [],
  apis: ['chat', 'completions', 'responses'],
  keyVariables: ['AZURE_OPENAI_API_KEY', 'AZURE_OPENAI_AD_TOKEN'],
  endpointVariable: 'AZURE_OPENAI_ENDPOINT',
  alwaysNeedsKey: true,
  sampling: SAMPLING_OF_OPENAI,
  endpointKeys: KEYS,
  firstLines: [
    'base_url: https://YOUR-RESOURCE.openai.azure.com/openai/v1',
    'parameters: { max_completion_tokens: 512 }',
  ],
  firstInputs: { 'allowed-hosts': 'YOUR-RESOURCE.openai.azure.com' },

  async createModel(settings, connection, meter) {
    const link = connect({ hub: azureOpenAi, settings, connection, meter });
    return openAiModel(settings, link, await poster(link, settings));
  },

  async createEmbedder(settings, connection, meter) {
    const link = connect({ hub: azureOpenAi, settings, connection, meter });
    return embedderOver(settings, link, await poster(link, settings));
  },
};

/** Posts to the v1 API if the path of the endpoint ends in `/openai/v1`, else to a deployment. */
function poster(link: EndpointLink, settings: Settings) {
  const path = pathOf(link);
  if (/\/openai\/v1\/deployments(?:\/|$)/.test(path)) {
    throw new ConfigError('The v1 API of Azure OpenAI has no deployment in its address.', {
      where: `${link.section}.base_url`,
      remedy: `End the address with /openai/v1, and write the deployment as \`${link.section}.name\`.`,
    });
  }
  return path.endsWith('/openai/v1')
    ? posterOfV1(link, settings)
    : posterOfDeployment(link, settings);
}

function pathOf({ endpoint }: EndpointLink): string {
  return endpoint.pathname.replace(/(?<!\/)\/+$/, '');
}

async function posterOfV1(link: EndpointLink, { api_version }: Settings) {
  if (api_version !== undefined) {
    throw new ConfigError('The v1 API of Azure OpenAI has no version.', {
      where: `${link.section}.api_version`,
      remedy: 'Leave it out, or end `base_url` before /openai/v1.',
    });
  }
  const { origin, search } = link.endpoint;
  return openAiPoster(link, `${origin}${pathOf(link)}${search}`);
}

/** Matches a token of Microsoft Entra. Keys of Azure have no dots. */
const ENTRA_TOKEN = /^ey[\w-]+\.[\w-]+\.[\w-]*$/;

async function posterOfDeployment(link: EndpointLink, settings: Settings) {
  const { name } = settings;
  refuseDeployment(link, settings);
  // The portal shows `https://NAME.openai.azure.com/`. A gateway may add a path before or after
  // `/openai`.
  const { origin, search } = link.endpoint;
  const path = pathOf(link);
  const base = path.split('/').includes('openai') ? path : `${path}/openai`;
  const { AzureOpenAI } = await import('openai');
  const isToken = link.key !== undefined && ENTRA_TOKEN.test(link.key);
  const client = new AzureOpenAI({
    ...clientOptions(link),
    baseURL: `${origin}${base}${search}`,
    deployment: name,
    apiVersion: settings.api_version,
    defaultHeaders: {
      'api-key': isToken ? null : (link.key ?? null),
      authorization: isToken ? `Bearer ${link.key}` : null,
    },
  });
  return postBy(client, link);
}

/** @throws ConfigError for settings with which the address of a deployment cannot be used */
function refuseDeployment({ section }: EndpointLink, settings: Settings): void {
  if (!settings.api_version) {
    const remedy =
      'Set it, such as "2024-10-21": the Azure portal shows the version beside the deployment. Or end `base_url` with /openai/v1, which has no version.';
    throw new ConfigError('Azure OpenAI needs the version of its API.', {
      where: `${section}.api_version`,
      remedy,
    });
  }
  if (isModelSettings(settings) && settings.api === 'responses') {
    throw new ConfigError('The address of a deployment has no Responses API.', {
      where: `${section}.api`,
      remedy: 'End `base_url` with /openai/v1, and leave `api_version` out.',
    });
  }
  // The name would lead to the folder above in an address.
  if (/^\.{1,2}$/.test(settings.name)) {
    throw new ConfigError(`A deployment cannot have the name ${quoted(settings.name)}.`, {
      where: `${section}.name`,
      remedy: 'Write the name that the Azure portal shows.',
    });
  }
}
