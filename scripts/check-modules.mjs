// Checks the imports of src against the table of modules, an allow-list. Dynamic imports count, and
// the linter finds import cycles. CONTRIBUTING.md has the same table in words.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './publisher.mjs';

const SHARED = [
  ...['errors', 'secrets', 'version', 'limits', 'path-safety', 'json', 'retry-after', 'way-out'],
];

/**
 * The modules and files (without extension) that a module may import. A module is a folder or a
 * file of src.
 *
 * @type {Record<string, string[]>}
 */
const MAY_IMPORT = {
  doors: ['action/main', 'terminal/main'],
  action: [
    ...['run', 'trust', 'github', 'report', 'config/removed', 'models/keys', 'language/nearest'],
    ...SHARED,
  ],
  terminal: [
    ...['run', 'trust', 'report', 'draft', 'config', 'models', 'data', 'engine', 'language'],
    ...['files', ...SHARED],
  ],
  // Rows and rules that a model writes from a team's own documents.
  draft: ['config', 'data', 'engine', 'language', 'files', ...SHARED],
  run: ['trust/judged', 'config/config', 'models', 'data', 'engine', ...SHARED],
  report: ['run/results', 'engine', 'language', ...SHARED],
  github: ['report', 'run/results', ...SHARED],
  // Whose rules judge, read before a run.
  trust: ['config', 'data', 'engine', 'github/event', 'models/hubs/addresses', 'files', ...SHARED],
  config: [
    ...['engine', 'data/columns', 'data/keys', 'data/builtin', 'language', 'files'],
    ...['models/settings', 'models/hubs/addresses', ...SHARED],
  ],
  models: ['run/types', 'run/results', 'engine', 'data/builtin', 'language', ...SHARED],
  data: ['engine', 'language', 'files', ...SHARED],
  engine: ['language', 'errors', 'json'],
  language: [],
  files: [],
  errors: [],
  secrets: [],
  version: [],
  limits: [],
  'path-safety': ['errors'],
  json: [],
  'retry-after': [],
  'way-out': ['errors'],
};

/** @typedef {{ target: string, line: number }} Import */

const src = path.join(ROOT, 'src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replaceAll('\\', '/'));
/** The imports of each file, by its path without extension. */
const importsByFile = new Map(files.map((file) => [withoutExtension(file), importsOf(file)]));
const modules = [...new Set([...importsByFile.keys()].map(moduleOf))];

const findings = [
  ...modules
    .filter((module) => !(module in MAY_IMPORT))
    .map((module) => `src/${module}: the table has no such module`),
  ...[...importsByFile].flatMap(([file, imports]) =>
    imports.flatMap(({ target, line }) => {
      const problem = problemOf(file, target);
      return problem === undefined ? [] : [`src/${file}.ts:${line}: ${problem}`];
    }),
  ),
];
for (const finding of findings) console.error(finding);
if (findings.length === 0) console.log(`${modules.length} modules, as the table allows.`);
process.exitCode = findings.length > 0 ? 1 : 0;

/** @param {string} file */
function withoutExtension(file) {
  return file.replace(/\.ts$/, '');
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

/**
 * Why a file may not import another one.
 *
 * @param {string} file
 * @param {string} target
 */
function problemOf(file, target) {
  const module = moduleOf(file);
  if (moduleOf(target) === module) return undefined;
  const allowed = MAY_IMPORT[module] ?? [];
  if (allowed.some((place) => target === place || target.startsWith(`${place}/`))) return undefined;
  return `${module} may not import ${target} (allowed: ${allowed.join(', ') || 'nothing'})`;
}
