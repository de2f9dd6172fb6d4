// Checks the imports of src against the table of modules, an allow-list, and finds import cycles,
// also within a module. Dynamic imports count. CONTRIBUTING.md has the same table in words.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { SIZE } from './kit/leaving.mjs';
import { ROOT } from './publisher.mjs';

const SHARED = ['errors', 'secrets', 'version', 'limits', 'path-safety', 'json', 'retry-after'];
const BELOW_RUN = ['github', 'config', 'data', 'models', 'report', 'engine', 'language', ...SHARED];

/**
 * The modules and files (without extension) that a module may import. A module is a folder or a
 * file of src.
 *
 * @type {Record<string, string[]>}
 */
const MAY_IMPORT = {
  doors: ['action/start', 'terminal/main'],
  action: ['run', 'trust', ...BELOW_RUN],
  // `doctor` checks the rights of the token; the terminal publishes nothing.
  terminal: [
    ...['run', 'draft', 'trust/local-base', 'trust/local-git', 'trust/git'],
    ...BELOW_RUN.filter((module) => module !== 'github'),
  ],
  run: BELOW_RUN.filter((module) => module !== 'github'),
  // Rows that a model writes from a team's own documents.
  draft: ['config/files', 'engine', 'language/plain', ...SHARED],
  // The sentence on judged rules lists their changes in the words of the report.
  trust: ['config', 'data', 'github', 'engine', 'report/story/listed-changes', ...SHARED],
  github: ['report/formats/escape', 'engine/results', ...SHARED],
  // The registries of tests, scorers and hubs hold the schemas of their keys. Data knows the names
  // of built-in sets and the roles of columns.
  config: [
    ...['engine', 'models', 'language/nearest'],
    ...['data/builtin', 'data/cell', 'data/expected', 'data/roles', 'data/source'],
    ...SHARED,
  ],
  data: ['engine/sample', 'engine/random', 'engine/visible-text', 'language', ...SHARED],
  // The scripted models know the built-in rows, and the cases that a judge is calibrated on.
  models: [
    ...[
      'engine/model',
      'engine/judges/labels',
      'engine/judges/stance',
      'engine/judges/refusal-rubric',
      'engine/judges/expected-rubric',
      'engine/judges/toxicity-whole',
    ],
    ...['data/builtin', 'language/enumerate', 'language/words', ...SHARED],
  ],
  report: ['engine', 'language/enumerate', ...SHARED],
  engine: ['language', 'errors', 'json'],
  // The engine of version 2, beside the one that it replaces.
  core: ['language', 'errors', 'json'],
  rows: ['core', 'language', ...SHARED],
  language: [],
  errors: [],
  secrets: [],
  version: [],
  limits: [],
  'path-safety': ['errors'],
  json: [],
  'retry-after': [],
};
const MOST_MODULES = 23;

/** @typedef {{ target: string, line: number }} Import */

const src = path.join(ROOT, 'src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replaceAll('\\', '/'));
/** The imports of each file, by its path without extension. */
const importsByFile = new Map(files.map((file) => [withoutExtension(file), importsOf(file)]));
const modules = [...new Set([...importsByFile.keys()].map(moduleOf))];

const findings = [
  ...unknownModules(),
  ...[...importsByFile].flatMap(([file, imports]) =>
    imports.flatMap(({ target, line }) => {
      const problem = problemOf(file, target);
      return problem === undefined ? [] : [`src/${file}.ts:${line}: ${problem}`];
    }),
  ),
  ...importCycles(),
];
for (const finding of findings) console.error(finding);
if (findings.length === 0)
  console.log(`${modules.length} modules, ${countEdges()} edges, no cycle.`);
process.exitCode = findings.length > 0 ? 1 : 0;

/** @param {string} file */
function withoutExtension(file) {
  return file.replace(/\.(?:ts|json)$/, '');
}

/** @param {string} file */
function moduleOf(file) {
  return file.replace(/\/.*/, '');
}

/**
 * The files of src that a file imports.
 *
 * @param {string} file
 * @returns {Import[]}
 */
function importsOf(file) {
  const text = readFileSync(path.join(src, file), 'utf8');
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Import[]} */
  const imports = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const specifier = specifierOf(node);
    if (specifier && ts.isStringLiteralLike(specifier) && specifier.text.startsWith('.')) {
      const target = path.posix.join(path.posix.dirname(file), specifier.text);
      const { line } = parsed.getLineAndCharacterOfPosition(node.getStart());
      imports.push({ target: withoutExtension(target), line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return imports;
}

/**
 * The specifier of an import, static or dynamic, or of a re-export.
 *
 * @param {ts.Node} node
 */
function specifierOf(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  const isDynamic =
    ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isDynamic ? node.arguments[0] : undefined;
}

function unknownModules() {
  const unknown = modules
    .filter((module) => !(module in MAY_IMPORT) && !SIZE.leaving.includes(module))
    .map((module) => `src/${module}: the table has no such module`);
  if (modules.length > MOST_MODULES)
    unknown.push(`${modules.length} modules; at most ${MOST_MODULES} are allowed`);
  return unknown;
}

/**
 * Why a file may not import another one.
 *
 * @param {string} file
 * @param {string} target
 */
function problemOf(file, target) {
  const module = moduleOf(file);
  // Formats lay the story out; a story that knows a format would be phrased for it.
  if (file.startsWith('report/story/') && /^report\/(?!story\/)/.test(target))
    return `the story may not import ${target}`;
  if (moduleOf(target) === module) return undefined;
  if ([module, moduleOf(target)].some((room) => SIZE.leaving.includes(room))) return undefined;
  const allowed = MAY_IMPORT[module] ?? [];
  if (allowed.some((place) => target === place || target.startsWith(`${place}/`))) return undefined;
  return `${module} may not import ${target} (allowed: ${allowed.join(', ') || 'nothing'})`;
}

/** Walks depth first. A file that is already on the path closes a cycle. */
function importCycles() {
  const done = new Set();
  /** @type {string[]} */
  const cycles = [];
  /**
   * @param {string} file
   * @param {string[]} trail
   */
  const walk = (file, trail) => {
    if (trail.includes(file)) {
      cycles.push(`import cycle: ${[...trail.slice(trail.indexOf(file)), file].join(' -> ')}`);
      return;
    }
    if (done.has(file)) return;
    for (const { target } of importsByFile.get(file) ?? []) walk(target, [...trail, file]);
    done.add(file);
  };
  for (const file of importsByFile.keys()) walk(file, []);
  return cycles;
}

function countEdges() {
  const edges = [...importsByFile].flatMap(([file, imports]) =>
    imports
      .filter(({ target }) => moduleOf(target) !== moduleOf(file))
      .map(({ target }) => `${moduleOf(file)} ${moduleOf(target)}`),
  );
  return new Set(edges).size;
}
