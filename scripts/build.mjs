// Builds dist/ from src/: tsc to lib/, then one bundle a door (dist/index.js for the action, dist/cli/index.js for the
// terminal), each with the licences of what it holds. SDKs become chunks of their own, loaded only when their hub is used.
//
//   node scripts/build.mjs [--out DIR]
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { minify } from '@swc/core';
import { licences } from './licences.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = process.argv.indexOf('--out');
const out = path.resolve(root, at < 0 ? 'dist' : process.argv[at + 1]);
const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const run = (name, ...args) => execFileSync(bin(name), args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

const work = mkdtempSync(path.join(tmpdir(), 'sensitivity-build-'));
const stats = path.join(work, 'stats.json');

rmSync(path.join(root, 'lib'), { recursive: true, force: true });
rmSync(out, { recursive: true, force: true });
run('tsc', '-p', 'tsconfig.json');
await import('./write-schema.mjs');
await import('./write-mentions.mjs');
for (const [entry, folder] of [['lib/index.js', out], ['lib/cli.js', path.join(out, 'cli')]]) {
  run('ncc', 'build', entry, '--out', folder, '--stats-out', stats, '--quiet');
  writeFileSync(path.join(folder, 'licenses.txt'), licences(JSON.parse(readFileSync(stats, 'utf8'))));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n');
  // ncc's own --minify leaves the chunks as they are, and the chunks are most of it.
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const file = path.join(folder, name);
    const { code } = await minify(readFileSync(file, 'utf8'), { module: true, compress: true, mangle: true, ecma: 2022 });
    writeFileSync(file, code);
  }
}
// What npx runs needs its first line and the right to be run.
const cli = path.join(out, 'cli', 'index.js');
const text = readFileSync(cli, 'utf8');
writeFileSync(cli, text.startsWith('#!') ? text : `#!/usr/bin/env node\n${text}`);
chmodSync(cli, 0o755);
rmSync(work, { recursive: true, force: true });
