// Anthropic, Google and Bedrock, through the provider packages of the AI SDK. A package takes 0.07
// to 0.15 ms of processor time to build a request.

import type { AnthropicProvider } from '@ai-sdk/anthropic';
import { ConfigError } from '../../shared/errors.ts';
import { asRecord, isMapping, jsonIn, listIn } from '../../shared/json.ts';
import type { EndpointRequest } from '../exchange.ts';
import type { JsonReply } from '../failures.ts';
import { REGION, type HubName } from './addresses.ts';
import { builtRequest } from './built-requests.ts';
import {
  checkedParameters,
  collectParts,
  createHubModel,
  refuseName,
  type Ending,
  type HubContext,
  type HubFile,
} from './replies.ts';
import sampleReply from './sample-reply.json' with { type: 'json' };

/** A model of any of the packages: all have the interface of Anthropic's. */
type PackageModel = ReturnType<AnthropicProvider['languageModel']>;
type Call = Parameters<PackageModel['doGenerate']>[0];

interface Options {
  baseURL: string;
  apiKey: string;
  fetch: typeof fetch;
  /** Only Bedrock has one. */
  region: string;
}

interface Package {
  create: () => Promise<(options: Options) => { languageModel: (name: string) => PackageModel }>;
  isReply: (reply: JsonReply) => boolean;
  read: (reply: JsonReply) => Ending;
  /**
   * The default token limit. The package's own is the most that the model can write: 64,000 or
   * more.
   */
  tokenLimit?: number;
  /** The package forces a tool to get JSON, which many models refuse: so it gets no format. */
  forcesTool?: boolean;
}

const PACKAGES: Readonly<Partial<Record<HubName, Package>>> = {
  anthropic: {
    tokenLimit: 1_024,
    create: async () => (await import('@ai-sdk/anthropic')).createAnthropic,
    isReply: ({ type, content }) => type === 'message' && Array.isArray(content),
    read({ content: parts, stop_reason: reason, stop_details: details }) {
      // Only a refusal has details.
      return collectParts(parts, { reason, refusal: asRecord(details).category });
    },
  },
  google: {
    create: async () => (await import('@ai-sdk/google')).createGoogleGenerativeAI,
    isReply: ({ candidates, promptFeedback, usageMetadata }) =>
      Array.isArray(candidates) || isMapping(promptFeedback) || isMapping(usageMetadata),
    read({ candidates, promptFeedback }) {
      // A blocked prompt has no candidate.
      if (asRecord(promptFeedback).blockReason) return { reason: 'content_filter' };
      const { content, finishReason } = asRecord(listIn(candidates)[0]);
      return collectParts(asRecord(content).parts, { reason: finishReason });
    },
  },
  bedrock: {
    forcesTool: true,
    create: async () => (await import('@ai-sdk/amazon-bedrock')).createAmazonBedrock,
    isReply: ({ output, stopReason }) =>
      isMapping(asRecord(output).message) && typeof stopReason === 'string',
    read: ({ output, stopReason: reason }) =>
      collectParts(asRecord(asRecord(output).message).content, { reason }),
  },
};

/** Keys of the request bodies that no parameter may set. */
const RESERVED = ['model', 'messages', 'system', 'contents', 'systemInstruction', 'toolConfig'];

/** Parameters that the packages support, by their names there. Others are added to the body. */
const KNOWN_PARAMETERS: Readonly<Record<string, keyof Call>> = {
  temperature: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  max_tokens: 'maxOutputTokens',
  seed: 'seed',
  stop: 'stopSequences',
  frequency_penalty: 'frequencyPenalty',
  presence_penalty: 'presencePenalty',
};

/** With the mode `auto`, Anthropic's package forces a tool on models that it does not know. */
const providerOptions = { anthropic: { structuredOutputMode: 'outputFormat' } };

/** @throws ConfigError for a name or parameters that the package would change */
async function open(context: HubContext) {
  const { hub, name } = context.settings;
  const hubPackage = PACKAGES[hub];
  if (!hubPackage) throw new TypeError(`${hub} has no package`);
  refuseName(context);
  const parameters = checkedParameters(context, RESERVED);
  const known = readKnownParameters(parameters);
  known.maxOutputTokens ??= hubPackage.tokenLimit;
  const options = optionsOf(context);
  const create = await hubPackage.create();
  const openPackageModel = (own: Pick<Options, 'fetch'>) =>
    create({ ...options, ...own }).languageModel(name);
  const sampleModel = openPackageModel({ fetch: async () => Response.json(sampleReply) });
  await refuseDroppedParameters(known, sampleModel, context);
  const sign = createSigner(context);
  return createHubModel(context, {
    ...hubPackage,
    async send({ prompt: text, system, format }, expected) {
      const isSent = format !== undefined && !hubPackage.forcesTool;
      const question = {
        ...known,
        prompt: promptOf(text, system),
        responseFormat: isSent ? ({ type: 'json', ...format } as const) : undefined,
        providerOptions,
      };
      const { url, headers, body } = await builtRequest(
        async (own) => openPackageModel(own).doGenerate(question),
        context,
      );
      const whole = withOtherParameters(body, parameters);
      return context.send(url, { headers, body: whole, sign, ...expected });
    },
  });
}

function readKnownParameters(parameters: JsonReply): Omit<Call, 'prompt'> {
  const known: Record<string, unknown> = {};
  for (const [name, packageName] of Object.entries(KNOWN_PARAMETERS))
    if (Object.hasOwn(parameters, name)) known[packageName] = parameters[name];
  if (typeof known.stopSequences === 'string') known.stopSequences = [known.stopSequences];
  return known;
}

/** Sets every option, since a package reads a missing one from the environment. */
function optionsOf(context: HubContext): Omit<Options, 'fetch'> {
  const { baseURL, apiKey = 'none', settings, section } = context;
  const { hub, region = '' } = settings;
  if (hub === 'bedrock' && !REGION.test(region))
    throw new ConfigError('The hub bedrock needs a region, for which it signs requests', {
      where: `${section}.region`,
      remedy: 'Set `region` to that of the model, such as eu-central-1.',
    });
  return { baseURL, region, apiKey };
}

/** Makes a function that signs requests with an AWS access key; undefined without such a key. */
function createSigner({ awsKey, settings: { region } }: HubContext): EndpointRequest['sign'] {
  if (!awsKey) return undefined;
  return async ({ url, headers, body }) => {
    const { AwsClient } = await import('aws4fetch');
    const client = new AwsClient({ ...awsKey, service: 'bedrock', region });
    const request = new Request(url, { method: 'POST', headers, body });
    request.headers.delete('authorization');
    return Object.fromEntries((await client.sign(request)).headers);
  };
}

/**
 * Refuses parameters that a package drops or changes. A package warns only after a reply, so
 * `sampleModel` gives a sample reply.
 *
 * @throws ConfigError
 */
async function refuseDroppedParameters(
  known: Omit<Call, 'prompt'>,
  sampleModel: PackageModel,
  context: HubContext,
) {
  const question = { ...known, prompt: promptOf('Is water wet?') };
  const { warnings } = await sampleModel.doGenerate(question);
  for (const warning of warnings) {
    const { feature, details } = asRecord(warning);
    const [name] = Object.entries(KNOWN_PARAMETERS).find(([, other]) => other === feature) ?? [];
    if (!name) continue;
    const reason = typeof details === 'string' ? ` (${details})` : '';
    throw new ConfigError(`The model does not support this value of \`${name}\`${reason}`, {
      where: `${context.section}.parameters.${name}`,
      remedy: 'Remove it, or set a value that the model supports.',
    });
  }
}

/**
 * Adds the parameters that no package supports to a body. A mapping such as `generationConfig` is
 * merged into the one that the package wrote.
 */
function withOtherParameters(json: string, parameters: JsonReply) {
  const body = asRecord(jsonIn(json));
  for (const [name, value] of Object.entries(parameters))
    if (!Object.hasOwn(KNOWN_PARAMETERS, name))
      body[name] = isMapping(value) ? { ...asRecord(body[name]), ...value } : value;
  return JSON.stringify(body);
}

function promptOf(text: string, system?: string): Call['prompt'] {
  const prompt: Call['prompt'] = [{ role: 'user', content: [{ type: 'text', text }] }];
  if (system !== undefined) prompt.unshift({ role: 'system', content: system });
  return prompt;
}

export default { open } satisfies HubFile;
