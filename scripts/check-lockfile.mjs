// Checks that every package comes from npm's registry, in one exact version, with a checksum. Uses
// nothing but Node, so that it can run before anything is installed.
//
//   node scripts/check-lockfile.mjs [FOLDER]
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const REGISTRY = 'https://registry.npmjs.org/';
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;
const INTEGRITY = /^sha512-[\w+/]+={0,2}$/;
// Specifiers that the registry resolves: a range or a tag, also behind an alias (npm:NAME@RANGE).
// No address, no path, no OWNER/NAME.
const FROM_REGISTRY = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?[\w.+*^~<>=| -]*$/;
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'];

const folder = path.resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
const manifest = read('package.json');
const lock = read('package-lock.json');
const findings = [];

for (const kind of KINDS) {
  for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
    // An alias: `npm:typescript@7.0.2`.
    if (!EXACT.test(version.replace(/^npm:(?:@[^/@]+\/)?[^/@]+@/, '')))
      findings.push(`package.json: ${kind}.${name} is "${version}", not one exact version`);
  }
}

if (lock.lockfileVersion !== 3)
  findings.push(`package-lock.json: lockfileVersion is ${lock.lockfileVersion}, not 3`);
const packages = Object.entries(lock.packages ?? {});
for (const [where, entry] of packages) {
  /** @param {string} what */
  const wrong = (what) => findings.push(`package-lock.json: ${where || 'the project'} ${what}`);
  for (const kind of KINDS) {
    for (const [name, range] of Object.entries(entry[kind] ?? {})) {
      if (!FROM_REGISTRY.test(range)) wrong(`takes ${name} from "${range}"`);
    }
  }
  if (where === '') continue;
  if (entry.link || !where.startsWith('node_modules/')) wrong('is a folder of this machine');
  if (entry.resolved !== undefined && !String(entry.resolved).startsWith(REGISTRY))
    wrong(`comes from ${entry.resolved}`);
  // A package inside another's archive is covered by that archive's checksum.
  const bundled = entry.inBundle && entry.resolved === undefined;
  if (!bundled && !isForeignBuild(entry) && !INTEGRITY.test(entry.integrity ?? ''))
    wrong('has no sha512 integrity');
}

for (const finding of findings) console.error(finding);
if (findings.length === 0)
  console.log(
    `${packages.length - 1} packages, all from npm's registry; what Linux installs has a checksum.`,
  );
process.exitCode = findings.length > 0 ? 1 : 0;

/**
 * A native build for a platform that no CI job or release installs on. A registry that does not
 * carry it leaves its integrity unknown, and `npm ci` still wants it named.
 *
 * @typedef {{ optional?: boolean, dev?: boolean }} Flags
 * @param {Flags & { os?: string[], cpu?: string[], libc?: string[] }} entry
 */
function isForeignBuild({ optional, dev, os = ['linux'], cpu = ['x64'], libc = ['glibc'] }) {
  return (
    optional === true &&
    dev === true &&
    !(os.includes('linux') && cpu.includes('x64') && libc.includes('glibc'))
  );
}
