// dist/ from src/: tsc to JavaScript, then one bundle with two doors, index.js for the action and
// cli.js for the terminal. Shared code is bundled once; code of one door, and each SDK, is a chunk
// that is loaded on demand. `npm run types` checks the types.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { minify } from '@swc/core';
import ncc from '@vercel/ncc';
import { COMPILER } from '../kit/compiler.mjs';
import { ROOT } from '../publisher.mjs';
import { licences } from './licences.mjs';

/**
 * Functions stay where they are. If one moved into its only caller, each call would make it anew,
 * and a run would be a twentieth slower.
 *
 * @type {import('@swc/core').JsMinifyOptions}
 */
const MINIFY = {
  module: true,
  compress: { inline: 0, reduce_funcs: false, reduce_vars: false },
  mangle: true,
  ecma: 2022,
};

/**
 * Writes lib/, which is src/ in JavaScript, and dist/.
 *
 * @param {string} folder
 */
export async function writeDist(folder) {
  const lib = path.join(folder, 'lib');
  const compile = [COMPILER, '-p', ROOT, '--noCheck', '--outDir', lib];
  execFileSync(process.execPath, compile, { stdio: 'inherit' });
  // The bundler names modules by their path from the working directory.
  process.chdir(folder);
  const bundle = await ncc(path.join(lib, 'doors.js'), { cache: false, quiet: true });
  process.chdir(ROOT);
  const files = {
    'doors.js': await minified(bundle.code),
    ...(await chunksOf(bundle.assets)),
    ...doors(lowestNode()),
    'licenses.txt': licences(bundle.stats.compilation.modules),
    'package.json': '{ "type": "module" }\n',
  };
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, 'dist', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  // npx runs it.
  chmodSync(path.join(folder, 'dist', 'cli.js'), 0o755);
}

/**
 * The chunks of a bundle, minified: ncc's `minify` skips them.
 *
 * @param {import('@vercel/ncc').Bundle['assets']} assets
 */
async function chunksOf(assets) {
  const chunks = Object.entries(assets).map(async ([name, { source }]) => {
    const content = name.endsWith('.js') ? await minified(String(source)) : source;
    return /** @type {const} */ ([name, content]);
  });
  return Object.fromEntries(await Promise.all(chunks));
}

/** @param {string} source */
async function minified(source) {
  return (await minify(source, MINIFY)).code;
}

/** Returns the lowest major version of Node that package.json allows. */
function lowestNode() {
  const { engines } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const floor = /^>=(\d+)$/.exec(engines.node)?.[1];
  if (floor === undefined)
    throw new Error('package.json: engines.node is not one floor, such as >=22');
  return floor;
}

/**
 * The two doors, which refuse an older Node as a usage error of theirs.
 *
 * @param {string} floor
 */
function doors(floor) {
  const message = `'sensitivity needs Node ${floor} or newer, and this is Node ' + process.versions.node + '.'`;
  const failStep = `console.log('::error::' + ${message});\n  process.exitCode = 1;`;
  const failCommand = `console.error(${message});\n  process.exitCode = 2;`;
  const cli = doorTo('openTerminalDoor', { floor, refuse: failCommand });
  return {
    'index.js': doorTo('openActionDoor', { floor, refuse: failStep }),
    'cli.js': `#!/usr/bin/env node\n${cli}`,
  };
}

/**
 * A door: an older Node stops here with a message, before it parses newer syntax.
 *
 * @param {string} name of the function that opens it
 * @param {{ floor: string, refuse: string }} node the oldest one, and the statements for an older
 */
function doorTo(name, { floor, refuse }) {
  return `if (Number.parseInt(process.versions.node, 10) < ${floor}) {
  ${refuse}
} else {
  const { ${name} } = await import('./doors.js');
  await ${name}();
}
`;
}
