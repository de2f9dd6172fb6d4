import { ModelError } from '../errors.ts';
import { Halt } from '../models/index.ts';

export interface Signals {
  exitCode?: number | string | null;
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  exit(code?: number): void;
  stdout: { write(text: string, settledWork: (error?: Error | null) => void): unknown };
}

interface InterruptionOptions {
  remedy: string;
  exitCode: number;
  restore?: () => void;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** GitHub sends SIGINT, SIGTERM after 7.5 s, and SIGKILL 2.5 s later. */
const GRACE_MS = 7_000;
/**
 * Part of the grace period for work under way, such as a file or a request. The rest is for the
 * report.
 */
const OPEN_WORK_MS = 2_500;

/**
 * SIGINT and SIGTERM stop the requests, and the answers so far are reported. A second signal ends
 * the process at once.
 */
export class Interruption {
  readonly halt = new Halt();
  private endGrace: (reason: ModelError) => void = () => undefined;
  private readonly graceEnd = new Promise<ModelError>((resolve) => (this.endGrace = resolve));
  private isInterrupted = false;
  private readonly process: Signals;
  private readonly options: InterruptionOptions;

  constructor(process: Signals, options: InterruptionOptions) {
    this.process = process;
    this.options = options;
    SIGNALS.forEach((signal) => process.on(signal, this.onSignal));
  }

  get reason(): ModelError | undefined {
    return this.isInterrupted ? this.halt.reason : undefined;
  }

  /** Returns undefined if an interruption leaves no more time for the work. */
  async abandonWhenOver<T>(work: Promise<T>): Promise<T | undefined> {
    return Promise.race([work, this.graceEnd.then(() => undefined)]);
  }

  /** Returns the reason if an interruption leaves no more time for the work. */
  async resultOrReason<T extends object>(
    work: Promise<T>,
  ): Promise<T | { interrupted: ModelError }> {
    return Promise.race([work, this.graceEnd.then((reason) => ({ interrupted: reason }))]);
  }

  /**
   * Ends the process if open work would keep it alive. `code`: exit status, unless the process has
   * one.
   */
  async end(code?: number): Promise<void> {
    SIGNALS.forEach((signal) => this.process.off(signal, this.onSignal));
    if (!this.halt.isStopped) return;
    await new Promise((resolve) => this.process.stdout.write('', resolve));
    this.process.exit(code ?? Number(this.process.exitCode ?? 0));
  }

  private readonly onSignal = (signal: NodeJS.Signals): void => {
    if (this.isInterrupted) {
      this.exitNow();
      return;
    }
    this.isInterrupted = true;
    const { remedy } = this.options;
    const reason = new ModelError(`The run was interrupted (${signal}).`, {
      kind: 'interrupted',
      fatal: true,
      remedy,
    });
    this.halt.stop(reason);
    setTimeout(this.endGrace, OPEN_WORK_MS, reason).unref();
    setTimeout(() => {
      this.exitNow();
    }, GRACE_MS).unref();
  };

  private exitNow(): void {
    this.options.restore?.();
    this.process.exit(this.options.exitCode);
  }
}

/** Node fires a longer timer at once. */
const MAX_TIMER_S = 2_147_483;

/** @param lastRefusal the cause of the wait that the deadline ends, if an endpoint refuses */
export function startDeadline(
  seconds: number | undefined,
  halt: Halt,
  lastRefusal: () => string | undefined = () => undefined,
): NodeJS.Timeout | undefined {
  if (seconds === undefined) return undefined;
  const stopAtDeadline = () => {
    const refusal = lastRefusal();
    const cause = refusal === undefined ? '' : ` The last refusal: ${refusal}`;
    halt.stop(
      new ModelError(`The run's deadline of ${seconds} s has passed.${cause}`, {
        kind: 'deadline',
        fatal: true,
        remedy:
          'Raise `deadline`, or run again: answered requests are not sent again where the store of answers was kept.',
      }),
    );
  };
  return setTimeout(stopAtDeadline, Math.min(seconds, MAX_TIMER_S) * 1000).unref();
}
