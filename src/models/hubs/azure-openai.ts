// Models that are deployed on Azure OpenAI. The name of a model is the name of its deployment.

import { ConfigError } from '../../shared/errors.ts';
import { refuseName, type HubContext } from './replies.ts';
import { clientOptions, createOpenAiHub, createPost } from './openai.ts';

/** Matches a token of Microsoft Entra. Keys of Azure have no dots. */
const ENTRA_TOKEN = /^ey[\w-]+\.[\w-]+\.[\w-]*$/;

async function openPost(context: HubContext) {
  const { apiKey = '' } = context;
  const { name, api_version: apiVersion } = context.settings;
  const options = clientOptions(context);
  const { pathname } = new URL(options.baseURL);
  const isV1 = pathname.endsWith('/openai/v1');
  refuseMix(context, isV1);
  const { OpenAI, AzureOpenAI } = await import('openai');
  const isBearer = isV1 || ENTRA_TOKEN.test(apiKey);
  const defaultHeaders = {
    authorization: isBearer && apiKey ? `Bearer ${apiKey}` : null,
    'api-key': isBearer || !apiKey ? null : apiKey,
  };
  if (isV1) return createPost(new OpenAI({ ...options, defaultHeaders }), context);
  // The portal shows the address without a path. A gateway may have a longer path with /openai.
  const hasPath = pathname.split('/').includes('openai');
  const baseURL = hasPath ? options.baseURL : `${options.baseURL}/openai`;
  const deployment = { ...options, baseURL, deployment: name, apiVersion, defaultHeaders };
  return createPost(new AzureOpenAI(deployment), context);
}

/** Refuses a mix of the v1 API and the classic one. @throws ConfigError */
function refuseMix(context: HubContext, isV1: boolean) {
  const { section, settings } = context;
  const refuse = (setting: string, fault: string): never => {
    throw new ConfigError(`Azure OpenAI ${fault}`, {
      where: `${section}.${setting}`,
      remedy:
        'The Azure portal shows both forms of the address; only the older one takes an `api_version`.',
    });
  };
  if (isV1 && settings.api_version)
    refuse('api_version', 'has no version at an address that ends in /openai/v1');
  if (isV1) return;
  refuseName(context);
  if (!settings.api_version)
    refuse('api_version', 'needs a version, or an address that ends in /openai/v1');
  if (settings.api === 'responses')
    refuse('api', 'has the Responses API only at an address that ends in /openai/v1');
}

export default createOpenAiHub(openPost);
