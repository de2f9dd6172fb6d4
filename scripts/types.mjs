// Checks the types of src, tests and scripts, with the compiler written for speed. (`typescript`,
// beside it, is for scripts that read sources.)
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const compiler = fileURLToPath(
  new URL('../node_modules/@typescript/native/bin/tsc', import.meta.url),
);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const project of ['tsconfig.json', '__tests__/tsconfig.json', 'scripts/tsconfig.json']) {
    execFileSync(process.execPath, [compiler, '--noEmit', '-p', project], { stdio: 'inherit' });
  }
}
