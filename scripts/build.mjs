// Builds dist/ from src/: tsc to lib/, then one bundle with two doors, dist/index.js for the action
// and dist/cli.js for the terminal. Shared code is bundled once; code of one door, and each SDK, is
// a chunk that is loaded on demand. `npm run types` checks the types.
//
//   node scripts/build.mjs [--out DIR]
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { minify } from '@swc/core';
import ncc from '@vercel/ncc';
import { licences } from './licences.mjs';
import { compiler } from './types.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = process.argv.indexOf('--out');
const out = path.resolve(root, at < 0 ? 'dist' : process.argv[at + 1]);
rmSync(path.join(root, 'lib'), { recursive: true, force: true });
rmSync(out, { recursive: true, force: true });
// Before compiling: a source also names the account.
await import('./write-mentions.mjs');
execFileSync(process.execPath, [compiler, '-p', 'tsconfig.json', '--noCheck'], {
  cwd: root,
  stdio: 'inherit',
});
const run = promisify(execFile);
const written = ['write-schema.mjs', 'write-reference.mjs'].map((script) =>
  run(process.execPath, [path.join(root, 'scripts', script)]),
);
const bundled = ncc(path.join(root, 'lib', 'doors.js'), { cache: false, quiet: true });
const [{ code: doors, assets, stats }] = await Promise.all([bundled, ...written]);
mkdirSync(out, { recursive: true });
// Functions stay where they are: put into the only one that calls them, they are made anew with
// each call, and a run is a twentieth slower.
/** @type {import('@swc/core').JsMinifyOptions} */
const minified = {
  module: true,
  compress: { inline: 0, reduce_funcs: false, reduce_vars: false },
  mangle: true,
  ecma: 2022,
};
// ncc's `minify` skips the chunks, which are most of the code.
const files = [
  ['doors.js', doors],
  ...Object.entries(assets).map(([asset, { source }]) => [asset, source]),
];
await Promise.all(
  files.map(async ([name, source]) => {
    mkdirSync(path.dirname(path.join(out, name)), { recursive: true });
    writeFileSync(
      path.join(out, name),
      name.endsWith('.js') ? (await minify(String(source), minified)).code : source,
    );
  }),
);
const [, floor] =
  /^>=(\d+)$/.exec(
    JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).engines.node,
  ) ?? [];
if (floor === undefined)
  throw new Error('package.json: engines.node is not one floor, such as >=22');
const refusal = `'sensitivity needs Node ${floor} or newer, and this is Node ' + process.versions.node + '.'`;
/** A door: an older Node stops here with a message, before it parses newer syntax. */
const door = (name, refuse) => `if (Number.parseInt(process.versions.node, 10) < ${floor}) {
  ${refuse}
} else {
  const { ${name} } = await import('./doors.js');
  await ${name}();
}
`;
// Usage errors: the action by an annotation and a failed step, the terminal by status 2.
writeFileSync(
  path.join(out, 'index.js'),
  door('openActionDoor', `console.log('::error::' + ${refusal});\n  process.exitCode = 1;`),
);
// npx needs a shebang line and the executable bit.
const cli = door('openTerminalDoor', `console.error(${refusal});\n  process.exitCode = 2;`);
writeFileSync(path.join(out, 'cli.js'), `#!/usr/bin/env node\n${cli}`);
chmodSync(path.join(out, 'cli.js'), 0o755);
writeFileSync(path.join(out, 'licenses.txt'), licences(stats.compilation.modules));
writeFileSync(path.join(out, 'package.json'), '{ "type": "module" }\n');
