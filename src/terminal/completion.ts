import type { Asked } from './command.js';
import { completionFor, SHELLS } from './shells.js';
import { usageError } from './options.js';
import type { Terminal } from './terminal.js';
import { nearest } from '../config/issues.js';

export async function run({ words: [name = ''], commands }: Asked, { print }: Terminal): Promise<number> {
  const shell = SHELLS.find((one) => one === name);
  if (shell === undefined) {
    const close = nearest(name, SHELLS);
    throw usageError(`there is no completion for '${name}'${close ? `; did you mean '${close}'?` : ''}`, `Shells: ${SHELLS.join(', ')}.`);
  }
  print(completionFor(shell, commands));
  return 0;
}
