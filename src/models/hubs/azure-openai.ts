// Models that are deployed on Azure OpenAI: the name is that of the deployment.

import { ConfigError } from '../../errors.ts';
import { bearer, refuseName, type HubContext, type Post } from './replies.ts';
import { hubOver, postTo } from './openai.ts';

/** A token of Microsoft Entra. Keys of Azure have no dots. */
const ENTRA_TOKEN = /^ey[\w-]+\.[\w-]+\.[\w-]*$/;

async function openPost(context: HubContext): Promise<Post> {
  const { apiKey, baseURL, send, settings } = context;
  const address = new URL(baseURL);
  const { pathname } = address;
  const isV1 = pathname.endsWith('/openai/v1');
  refuseMix(context, isV1);
  if (isV1) return postTo(baseURL, bearer(apiKey), send);
  // The portal shows the address without a path. A gateway may add one before or behind /openai.
  const hasPath = pathname.split('/').includes('openai');
  const folder = hasPath ? pathname : `${pathname.replace(/\/$/, '')}/openai`;
  address.pathname = `${folder}/deployments/${settings.name}`;
  address.searchParams.set('api-version', settings.api_version ?? '');
  const isToken = apiKey === '' || ENTRA_TOKEN.test(apiKey);
  return postTo(address.href, isToken ? bearer(apiKey) : { 'api-key': apiKey }, send);
}

/** @throws ConfigError for keys of the v1 API and of the classic one side by side */
function refuseMix(context: HubContext, isV1: boolean): void {
  const { section, settings } = context;
  let [key, fault] = ['', ''];
  if (isV1 && settings.api_version !== undefined)
    [key, fault] = ['api_version', 'has no version at an address that ends in /openai/v1'];
  if (!isV1 && !settings.api_version)
    [key, fault] = ['api_version', 'needs a version, or an address that ends in /openai/v1'];
  if (!isV1 && settings.api === 'responses')
    [key, fault] = ['api', 'has the Responses API only at an address that ends in /openai/v1'];
  if (!isV1) refuseName(context);
  if (key === '') return;
  throw new ConfigError(`Azure OpenAI ${fault}.`, {
    where: `${section}.${key}`,
    remedy: 'The Azure portal shows both forms of the address; the older has an `api_version`.',
  });
}

export default hubOver(openPost);
