// dist/ from src/: one bundle with two doors, index.js for the action and cli.js for the terminal.
// Shared code is bundled once; code of one door, and each SDK, is a chunk that is loaded on demand.
// rolldown hoists modules into one scope: ncc makes each a function, which V8 parses twice, and the
// first request leaves a seventh later. ncc finds the packages whose licences are listed.
// `npm run types` checks the types.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ncc from '@vercel/ncc';
import { rolldown } from 'rolldown';
import { COMPILER } from '../kit/compiler.mjs';
import { ROOT } from '../publisher.mjs';
import { licences } from './licences.mjs';

/**
 * Writes lib/, which is src/ in JavaScript, and dist/.
 *
 * @param {string} folder
 */
export async function writeDist(folder) {
  const floor = lowestNode();
  const files = {
    ...(await chunks(floor)),
    ...doors(floor),
    'licenses.txt': await licencesOf(path.join(folder, 'lib')),
    'package.json': '{ "type": "module" }\n',
  };
  mkdirSync(path.join(folder, 'dist'));
  for (const [name, content] of Object.entries(files))
    writeFileSync(path.join(folder, 'dist', name), content);
  // npx runs it.
  chmodSync(path.join(folder, 'dist', 'cli.js'), 0o755);
}

/**
 * The chunks of the bundle by their names, minified.
 *
 * @param {string} floor lowest major version of Node
 * @returns {Promise<Record<string, string>>}
 */
async function chunks(floor) {
  const bundle = await rolldown({
    input: path.join(ROOT, 'src', 'doors.ts'),
    cwd: ROOT,
    platform: 'node',
    // jsonc-parser's `main` hides its own imports from bundlers.
    resolve: { mainFields: ['module', 'main'] },
    transform: { target: `node${floor}` },
    onLog(_level, { message }) {
      throw new Error(message);
    },
  });
  const names = { entryFileNames: '[name].js', chunkFileNames: '[name].js' };
  const { output } = await bundle.generate({ format: 'esm', minify: true, ...names });
  await bundle.close();
  return Object.fromEntries(
    output.map((file) => {
      if (file.type !== 'chunk') throw new Error(`${file.fileName} is no chunk of code`);
      return [file.fileName, file.code];
    }),
  );
}

/** @param {string} lib a new folder for src/ in JavaScript */
async function licencesOf(lib) {
  const compile = [COMPILER, '-p', ROOT, '--noCheck', '--outDir', lib];
  execFileSync(process.execPath, compile, { stdio: 'inherit' });
  const { stats } = await ncc(path.join(lib, 'doors.js'), { cache: false, quiet: true });
  return licences(stats.compilation.modules);
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
