import type * as Core from '@actions/core';
import { scrubbed, scrubber, spellingsOf } from '../shared/secrets.ts';
import { logText } from '../github/job-results.ts';
import { ModelError } from '../shared/errors.ts';

/** Writes to the log of the job: no key, and nothing that the runner takes for a command. */
export class JobLog {
  private readonly core: typeof Core;
  private readonly secrets: string[] = [];
  private scrub = scrubber([]);

  constructor(core: typeof Core) {
    this.core = core;
  }

  /** Adds secrets to mask in everything that any step prints from now on. */
  addSecrets(secrets: readonly (string | undefined)[]) {
    const set = secrets.flatMap((secret) => secret || []);
    for (const spelling of spellingsOf(set)) this.core.setSecret(spelling);
    this.secrets.push(...set);
    this.scrub = scrubber(this.secrets);
  }

  /** A value without keys in any of its texts. */
  clean<T>(value: T) {
    return scrubbed(value, this.scrub);
  }

  readonly say = (text: string) => {
    this.core.info(logText(this.scrub(text)));
  };

  readonly warn = (text: string) => {
    this.core.warning(logText(this.scrub(text)));
  };

  /** Marks the job as failed. The step continues. */
  readonly fail = (text: string) => {
    this.core.setFailed(logText(this.scrub(text)));
  };
}

/** The process that the action runs in. */
export interface JobHost {
  env: NodeJS.ProcessEnv;
  exitCode?: number | string | null;
  on: (signal: NodeJS.Signals, listener: () => void) => unknown;
  off: (signal: NodeJS.Signals, listener: () => void) => unknown;
  exit: (code?: number) => void;
  stdout: { write: (text: string, done: () => void) => unknown };
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** GitHub sends SIGINT, SIGTERM after 7.5 s, and SIGKILL 2.5 s later. */
const GRACE_MS = 7_000;
/** Time for the work under way to end. The rest of `GRACE_MS` is for the report. */
const OPEN_WORK_MS = 2_500;

/**
 * A first signal stops the requests, and the answers so far are reported. A second signal exits.
 */
export class Interruption {
  private readonly host: JobHost;
  private readonly controller = new AbortController();
  readonly signal = this.controller.signal;
  private readonly abandoned = Promise.withResolvers<never>();

  constructor(host: JobHost) {
    this.host = host;
    this.abandoned.promise.catch(() => undefined);
    for (const signal of SIGNALS) host.on(signal, this.stop);
  }

  /** Awaits the work. @throws ModelError if a signal leaves no more time for it */
  readonly orInterrupt = async <T>(work: Promise<T>) =>
    Promise.race([work, this.abandoned.promise]);

  /** Exits if a signal came, since open work would keep the process alive. */
  async end() {
    for (const signal of SIGNALS) this.host.off(signal, this.stop);
    if (!this.signal.aborted) return;
    await new Promise<void>((done) => this.host.stdout.write('', done));
    this.host.exit(Number(this.host.exitCode ?? 0));
  }

  private readonly stop = () => {
    if (this.signal.aborted) {
      this.host.exit(1);
      return;
    }
    const reason = new ModelError('The run was interrupted', {
      kind: 'interrupted',
      remedy: 'Run the job again. It resumes where this run stopped if `cache-directory` is kept.',
    });
    this.controller.abort(reason);
    setTimeout(this.abandoned.reject, OPEN_WORK_MS, reason).unref();
    setTimeout(() => {
      this.host.exit(1);
    }, GRACE_MS).unref();
  };
}
