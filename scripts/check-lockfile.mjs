// Checks that every package comes from npm's registry, in one exact version, with a checksum. Uses
// nothing but Node, so that it can run before anything is installed.
//
//   node scripts/check-lockfile.mjs [FOLDER]
import { readFileSync } from 'node:fs';
import path from 'node:path';

const folder = process.argv[2] ?? '.';
const REGISTRY = 'https://registry.npmjs.org/';
const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/;
// Specifiers that the registry resolves: a range or a tag, also behind an alias (npm:NAME@RANGE).
// An address, a path and OWNER/NAME are none.
const FROM_REGISTRY = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?[\w.+*^~<>=| -]*$/;
const INTEGRITY = /^sha512-[\w+/]+={0,2}$/;

/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
const { lockfileVersion, packages } = read('package-lock.json');
const findings = lockfileVersion === 3 ? [] : ['package-lock.json: lockfileVersion is not 3'];
const places = { 'package.json': read('package.json'), ...packages };
for (const [place, entry] of Object.entries(places)) {
  const allowed = place === 'package.json' ? EXACT : FROM_REGISTRY;
  const { dependencies, devDependencies, optionalDependencies } = entry;
  const specifiers = { ...dependencies, ...devDependencies, ...optionalDependencies };
  for (const [name, specifier] of Object.entries(specifiers))
    if (!allowed.test(specifier))
      findings.push(`${place || 'the project'} takes ${name} as "${specifier}"`);
}
for (const [place, entry] of Object.entries(packages)) {
  if (place === '') continue;
  const { link, resolved, inBundle, integrity = '', optional, dev } = entry;
  if (link || !place.startsWith('node_modules/'))
    findings.push(`${place} is a folder of this machine`);
  if (resolved !== undefined && !`${resolved}`.startsWith(REGISTRY))
    findings.push(`${place} is from ${resolved}`);
  // A package inside another's archive is covered by that archive's checksum.
  const isCovered = inBundle && resolved === undefined;
  // A native build for a platform that no CI job or release installs on: a registry that does not
  // carry it leaves its integrity unknown, and `npm ci` still wants it named.
  const { os = ['linux'], cpu = ['x64'], libc = ['glibc'] } = entry;
  const isOurs = os.includes('linux') && cpu.includes('x64') && libc.includes('glibc');
  const isForeignBuild = optional === true && dev === true && !isOurs;
  if (!isCovered && !isForeignBuild && !INTEGRITY.test(integrity))
    findings.push(`${place} has no sha512 integrity`);
}
for (const finding of findings) console.error(finding);
if (findings.length === 0) console.log(`${Object.keys(packages).length - 1} packages, as locked.`);
process.exitCode = findings.length > 0 ? 1 : 0;
