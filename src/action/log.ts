import type * as Core from '@actions/core';
import { scrubbed, scrubber, spellingsOf } from '../secrets.ts';
import { logText } from '../github/annotations.ts';

/** Writes to the log of the job: no key, and nothing that the runner takes for a command. */
export class JobLog {
  private readonly core: typeof Core;
  private readonly secrets: string[] = [];
  private scrub = scrubber([]);

  constructor(core: typeof Core) {
    this.core = core;
  }

  /** Masks keys in everything that any step prints from now on. */
  hide(secrets: readonly (string | undefined)[]): void {
    const found = secrets.flatMap((secret) => secret || []);
    for (const spelling of spellingsOf(found)) this.core.setSecret(spelling);
    this.secrets.push(...found);
    this.scrub = scrubber(this.secrets);
  }

  /** A value without keys in any of its texts. */
  clean<T>(value: T): T {
    return scrubbed(value, this.scrub);
  }

  readonly say = (text: string): void => {
    this.core.info(logText(this.scrub(text)));
  };

  readonly warn = (text: string): void => {
    this.core.warning(logText(this.scrub(text)));
  };

  /** Fails the job, which goes on. */
  readonly fail = (text: string): void => {
    this.core.setFailed(logText(this.scrub(text)));
  };
}
