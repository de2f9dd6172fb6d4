import { resolve } from 'node:path';
import type { Held } from '../models/hubs/registry.js';
import { ON_BUDGET } from '../models/ledger.js';
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
  oneOfMany,
  outside,
  parsed,
  positiveInteger,
  recordPlace,
  text,
  refuseBeside,
  variableName,
  webAddress,
  type Read,
} from './readings.js';

/**
 * Every input of the action: an entry here, and its words in action.yml and docs/action.md, which a test asks for. It reaches the action as
 * a field of `Inputs`, `config-ref` as `configRef`.
 */
export const INPUTS = {
  config: (value = '.github/sensitivity.yml', { workspace }) => fromCheckout(value, workspace),
  'config-ref': oneOf(['head', 'base', 'split', 'auto'], 'auto'),
  /** Checked with the configuration, which knows the hubs. */
  hub: text(),
  model: text(),
  data: parsed((value, { workspace }) => (/^(?:builtin|hf):/.test(value) ? value : fromCheckout(value, workspace))),
  /** Key of the model's hub, whichever that turns out to be; it goes before the environment's. */
  'api-key': holding('key', text()),
  'base-url': holding(
    'address',
    parsed((value) => webAddress("input 'base-url'", value)),
  ),
  /** `models.example.com`, `models.example.com:8443` or `*.example.com`, as written. */
  'allowed-hosts': (value) => lines(value ?? '').map(host),
  /** `127.0.0.1:8000`, as written: the addresses of this machine that the configuration may name. */
  'allow-loopback': parsed((value) => lines(value).map(loopback)),
  /** Names of variables of the job that headers of the configuration may hold. */
  'header-variables': holding('variables', (value) => lines(value ?? '').map(variableName)),
  'github-token': holding('key', text()),
  comment: oneOf(['always', 'on-failure', 'never'], 'always'),
  'comment-key': text(),
  check: (value = 'false', { name }) => boolean(name, value),
  /** Outcomes that fail the job; empty for `none`. */
  'fail-on': (value = FAILING.join(), { name }) => failingOutcomes(name, value),
  'missing-key': oneOf(['fail', 'skip'], 'fail'),
  'max-requests': parsed(positiveInteger),
  /** Left out, as the configuration says. */
  'on-budget': parsed((value, environment) => oneOf(ON_BUDGET, 'refuse')(value, environment)),
  'publish-from': text(),
  /** `3/10`: this job asks the third of ten parts, and decides nothing. */
  shard: parsed(oneOfMany),
  /** Absolute: what the shards of this run wrote, to be decided and published. */
  merge: parsed((value, environment) => {
    refuseBeside(environment, 'shard', 'publish-from');
    return resolve(environment.workspace, value);
  }),
  /** `branch NAME` or `cache`: where a record of each run on the default branch is kept. */
  history: parsed(recordPlace),
  /** An interrupted run of the same commit and rules is resumed. */
  resume: (value = 'true', { name }) => boolean(name, value),
  /** Absolute: the report to compare with. */
  baseline: parsed((value, { workspace }) => fromCheckout(value, workspace)),
  /** Absolute: the folder of the store of replies and calibrations. */
  'cache-directory': (value, environment) => outside(environment.workspace, folder(value, environment, 'sensitivity-cache')),
  /** Absolute. */
  'report-directory': (value, environment) => folder(value, environment, 'sensitivity-report'),
  /** The report files become an artifact of the run. */
  'upload-artifact': (value = 'false', { name }) => boolean(name, value),
} satisfies Record<string, Read<unknown>>;

/** The runner writes `api-key` as INPUT_API-KEY: upper case, dashes as they are. */
export const variableOf = (name: string): string => `INPUT_${name.toUpperCase()}`;

const inputsWith = (holds: keyof Held): string[] =>
  Object.entries<Read<unknown>>(INPUTS).flatMap(([name, read]) => (read.holds === holds ? variableOf(name) : []));

/** The inputs that hold what must not be shown. */
export const HELD: Held = { key: inputsWith('key'), address: inputsWith('address'), variables: inputsWith('variables') };
