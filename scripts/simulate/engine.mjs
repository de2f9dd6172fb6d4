// Compiles the engine by swc into a folder of its own, so that simulations need no build and never
// use an older one. `npm run types` checks the types.
import { transformFileSync } from '@swc/core';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = path.join(root, 'src');
const ROOMS = ['engine', 'language'];
/** Files outside of the engine that it imports. */
const BESIDE = ['json.ts'];
/** @type {import('@swc/core').Options} */
const OPTIONS = {
  swcrc: false,
  jsc: {
    parser: { syntax: 'typescript' },
    target: 'es2022',
    experimental: { keepImportAssertions: true },
  },
  module: { type: 'es6' },
};

function filesOf(room) {
  const entries = readdirSync(path.join(sources, room), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(sources, path.join(parentPath, name)));
}

/** @returns the folder that holds run.js, and what removes it again. */
export function findEngine() {
  const work = mkdtempSync(path.join(tmpdir(), 'sensitivity-simulate-'));
  const remove = () => rmSync(work, { recursive: true, force: true });
  try {
    // Node resolves the engine's packages from its folder.
    symlinkSync(path.join(root, 'node_modules'), path.join(work, 'node_modules'), 'junction');
    writeFileSync(path.join(work, 'package.json'), '{ "type": "module" }\n');
    for (const file of [...BESIDE, ...ROOMS.flatMap(filesOf)])
      put(file, path.join(work, 'lib', file));
  } catch (error) {
    remove();
    throw error;
  }
  return { folder: path.join(work, 'lib', 'engine'), remove };
}

function put(file, to) {
  const from = path.join(sources, file);
  mkdirSync(path.dirname(to), { recursive: true });
  if (file.endsWith('.ts'))
    writeFileSync(to.replace(/\.ts$/, '.js'), transformFileSync(from, OPTIONS).code);
  else copyFileSync(from, to);
}
