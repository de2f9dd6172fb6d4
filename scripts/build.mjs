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
const lib = path.join(root, 'lib');
const at = process.argv.indexOf('--out');
const out = path.resolve(root, at < 0 ? 'dist' : process.argv[at + 1]);

rmSync(lib, { recursive: true, force: true });
rmSync(out, { recursive: true, force: true });
// Before compiling: a source also names the account.
await import('./write-mentions.mjs');
compile();
const [bundle] = await Promise.all([bundleDoors(), writeSchemaAndReference()]);
await writeChunks(bundle);
writeDoors(lowestNode());
writeOut('licenses.txt', licences(bundle.stats.compilation.modules));
writeOut('package.json', '{ "type": "module" }\n');

function compile() {
  const words = [compiler, '-p', 'tsconfig.json', '--noCheck'];
  execFileSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
}

function bundleDoors() {
  return ncc(path.join(lib, 'doors.js'), { cache: false, quiet: true });
}

async function writeSchemaAndReference() {
  const run = promisify(execFile);
  const scripts = ['write-schema.mjs', 'write-reference.mjs'];
  await Promise.all(
    scripts.map((script) => run(process.execPath, [path.join(root, 'scripts', script)])),
  );
}

/** Writes the bundle and its chunks, minified: ncc's `minify` skips the chunks. */
async function writeChunks({ code, assets }) {
  // Functions stay where they are. If one moved into its only caller, each call would make it anew,
  // and a run would be a twentieth slower.
  /** @type {import('@swc/core').JsMinifyOptions} */
  const options = {
    module: true,
    compress: { inline: 0, reduce_funcs: false, reduce_vars: false },
    mangle: true,
    ecma: 2022,
  };
  const sources = Object.entries(assets).map(([name, { source }]) => ({ name, source }));
  await Promise.all(
    [{ name: 'doors.js', source: code }, ...sources].map(async ({ name, source }) => {
      if (!name.endsWith('.js')) return writeOut(name, source);
      const minified = await minify(String(source), options);
      writeOut(name, minified.code);
    }),
  );
}

/** Returns the lowest major version of Node that package.json allows. */
function lowestNode() {
  const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const floor = /^>=(\d+)$/.exec(engines.node)?.[1];
  if (floor === undefined)
    throw new Error('package.json: engines.node is not one floor, such as >=22');
  return floor;
}

/** Writes the two doors, which refuse an older Node as a usage error of theirs. */
function writeDoors(floor) {
  const message = `'sensitivity needs Node ${floor} or newer, and this is Node ' + process.versions.node + '.'`;
  const failStep = `console.log('::error::' + ${message});\n  process.exitCode = 1;`;
  const failCommand = `console.error(${message});\n  process.exitCode = 2;`;
  writeOut('index.js', doorTo('openActionDoor', { floor, refuse: failStep }));
  const cli = doorTo('openTerminalDoor', { floor, refuse: failCommand });
  // npx needs a shebang line and the executable bit.
  writeOut('cli.js', `#!/usr/bin/env node\n${cli}`);
  chmodSync(path.join(out, 'cli.js'), 0o755);
}

/** Returns a door: an older Node stops here with a message, before it parses newer syntax. */
function doorTo(name, { floor, refuse }) {
  return `if (Number.parseInt(process.versions.node, 10) < ${floor}) {
  ${refuse}
} else {
  const { ${name} } = await import('./doors.js');
  await ${name}();
}
`;
}

function writeOut(name, content) {
  const file = path.join(out, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}
