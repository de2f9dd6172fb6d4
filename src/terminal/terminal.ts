import path from 'node:path';
import { atPlace, ConfigError, GateError, type Problem } from '../shared/errors.ts';
import type { Files } from '../shared/files.ts';
import { replaceFile } from '../shared/path-safety.ts';
import { gitLine, workTreeFiles } from '../trust/git.ts';
import { scrubber } from '../shared/secrets.ts';
import { textBlock, type Block, disarm, visible } from '../report/blocks.ts';
import { blocksToText } from '../report/text.ts';
import { number } from '../report/words.ts';
import EXIT from './exit.json' with { type: 'json' };

export { EXIT };

/** The process of a command; tests have one of their own. */
export type Host = NodeJS.Process;

/** The exit status of an error: 3 for an endpoint, 2 for what its user can correct. */
export function statusOf({ name }: { name: string }) {
  return name === 'ModelError' ? EXIT.error : EXIT.usage;
}

export function usageError(message: string, remedy: string) {
  return new ConfigError(message, { where: 'command line', remedy });
}

/** Joins the parts, without those that are blank or false. */
export function joinNonBlank(parts: readonly unknown[], separator: string) {
  return parts.filter(Boolean).join(separator);
}

/** Formats numbers of requests: `60`, or `60 to 190` if they differ. */
export function formatRange(requests: readonly number[]) {
  return [...new Set(requests.map(number))].join(' to ');
}

/** Removes the line of progress, which the next text replaces. */
const CLEAR = '\r\u001B[K';

/** Writes what a command says, without keys, and nothing that a runner takes for a command. */
export class Terminal {
  readonly host: Host;
  /** The files of the current folder. */
  readonly files: Files;
  /** The output of a command of git; blank where it fails. */
  readonly git: (words: readonly string[]) => Promise<string>;
  readonly columns: number;
  private readonly interruption = new AbortController();
  readonly signal = this.interruption.signal;
  scrub = scrubber([]);

  constructor(host: Host) {
    this.host = host;
    const place = { cwd: host.cwd(), env: host.env };
    this.files = workTreeFiles(place.cwd, place);
    this.git = (words) => gitLine(place, words).catch(() => '');
    // A pipe has no width, unless COLUMNS is set.
    this.columns = host.stdout.columns || Number(host.env.COLUMNS) || 80;
    // Ends the requests; the answers so far are reported. The same signal again ends the process.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      host.once(signal, () => {
        this.note('Interrupted: no more requests are sent.');
        this.interruption.abort();
      });
  }

  /**
   * Writes progress: on a terminal as a line that changes, in a log as a line now and then. Pauses
   * are in ms.
   */
  get progress() {
    const { stderr } = this.host;
    if (!stderr.isTTY) return { say: this.note, pause: 30_000 };
    const say = (text: string) => stderr.write(`${CLEAR}${text.slice(0, this.columns - 1)}`);
    return { say, pause: 100 };
  }

  /** Prints a text with styles. Its writer has made all other invisible characters visible. */
  readonly printStyled = (text: string) => {
    this.clearLine();
    this.host.stdout.write(disarm(this.scrub(text)));
  };

  readonly print = (text: string) => {
    this.printStyled(visible(text));
  };

  /** @throws ConfigError below the root of a repository */
  async refuseBelowRoot() {
    const up = await this.git(['rev-parse', '--show-cdup']);
    if (up)
      throw usageError(
        'the root of the repository is above',
        `GitHub reads .github/ there: cd ${up}`,
      );
  }

  /** Writes a whole file of the current folder. @throws ConfigError */
  write(name: string, text: string) {
    return replaceFile(path.resolve(this.host.cwd(), name), text);
  }

  printBlocks(blocks: readonly Block[], print = this.printStyled) {
    print(blocksToText(blocks, this.columns));
  }

  /** Prints progress and hints, which no program reads. */
  readonly note = (text: string) => {
    this.clearLine();
    this.host.stderr.write(disarm(visible(this.scrub(`${text.trimEnd()}\n`))));
  };

  /** Runs a step, prints its error, and resolves with the exit status. */
  async runStep(step: () => Promise<number>) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof GateError)) throw error;
      return this.complain(error, error.others);
    }
  }

  /** Says what is wrong, and gives the exit status of the first problem. */
  complain(first: Problem & { name: string }, others: readonly Problem[] = []) {
    this.printBlocks(
      [first, ...others].map((problem) => textBlock(`✖ ${atPlace(problem)}\n${problem.remedy}`)),
      this.note,
    );
    return statusOf(first);
  }

  private clearLine() {
    if (this.host.stderr.isTTY) this.host.stderr.write(CLEAR);
  }
}
