/** The rules that judge a run, and their differences from the base, all read before the run. */
import type { RowsChange, RuleChange } from '../engine/results.ts';
import type { GateError } from '../errors.ts';
import type { Config } from './config.ts';
import type { Rules } from './rules.ts';

export interface RulesComparison {
  path: string;
  /** The side whose rules judge: `head`, `base`, `split`, or `local` in a terminal. */
  ref: string;
  rules: Rules;
  /** The commit that `compare: base` names; absent if there is none, or no test asks for it. */
  base?: BaseCommit | UnreadBase;
  /** The merged configuration of a pull request; absent if none that can be used was merged. */
  reviewed?: ReviewedConfig | UnreadBase;
  /**
   * The base's rules for the second verdict; absent if rules and rows are the same, or if the head
   * is not judged by its own rules.
   */
  baseRules?: BaseRules | UnreadBase;
}

/** A base that cannot be read or used. `rules`: changes of rules that are known without it. */
export interface UnreadBase {
  problem: GateError;
  rules?: RuleChange[];
}

/** The commit that a change is compared with. */
export interface BaseCommit {
  name: string;
  rules: Rules;
  dataChanged: boolean;
  /** Why there is no commit to compare with; `rules` are then absent. */
  absentReason?: string;
}

/** The merged configuration: shows what changed in the subject, and to which addresses keys go. */
export interface ReviewedConfig {
  config: Config;
  /** Differences of the judged subject from this one. */
  subject: RuleChange[];
  /** The judged subject is that of the commit where the branch left its base. */
  isOlder: boolean;
}

/** The rules of the base, where they or their rows differ from those of the head. */
export interface BaseRules {
  name: string;
  config: Config;
  /** Absolute folder from which the data paths of these rules start. */
  root: string;
  rules: RuleChange[];
  rows: RowsChange[];
  /** Sentences on how this base was read. */
  remarks: string[];
}

/** Returns whether a test of these configurations compares with the base. */
export function comparesWithBase(...configs: readonly Config[]): boolean {
  return configs.some(({ tests }) => tests.some(({ compare }) => compare !== undefined));
}
