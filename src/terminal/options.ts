import { homedir } from 'node:os';
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Overrides } from '../config/config.ts';
import { HUB_NAMES, type HubName } from '../models/hubs/addresses.ts';
import { grantsOf, headerVariableIn, type WorkflowKeys } from '../models/keys.ts';
import type { RunOptions } from '../run/types.ts';
import { scrubber } from '../secrets.ts';
import { judgeWorkTree } from '../trust/judge.ts';
import type { Terminal } from './terminal.ts';

type Text = 'cacheDirectory' | 'prompt' | 'out' | 'base' | 'reportDirectory';
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

/** Options of the commands, as commander names them. Each command has some of them. */
export interface Options
  extends Overrides, Partial<Record<Text, string>>, Partial<Record<Flag, boolean>> {
  config: string;
  hub?: HubName;
  allowedHosts?: string[];
  headerVariables?: WorkflowKeys['headerVariables'];
  kind?: 'questions' | 'rules';
  rows?: number;
  /** False with `--no-resume`. */
  resume?: boolean;
}

export const CONFIG_FILE = '.github/sensitivity.yml';
const KEY_VARIABLE = 'SENSITIVITY_API_KEY';
const HOSTS_VARIABLE = 'SENSITIVITY_ALLOWED_HOSTS';

export function addSubjectOptions(command: Command): Command {
  return command
    .option('--config <file>', 'configuration', CONFIG_FILE)
    .addOption(new Option('--hub <name>', 'instead of model.hub').choices(HUB_NAMES))
    .option('--model <name>', 'instead of model.name')
    .option('--data <source>', 'instead of data.source: files, builtin:NAME or hf:OWNER/NAME')
    .option('--base-url <url>', `endpoint of the model; it gets the key of ${KEY_VARIABLE}`)
    .option(
      '--allowed-hosts <hosts>',
      `more hosts that the configuration may name, with commas, each with the variable that holds its key: "models.example.com GATEWAY_KEY" (or ${HOSTS_VARIABLE})`,
      entriesOf,
    )
    .option(
      '--header-variables <names>',
      'that `headers` may hold: "NAME HOST, …"',
      (text: string) => entriesOf(text).map(headerVariableIn),
    )
    .option('--max-requests <count>', 'hard cap on model requests', wholeNumber)
    .option('--cache-directory <folder>', 'stored answers (default ~/.cache/sensitivity)');
}

export function wholeNumber(value: string): number {
  if (/^[1-9]\d{0,14}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('Write a whole number of 1 or more.');
}

function entriesOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** What the work tree judges, and how it is asked. @throws GateError */
export async function openWork(options: Options, terminal: Terminal) {
  const { env, cwd } = terminal.host;
  const { hub, baseUrl, base, config: configPath, headerVariables } = options;
  const hasPlace = hub !== undefined || baseUrl !== undefined;
  const grants = grantsOf({
    hub,
    baseUrl,
    apiKey: hasPlace ? env[KEY_VARIABLE] : undefined,
    allowedHosts: options.allowedHosts ?? entriesOf(env[HOSTS_VARIABLE] ?? ''),
    headerVariables,
    env,
    isTerminal: true,
  });
  terminal.scrub = scrubber(grants.secrets);
  const folder = env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache');
  const { cacheDirectory = path.join(folder, 'sensitivity') } = options;
  const directory = path.resolve(cwd(), cacheDirectory);
  const runOptions: RunOptions = {
    grants,
    env,
    store: { directory, scope: cwd(), isFresh: options.resume === false },
    signal: terminal.signal,
    onProgress: terminal.progress,
    log: terminal.note,
  };
  const datasets = { url: env.HF_DATASETS_SERVER, token: env.HF_TOKEN, env };
  const work = { root: cwd(), base, configPath, overrides: options, env, datasets };
  return { judged: await judgeWorkTree(work), runOptions };
}
