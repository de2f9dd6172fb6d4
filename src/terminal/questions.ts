import { createInterface } from 'node:readline/promises';
import { ModelError } from '../errors.js';
import type { Process } from './terminal.js';

type Streams = Pick<Process, 'stdin' | 'stdout'>;

interface Question {
  ask: string;
  /** Taken for an empty line; without one there has to be an answer. */
  otherwise?: string;
  /** Why an answer cannot be taken. */
  problem?: (answer: string) => string | undefined;
}

/** Whether somebody sits there who could answer. */
export function isInteractive({ stdin, stdout }: Streams): boolean {
  return stdin.isTTY === true && stdout.isTTY;
}

/** Of a terminal in which Ctrl-C was pressed, or whose input has ended: nothing was answered, and nothing is to be done. */
function abandoned(): ModelError {
  return new ModelError('Nothing was written: the questions were left unanswered.', {
    kind: 'interrupted',
    remedy: 'Say it with options instead: `sensitivity init --help` lists them.',
  });
}

/** Asks one question after the other. @throws ModelError where there are no more answers. */
export function ask({ stdin, stdout }: Streams) {
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
          .question(`${ask}${otherwise === undefined ? '' : ` [${otherwise}]`}: `, { signal: left.signal })
          .catch((): never => {
            stdout.write('\n');
            throw abandoned();
          });
        const answer = said.trim() || (otherwise ?? '');
        const wrong = answer === '' ? 'An answer is needed.' : problem?.(answer);
        if (wrong === undefined) return answer;
        stdout.write(`  ${wrong}\n`);
      }
    },
    close: () => {
      lines.close();
    },
  };
}
