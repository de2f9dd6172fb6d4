// Where the compiled engine is: lib/ where that is there and as new as the sources, else tsc's work in a folder of its own. A stranger who has
// only run `npm ci` needs no build first, and what is simulated is never an engine of yesterday.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = path.join(root, 'src');
const ROOMS = ['engine', 'language'];
const ENTRIES = ['engine/run', 'engine/random', 'engine/tests/index', 'engine/scorers/index', 'language/words/index'];

/** The folder that holds run.js, and what removes it again. */
export function findEngine() {
  const built = path.join(root, 'lib');
  return isFresh(built) ? { folder: path.join(built, 'engine'), remove: () => undefined } : compile();
}

function isFresh(folder) {
  const filesOf = (room) => readdirSync(path.join(sources, room), { recursive: true }).map((file) => path.join(room, file));
  const files = ROOMS.flatMap(filesOf).filter((file) => file.endsWith('.ts'));
  return files.every((file) => timeOf(path.join(folder, file.replace(/\.ts$/, '.js'))) >= timeOf(path.join(sources, file)));
}

function timeOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function compile() {
  const work = mkdtempSync(path.join(tmpdir(), 'sensitivity-simulate-'));
  const remove = () => rmSync(work, { recursive: true, force: true });
  try {
    // The packages that the engine imports are looked for beside it.
    symlinkSync(path.join(root, 'node_modules'), path.join(work, 'node_modules'), 'junction');
    writeFileSync(path.join(work, 'package.json'), '{ "type": "module" }\n');
    // Types are checked by `npm run types`.
    const compilerOptions = { rootDir: path.join(root, 'src'), outDir: path.join(work, 'lib'), noCheck: true };
    const files = ENTRIES.map((entry) => path.join(sources, `${entry}.ts`));
    writeFileSync(path.join(work, 'tsconfig.json'), JSON.stringify({ extends: path.join(root, 'tsconfig.json'), compilerOptions, include: [], files }));
    const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', work], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The engine's sources do not compile:\n${stdout}${stderr}`);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder: path.join(work, 'lib', 'engine'), remove };
}
