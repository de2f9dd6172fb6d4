// Checks that the committed dist/, schema/ and docs/configuration.md are what the sources build:
// builds again and compares bytes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * 1.2 MB are what the toolkit needs for artifacts, Azure's storage client most of all: there is no
 * lighter official way, and only a run that uploads something loads it. 0.4 MB are the packages of
 * three providers.
 */
const LARGEST = 5_400_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const committed = path.join(root, 'dist');
/** Other files that a build writes. */
const WRITTEN = [
  'schema/sensitivity.schema.json',
  'schema/report.schema.json',
  'docs/configuration.md',
];
const built = mkdtempSync(path.join(tmpdir(), 'sensitivity-dist-'));

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

const textsOf = (names) => names.map((name) => readFileSync(path.join(root, name), 'utf8'));

try {
  const before = textsOf(WRITTEN);
  execFileSync(process.execPath, [path.join(root, 'scripts', 'build.mjs'), '--out', built], {
    stdio: 'inherit',
  });
  const after = textsOf(WRITTEN);
  const stale = WRITTEN.filter((_, i) => before[i] !== after[i]);
  if (stale.length > 0)
    throw new Error(
      `${stale.join(', ')}: not what the sources say. Commit what \`npm run build\` has written there.`,
    );
  const names = [...new Set([...filesIn(committed), ...filesIn(built)])];
  const differ = names.filter((name) => {
    try {
      return !readFileSync(path.join(committed, name)).equals(readFileSync(path.join(built, name)));
    } catch {
      return true; // One of the two has no such file: that is a difference too.
    }
  });
  if (differ.length > 0)
    throw new Error(
      `dist is not what the sources build: ${differ.join(', ')}\nRun \`npm run build\` and commit dist.`,
    );
  const bytes = names.reduce((sum, name) => sum + statSync(path.join(committed, name)).size, 0);
  if (bytes > LARGEST) throw new Error(`dist has ${bytes} bytes, more than ${LARGEST}`);
  console.log(
    `dist is what the sources build: ${names.length} files, ${(bytes / 1e6).toFixed(2)} MB`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(built, { recursive: true, force: true });
}
