/** The input and the result of the choice of rules. */
import type { Config, Overrides } from '../config/config.ts';
import type { Rules } from '../config/rules.ts';
import type { RulesComparison } from '../config/rules-comparison.ts';
import type { FileTexts } from '../config/subject-prompts.ts';
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

export interface HeadRules {
  rules: Rules;
  /** Its configuration and the named files that were read, by their paths from the root. */
  files: ReadonlySet<string>;
  /**
   * Reads the head's files from which the rules of its base take prompts, as the rules read them:
   * with line breaks as in git, and without the last one.
   * @throws GateError
   */
  readPromptsFor: (baseRules: Config) => Promise<FileTexts>;
}

export interface ChosenRules {
  comparison: RulesComparison;
  /** Absolute folder from which data paths start. */
  root: string;
  warnings: string[];
  notices: string[];
  head: HeadRules;
  /** How the head's data differs from the reviewed data, which is asked. */
  data?: ReviewedData & { whose: { head: string; base: string } };
}

export interface ReviewedData {
  rows: RowsChange[];
  /** The reason why a trusted head's data could not be compared. */
  problem?: GateError;
}
