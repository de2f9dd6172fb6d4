import type { Embedder } from '../../../core/embed.ts';
import type { Model } from '../../../core/types.ts';
import { ConfigError } from '../../../errors.ts';
import type { HubContext, HubFile } from './context.ts';
import { clientOptions, embedderOver, modelOver, postBy, type Post } from './openai.ts';

/** Models deployed on Azure OpenAI: the name is that of the deployment. */

async function open(context: HubContext): Promise<Model> {
  return modelOver(await openPost(context), context);
}

async function openEmbedder(context: HubContext): Promise<Embedder> {
  return embedderOver(await openPost(context), context);
}

/** A token of Microsoft Entra. Keys of Azure have no dots. */
const ENTRA_TOKEN = /^ey[\w-]+\.[\w-]+\.[\w-]*$/;

async function openPost(context: HubContext): Promise<Post> {
  const { apiKey } = context.door;
  const { name, api_version: apiVersion } = context.settings;
  const options = clientOptions(context);
  const { pathname } = new URL(options.baseURL);
  const isV1 = pathname.endsWith('/openai/v1');
  refuseMix(context, pathname);
  const { OpenAI, AzureOpenAI } = await import('openai');
  const isBearer = isV1 || ENTRA_TOKEN.test(apiKey);
  const defaultHeaders = {
    authorization: isBearer && apiKey ? `Bearer ${apiKey}` : null,
    'api-key': isBearer || !apiKey ? null : apiKey,
  };
  if (isV1) return postBy(new OpenAI({ ...options, defaultHeaders }), context);
  // The portal shows the address without a path. A gateway may add one before or behind /openai.
  const hasPath = pathname.split('/').includes('openai');
  const baseURL = hasPath ? options.baseURL : `${options.baseURL}/openai`;
  const deployment = { ...options, baseURL, deployment: name, apiVersion, defaultHeaders };
  return postBy(new AzureOpenAI(deployment), context);
}

/** @throws ConfigError for keys of the v1 API and of the classic one side by side */
function refuseMix({ section, settings }: HubContext, pathname: string): void {
  const { api, api_version: version, name } = settings;
  const isV1 = pathname.endsWith('/openai/v1');
  const faults: [isFault: boolean, key: string, message: string][] = [
    [
      /\/openai\/v1\/deployments(?:\/|$)/.test(pathname),
      'base_url',
      'has no deployment in the v1 address: end it with /openai/v1, and write it as `name`',
    ],
    [isV1 && version !== undefined, 'api_version', 'has no version of the v1 API: leave it out'],
    [
      !isV1 && !version,
      'api_version',
      'needs the version of its API, such as "2024-10-21", or an address that ends in /openai/v1',
    ],
    [
      !isV1 && api === 'responses',
      'api',
      'has the Responses API only at an address that ends in /openai/v1',
    ],
    // It would lead to the folder above in an address.
    [!isV1 && /^\.{1,2}$/.test(name), 'name', 'has no deployment of this name'],
  ];
  const [, key, message] = faults.find(([isFault]) => isFault) ?? [];
  if (message === undefined) return;
  throw new ConfigError(`Azure OpenAI ${message}.`, {
    where: `${section}.${key}`,
    remedy: 'The page of the resource in the Azure portal shows address, version and deployments.',
  });
}

export default { open, openEmbedder } satisfies HubFile;
