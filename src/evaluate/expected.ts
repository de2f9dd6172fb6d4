import type { Config, Overrides } from '../config/config.js';
import type { Need } from '../engine/budget.js';
import type { TokenEstimate } from '../engine/results.js';
import type { Share } from '../engine/parse-share.js';
import { budgetProblem } from './budget.js';
import { estimateOf } from './estimate.js';

export interface ExpectedOf {
  config: Config;
  overrides: Overrides;
  /** The base's configuration, where the run is compared with it. */
  base: Config | undefined;
  /** Of a run in several processes; the configuration's caps are its part of them. */
  share?: Share | undefined;
}

/** What a run is expected to take; one that its caps do not allow is not begun. */
export class Expected {
  estimate: TokenEstimate | undefined;
  private readonly of: ExpectedOf;

  constructor(of: ExpectedOf) {
    this.of = of;
  }

  /** @throws ConfigError where no verdict could be reached with what the caps allow. */
  readonly check = (need: Need): void => {
    this.look(need);
    const problem = budgetProblem(need, this.of, this.of.config);
    if (problem) throw problem;
  };

  /** For whoever sends nothing. */
  readonly look = (need: Need): void => {
    const { config, base } = this.of;
    this.estimate = estimateOf(need.count, config, base?.model);
  };
}
