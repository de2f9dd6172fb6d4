/** The input and the result of the choice of rules. */
import type { Config, Overrides } from '../config/config.ts';
import type { RulesComparison } from '../config/rules-comparison.ts';
import type { RowsChange } from '../engine/results.ts';
import type { GateError } from '../errors.ts';
import type { Client } from '../github/client.ts';
import type { EventContext } from '../github/event.ts';
import type { Checkout } from './checkout.ts';

export interface TrustInputs extends Overrides {
  config: string;
  configRef: 'head' | 'base' | 'split' | 'auto';
  githubToken?: string;
  workspace: string;
}

export interface TrustOptions {
  inputs: TrustInputs;
  event: EventContext;
  client: () => Promise<Client>;
  scratch: string;
  checkout: Pick<Checkout, 'isTracked' | 'headOf' | 'tree'>;
}

/** SHA-256 of named files as they were read, in hexadecimal, by path from the root. */
export type NamedFileDigests = ReadonlyMap<string, string>;

export interface ChosenRules {
  comparison: RulesComparison;
  /** Absolute folder from which data paths start. */
  root: string;
  warnings: string[];
  notices: string[];
  /** True if the head's rules or rows differ from the reviewed ones, or were not compared. */
  rulesDiffer: boolean;
  /** Those of the files that the rules name, and of the prompts that are asked. */
  digests: NamedFileDigests;
  /** The files that the head ships if reviewed rules judge it; absent if they are not known. */
  shipped?: { config: Config; digests: NamedFileDigests };
  /** How the head's data differs from the reviewed data, which is asked. */
  data?: ReviewedData & { whose: { head: string; base: string } };
}

export interface ReviewedData {
  rows: RowsChange[];
  /** The reason why a trusted head's data could not be compared. */
  problem?: GateError;
}
