import { resolve } from 'node:path';
import { camel, type Camel } from '../run/options.js';
import { hubNamed, endpointsFrom, keysFrom, readSecrets, variablesFrom } from '../models/hubs/registry.js';
import type { ByHub, Variables } from '../models/settings.js';
import { HELD, INPUTS, variableOf } from './input-table.js';
import { webAddress } from './read-input.js';

type FromInputs = { [Name in keyof typeof INPUTS as Camel<Name>]: ReturnType<(typeof INPUTS)[Name]> };

export interface Inputs extends FromInputs {
  keys: ByHub;
  /** Endpoints of the environment (`AZURE_OPENAI_ENDPOINT`). */
  endpoints: ByHub;
  /** The variables of `header-variables`, with their values. */
  variables: Variables;
  /** `HF_DATASETS_SERVER` of the environment. */
  datasetsServer?: string | undefined;
  workspace: string;
  /** Every key and token above, to be masked in all output. */
  secrets: string[];
}

/**
 * Reads the inputs from the environment. An empty value counts as missing, since GitHub passes an expression without a value so.
 * @throws ConfigError for a value that is not allowed
 */
export function readInputs(env: NodeJS.ProcessEnv): Inputs {
  const variable = (name: string): string | undefined => env[name]?.trim() || undefined;
  const input = (name: string): string | undefined => variable(variableOf(name));
  const workspace = resolve(variable('GITHUB_WORKSPACE') ?? '.');
  const fields = Object.entries(INPUTS).map(([name, read]) => [camel(name), read(input(name), { name, variable, input, workspace })]);
  const server = variable('HF_DATASETS_SERVER');
  return {
    ...(Object.fromEntries(fields) as FromInputs),
    keys: keysFrom(env),
    endpoints: checkedEndpoints(endpointsFrom(env)),
    variables: variablesFrom(env, HELD),
    datasetsServer: server && webAddress('environment variable HF_DATASETS_SERVER', server),
    workspace,
    secrets: readSecrets(env, HELD),
  };
}

function checkedEndpoints(endpoints: Record<string, string>): ByHub {
  for (const [hub, address] of Object.entries(endpoints)) webAddress(`environment variable ${hubNamed(hub).endpointVariable}`, address);
  return endpoints;
}
