import { createHash } from 'node:crypto';
import { canonical } from '../config/equality.js';
import type { Config } from '../config/config.js';
import { identityOf } from '../config/same.js';
import type { AnyRun } from '../engine/triplet/triplet-run.js';
import { VERSION } from '../version.js';
import type { EvaluateOptions } from './options.js';

/** What a difference is to a reader: a run `with another commit`. */
export const PARTS: Readonly<Record<string, string>> = {
  version: 'another version of this action',
  commit: 'another commit',
  run_id: 'another workflow run',
  seed: 'another seed',
  subject: 'another model, other prompts or another endpoint',
  configuration: 'another configuration',
  base: 'another configuration of the base',
  data: 'other rows',
};

export interface Identified {
  config: Config;
  base: Config | undefined;
  tests: readonly AnyRun[];
}

/**
 * All that the parts of one run have in common, by name; empty where it is not known. How much they may take is none of it.
 * `base`: the base's configuration, where the run is compared with it.
 */
export function identityOfRun(
  { config, base, tests }: Identified,
  { overrides, origin = {} }: Pick<EvaluateOptions, 'overrides' | 'origin'>,
): Record<string, string> {
  const { timeout: _timeout, retries: _retries, ...model } = config.model;
  return {
    version: VERSION,
    commit: origin.commit ?? '',
    run_id: origin.workflowRun ?? '',
    seed: String(config.seed),
    subject: digestOf(canonical([model, config.template, overrides.baseUrl])),
    configuration: digestOf(identityOf(config)),
    base: base === undefined ? '' : digestOf(identityOf(base)),
    data: digestOf(...tests.map(rowsOf)),
  };
}

/** The rows with what files and reports say beside them. */
function rowsOf(test: AnyRun): string {
  const template = 'evaluationTemplate' in test ? test.evaluationTemplate : undefined;
  return JSON.stringify([test.test.name, test.samples, template, test.compare?.earlier]);
}

function digestOf(...texts: string[]): string {
  const digest = createHash('sha256');
  for (const text of texts) digest.update(`${text}\n`);
  return digest.digest('hex');
}

/** The first part in which two runs differ, those aside that need not be the same. */
export function differenceBetween(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
  aside: readonly string[] = [],
): string | undefined {
  return Object.keys(PARTS).find((part) => !aside.includes(part) && one[part] !== other[part]);
}
