// The licences of everything that a bundle holds, from webpack's own list of modules: ncc's --license overlooks what it
// concatenates, which is most of it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGE = /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** Folders of the packages that a module list names, however deep. */
function foldersIn(modules) {
  return modules.flatMap(({ nameForCondition, modules: inner = [] }) => [PACKAGE.exec(nameForCondition ?? '')?.[0], ...foldersIn(inner)]).filter(Boolean);
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file)).sort();
  const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  return { name, text: [`${name} ${version}`, `Licence: ${license}`, ...texts].join('\n\n') };
}

/** One text for a bundle; the same for the same packages, wherever it is built. */
export function licences(stats) {
  const found = [...new Set(foldersIn(stats.modules))].map(licenceOf);
  found.sort((a, b) => (a.name < b.name ? -1 : 1));
  return `${found.map(({ text }) => text).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
