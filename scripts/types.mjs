// Checks the types of src, tests and scripts.
import { execFileSync } from 'node:child_process';
import { COMPILER } from './kit/compiler.mjs';

for (const project of ['tsconfig.json', '__tests__/tsconfig.json', 'scripts/tsconfig.json'])
  execFileSync(process.execPath, [COMPILER, '--noEmit', '-p', project], { stdio: 'inherit' });
