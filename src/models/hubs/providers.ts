import type { AnthropicProvider } from '@ai-sdk/anthropic';
import type { Answer, AskOptions, Model } from '../../engine/types.ts';
import { ConfigError } from '../../errors.ts';
import { asRecord, isMapping, jsonIn, listIn } from '../../json.ts';
import type { EndpointRequest } from '../exchange.ts';
import type { IsAnswer, JsonReply } from '../failures.ts';
import { isRegion } from './addresses.ts';
import { checkedParameters, refuseName, type HubContext, type HubFile } from './context.ts';
import { answerOf, callSdk, fetchOver, formatAsker, type Ending } from './replies.ts';

/**
 * Anthropic, Google and Bedrock by the provider packages of the AI SDK, which build a request and
 * read its reply for 0.07 to 0.15 ms of processor.
 */

/** The packages have one interface. */
type PackageModel = ReturnType<AnthropicProvider['languageModel']>;
type Call = Parameters<PackageModel['doGenerate']>[0];
type Result = Awaited<ReturnType<PackageModel['doGenerate']>>;

interface Options {
  baseURL: string;
  apiKey: string;
  fetch: typeof fetch;
  region?: string;
}

interface Package {
  create: (options: Options, name: string) => Promise<PackageModel>;
  isAnswer: IsAnswer;
}

const PACKAGES: Readonly<Record<string, Package>> = {
  anthropic: {
    create: async (options, name) =>
      (await import('@ai-sdk/anthropic')).createAnthropic(options).languageModel(name),
    isAnswer: ({ type, content }) => type === 'message' && Array.isArray(content),
  },
  google: {
    create: async (options, name) =>
      (await import('@ai-sdk/google')).createGoogleGenerativeAI(options).languageModel(name),
    isAnswer: ({ candidates, promptFeedback, usageMetadata }) =>
      Array.isArray(candidates) || isMapping(promptFeedback) || isMapping(usageMetadata),
  },
  bedrock: {
    create: async (options, name) =>
      (await import('@ai-sdk/amazon-bedrock')).createAmazonBedrock(options).languageModel(name),
    isAnswer: ({ output, stopReason }) =>
      isMapping(asRecord(output).message) && typeof stopReason === 'string',
  },
};

/** Keys of the bodies that no parameter may set. */
const RESERVED = ['model', 'messages', 'system', 'contents', 'systemInstruction', 'toolConfig'];

/** Our parameters that the packages know, with their names there. Others go into the body. */
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

/** @throws ConfigError for a name or parameters that cannot be sent as they are */
async function open(context: HubContext): Promise<Model> {
  const { hub, name } = context.settings;
  const used = PACKAGES[hub];
  if (!used) throw new TypeError(`${hub} has no package`);
  const { create, isAnswer } = used;
  refuseName(context);
  const parameters = checkedParameters(context, RESERVED);
  const known = knownIn(parameters);
  const options = optionsOf(context);
  const dry = { ...options, fetch: async () => Response.json(SAMPLE) };
  await refuseDropped(known, await create(dry, name), context);
  const fetch = fetchWith(parameters, isAnswer, context);
  const model = await create({ ...options, fetch }, name);
  const askInFormat = formatAsker(parameters);

  async function answer(text: string, { system, format }: AskOptions): Promise<Answer> {
    const prompt = promptOf(text, system);
    // Its package asks for JSON by a forced tool, which many models refuse.
    const taken = hub === 'bedrock' ? undefined : format;
    const result = await askInFormat(taken, (sent) => {
      const responseFormat: Call['responseFormat'] = sent && { type: 'json', ...sent };
      return callSdk(() => model.doGenerate({ ...known, prompt, responseFormat }), context);
    });
    return answerOf(endingOf(result, asRecord(result.response?.body)), context);
  }

  return { hub, name, answer: (prompt, asked = {}) => answer(prompt, asked) };
}

function knownIn(parameters: Readonly<Record<string, unknown>>): Omit<Call, 'prompt'> {
  const known: Record<string, unknown> = {};
  for (const [name, packageName] of Object.entries(KNOWN_PARAMETERS))
    if (Object.hasOwn(parameters, name)) known[packageName] = parameters[name];
  if (typeof known.stopSequences === 'string') known.stopSequences = [known.stopSequences];
  return known;
}

/** All options are given, since a package reads the others from the environment. */
function optionsOf({ baseURL, apiKey, settings, section }: HubContext): Omit<Options, 'fetch'> {
  if (settings.hub !== 'bedrock') return { baseURL, apiKey };
  const { region = '' } = settings;
  if (!isRegion(region))
    throw new ConfigError('The hub bedrock needs a region, for which it signs requests.', {
      where: `${section}.region`,
      remedy: 'Set `region` to that of the model, such as eu-central-1.',
    });
  // We sign with an access key, which has colons.
  return { baseURL, region, apiKey: apiKey && !apiKey.includes(':') ? apiKey : 'none' };
}

/** Signs with an access key; undefined for any other key. */
function signerOf({ apiKey, settings }: HubContext): EndpointRequest['sign'] {
  const { hub, region } = settings;
  const [accessKeyId = '', secretAccessKey, sessionToken] = apiKey.split(':');
  if (hub !== 'bedrock' || secretAccessKey === undefined) return undefined;
  return async ({ url, headers, body }) => {
    const { AwsClient } = await import('aws4fetch');
    const account = { accessKeyId, secretAccessKey, sessionToken, service: 'bedrock', region };
    const request = new Request(url, { method: 'POST', headers, body });
    request.headers.delete('authorization');
    return Object.fromEntries((await new AwsClient(account).sign(request)).headers);
  };
}

const KNOWN_BLOCKS = new Set<unknown>(['text', 'thinking', 'redacted_thinking', 'tool_use']);

/** A reply of all three APIs, for the dry call. */
const SAMPLE = {
  type: 'message',
  model: '',
  content: [],
  candidates: [],
  output: { message: { role: 'assistant', content: [] } },
  stopReason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 },
};

/** A package tells what it drops or changes of a request only with the reply. */
async function refuseDropped(
  known: Omit<Call, 'prompt'>,
  dry: PackageModel,
  context: HubContext,
): Promise<void> {
  const refuse = (name: string, fault: string, remedy: string) => {
    throw new ConfigError(fault, { where: `${context.section}.parameters.${name}`, remedy });
  };
  // Without a limit the package sends the model's longest: 64,000 tokens and more.
  if (context.settings.hub === 'anthropic' && known.maxOutputTokens === undefined)
    refuse('max_tokens', 'Anthropic needs a limit of tokens.', 'Set it, such as 512.');
  const prompt = promptOf('Is water wet?', undefined);
  const { warnings } = await callSdk(() => dry.doGenerate({ ...known, prompt }), context);
  for (const warning of warnings) {
    const feature = 'feature' in warning ? warning.feature : '';
    const [name] = Object.entries(KNOWN_PARAMETERS).find(([, other]) => other === feature) ?? [];
    if (name === undefined) continue;
    const details = 'details' in warning && warning.details ? ` (${warning.details})` : '';
    const fault = `The model does not take \`${name}\` as it is${details}.`;
    refuse(name, fault, 'Remove it, or give it a value that the model takes.');
  }
}

/** Adds the parameters that the package does not know. */
function fetchWith(parameters: JsonReply, isAnswer: IsAnswer, context: HubContext): typeof fetch {
  const others = Object.entries(parameters).filter(([name]) => !(name in KNOWN_PARAMETERS));
  const sign = signerOf(context);
  return fetchOver(async (url, { headers, body: written }) => {
    const body = asRecord(jsonIn(written));
    // `generationConfig` and the like are merged into what the package writes.
    for (const [name, value] of others)
      body[name] = isMapping(value) ? { ...asRecord(body[name]), ...value } : value;
    const sent = { headers, body: JSON.stringify(body), isAnswer, sign };
    const reply = await context.send(url, sent);
    // Anthropic's package refuses a reply without counts, and blocks that it does not know.
    const blocks = listIn(reply.content).filter((block) => KNOWN_BLOCKS.has(asRecord(block).type));
    return { usage: SAMPLE.usage, ...reply, content: blocks };
  });
}

function promptOf(text: string, system: string | undefined): Call['prompt'] {
  const prompt: Call['prompt'] = [{ role: 'user', content: [{ type: 'text', text }] }];
  if (system !== undefined) prompt.unshift({ role: 'system', content: system });
  return prompt;
}

function endingOf(
  { content, finishReason }: Result,
  { stop_details, promptFeedback }: JsonReply,
): Ending {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const ending: Ending = {
    text: texts.join(''),
    reason: finishReason.raw,
    category: asRecord(stop_details).category,
  };
  // Google blocks a prompt without a candidate.
  if (asRecord(promptFeedback).blockReason) ending.reason = 'content_filter';
  if (content.some(({ type }) => type === 'reasoning')) ending.reasoning = 'reasoning';
  for (const part of content) if (part.type === 'tool-call') ending.tool = part.toolName;
  return ending;
}

export default { open } satisfies HubFile;
