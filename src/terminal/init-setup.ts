// Gathers the facts that the files of `init` are made of.

import { isFileSource } from '../data/files.ts';
import { guessRoles } from '../data/guess-roles.ts';
import {
  describePrompt,
  type PromptFile,
  type PromptUse,
  type RowRoles,
} from '../draft/describe-prompt.ts';
import { HUBS, keyFromEnv, type HubName } from '../models/hubs/addresses.ts';
import { isLoopback } from '../shared/way-out.ts';
import { NONE, type Sources } from './init-sources.ts';
import { RULES_FILE, type Options } from './options.ts';
import { usageError, type Terminal } from './terminal.ts';

/** The facts that the files are made of. */
export interface Setup {
  /** The path of the configuration. */
  config: string;
  hub: HubName;
  /** True if an app of the team answers, which brings its model and its prompt. */
  isApp: boolean;
  /** Absent for the usual address of the hub. */
  baseUrl?: string;
  /** The host of a server on this machine, which only a step of the workflow starts on a runner. */
  localServer?: string;
  /** The variable with the key; absent where no key is needed. */
  secret?: string;
  /** True if this process has the key, or needs none. */
  hasKey: boolean;
  /** The grant for an address of the user: `models.example.com OPENAI_API_KEY`. */
  allowedHosts?: string;
  /** The variable that an app gets in a header, and its host. */
  headerVariables?: string;
  model: string;
  /** Absent without a prompt, and for an app. */
  prompt?: PromptFile;
  promptUse: PromptUse;
  /** A file of rows, a built-in set or one of the Hub. */
  source: string;
  /** Absent if the source is no file. */
  rows?: RowRoles;
  /** True for an app that sorts, and for a model that answers with a label or an object alone. */
  isSorter: boolean;
  /** True once there is a file of rules. */
  hasRules: boolean;
  /** The branch that pull requests go to. */
  branch: string;
}

/** @throws GateError for an address that leads to no model, and for a file without rows */
export async function readSetup(
  answers: Options,
  { documents, branch }: Sources,
  { files, host }: Terminal,
): Promise<Setup> {
  const { config, prompt: file = NONE, data = NONE } = answers;
  const access = accessOf(answers, host.env);
  const { isApp } = access;
  const [rules, bytes = ''] = await files.read([RULES_FILE, file]);
  const text = String(bytes);
  const source = data === NONE ? 'builtin:multiple-choice' : data;
  const rows = isFileSource(source) ? await guessRoles(source, files, text) : undefined;
  const prompt = file === NONE || isApp ? undefined : { file, text };
  const promptUse = describePrompt(prompt, rows, documents);
  const { labels, template, isObject } = rows ?? {};
  return {
    ...access,
    config,
    model: answers.model ?? (isApp ? 'app' : 'YOUR-MODEL'),
    prompt,
    promptUse,
    source,
    rows,
    isSorter: Boolean(labels && (isApp || template || isObject || promptUse.asksForLabel)),
    hasRules: rules !== undefined,
    branch,
  };
}

/** @throws ConfigError for an address that leads to no model */
function accessOf(options: Options, env: NodeJS.ProcessEnv) {
  const { hub = 'openai' } = options;
  const { baseURL, isLocal, isFreeForm: isApp = false } = HUBS[hub];
  const example = isApp ? 'http://127.0.0.1:8080/ask' : 'https://YOUR-HOST/v1';
  const baseUrl = options.baseUrl ?? (baseURL || isLocal ? undefined : example);
  const address = URL.parse(baseUrl ?? '');
  const host = address?.host;
  // `model.base_url` refuses it, too.
  if (baseUrl && !(host && /^https?:\/\/[^/]/i.test(baseUrl)))
    throw usageError(
      `${baseUrl} is not the address of a model`,
      'Write the whole URL, such as --base-url http://127.0.0.1:8080/v1.',
    );
  const localServer = !isApp && address && isLoopback(address) ? host : undefined;
  // An app sends the key on to its model, which is taken to be one of `openai`.
  const keyHub = isApp ? 'openai' : hub;
  let secret = localServer ? undefined : HUBS[keyHub].keyVariables[0];
  if (!isApp && host && env.SENSITIVITY_API_KEY) secret = 'SENSITIVITY_API_KEY';
  const grant = host && secret && !isApp ? `${host} ${secret}` : host;
  return {
    hub,
    isApp,
    baseUrl,
    localServer,
    secret,
    hasKey: Boolean(!secret || env[secret] || keyFromEnv(keyHub, env)),
    allowedHosts: options.allowedHosts ?? grant,
    headerVariables: isApp ? `${secret} ${host}` : undefined,
  };
}
