// Builds into a folder of its own: a build that fails leaves the last one alone, and
// a check compares without writing.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { jsonSchema } from '../../src/config/schema.ts';
import { reportJsonSchema } from '../../src/engine/report-json-schema.ts';
import { publisher, ROOT } from '../publisher.mjs';
import { referencePage } from '../reference/page.mjs';
import { writeDist } from './dist.mjs';

/** Files beside dist that the sources build: the text of each, by its path. */
const TEXTS = {
  'schema/sensitivity.schema.json': () => schemaFile(jsonSchema(publisher().repository)),
  'schema/report.schema.json': () => schemaFile(reportJsonSchema(publisher().repository)),
  'docs/configuration.md': referencePage,
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

/** @param {object} schema */
function schemaFile(schema) {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
