import path from 'node:path';
import type { Asked } from './command.js';
import { runTests } from './run.js';
import type { Terminal } from './terminal.js';

export function run({ options, words: [folder = ''] }: Asked, terminal: Terminal): Promise<number> {
  return runTests(options, terminal, path.resolve(terminal.root, folder));
}
