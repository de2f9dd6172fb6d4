/**
 * Models over the provider packages of the AI SDK. A package builds the body of a request and reads
 * its reply; the transport sends it.
 */
import type { AnthropicProvider } from '@ai-sdk/anthropic';
import type { Answer, AnswerFormat, Model } from '../../engine/model.ts';
import { ConfigError, GateError, ModelError } from '../../errors.ts';
import { asRecord, isMapping, quoted } from '../../json.ts';
import type { EndpointLink } from '../http/connect.ts';
import { causes } from '../http/network-failures.ts';
import { sdkFetch } from '../http/sdk-fetch.ts';
import { readError } from '../http/server-error.ts';
import { configKeyOf } from '../config-keys.ts';
import type { ModelSettings } from '../settings.ts';
import { checkedParameters } from './parameters.ts';
import { formatAsker } from './openai-requests.ts';
import { answerOf, ServedModels, type Instead } from './replies.ts';
import { refuseOtherShape } from './reply-shapes.ts';

/** The three packages have the same interface. */
type PackageModel = ReturnType<AnthropicProvider['languageModel']>;
type CallOptions = Parameters<PackageModel['doGenerate']>[0];
type PackageReply = Awaited<ReturnType<PackageModel['doGenerate']>>;
type Sampling = Omit<CallOptions, 'prompt'>;

interface ProviderPackage {
  /** Makes the package's model. It sends its requests by `send`. */
  open: (send: typeof fetch) => PackageModel;
  /** Keys of the body that no parameter may set. */
  reserved: readonly string[];
  /** A reply that the package reads, for the check of the parameters. */
  sampleReply: object;
  /** The model that a reply names as its author. */
  servedModel: (reply: Record<string, unknown>) => unknown;
  /** Sent where `parameters` has no `max_tokens`. */
  defaultMaxTokens?: number;
  /** True if the provider writes JSON to a schema with every model. */
  takesFormats: boolean;
}

/** Our parameters that the packages know, with their names there. */
const KNOWN_PARAMETERS: Readonly<Record<string, keyof Sampling>> = {
  temperature: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  max_tokens: 'maxOutputTokens',
  seed: 'seed',
  stop: 'stopSequences',
  frequency_penalty: 'frequencyPenalty',
  presence_penalty: 'presencePenalty',
};

/** @throws ConfigError for a parameter that the package would drop or change */
export async function modelOverPackage(
  settings: ModelSettings,
  link: EndpointLink,
  provider: ProviderPackage,
): Promise<Model> {
  const { hub, name } = settings;
  const parameters = checkedParameters(settings, provider.reserved);
  const sampling = samplingOf(parameters, provider);
  await refuseDropped(sampling, link, provider);
  const served = new ServedModels();
  const model = provider.open(fetchWithParameters(link, provider, { name, parameters, served }));
  const askInFormat = formatAsker(parameters);

  async function answerTo(
    text: string,
    format: AnswerFormat | undefined,
    system = settings.system_prompt,
  ): Promise<Answer> {
    const prompt = promptOf(text, system);
    const takenFormat = provider.takesFormats ? format : undefined;
    const reply = await askInFormat(takenFormat, (sentFormat) => {
      const responseFormat = sentFormat && { type: 'json' as const, ...sentFormat };
      return generate(model, { ...sampling, prompt, responseFormat }, link);
    });
    return answerIn(reply, link);
  }

  return {
    hub,
    name,
    served,
    answer: (prompt, format, system) => link.ask(() => answerTo(prompt, format, system)),
  };
}

const SEGMENTS = /^[\w.:@-]+(?:\/[\w.:@-]+)*$/;

/**
 * Refuses a name that could leave its place in an address.
 * @throws ConfigError for another name than words between slashes
 */
export function refuseName({ name }: ModelSettings, section: string): void {
  const isStep = name.split('/').some((segment) => segment === '.' || segment === '..');
  if (SEGMENTS.test(name) && !isStep) return;
  throw new ConfigError(`A model cannot have the name ${quoted(name)}.`, {
    where: `${section}.name`,
    remedy: 'Write the name as the provider lists it: letters, digits, and . : @ _ - /.',
  });
}

/** The path of the endpoint, or `fallback` for an address without a path. */
export function baseUrlOf({ endpoint }: EndpointLink, fallback: string): string {
  let path = endpoint.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  return `${endpoint.origin}${path === '' ? fallback : path}`;
}

function samplingOf(
  parameters: Record<string, unknown>,
  { defaultMaxTokens }: ProviderPackage,
): Sampling {
  const sampling: Record<string, unknown> = { maxOutputTokens: defaultMaxTokens };
  for (const [name, value] of Object.entries(parameters)) {
    const packageName = Object.hasOwn(KNOWN_PARAMETERS, name) ? KNOWN_PARAMETERS[name] : undefined;
    if (packageName !== undefined) sampling[packageName] = value;
  }
  const { stopSequences } = sampling;
  if (typeof stopSequences === 'string') sampling['stopSequences'] = [stopSequences];
  return sampling;
}

function promptOf(text: string, system: string | undefined): CallOptions['prompt'] {
  const prompt: CallOptions['prompt'] = [];
  if (system !== undefined) prompt.push({ role: 'system', content: system });
  prompt.push({ role: 'user', content: [{ type: 'text', text }] });
  return prompt;
}

/**
 * Calls the package once with a canned reply: the package drops parameters that the provider does
 * not take, and reports this only with a reply.
 * @throws ConfigError for a dropped parameter
 */
async function refuseDropped(
  sampling: Sampling,
  link: EndpointLink,
  { open, sampleReply }: ProviderPackage,
): Promise<void> {
  const model = open(async () => Response.json(sampleReply));
  const call = { ...sampling, prompt: promptOf('Is water wet?', undefined) };
  const { warnings } = await generate(model, call, link);
  for (const warning of warnings) {
    if (!('feature' in warning)) continue;
    const { feature, details } = warning;
    const name = Object.keys(KNOWN_PARAMETERS).find((key) => KNOWN_PARAMETERS[key] === feature);
    if (name === undefined) continue;
    const reason = details === undefined ? '' : `: ${link.clean(details)}`;
    throw new ConfigError(`The model does not take \`${name}\` as it is${reason}.`, {
      where: `${link.section}.parameters.${name}`,
      remedy:
        'Remove it, or give it a value that the model accepts. The run drops no parameter silently.',
    });
  }
}

interface RequestOptions {
  name: string;
  parameters: Record<string, unknown>;
  served: ServedModels;
}

/** A `fetch` for the package that sends by the link, with the parameters that it does not know. */
function fetchWithParameters(
  link: EndpointLink,
  provider: ProviderPackage,
  { name, parameters, served }: RequestOptions,
): typeof fetch {
  const otherParameters = Object.fromEntries(
    Object.entries(parameters).filter(([key]) => !Object.hasOwn(KNOWN_PARAMETERS, key)),
  );
  return sdkFetch(async ({ address, method, headers, body = '{}' }) => {
    const url = new URL(address);
    url.search = link.endpoint.search;
    const mergedBody = mergeMappings(asRecord(JSON.parse(body)), otherParameters);
    const { json } = await link.send(url, { method, headers, body: JSON.stringify(mergedBody) });
    const reply = asRecord(json);
    refuseError(reply, link);
    refuseOtherShape(json, link);
    served.count({ model: provider.servedModel(reply) ?? name });
    return json;
  });
}

/** Merges the second mapping into the first. Merges mappings within both, too. */
function mergeMappings(
  body: Record<string, unknown>,
  more: Record<string, unknown>,
): Record<string, unknown> {
  const result = { ...body };
  for (const [key, value] of Object.entries(more)) {
    const bodyValue = result[key];
    result[key] =
      isMapping(bodyValue) && isMapping(value) ? mergeMappings(bodyValue, value) : value;
  }
  return result;
}

/** A gateway, and Google itself, report errors with status 200. */
function refuseError(reply: Record<string, unknown>, link: EndpointLink): void {
  const { error } = reply;
  if (error === undefined || error === null) return;
  const { words } = readError(JSON.stringify(reply));
  throw new ModelError(`The reply is an error: ${quoted(link.clean(words))}.`, {
    kind: 'bad_response',
    where: link.address,
    remedy: `Check \`${configKeyOf(link.section, 'name')}\` and \`base_url\`.`,
  });
}

/** Calls the package. Keeps only the message of its errors: the objects hold the request. */
async function generate(
  model: PackageModel,
  options: CallOptions,
  { clean, address, section }: EndpointLink,
): Promise<PackageReply> {
  try {
    return await model.doGenerate(options);
  } catch (error) {
    const chain = causes(error);
    const ours = chain.find((cause) => cause instanceof GateError);
    if (ours) throw ours;
    const inner = chain.at(-1)?.['message'] || chain[0]?.['message'];
    throw new ModelError(`The reply cannot be read: ${quoted(clean(String(inner)))}.`, {
      kind: 'bad_response',
      where: address,
      remedy: `Check that \`${configKeyOf(section, 'hub')}\` and \`base_url\` go together.`,
    });
  }
}

/** OpenAI's names of the reasons that change how an answer is read. */
const REASONS: Readonly<Record<string, string>> = {
  length: 'length',
  'content-filter': 'content_filter',
};

/** The answer, without reasoning. A tool call or reasoning alone is no answer. */
function answerIn({ content, finishReason, usage }: PackageReply, link: EndpointLink): Answer {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const isSilent = content.length === 0 && finishReason.unified === 'stop';
  const text = texts.length > 0 || isSilent ? texts.join('') : undefined;
  const reason = REASONS[finishReason.unified] ?? finishReason.raw ?? finishReason.unified;
  const call = content.find((part) => part.type === 'tool-call');
  const hasReasoning = content.some((part) => part.type === 'reasoning');
  let instead: Instead | undefined;
  if (hasReasoning) instead = { reasoning: 'reasoning' };
  if (call !== undefined) instead = { tool: call.toolName };
  const answer = answerOf(text, reason, { ...link, instead });
  if (hasReasoning || Number(usage.outputTokens.reasoning) > 0) answer.isReasoned = true;
  return answer;
}
