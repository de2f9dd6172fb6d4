import { randomUUID } from 'node:crypto';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ON_BUDGET, type Budget } from '../config/keys/whole.js';
import { span } from '../config/keys/values.js';
import { ConfigError } from '../errors.js';
import { HUBS, REGISTRY } from '../models/hubs.js';
import { endpointsFrom, keysFrom, variablesFrom, type Keys } from '../models/keys.js';
import type { ComparedFormat } from '../report/compared-reports.js';
import type { ByHub, Variables } from '../models/settings.js';

export const COMMANDS = ['run', 'plan', 'demo', 'compare'] as const;
export type Command = (typeof COMMANDS)[number];

/** What stands on the command line and in the environment. */
export interface CliOptions {
  command: Command | 'help' | 'version';
  config: string;
  hub?: string | undefined;
  model?: string | undefined;
  data?: string | undefined;
  baseUrl?: string | undefined;
  allowedHosts: string[];
  maxRequests?: number | undefined;
  onBudget?: Budget['on_budget'] | undefined;
  reportDirectory: string;
  /** The commit to compare with, for `compare: base`. */
  base?: string | undefined;
  /** The report to compare with. */
  baseline?: string | undefined;
  /** Keeps what is known of judges, the answers of a run under way, and the cache. */
  cacheDirectory: string;
  /** `compare`: the reports, and how they are shown. */
  reports: string[];
  format: ComparedFormat;
  /** What an interrupted run was answered counts. */
  resume: boolean;
  /** Of the run: `90`, `10m`. */
  deadline?: string | number | undefined;
  /** Every failing row instead of the first few, and passing ones with a judge's steps. */
  all: boolean;
  /** `SENSITIVITY_API_KEY`: the key of the model's hub, whichever it is. */
  apiKey?: string | undefined;
  keys: Keys;
  endpoints: ByHub;
  variables: Variables;
  datasetsServer?: string | undefined;
}

/** Lines of at most 76 letters. */
const folded = (text: string): string => text.replace(/(.{1,76})(?: |$)/g, '$1\n').trimEnd();

const KEY_NAMES = REGISTRY.flatMap(({ keyVariable, endpointVariable }) => {
  if (keyVariable === undefined) return [];
  return endpointVariable === undefined ? keyVariable : `${keyVariable} (with ${endpointVariable})`;
});

export const USAGE = `sensitivity: may this change to our language model merge?

  sensitivity run [options]    run the tests of the configuration
  sensitivity plan [options]   say what a run would send, and send nothing
  sensitivity demo             try the gate on scripted models, without a key
  sensitivity compare REPORT.json REPORT.json ...
                               several runs side by side: models, releases

  --config FILE            configuration (default .github/sensitivity.yml)
  --hub, --model, --data   instead of model.hub, model.name, data.source
  --base-url URL           endpoint of the model, trusted with the key
  --allowed-hosts HOSTS    hosts that the configuration may name, with commas
  --max-requests N         hard cap on requests to models
  --on-budget HOW          of a run that needs more than a cap allows: refuse
                           (before the first request) or partial
  --deadline TIME          the longest that the run may take: 90s, 10m, 2h
  --resume                 take up a run that was interrupted: no answered
                           request is asked again
  --cache-directory DIR    where answers are kept for --resume and \`cache\`
                           (default: ~/.cache/sensitivity)
  --base REF               commit for \`compare: base\`, such as origin/main
  --baseline REPORT.json   an earlier run's report to compare with
  --report-directory DIR   where the report files go (default: a new folder
                           below the system's temporary one)
  --markdown, --json       how compare prints, instead of as a table
  --all                    print every failing row, not only the first, and
                           the passing ones of a judge with verbose_mode
  --help, --version

${folded(`Hubs: ${HUBS.join(', ')}.`)}
${folded(`Keys: ${KEY_NAMES.join(', ')}, or SENSITIVITY_API_KEY for the model's hub, whichever it is.`)}
Exit status: 0 pass, 1 fail, 2 usage or configuration, 3 error or inconclusive.
`;

const OPTIONS = {
  config: { type: 'string' },
  hub: { type: 'string' },
  model: { type: 'string' },
  data: { type: 'string' },
  'base-url': { type: 'string' },
  'allowed-hosts': { type: 'string' },
  'max-requests': { type: 'string' },
  'on-budget': { type: 'string' },
  'report-directory': { type: 'string' },
  'cache-directory': { type: 'string' },
  deadline: { type: 'string' },
  resume: { type: 'boolean' },
  base: { type: 'string' },
  baseline: { type: 'string' },
  all: { type: 'boolean' },
  markdown: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

function usageError(message: string, remedy = `Run \`sensitivity --help\` for what is there.`): ConfigError {
  return new ConfigError(message, { where: 'command line', remedy });
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw usageError((error as Error).message);
  }
}

function requestCap(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(value)) throw usageError(`--max-requests cannot be '${value}'`, 'Allowed is a whole number of 1 or more.');
  return Number(value);
}

function onBudget(value: string | undefined): CliOptions['onBudget'] {
  const found = ON_BUDGET.find((one) => one === value);
  if (value === undefined || found) return found;
  throw usageError(`--on-budget cannot be '${value}'`, `Allowed are ${ON_BUDGET.join(' and ')}.`);
}

function formatOf({ markdown, json }: { markdown?: boolean; json?: boolean }, command: string | undefined): ComparedFormat {
  if (!markdown && !json) return 'terminal';
  if (command !== 'compare')
    throw usageError(`${markdown ? '--markdown' : '--json'} belongs to compare`, 'A run writes its report files by itself.');
  if (markdown && json) throw usageError('--markdown and --json are two forms of one table', 'Take one of them.');
  return markdown ? 'markdown' : 'json';
}

function deadline(value: string | undefined): string | number | undefined {
  const given = value !== undefined && /^\d{1,7}$/.test(value) ? Number(value) : value;
  if (given === undefined || span.safeParse(given).success) return given;
  throw usageError(`--deadline cannot be '${value}'`, 'Allowed are seconds, or a whole number with its unit: 90s, 10m, 2h.');
}

/** @throws ConfigError for a command or an option that is not there. */
export function readCommandLine(args: readonly string[], env: NodeJS.ProcessEnv): CliOptions {
  const { values, positionals } = parse(args);
  const [command, ...rest] = positionals;
  if (command !== 'compare' && rest.length > 0) throw usageError(`too many words: '${rest.join(' ')}'`);
  if (!values.help && !values.version && command !== undefined && !(COMMANDS as readonly string[]).includes(command)) {
    throw usageError(`there is no command '${command}'`, `Commands: ${COMMANDS.join(', ')}.`);
  }
  const format = formatOf(values, command);
  if (command === 'compare' && !values.help && rest.length < 2) {
    throw usageError(
      `compare takes two reports or more, and ${rest.length === 1 ? 'one is' : 'none is'} named`,
      'Name their report.json files.',
    );
  }
  const variable = (name: string) => env[name]?.trim() || undefined;
  return {
    command: values.version ? 'version' : values.help || command === undefined ? 'help' : (command as Command),
    config: values.config ?? '.github/sensitivity.yml',
    hub: values.hub,
    model: values.model,
    data: values.data,
    baseUrl: values['base-url'],
    allowedHosts: (values['allowed-hosts'] ?? '').split(/[,\s]+/).filter(Boolean),
    maxRequests: requestCap(values['max-requests']),
    onBudget: onBudget(values['on-budget']),
    reportDirectory: path.resolve(values['report-directory'] ?? path.join(tmpdir(), `sensitivity-report-${randomUUID().slice(0, 8)}`)),
    base: values.base,
    baseline: values.baseline === undefined ? undefined : path.resolve(values.baseline),
    cacheDirectory: path.resolve(
      values['cache-directory'] ?? path.join(variable('XDG_CACHE_HOME') ?? path.join(homedir(), '.cache'), 'sensitivity'),
    ),
    resume: values.resume ?? false,
    deadline: deadline(values.deadline),
    reports: rest,
    format,
    all: values.all ?? false,
    apiKey: variable('SENSITIVITY_API_KEY'),
    keys: keysFrom(env),
    endpoints: endpointsFrom(env),
    variables: variablesFrom(env),
    datasetsServer: variable('HF_DATASETS_SERVER'),
  };
}
