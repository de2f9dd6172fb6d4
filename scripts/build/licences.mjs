// The licences of everything that a bundle holds, from webpack's own list of modules: ncc's
// --license overlooks what it concatenates, which is most of it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGE = /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/**
 * A module of webpack: its file, and the modules that are concatenated in it.
 *
 * @typedef {{ nameForCondition(): string | null, modules?: Iterable<BundledModule> }} BundledModule
 */

/**
 * Folders of the packages of all modules.
 *
 * @param {Iterable<BundledModule>} modules
 * @returns {string[]}
 */
function foldersIn(modules) {
  return [...modules].flatMap((module) => [
    ...(PACKAGE.exec(module.nameForCondition() ?? '')?.slice(0, 1) ?? []),
    ...foldersIn(module.modules ?? []),
  ]);
}

/** @param {string} folder of a package */
function licenceOf(folder) {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const files = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .sort();
  const text = files
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim())
    .join('\n\n');
  return { title: `${name} ${version} (${license})`, text };
}

/**
 * One text for a bundle, the same wherever it is built; packages of one licence, word for word,
 * share it.
 *
 * @param {Iterable<BundledModule>} modules
 */
export function licences(modules) {
  const found = [...new Set(foldersIn(modules))]
    .map(licenceOf)
    .sort((a, b) => (a.title < b.title ? -1 : 1));
  const byText = Map.groupBy(found, ({ text }) => text);
  const parts = [...byText].map(
    ([text, packages]) => `${packages.map(({ title }) => title).join('\n')}\n\n${text}`,
  );
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
