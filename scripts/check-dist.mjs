// Checks that the committed dist/, schema/ and docs/configuration.md are what the sources build:
// builds them elsewhere and compares bytes.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { PAGES, withBuild } from './build/outputs.mjs';
import { ROOT } from './publisher.mjs';

/** 0.4 MB are the packages of three providers. */
const LARGEST_DIST = 4_200_000;

const findings = await withBuild((built) => {
  const names = new Set([...PAGES, ...filesOfDist(ROOT), ...filesOfDist(built)]);
  return [...names].filter((name) => !isSame(path.join(ROOT, name), path.join(built, name)));
});
if (findings.length > 0)
  findings.push('These are not what the sources build. Run `npm run bundle` and commit them.');
const bytes = filesOfDist(ROOT).reduce(
  (sum, name) => sum + statSync(path.join(ROOT, name)).size,
  0,
);
if (bytes > LARGEST_DIST) findings.push(`dist has ${bytes} bytes, more than ${LARGEST_DIST}.`);

for (const finding of findings) console.error(finding);
if (findings.length === 0)
  console.log(`dist, schema and docs are what the sources build: ${(bytes / 1e6).toFixed(2)} MB.`);
process.exitCode = findings.length > 0 ? 1 : 0;

/**
 * The files in the folder `dist` of a folder, by their path from there.
 *
 * @param {string} folder
 */
function filesOfDist(folder) {
  const dist = path.join(folder, 'dist');
  if (!existsSync(dist)) return [];
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/**
 * @param {string} one
 * @param {string} other
 */
function isSame(one, other) {
  return existsSync(one) && existsSync(other) && readFileSync(one).equals(readFileSync(other));
}
