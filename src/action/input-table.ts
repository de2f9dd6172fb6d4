import { resolve } from 'node:path';
import { mergeProblems } from '../config/problems.ts';
import { IS_GONE, REMOVED } from '../config/removed.ts';
import { ConfigError } from '../errors.ts';
import {
  type SecretVariables,
  endpointsFrom,
  keysFrom,
  readSecrets,
  variablesFrom,
} from '../models/environment.ts';
import { hubNamed } from '../models/hubs/registry.ts';
import type { HubValues } from '../models/connection.ts';
import { camel, type Camel } from '../report/story/words.ts';
import type { EvaluateOptions } from '../run/options.ts';
import {
  FAILING,
  markSecret,
  optional,
  readFailingOutcomes,
  readOneOf,
  readPositiveInteger,
  readText,
  readVariableName,
  splitLines,
  type InputReader,
} from './input-reader.ts';
import { readHost, readLoopback, readWebAddress } from './read-address.ts';
import { pathFromCheckout, readFolder, refuseInCheckout } from './read-path.ts';

/**
 * The inputs of the action with their readers. Each is a field of `Inputs` in camel case;
 * action.yml and docs/action.md describe it.
 */
export const INPUTS = {
  config: (value = '.github/sensitivity.yml', { workspace }) => pathFromCheckout(value, workspace),
  'config-ref': readOneOf(['head', 'base', 'split', 'auto'], 'auto'),
  /** The name of the hub. The configuration's check refuses an unknown hub. */
  hub: readText(),
  model: readText(),
  data: optional((value, { workspace }) =>
    /^(?:builtin|hf):/.test(value) ? value : pathFromCheckout(value, workspace),
  ),
  /** The keys of the model, a judge and embeddings. They replace the keys of the environment. */
  'api-key': markSecret('key', readText()),
  'judge-api-key': markSecret('key', readText()),
  'embeddings-api-key': markSecret('key', readText()),
  'base-url': markSecret(
    'address',
    optional((value) => readWebAddress("input 'base-url'", value)),
  ),
  'allowed-hosts': (value) => splitLines(value ?? '').map(readHost),
  /** Addresses of this machine that the configuration may name: `127.0.0.1:8000`. */
  'allow-loopback': optional((value) => splitLines(value).map(readLoopback)),
  'header-variables': markSecret('variables', (value) =>
    splitLines(value ?? '').map(readVariableName),
  ),
  'github-token': markSecret('key', readText()),
  comment: readOneOf(['always', 'on-failure', 'never'], 'always'),
  'comment-key': readText(),
  /** True to write findings at lines of the pull request's diff. */
  review: readOneOf(['off', 'comment'], 'off'),
  /** Outcomes that fail the job; empty for `none`. */
  'fail-on': (value = FAILING.join(), { name }) => readFailingOutcomes(name, value),
  'missing-key': readOneOf(['fail', 'skip'], 'fail'),
  'max-requests': optional(readPositiveInteger),
  /** Absolute path of the folder of the store of replies and calibrations. */
  'cache-directory': (value, context) =>
    refuseInCheckout(context.workspace, readFolder(value, context, 'sensitivity-cache')),
  /** Absolute path of the folder of the report files. */
  'report-directory': (value, context) => readFolder(value, context, 'sensitivity-report'),
} satisfies Record<string, InputReader<unknown>>;

/** The runner writes `api-key` as INPUT_API-KEY: upper case, dashes as they are. */
export const variableOf = (name: string): string => `INPUT_${name.toUpperCase()}`;

const inputsWith = (holds: keyof SecretVariables): string[] =>
  Object.entries<InputReader<unknown>>(INPUTS).flatMap(([name, reader]) =>
    reader.holds === holds ? variableOf(name) : [],
  );

export const SECRET_INPUTS: SecretVariables = {
  key: inputsWith('key'),
  address: inputsWith('address'),
  variables: inputsWith('variables'),
};

type FromInputs = {
  [Name in keyof typeof INPUTS as Camel<Name>]: ReturnType<(typeof INPUTS)[Name]>;
};

type FromEnvironment = Pick<EvaluateOptions, 'keys' | 'datasetsServer'> &
  Required<Pick<EvaluateOptions, 'endpoints' | 'variables'>>;

/**
 * `workspace`: the absolute path of the checkout. `secrets`: every key and token, to be masked in
 * all output.
 */
export type Inputs = FromInputs & FromEnvironment & { workspace: string; secrets: string[] };

/**
 * Reads the inputs from the environment. An empty value counts as missing, since GitHub passes a
 * missing input as an empty one.
 * @throws ConfigError for a value that is not allowed
 */
export function readInputs(env: NodeJS.ProcessEnv): Inputs {
  const variable = (name: string): string | undefined => env[name]?.trim() || undefined;
  refuseRemoved(variable);
  const workspace = resolve(variable('GITHUB_WORKSPACE') ?? '.');
  const fields = Object.entries(INPUTS).map(([name, reader]) => [
    camel(name),
    reader(variable(variableOf(name)), { name, variable, workspace }),
  ]);
  const server = variable('HF_DATASETS_SERVER');
  return {
    ...(Object.fromEntries(fields) as FromInputs),
    keys: keysFrom(env),
    endpoints: checkedEndpoints(endpointsFrom(env)),
    variables: variablesFrom(env, SECRET_INPUTS),
    datasetsServer: server && readWebAddress('environment variable HF_DATASETS_SERVER', server),
    workspace,
    secrets: readSecrets(env, SECRET_INPUTS),
  };
}

/** @throws ConfigError that names every input of version 1 that the workflow sets */
function refuseRemoved(variable: (name: string) => string | undefined): void {
  const errors = Object.entries(REMOVED.inputs)
    .filter(([name]) => variable(variableOf(name)) !== undefined)
    .map(
      ([name, remedy]) =>
        new ConfigError(`the input ${IS_GONE}`, { where: `input '${name}'`, remedy }),
    );
  if (errors.length > 0) throw mergeProblems(errors);
}

function checkedEndpoints(endpoints: Record<string, string>): HubValues {
  for (const [hub, address] of Object.entries(endpoints))
    readWebAddress(`environment variable ${hubNamed(hub).endpointVariable}`, address);
  return endpoints;
}
