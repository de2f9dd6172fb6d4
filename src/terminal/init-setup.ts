// Gathers the facts that the files of `init` are made of.

import { isFileSource } from '../data/files.ts';
import { guessRoles } from '../data/guess-roles.ts';
import { HUBS } from '../models/hubs/addresses.ts';
import { grantLines, Grants } from '../models/keys.ts';
import { isLoopback } from '../shared/way-out.ts';
import { describePrompt } from './init-prompt.ts';
import { NONE, type Sources } from './init-sources.ts';
import { RULES_FILE, type Options } from './options.ts';
import { usageError, type Terminal } from './terminal.ts';

/** The facts that the files are made of. */
export type Setup = Awaited<ReturnType<typeof readSetup>>;

/** @throws GateError for an address that a run refuses, and for a file without rows */
export async function readSetup(
  answers: Options,
  { documents, branch }: Sources,
  { files, host }: Terminal,
) {
  const { config, prompt: file = NONE, data = NONE } = answers;
  const access = accessOf(answers, host.env);
  const { isApp } = access;
  const [rules, bytes = ''] = await files.read([RULES_FILE, file]);
  const text = String(bytes);
  const source = data === NONE ? 'builtin:multiple-choice' : data;
  const rows = isFileSource(source) ? await guessRoles(source, files, text) : undefined;
  const prompt = file === NONE || isApp ? undefined : { file, text };
  const promptUse = describePrompt(prompt, rows, documents);
  const { kind = 'words' } = rows?.form ?? {};
  return {
    ...access,
    // The path of the configuration.
    config,
    model: answers.model ?? (isApp ? 'app' : 'YOUR-MODEL'),
    // Undefined without a prompt, and for an app.
    prompt,
    promptUse,
    source,
    // Undefined if the source is no file.
    rows,
    // True if the right answers are words, and neither labels nor objects.
    isInWords: kind === 'words',
    // True for an app that sorts, and for a model that answers with a label or an object alone.
    isSorter: kind === 'objects' || (kind === 'labels' && (isApp || promptUse.asksForLabel)),
    hasRules: rules !== undefined,
    // The branch that pull requests go to.
    branch,
  };
}

/** @throws ConfigError for an address that a run refuses, such as one of plain http */
function accessOf(options: Options, env: NodeJS.ProcessEnv) {
  const { hub = 'openai' } = options;
  const { baseURL, isLocal, isFreeForm: isApp = false } = HUBS[hub];
  const example = isApp ? 'http://127.0.0.1:8080/ask' : 'https://YOUR-HOST/v1';
  const baseUrl = options.baseUrl ?? (baseURL || isLocal ? undefined : example);
  // `model.base_url` refuses `https:/host`, which is an address to a parser.
  if (baseUrl && !/^https?:\/\/[^/]/i.test(baseUrl))
    throw usageError(
      `${baseUrl} is not the address of a model`,
      'Write the whole URL, such as --base-url http://127.0.0.1:8080/v1.',
    );
  const allowed = grantLines(options.allowedHosts);
  const grants = new Grants({ baseUrl, allowedHosts: allowed, env: {}, isTerminal: true });
  const address = baseUrl ? grants.grantedAddress(baseUrl, 'option --base-url') : undefined;
  const host = address?.host;
  const localServer = !isApp && address && isLoopback(address) ? host : undefined;
  const keyVariable = () => {
    // An app sends the key on to its model, which is taken to be one of `openai`.
    if (isApp) return HUBS.openai.keyVariables[0];
    // A line of `--allowed-hosts` for this host names the variable of its key, if it needs one.
    const own = allowed.find((line) => `${line} `.startsWith(`${host} `));
    if (own) return own.split(' ')[1];
    if (host && env.SENSITIVITY_API_KEY) return 'SENSITIVITY_API_KEY';
    return localServer ? undefined : HUBS[hub].keyVariables[0];
  };
  const secret = keyVariable();
  const grant = host && secret && !isApp ? `${host} ${secret}` : host;
  return {
    hub,
    // True if an app of the team answers, which brings its model and its prompt.
    isApp,
    // Undefined for the usual address of the hub.
    baseUrl,
    // The host of a server on this machine, which only a step of the workflow starts on a runner.
    localServer,
    // The variable with the key; undefined where no key is needed.
    secret,
    // The grant for an address of the user: `models.example.com OPENAI_API_KEY`.
    allowedHosts: options.allowedHosts ?? grant,
    // The variable that an app gets in a header, and its host.
    headerVariables: isApp ? `${secret} ${host}` : undefined,
  };
}
