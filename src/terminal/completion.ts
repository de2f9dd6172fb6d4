import type { Asked, Terminal } from './command.js';
import { completionFor, SHELLS } from './shells.js';
import { usageError } from './options.js';
import { didYouMeanClause } from '../config/issues.js';

export async function run({ words: [name = ''], commands }: Asked, { print }: Terminal): Promise<number> {
  const shell = SHELLS.find((one) => one === name);
  if (shell === undefined) {
    throw usageError(`there is no completion for '${name}'${didYouMeanClause(name, SHELLS)}`, `Shells: ${SHELLS.join(', ')}.`);
  }
  print(completionFor(shell, commands));
  return 0;
}
