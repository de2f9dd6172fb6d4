// Builds into a folder of its own: a build that fails leaves the last one alone, and
// a check compares without writing.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { reportJsonSchema } from '../../src/run/results.ts';
import { publisher, ROOT } from '../publisher.mjs';
import { writeDist } from './dist.mjs';
import { configReference, configJsonSchema } from './reference.mjs';

/** Files beside dist that the sources build: the text of each, by its path. */
const TEXTS = {
  'schema/sensitivity.schema.json': () => schemaFile('sensitivity', configJsonSchema()),
  'schema/report.schema.json': () => schemaFile('report', reportJsonSchema()),
  'docs/configuration.md': configReference,
};

export const PAGES = Object.keys(TEXTS);

/**
 * Builds into a new folder, hands over its path, and removes it. The folder is in the repository,
 * where the bundler finds node_modules.
 *
 * @template Result
 * @param {(folder: string) => Result | Promise<Result>} use
 * @returns {Promise<Result>}
 */
export async function withBuild(use) {
  const folder = mkdtempSync(path.join(ROOT, '.build-'));
  try {
    await writeDist(folder);
    for (const [name, text] of Object.entries(TEXTS)) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text());
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} name
 * @param {object} schema
 */
function schemaFile(name, schema) {
  const { repository } = publisher();
  const $id = `https://github.com/${repository}/blob/main/schema/${name}.schema.json`;
  return `${JSON.stringify({ $id, ...schema }, null, 2)}\n`;
}
