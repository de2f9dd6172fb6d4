/**
 * Cuts GitHub's OpenAPI description (385 MB as a package) down to the few operations that the
 * tests' local GitHub server answers, and writes __tests__/support/github-openapi.json. Run it by
 * hand for a new version of the package, or after adding a handler to github-operations.ts:
 *
 *   cd "$(mktemp -d)" && npm pack @octokit/openapi@23.0.2 && tar xzf octokit-openapi-*.tgz
 *   node <this project>/__tests__/support/prune-openapi.mjs "$PWD/package"
 *
 * References stay references, components that nothing reaches any more are dropped, and so is the
 * prose.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from './github-operations.ts';

/** The 401 of this operation has the shape of all errors that the description leaves out. */
const ERRORS = 'users/get-authenticated';

const PROSE = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'tags',
  'externalDocs',
  'deprecated',
]);

/**
 * Below these keywords the keys are names of the API, among them "description" and "title", and
 * must stay.
 */
const MAPS_OF_NAMES = new Set([
  'properties',
  'patternProperties',
  'responses',
  'headers',
  'content',
  'mapping',
]);

/** The values of these keywords are data, not schemas. */
const DATA = new Set(['enum', 'default', 'required', 'const']);

function withoutProse(node, keysAreNames = false) {
  if (Array.isArray(node)) return node.map((item) => withoutProse(item));
  if (node === null || typeof node !== 'object') return node;
  const schema = node.nullable === true && !keysAreNames ? withNullSpelledOut(node) : node;
  const kept = Object.entries(schema).filter(
    ([key]) => keysAreNames || !(PROSE.has(key) || key.startsWith('x-')),
  );
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (!keysAreNames && DATA.has(key)) return [key, value];
      return [key, withoutProse(value, !keysAreNames && MAPS_OF_NAMES.has(key))];
    }),
  );
}

/**
 * Strict readers of OpenAPI, such as ajv, ignore some of GitHub's "nullable": one without a "type",
 * and one next to an "enum" without null, although GitHub sends null there.
 */
function withNullSpelledOut({ nullable, ...schema }) {
  if (!schema.type) return { anyOf: [schema, { enum: [null] }] };
  return schema.enum
    ? { ...schema, nullable, enum: [...new Set([...schema.enum, null])] }
    : { ...schema, nullable };
}

function pruneOperation(operation) {
  // GitHub's errors carry the address of the operation's page, so it stays.
  const { url } = operation.externalDocs;
  return { ...withoutProse(operation), externalDocs: { url } };
}

function prunePaths(paths) {
  const wanted = new Set([...Object.keys(operations), ERRORS]);
  const kept = {};
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (!wanted.delete(operation?.operationId)) continue;
      kept[path] = { ...kept[path], [method]: pruneOperation(operation) };
    }
  }
  if (wanted.size > 0)
    throw new Error(`The description has no operation ${[...wanted].join(', ')}.`);
  return kept;
}

function* references(node) {
  if (node === null || typeof node !== 'object') return;
  if (typeof node.$ref === 'string') yield node.$ref;
  for (const value of Object.values(node)) yield* references(value);
}

/** The components that `paths` reach, directly or through one another. */
function pruneComponents(paths, components) {
  const kept = {};
  const queue = [...references(paths)];
  for (const reference of queue) {
    const [, , kind, name] = reference.split('/');
    if (kept[kind]?.[name]) continue;
    const component = components[kind]?.[name];
    if (!component) throw new Error(`The description has no ${reference}.`);
    const pruned = withoutProse(component);
    // GitHub sends null for an outdated comment, and the description does not say so.
    if (name === 'pull-request-review-comment') pruned.properties.line.nullable = true;
    kept[kind] = { ...kept[kind], [name]: pruned };
    queue.push(...references(pruned));
  }
  return kept;
}

/**
 * JSON with one path or component a line, so that the diff of an update is readable.
 */
function oneALine(object, levels, indent = '') {
  if (levels === 0) return JSON.stringify(object);
  const lines = Object.entries(object).map(
    ([key, value]) =>
      `${indent} ${JSON.stringify(key)}: ${oneALine(value, levels - 1, `${indent} `)}`,
  );
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

function prune(folder) {
  const description = JSON.parse(
    readFileSync(join(folder, 'generated', 'api.github.com.json'), 'utf8'),
  );
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const paths = prunePaths(description.paths);
  const info = {
    title: description.info.title,
    version: description.info.version,
    license: description.info.license,
    description: `Pruned by __tests__/support/prune-openapi.mjs from ${manifest.name} ${manifest.version} (${manifest.license}).`,
    'x-license-text': readFileSync(join(folder, 'LICENSE'), 'utf8').trim(),
  };
  const head = `{\n"openapi": ${JSON.stringify(description.openapi)},\n"info": ${oneALine(info, 1)},\n`;
  const components = oneALine(pruneComponents(paths, description.components), 2);
  return `${head}"paths": ${oneALine(paths, 1)},\n"components": ${components}\n}\n`;
}

const [, , folder] = process.argv;
if (!folder) throw new Error('Name the folder of an unpacked @octokit/openapi.');
writeFileSync(new URL('github-openapi.json', import.meta.url), prune(folder));
