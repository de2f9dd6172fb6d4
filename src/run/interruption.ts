import { ModelError } from '../errors.js';
import { Halt } from '../models/meter.js';

export interface Signals {
  exitCode?: number | string | null | undefined;
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  exit(code?: number): void;
  stdout: { write(text: string, done: (error?: Error | null) => void): unknown };
}

interface InterruptionOptions {
  /** How to go on, in the words of whoever is told. */
  remedy: string;
  /** Of a process that a second signal ends, or that cannot write its report in time. */
  exitCode: number;
  restore?: () => void;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** GitHub sends SIGINT, after 7.5 s SIGTERM, and after 2.5 s more it kills. */
const GRACE_MS = 7_000;
/** Of it, for what is under way: a file that is being read, a service that does not answer. The rest is for the report. */
const UNDER_WAY_MS = 2_500;

/** SIGINT and SIGTERM end the asking and not the process: what was answered is reported. A second one ends it at once. */
export class Interruption {
  readonly halt = new Halt();
  private told: () => void = () => undefined;
  private readonly isOver = new Promise<void>((resolve) => (this.told = resolve));
  private isInterrupted = false;
  private readonly process: Signals;
  private readonly options: InterruptionOptions;
  private isLeftBehind = false;

  constructor(process: Signals, options: InterruptionOptions) {
    this.process = process;
    this.options = options;
    SIGNALS.forEach((signal) => process.on(signal, this.listen));
  }

  get reason(): ModelError | undefined {
    return this.isInterrupted ? this.halt.reason : undefined;
  }

  /** What the work comes to; undefined where it is not done soon after the signal. */
  async inTime<T>(work: Promise<T>): Promise<T | undefined> {
    return Promise.race([work, this.isOver.then(() => undefined)]);
  }

  /** Undefined where it takes longer than it is worth. It may go on without us: the process ends when the story does. */
  async within<T>(longest: number, work: Promise<T>): Promise<T | undefined> {
    const state = { isDone: false };
    const done = work.finally(() => (state.isDone = true));
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, longest, undefined);
    });
    try {
      return await Promise.race([done, tooLong]);
    } finally {
      clearTimeout(timer);
      if (!state.isDone) this.isLeftBehind = true;
      // What it says when nobody listens any more ends no process.
      done.catch(() => undefined);
    }
  }

  /** Ends the process where a halted run would keep it waiting. `code`: for a process that does not know it yet. */
  async end(code?: number): Promise<void> {
    SIGNALS.forEach((signal) => this.process.off(signal, this.listen));
    if (!this.halt.hasLeft && !this.isLeftBehind) return;
    // What was printed may be on its way still.
    await new Promise((resolve) => this.process.stdout.write('', resolve));
    this.process.exit(code ?? Number(this.process.exitCode ?? 0));
  }

  private readonly listen = (signal: NodeJS.Signals): void => {
    if (this.isInterrupted) {
      this.leave();
      return;
    }
    this.isInterrupted = true;
    const { remedy } = this.options;
    this.halt.now(new ModelError(`The run was interrupted (${signal}).`, { kind: 'interrupted', fatal: true, remedy }));
    setTimeout(this.told, UNDER_WAY_MS).unref();
    setTimeout(() => {
      this.leave();
    }, GRACE_MS).unref();
  };

  private leave(): void {
    this.options.restore?.();
    this.process.exit(this.options.exitCode);
  }
}

/** A longer timer would fire at once; nobody waits for so long. */
const LONGEST_TIMER_S = 2_147_483;

/** Halts the run once its time is up. @param seconds undefined for a run that may take its time. */
export function startDeadline(seconds: number | undefined, halt: Halt): NodeJS.Timeout | undefined {
  if (seconds === undefined) return undefined;
  const atDeadline = () => {
    halt.now(
      new ModelError(`The run's deadline of ${seconds} s has passed.`, {
        kind: 'deadline',
        fatal: true,
        remedy: 'Raise `deadline`, or run again: answered requests are not sent again where the store of answers was kept.',
      }),
    );
  };
  return setTimeout(atDeadline, Math.min(seconds, LONGEST_TIMER_S) * 1000).unref();
}
