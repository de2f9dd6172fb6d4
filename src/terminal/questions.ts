import { createInterface } from 'node:readline/promises';
import { ModelError } from '../errors.js';
import type { Process } from './command.js';

type Streams = Pick<Process, 'stdin' | 'stdout'>;

export interface Question {
  ask: string;
  /** Default for an empty line; without one an answer is required. */
  otherwise?: string;
  problem?: (answer: string) => string | undefined;
}

export function isInteractive({ stdin, stdout }: Streams): boolean {
  return stdin.isTTY === true && stdout.isTTY;
}

/**
 * Asks one question after the other. @throws ModelError after Ctrl-C, and at the end of the input
 */
export function questionsAsker({ stdin, stdout }: Streams) {
  const lines = createInterface({ input: stdin, output: stdout });
  const left = new AbortController();
  for (const end of ['SIGINT', 'close']) {
    lines.on(end, () => {
      left.abort();
    });
  }
  return {
    answer: async ({ ask, otherwise, problem }: Question): Promise<string> => {
      for (;;) {
        const said = await lines
          .question(`${ask}${otherwise === undefined ? '' : ` [${otherwise}]`}: `, {
            signal: left.signal,
          })
          .catch((): never => {
            stdout.write('\n');
            throw new ModelError('Nothing was written: the questions were not answered.', {
              kind: 'interrupted',
              remedy: 'Give the answers as options: `sensitivity init --help` lists them.',
            });
          });
        const answer = said.trim() || (otherwise ?? '');
        const wrong = answer === '' ? 'An answer is required.' : problem?.(answer);
        if (wrong === undefined) return answer;
        stdout.write(`  ${wrong}\n`);
      }
    },
    close: () => {
      lines.close();
    },
  };
}
