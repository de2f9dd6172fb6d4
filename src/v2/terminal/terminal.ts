import { ConfigError, GateError } from '../../errors.ts';
import { scrubber } from '../../secrets.ts';
import type { Block } from '../report/blocks.ts';
import { disarm } from '../report/code.ts';
import { blocksToText } from '../report/text.ts';
import type { Outcome } from '../run/results.ts';
import type { Progress } from '../run/types.ts';

/** What a command needs of its process. */
export interface Host {
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: () => string;
  stdin: { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  on: (signal: NodeJS.Signals, listener: () => void) => unknown;
  off: (signal: NodeJS.Signals, listener: () => void) => unknown;
  exit: (code?: number) => void;
}

interface Output {
  isTTY?: boolean;
  columns?: number;
  write: (text: string) => unknown;
}

export const EXIT: Readonly<Record<Outcome | 'usage', number>> = {
  pass: 0,
  fail: 1,
  usage: 2,
  inconclusive: 3,
  error: 3,
  skipped: 3,
};

/** The exit status of an error: 3 for an endpoint, 2 for what its user can correct. */
export function statusOf({ name }: { name: string }): number {
  return name === 'ModelError' ? EXIT.error : EXIT.usage;
}

export function usageError(message: string, remedy: string): ConfigError {
  return new ConfigError(message, { where: 'command line', remedy });
}

/** Of a pipe, unless COLUMNS is set. */
const USUAL_COLUMNS = 80;
const PROGRESS_MS = { line: 100, log: 30_000 };

/** Writes what a command says, without keys, and nothing that a runner takes for a command. */
export class Terminal {
  readonly host: Host;
  readonly columns: number;
  /** Aborts when its user interrupts the command. */
  readonly signal: AbortSignal;
  private readonly interruption = new AbortController();
  private scrub = scrubber([]);
  private shownAt = Date.now();
  private hasLine = false;

  constructor(host: Host) {
    this.host = host;
    const { columns = Number(host.env.COLUMNS) } = host.stdout;
    this.columns = columns || USUAL_COLUMNS;
    this.signal = this.interruption.signal;
    host.on('SIGINT', this.interrupt);
    host.on('SIGTERM', this.interrupt);
  }

  hide(secrets: readonly string[]): void {
    this.scrub = scrubber(secrets);
  }

  print(text: string): void {
    this.clearLine();
    this.host.stdout.write(disarm(this.scrub(text)));
  }

  printBlocks(blocks: readonly Block[]): void {
    this.print(blocksToText(blocks, this.columns));
  }

  /** Progress and hints, which no program reads. */
  note(text: string): void {
    this.clearLine();
    this.host.stderr.write(disarm(this.scrub(`${text}\n`)));
  }

  complain(error: GateError): void {
    this.note(error.describe());
  }

  /** A line that changes on a terminal; a line now and then in a log. */
  readonly progress = ({ step, sent, expected, waitsUntil }: Progress): void => {
    const { stderr } = this.host;
    const every = stderr.isTTY ? PROGRESS_MS.line : PROGRESS_MS.log;
    const now = Date.now();
    if (now - this.shownAt < every) return;
    this.shownAt = now;
    const wait = Math.ceil(((waitsUntil ?? now) - now) / 1000);
    const pause = wait > 0 ? `; the endpoint asks to wait ${wait} s` : '';
    const text = `${step}: ${sent} of about ${expected} requests${pause}`;
    if (!stderr.isTTY) return this.note(text);
    stderr.write(`\r\u001B[K${text.slice(0, this.columns - 1)}`);
    this.hasLine = true;
  };

  close(): void {
    this.clearLine();
    this.host.off('SIGINT', this.interrupt);
    this.host.off('SIGTERM', this.interrupt);
  }

  private clearLine(): void {
    if (this.hasLine) this.host.stderr.write('\r\u001B[K');
    this.hasLine = false;
  }

  /** The requests end, and the answers so far are told. A second signal ends the process. */
  private readonly interrupt = (): void => {
    if (this.signal.aborted) this.host.exit(EXIT.error);
    this.note('Interrupted: the answers so far are told. The same command goes on from there.');
    this.interruption.abort();
  };
}
