import { resolve } from 'node:path';
import {
  type SecretVariables,
  hubNamed,
  endpointsFrom,
  keysFrom,
  readSecrets,
  variablesFrom,
} from '../models/hubs/registry.js';
import { ON_BUDGET } from '../models/meter.js';
import {
  boolean,
  FAILING,
  failingOutcomes,
  folder,
  fromCheckout,
  holding,
  host,
  lines,
  loopback,
  oneOf,
  shard,
  outside,
  parsed,
  positiveInteger,
  recordPlace,
  textInput,
  refuseBeside,
  requirements,
  variableName,
  watching,
  webAddress,
  type InputReader,
} from './read-input.js';
import { camel, type Camel, type EvaluateOptions } from '../run/options.js';
import type { HubValues } from '../models/settings.js';

/**
 * The inputs of the action with their readers. Each is a field of `Inputs` in camel case;
 * action.yml and docs/action.md describe it.
 */
export const INPUTS = {
  config: (value = '.github/sensitivity.yml', { workspace }) => fromCheckout(value, workspace),
  'config-ref': oneOf(['head', 'base', 'split', 'auto'], 'auto'),
  /** Checked with the configuration. */
  hub: textInput(),
  model: textInput(),
  data: parsed((value, { workspace }) =>
    /^(?:builtin|hf):/.test(value) ? value : fromCheckout(value, workspace),
  ),
  /** The key of the model, of a judge, of embeddings. It goes before the environment's. */
  'api-key': holding('key', textInput()),
  'judge-api-key': holding('key', textInput()),
  'embeddings-api-key': holding('key', textInput()),
  'base-url': holding(
    'address',
    parsed((value) => webAddress("input 'base-url'", value)),
  ),
  'allowed-hosts': (value) => lines(value ?? '').map(host),
  /** Addresses of this machine that the configuration may name: `127.0.0.1:8000`. */
  'allow-loopback': parsed((value) => lines(value).map(loopback)),
  'header-variables': holding('variables', (value) => lines(value ?? '').map(variableName)),
  'github-token': holding('key', textInput()),
  comment: oneOf(['always', 'on-failure', 'never'], 'always'),
  'comment-key': textInput(),
  /** True to write findings at lines of the pull request's diff. */
  review: oneOf(['off', 'comment'], 'off'),
  check: (value = 'false', { name }) => boolean(name, value),
  /** Outcomes that fail the job; empty for `none`. */
  'fail-on': (value = FAILING.join(), { name }) => failingOutcomes(name, value),
  'missing-key': oneOf(['fail', 'skip'], 'fail'),
  'max-requests': parsed(positiveInteger),
  /** Undefined: the configuration decides. */
  'on-budget': parsed((value, environment) => oneOf(ON_BUDGET, 'refuse')(value, environment)),
  'publish-from': textInput(),
  /** `3/10`: this job runs the third of ten shards, without a verdict. */
  shard: parsed(shard),
  /** Absolute: the folder of the shards' files, to be merged and published. */
  merge: parsed((value, environment) => {
    refuseBeside(environment, 'shard', 'publish-from');
    return resolve(environment.workspace, value);
  }),
  /** `true`, or faults that the gate must catch: `deaf:20%:0.9`. Undefined: judge the change. */
  prove: parsed(requirements),
  /** `all`: what each changed part does, in place of a verdict. */
  attribute: parsed((value, environment) => {
    refuseBeside(environment, 'shard', 'merge', 'publish-from', 'prove');
    return oneOf(['all'], 'all')(value, environment);
  }),
  /** `branch NAME` or `cache`: the place of the record of runs on the default branch. */
  history: parsed(recordPlace),
  /** True for a night of `watch`. Undefined means: only on `schedule`. */
  watch: parsed(watching),
  /** True if the verdict of an earlier run of the same subject stands. */
  resume: (value = 'true', { name }) => boolean(name, value),
  /** Absolute: the report to compare with. */
  baseline: parsed((value, { workspace }) => fromCheckout(value, workspace)),
  /** Absolute: the folder of the store of replies and calibrations. */
  'cache-directory': (value, environment) =>
    outside(environment.workspace, folder(value, environment, 'sensitivity-cache')),
  /** Absolute. */
  'report-directory': (value, environment) => folder(value, environment, 'sensitivity-report'),
  /** True to upload the report files as an artifact of the run. */
  'upload-artifact': (value = 'false', { name }) => boolean(name, value),
} satisfies Record<string, InputReader<unknown>>;

/** The runner writes `api-key` as INPUT_API-KEY: upper case, dashes as they are. */
export const variableOf = (name: string): string => `INPUT_${name.toUpperCase()}`;

const inputsWith = (holds: keyof SecretVariables): string[] =>
  Object.entries<InputReader<unknown>>(INPUTS).flatMap(([name, read]) =>
    read.holds === holds ? variableOf(name) : [],
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
 * An empty value counts as missing, as GitHub passes a missing one. @throws ConfigError for a value
 * that is not allowed
 */
export function readInputs(env: NodeJS.ProcessEnv): Inputs {
  const variable = (name: string): string | undefined => env[name]?.trim() || undefined;
  const input = (name: string): string | undefined => variable(variableOf(name));
  const workspace = resolve(variable('GITHUB_WORKSPACE') ?? '.');
  const fields = Object.entries(INPUTS).map(([name, read]) => [
    camel(name),
    read(input(name), { name, variable, input, workspace }),
  ]);
  const server = variable('HF_DATASETS_SERVER');
  return {
    ...(Object.fromEntries(fields) as FromInputs),
    keys: keysFrom(env),
    endpoints: checkedEndpoints(endpointsFrom(env)),
    variables: variablesFrom(env, SECRET_INPUTS),
    datasetsServer: server && webAddress('environment variable HF_DATASETS_SERVER', server),
    workspace,
    secrets: readSecrets(env, SECRET_INPUTS),
  };
}

function checkedEndpoints(endpoints: Record<string, string>): HubValues {
  for (const [hub, address] of Object.entries(endpoints))
    webAddress(`environment variable ${hubNamed(hub).endpointVariable}`, address);
  return endpoints;
}
