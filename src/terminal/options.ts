import { randomUUID } from 'node:crypto';
import { homedir, tmpdir } from 'node:os';
import { ConfigError } from '../errors.ts';
import { camel, type Camel } from '../report/story/words.ts';
import type { EvaluateOptions } from '../run/options.ts';
import type { SectionKeys } from '../models/keys.ts';
import type { Section } from '../models/settings.ts';
import {
  endpointsFrom,
  keysFrom,
  variablesFrom,
  type SecretVariables,
} from '../models/environment.ts';
import path from 'node:path';

interface Environment {
  name: string;
  variable: (name: string) => string | undefined;
  /** Absolute: the folder in which the command was given. */
  root: string;
}

/** One option of the command line. Help and parser derive from it. */
interface CommandOption<T = unknown> {
  value?: string;
  short?: string;
  /** Its effect; by command where that differs. */
  about: string | Readonly<Record<string, string>>;
  read: (value: string | undefined, environment: Environment) => T;
}

const DRAFT_KINDS = ['questions', 'facts', 'rules'] as const;

/** All options. To add one: an entry here, and its name in the `options` of its commands. */
export const OPTIONS = {
  config: {
    value: 'FILE',
    about: 'configuration (default .github/sensitivity.yml)',
    read: (value = '.github/sensitivity.yml') => value,
  },
  hub: { value: 'HUB', about: 'instead of model.hub', read: readText },
  model: { value: 'NAME', about: 'instead of model.name', read: readText },
  data: {
    value: 'SOURCE',
    about: 'instead of data.source: files, builtin:NAME or hf:OWNER/NAME',
    read: readText,
  },
  prompt: {
    value: 'FILE',
    about:
      'the prompt that you ship; `none` for the rows alone (default: the first file below prompts/)',
    read: readText,
  },
  'base-url': {
    value: 'URL',
    about: 'endpoint of the model, trusted with the key',
    read: readText,
  },
  'allowed-hosts': {
    value: 'HOSTS',
    about: 'hosts that the configuration may name, with commas',
    read: (value = '') => value.split(/[,\s]+/).filter(Boolean),
  },
  'api-key-variable': keyVariableOption('model (default SENSITIVITY_API_KEY)'),
  'judge-api-key-variable': keyVariableOption('judge'),
  'embeddings-api-key-variable': keyVariableOption('embeddings'),
  'max-requests': {
    value: 'N',
    about: 'hard cap on requests to models',
    read: readIfGiven(readWholeNumber),
  },
  offline: flagOption('send nothing, and need no key'),
  'no-resume': flagOption('do not resume an interrupted run of the same subject and rules'),
  'cache-directory': {
    value: 'DIR',
    about: 'folder of the stored answers (default ~/.cache/sensitivity)',
    read: (value, { root, variable }) =>
      path.resolve(
        root,
        value ??
          path.join(variable('XDG_CACHE_HOME') ?? path.join(homedir(), '.cache'), 'sensitivity'),
      ),
  },
  base: { value: 'REF', about: 'commit for `compare: base`, such as origin/main', read: readText },
  'report-directory': {
    value: 'DIR',
    about: "folder of the report files (default: a new folder below the system's temporary one)",
    read: (value, { root }) =>
      path.resolve(
        root,
        value ?? path.join(tmpdir(), `sensitivity-report-${randomUUID().slice(0, 8)}`),
      ),
  },
  'show-rows': flagOption('print every row of each test, as the report has it'),
  force: flagOption('overwrite existing files'),
  measure: flagOption('measure the model as well, and set minima that it passes'),
  rows: {
    value: 'N',
    about: 'rows to write (default 40)',
    read: readIfGiven(readWholeNumber),
  },
  kind: {
    value: 'KIND',
    about:
      'what to draft: questions, facts (true and false statements) or rules (default: what the configuration lacks)',
    read: readIfGiven(wordReader(DRAFT_KINDS)),
  },
  out: {
    value: 'FILE',
    about: 'the file to write (default evals/questions.csv or evals/facts.csv; rules are printed)',
    read: readText,
  },
  add: flagOption(
    'add rows to the file: for parts of documents that it has no rows of, else as many as are missing',
  ),
  write: flagOption('set the suggested minima in the configuration'),
  lower: flagOption('with --write: set also minima that become lower since the model misses them'),
  yes: flagOption('ask no question: use the defaults for options that are not given'),
  json: flagOption('print JSON on stdout, and nothing else there'),
  help: { ...flagOption('what the command does, its options, examples'), short: 'h' },
  version: { ...flagOption('the version'), short: 'v' },
} satisfies Record<string, CommandOption>;

export type OptionName = keyof typeof OPTIONS;

/** Options as they were given; the text of a flag is empty. */
export type OptionTexts = Partial<Record<OptionName, string>>;

/** The variable with the key of the model, unless an option names another. */
export const API_KEY = 'SENSITIVITY_API_KEY';
const TOKEN = 'GITHUB_TOKEN';

const SECRET_VARIABLES: SecretVariables = {
  key: [API_KEY, TOKEN],
  address: [],
  variables: ['SENSITIVITY_HEADER_VARIABLES'],
};

/** The names of the variables with secrets, also of those that options name. */
export function secretVariables(args: readonly string[]): SecretVariables {
  const keyVariables = args.flatMap((arg, i) => {
    const [option = '', value] = arg.split('=', 2);
    return option.endsWith('api-key-variable') ? (value ?? args[i + 1] ?? []) : [];
  });
  return { ...SECRET_VARIABLES, key: [...SECRET_VARIABLES.key, ...keyVariables] };
}

export type Options = {
  [Name in OptionName as Camel<Name>]: ReturnType<(typeof OPTIONS)[Name]['read']>;
} & Required<
  Pick<EvaluateOptions, 'keys' | 'keyNames' | 'endpoints' | 'variables' | 'datasetsServer'>
> &
  Pick<EvaluateOptions, 'apiKey' | 'judgeApiKey' | 'embeddingsApiKey'>;

export const optionNamed = (name: OptionName): CommandOption => OPTIONS[name];

export function usageError(
  message: string,
  remedy = 'Run `sensitivity --help` for a list.',
): ConfigError {
  return new ConfigError(message, { where: 'command line', remedy });
}

/** @throws ConfigError for a value that is not allowed. */
export function readOptions(given: OptionTexts, env: NodeJS.ProcessEnv, root: string): Options {
  const variable = (name: string): string | undefined => env[name]?.trim() || undefined;
  const fields = Object.entries<CommandOption>(OPTIONS).map(([name, { read }]) => [
    camel(name),
    read(given[name as OptionName], { name, variable, root }),
  ]);
  const usualVariable = variable(API_KEY) === undefined ? undefined : API_KEY;
  const keyNames: SectionKeys = {
    model: given['api-key-variable'] ?? usualVariable,
    judge: given['judge-api-key-variable'],
    embeddings: given['embeddings-api-key-variable'],
  };
  const keyOf = (section: Section) => variable(keyNames[section] ?? '');
  return {
    ...Object.fromEntries(fields),
    keyNames,
    apiKey: keyOf('model'),
    judgeApiKey: keyOf('judge'),
    embeddingsApiKey: keyOf('embeddings'),
    keys: keysFrom(env),
    endpoints: endpointsFrom(env),
    variables: variablesFrom(env, SECRET_VARIABLES),
    datasetsServer: variable('HF_DATASETS_SERVER'),
  } as Options;
}

function flagOption(about: CommandOption['about']): CommandOption<boolean> {
  return { about, read: (value) => value !== undefined };
}

/** An option that names the variable with the key of a section. */
function keyVariableOption(section: string): CommandOption<string | undefined> {
  const readVariableName = (value: string, environment: Environment): string => {
    if (environment.variable(value) !== undefined) return value;
    const remedy = `Set it: export ${KEY_NAME.test(value) ? value : 'NAME'}=…`;
    throw usageError(`--${environment.name} names a variable that is not set`, remedy);
  };
  return {
    value: 'NAME',
    about: `variable with the key of the ${section}`,
    read: readIfGiven(readVariableName),
  };
}

/** A name that can be a variable's. Any other value may be a key, which no message repeats. */
const KEY_NAME = /^[A-Z_][A-Z0-9_]{0,60}$/;

function readText(value: string | undefined): string | undefined {
  return value;
}

function readIfGiven<T>(
  read: (value: string, environment: Environment) => T,
): CommandOption<T | undefined>['read'] {
  return (value, environment) => (value === undefined ? undefined : read(value, environment));
}

function notAllowed({ name }: Environment, value: string, remedy: string): ConfigError {
  return usageError(`--${name} cannot be '${value}'`, remedy);
}

function wordReader<const T extends string>(allowed: readonly T[]) {
  return (value: string, environment: Environment): T => {
    const allowedWord = allowed.find((word) => word === value);
    if (allowedWord === undefined)
      throw notAllowed(environment, value, `Allowed are ${allowed.join(', ')}.`);
    return allowedWord;
  };
}

function readWholeNumber(value: string, environment: Environment): number {
  if (!/^[1-9]\d*$/.test(value))
    throw notAllowed(environment, value, 'Allowed is a whole number of 1 or more.');
  return Number(value);
}
