import type { Config, Overrides } from '../config/config.js';
import type { ConfigSource } from '../config/rules.js';
import type { Results } from '../engine/results.js';
import type { Progress } from '../engine/run.js';
import type { AnyRun } from '../engine/methods/test-run.js';
import type { IsTracked } from '../inside.js';
import type { Halt } from '../models/index.js';
import type { ByHub, Connection, Variables } from '../models/settings.js';
import type { Start } from '../report/formats/log.js';

/** All that an evaluation needs from its door; nothing below reads inputs or the environment. */
export interface EvaluateOptions {
  config: ConfigSource;
  overrides: Overrides;
  /** Absolute folder from which the configuration's and the data's paths start. */
  root: string;
  /** A pull request can edit the configuration: data files that it names must lie below `root`. */
  confined: boolean;
  /** What git tracks there; left out where there is nothing but what a commit holds. */
  isTracked?: IsTracked;
  /** The key of the model's hub (input `api-key`), and what the environment holds for each hub. */
  apiKey?: string | undefined;
  keys: ByHub;
  endpoints?: ByHub;
  /** Variables that headers of the configuration may hold. */
  variables?: Variables;
  allowedHosts: string[];
  /** The input `allow-loopback`; left out, a configuration may name any address of this machine. */
  allowLoopback?: string[] | undefined;
  /** Base URL of the Hugging Face datasets server, for tests and mirrors. */
  datasetsServer?: string | undefined;
  missingKey: 'fail' | 'skip';
  /** Absolute: the folder of the store of replies and of judges' calibrations. Left out, nothing is stored. */
  cacheDirectory?: string;
  /** Of the tests that were read, what is to be asked; left out, all of it. */
  narrow?: (tests: AnyRun[]) => AnyRun[];
  /** Called once everything is read, before anybody is asked; how many requests it takes, the first call of `onProgress` says. */
  onStart?: (start: Start) => void;
  /** An interrupted run of the same commit and rules is resumed. */
  resume?: boolean;
  /** The commit under test and the workflow run that asks, by which the parts of one run know each other. */
  origin?: { commit?: string | undefined; workflowRun?: string | undefined } | undefined;
  /** Absolute: the folder with what the shards of this run were told. Nobody is asked, and what they do not say is in error. */
  merge?: string | undefined;
  /** The second run of a pull request, by the rules of its base: of a shard's file it has a part of its own. */
  isBeside?: boolean;
  /** Ends the asking, by a signal say; what was answered until then is evaluated. */
  halt?: Halt;
  onProgress?: Progress;
}

export interface Evaluation {
  results: Results;
  /** Absent where the configuration could not be read. */
  config?: Config | undefined;
}

export function connectionOf(options: EvaluateOptions, config: Config): Connection {
  const { keys, apiKey, endpoints, variables, allowedHosts, allowLoopback, overrides } = options;
  return {
    keys: apiKey === undefined ? keys : { ...keys, [config.model.hub]: apiKey },
    baseUrl: overrides.baseUrl,
    endpoints,
    variables,
    allowedHosts,
    allowLoopback,
    // The head's rules in the action: a pull request can edit them. The base's were merged, a terminal's are the developer's own.
    untrusted: options.confined && options.config.ref === 'head',
    seed: config.seed,
  };
}

export type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;

/** `cache-directory` as a field: `cacheDirectory`. */
export function camel(name: string): string {
  return name.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
}
