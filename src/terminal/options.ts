import path from 'node:path';
import { cacheFolder } from '../shared/cache-folder.ts';
import type { Overrides } from '../config/config.ts';
import type { HubName } from '../models/hubs/addresses.ts';
import { grantLines, Grants, sealOf } from '../models/keys.ts';
import { scrubber } from '../shared/secrets.ts';
import { ruleOnWorkTree } from '../trust/ruling.ts';
import type { Terminal } from './terminal.ts';

/** Options without a value. */
type Flag =
  | 'yes'
  | 'measure'
  | 'force'
  | 'add'
  | 'write'
  | 'lower'
  | 'offline'
  | 'showRows'
  | 'json';

/** The options of the commands, as commander names them. Each command has some of them. */
export interface Options extends Overrides, Partial<Record<Flag, boolean>> {
  config: string;
  hub?: HubName;
  allowedHosts?: string;
  headerVariables?: string;
  cacheDirectory?: string;
  prompt?: string;
  kind?: string;
  rows?: number;
  out?: string;
  base?: string;
  reportDirectory?: string;
  /** False with `--no-resume`. */
  resume?: boolean;
}

export const CONFIG_FILE = '.github/sensitivity.yml';
export const RULES_FILE = 'evals/rules.yml';
export const WORKFLOW_FILE = '.github/workflows/sensitivity.yml';

/**
 * Opens what a command works on: the ruling on the work tree, the settings of a run, and the judges
 * that a configuration names. @throws GateError
 */
export async function openCommand(options: Options, terminal: Terminal) {
  const [file] = await terminal.files.read([options.config]);
  if (!file) await terminal.refuseBelowRoot();
  const runOptions = createRunOptions(options, terminal);
  const { env, signal } = runOptions;
  terminal.scrub = scrubber(runOptions.grants.secrets);
  const ruling = await ruleOnWorkTree({
    root: terminal.host.cwd(),
    base: options.base,
    configPath: options.config,
    overrides: options,
    env,
    datasets: { url: env.HF_DATASETS_SERVER, token: env.HF_TOKEN, env, signal },
  });
  return {
    ruling,
    judges: ruling.config.tests.flatMap(({ judge }) => (typeof judge === 'object' ? judge : [])),
    runOptions,
  };
}

function createRunOptions(options: Options, { host, signal, progress, note }: Terminal) {
  const { env } = host;
  const {
    hub,
    baseUrl,
    allowedHosts = env.SENSITIVITY_ALLOWED_HOSTS,
    cacheDirectory = cacheFolder(env),
  } = options;
  const grants = new Grants({
    hub,
    baseUrl,
    apiKey: (hub ?? baseUrl) && env.SENSITIVITY_API_KEY,
    allowedHosts: grantLines(allowedHosts),
    headerVariables: grantLines(options.headerVariables),
    env,
    isTerminal: true,
  });
  const scope = host.cwd();
  return {
    grants,
    env,
    store: {
      directory: path.resolve(scope, cacheDirectory),
      scope,
      isFresh: options.resume === false,
      // A server on this machine may need no key.
      seal: sealOf(['terminal', ...grants.secrets]),
    },
    signal,
    progress,
    log: note,
  };
}
