// npm run bundle: writes what the sources build, dist/, schema/ and docs/configuration.md. With
// --check it builds them elsewhere, and fails if what is committed differs.
//
// dist/ is one bundle with two doors, index.js for the action and cli.js for the terminal. Code of
// one door, and each SDK, is a chunk that is loaded on demand. rolldown hoists modules into one
// scope, so that V8 parses each once: with ncc dist has 8.0 MB in place of 3.0, and the first
// request leaves a seventh later.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { rolldown, type PreRenderedChunk } from 'rolldown';
import { z } from 'zod';
import { resultsSchema } from '../src/run/results.ts';
import { configJsonSchema, configReference } from './build/reference.ts';
import { publisher } from './publisher.mjs';

const OUTPUTS = ['dist', 'schema', 'docs/configuration.md'];
/** Most bytes of dist; 0.4 MB are the packages of three providers. */
const LARGEST_DIST = 3_500_000;

// In the repository, where the bundler finds node_modules. A bundle that fails changes nothing.
const folder = fs.mkdtempSync('.build-');
try {
  await writeOutputs();
  if (process.argv.includes('--check')) OUTPUTS.forEach(compare);
  else OUTPUTS.forEach(replace);
  checkSize();
} finally {
  fs.rmSync(folder, { recursive: true });
}

/** Fails, and lists the files, if a committed output is not what the sources build. */
function compare(output: string) {
  try {
    execFileSync('diff', ['-rq', output, path.join(folder, output)], { stdio: 'inherit' });
  } catch {
    console.error(`${output} is not what the sources build. Run \`npm run bundle\` and commit it.`);
    process.exitCode = 1;
  }
}

function replace(output: string) {
  fs.rmSync(output, { recursive: true, force: true });
  fs.renameSync(path.join(folder, output), output);
}

function checkSize() {
  const sizes = fs.readdirSync('dist').map((name) => fs.statSync(path.join('dist', name)).size);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`dist has ${bytes} bytes of at most ${LARGEST_DIST}.`);
  if (bytes > LARGEST_DIST) process.exitCode = 1;
}

async function writeOutputs() {
  const { engines } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const floor = engines.node.replace('>=', '');
  for (const output of ['dist', 'schema', 'docs']) fs.mkdirSync(path.join(folder, output));
  const write = (name: string, text: string) => {
    fs.writeFileSync(path.join(folder, name), text);
  };
  const files = await writeChunks(floor);
  const message = `'sensitivity needs Node ${floor} or newer, and this is Node ' + process.versions.node + '.'`;
  const failStep = `console.log('::error::' + ${message});\n  process.exitCode = 1;`;
  const failCommand = `console.error(${message});\n  process.exitCode = 2;`;
  write('dist/index.js', doorTo('openActionDoor', floor, failStep));
  write('dist/cli.js', `#!/usr/bin/env node\n${doorTo('openTerminalDoor', floor, failCommand)}`);
  // npx runs it.
  fs.chmodSync(path.join(folder, 'dist/cli.js'), 0o755);
  write('dist/package.json', '{ "type": "module" }\n');
  write('dist/licenses.txt', licences(files));
  write('schema/sensitivity.schema.json', schemaFile('sensitivity', configJsonSchema()));
  const report = z.toJSONSchema(resultsSchema, { unrepresentable: 'any' });
  write(
    'schema/report.schema.json',
    schemaFile('report', { title: 'sensitivity-action JSON report', ...report }),
  );
  write('docs/configuration.md', configReference());
}

function schemaFile(name: string, schema: object) {
  const { repository } = publisher();
  const $id = `https://github.com/${repository}/blob/main/schema/${name}.schema.json`;
  return `${JSON.stringify({ $id, ...schema }, null, 2)}\n`;
}

/** Writes the bundle. @returns the files that it is made of */
async function writeChunks(floor: string) {
  const bundle = await rolldown({
    input: 'src/doors.ts',
    platform: 'node',
    // jsonc-parser's `main` hides its own imports from bundlers.
    resolve: { mainFields: ['module', 'main'] },
    transform: { target: `node${floor}` },
    onLog(_level, { message }) {
      throw new Error(message);
    },
  });
  await bundle.write({
    dir: path.join(folder, 'dist'),
    format: 'esm',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: chunkName,
  });
  // The list is read before `close`, which empties it.
  const files = await bundle.watchFiles;
  await bundle.close();
  return files;
}

/**
 * `npm-openai.js` is a package, `models-hubs-openai.js` a file of src with what it alone needs, and
 * `common.js` what both doors need.
 */
function chunkName({ name, facadeModuleId, moduleIds }: PreRenderedChunk) {
  // The code of each door imports the errors.
  if (moduleIds.includes(path.resolve('src/shared/errors.ts'))) return 'common.js';
  const file = facadeModuleId ?? moduleIds.at(-1) ?? name;
  const [, packageName] = /node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file) ?? [];
  const owner = packageName ? `npm/${packageName}` : path.relative('src', file);
  return `${owner.replace(/\.(?:ts|json)$/, '').replaceAll(/\W+/g, '-')}.js`;
}

/** The text of a door. The door refuses an older Node before Node parses newer syntax. */
function doorTo(opener: string, floor: string, refuse: string) {
  const [major, minor] = floor.split('.');
  return `const [major, minor] = process.versions.node.split('.').map(Number);
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  ${refuse}
} else {
  const { ${opener} } = await import('./doors.js');
  await ${opener}();
}
`;
}

/** The licences of all packages in dist; packages of one licence, word for word, share its text. */
function licences(files: string[]) {
  const folders = files.flatMap(
    (file) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file) ?? [],
  );
  // The bundler lists its files in no order.
  const packages = [...new Set(folders)]
    .map(licenceOf)
    .sort((a, b) => (a.title < b.title ? -1 : 1));
  // A package may name its licence without the text: another package of this licence has it.
  for (const unit of packages)
    unit.text ||=
      packages.find(({ licence, text }) => text && licence === unit.licence)?.text ?? '';
  const parts = [...Map.groupBy(packages, ({ text }) => text)].map(
    ([text, group]) => `${group.map(({ title }) => title).join('\n')}\n\n${text}`,
  );
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function licenceOf(inPackage: string) {
  const read = (name: string) => fs.readFileSync(path.join(inPackage, name), 'utf8');
  const { name, version, license: licence } = JSON.parse(read('package.json'));
  const files = fs
    .readdirSync(inPackage)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.toSorted().map((file) => read(file).trim());
  return { title: `${name} ${version} (${licence})`, licence, text: texts.join('\n\n') };
}
