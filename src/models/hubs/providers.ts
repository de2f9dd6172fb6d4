import type { AnthropicProvider } from '@ai-sdk/anthropic';
import type { Answer, AskOptions, Model } from '../../engine/types.ts';
import { ConfigError, GateError } from '../../errors.ts';
import { asRecord, isMapping, jsonIn, listIn, quotedWhole } from '../../json.ts';
import type { EndpointRequest } from '../exchange.ts';
import type { IsAnswer, JsonReply } from '../failures.ts';
import { REGION } from './addresses.ts';
import {
  answerOf,
  badReply,
  checkedParameters,
  endingOf,
  formatAsker,
  hasAnswer,
  refuseName,
  type Ending,
  type HubContext,
  type HubFile,
} from './replies.ts';

/**
 * Anthropic, Google and Bedrock by the provider packages of the AI SDK, which build a request for
 * 0.07 to 0.15 ms of processor.
 */

/** The packages have one interface. */
type PackageModel = ReturnType<AnthropicProvider['languageModel']>;
type Call = Parameters<PackageModel['doGenerate']>[0];

interface Options {
  baseURL: string;
  apiKey: string;
  fetch: typeof fetch;
  region?: string;
}

interface Package {
  create: (options: Options, name: string) => Promise<PackageModel>;
  isReply: (reply: JsonReply) => boolean;
  read: (reply: JsonReply) => Ending;
}

const PACKAGES: Readonly<Record<string, Package>> = {
  anthropic: {
    create: async (options, name) =>
      (await import('@ai-sdk/anthropic')).createAnthropic(options).languageModel(name),
    isReply: ({ type, content }) => type === 'message' && Array.isArray(content),
    read({ content: parts, stop_reason: reason, stop_details: details }) {
      // An answer that ends otherwise has no details.
      return endingOf(parts ?? [], { reason, refusal: asRecord(details).category });
    },
  },
  google: {
    create: async (options, name) =>
      (await import('@ai-sdk/google')).createGoogleGenerativeAI(options).languageModel(name),
    isReply: ({ candidates, promptFeedback, usageMetadata }) =>
      Array.isArray(candidates) || isMapping(promptFeedback) || isMapping(usageMetadata),
    read({ candidates, promptFeedback }) {
      // A prompt is blocked without a candidate.
      if (asRecord(promptFeedback).blockReason) return { reason: 'content_filter' };
      const { content, finishReason } = asRecord(listIn(candidates)[0]);
      return endingOf(asRecord(content).parts ?? [], { reason: finishReason });
    },
  },
  bedrock: {
    create: async (options, name) =>
      (await import('@ai-sdk/amazon-bedrock')).createAmazonBedrock(options).languageModel(name),
    isReply: ({ output, stopReason }) =>
      isMapping(asRecord(output).message) && typeof stopReason === 'string',
    read: ({ output, stopReason: reason }) =>
      endingOf(asRecord(asRecord(output).message).content ?? [], { reason }),
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
  const { create, isReply, read } = used;
  refuseName(context);
  const parameters = checkedParameters(context, RESERVED);
  const known = knownIn(parameters);
  const options = optionsOf(context);
  const dry = { ...options, fetch: async () => Response.json(SAMPLE) };
  await refuseDropped(known, await create(dry, name), context);
  const send = senderOf(parameters, context);
  const askInFormat = formatAsker(parameters);
  const isAnswer: IsAnswer = (reply) => isReply(reply) && hasAnswer(read(reply));

  // A package drops why an answer ended, and refuses replies with something new.
  async function replyTo(question: Call): Promise<JsonReply> {
    let reply: JsonReply | undefined;
    const pass: typeof fetch = async (address, { headers, body } = {}) => {
      const url = address instanceof Request ? address.url : new URL(address).href;
      const sent = typeof body === 'string' ? body : '';
      reply = await send(url, { headers, body: sent, isAnswer });
      return Response.json(reply);
    };
    const model = await create({ ...options, fetch: pass }, name);
    const asked = callSdk(() => model.doGenerate({ ...known, ...question }), context);
    const fault = await asked.catch((error: unknown) => error);
    if (reply === undefined) throw fault;
    return reply;
  }

  async function answer(text: string, { system, format }: AskOptions): Promise<Answer> {
    const prompt = promptOf(text, system);
    // Its package asks for JSON by a forced tool, which many models refuse.
    const taken = hub === 'bedrock' ? undefined : format;
    const reply = await askInFormat(taken, (sent) =>
      replyTo({ prompt, responseFormat: sent && { type: 'json', ...sent } }),
    );
    return answerOf(read(reply), context);
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
  if (!REGION.test(region))
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

/** A reply of all three APIs. */
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

/** Sends what a package has built, with the parameters that it does not know. */
function senderOf(parameters: JsonReply, context: HubContext): HubContext['send'] {
  const others = Object.entries(parameters).filter(([name]) => !(name in KNOWN_PARAMETERS));
  const sign = signerOf(context);
  return (url, request) => {
    const body = asRecord(jsonIn(request.body));
    // `generationConfig` and the like are merged into what the package writes.
    for (const [name, value] of others)
      body[name] = isMapping(value) ? { ...asRecord(body[name]), ...value } : value;
    return context.send(url, { ...request, body: JSON.stringify(body), sign });
  };
}

function promptOf(text: string, system: string | undefined): Call['prompt'] {
  const prompt: Call['prompt'] = [{ role: 'user', content: [{ type: 'text', text }] }];
  if (system !== undefined) prompt.unshift({ role: 'system', content: system });
  return prompt;
}

const MAX_QUOTED = 300;

/** Calls a package. Throws what our `fetch` threw; a package's own error is one of the reply. */
async function callSdk<T>(call: () => PromiseLike<T>, context: HubContext): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.cause instanceof GateError) throw error.cause;
    if (!error.name.startsWith('AI_')) throw error;
    const quote = quotedWhole(error.message.slice(0, MAX_QUOTED));
    throw badReply(`The request or its reply does not fit: ${quote}.`, context);
  }
}

export default { open } satisfies HubFile;
