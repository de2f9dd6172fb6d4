import { createInterface } from 'node:readline/promises';
import { ModelError } from '../../errors.ts';
import type { Process } from '../command.ts';

type Streams = Pick<Process, 'stdin' | 'stdout'>;

export interface Question {
  ask: string;
  /** Default for an empty line; without one an answer is required. */
  defaultAnswer?: string;
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
  const leaving = new AbortController();
  for (const end of ['SIGINT', 'close']) {
    lines.on(end, () => {
      leaving.abort();
    });
  }
  return {
    answer: async ({ ask, defaultAnswer, problem }: Question): Promise<string> => {
      for (;;) {
        const line = await lines
          .question(`${ask}${defaultAnswer === undefined ? '' : ` [${defaultAnswer}]`}: `, {
            signal: leaving.signal,
          })
          .catch((): never => {
            stdout.write('\n');
            throw new ModelError('Nothing was written: the questions were not answered.', {
              kind: 'interrupted',
              remedy: 'Give the answers as options: `sensitivity init --help` lists them.',
            });
          });
        const answer = line.trim() || (defaultAnswer ?? '');
        const problemWords = answer === '' ? 'An answer is required.' : problem?.(answer);
        if (problemWords === undefined) return answer;
        stdout.write(`  ${problemWords}\n`);
      }
    },
    close: () => {
      lines.close();
    },
  };
}
