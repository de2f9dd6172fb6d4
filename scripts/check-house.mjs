// Checks the imports of src against the table of modules, an allow-list, and finds import cycles,
// also within a module. Dynamic imports count. CONTRIBUTING.md has the same table in words.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './publisher.mjs';

const SHARED = ['errors', 'secrets', 'version', 'limits', 'path-safety', 'json', 'retry-after'];
const BELOW_RUN = ['github', 'config', 'data', 'models', 'report', 'engine', 'language', ...SHARED];

/** The modules and files (without extension) that a module may import. */
const MAY_IMPORT = {
  doors: ['action/start', 'terminal/main'],
  action: ['drift', 'run', 'trust', ...BELOW_RUN],
  // `doctor` checks the rights of the token; the terminal publishes nothing.
  terminal: [
    ...['run', 'convert', 'draft', 'trust/local-base', 'trust/local-git', 'trust/git'],
    ...BELOW_RUN.filter((module) => module !== 'github'),
  ],
  // Watch, the record of runs, and the issue on drift. Nothing else needs them.
  drift: ['run', 'trust/history-file', ...BELOW_RUN],
  // An earlier report, the report of a shard and the record of runs are hostile input.
  run: [
    'trust/published-report',
    'trust/hostile-file',
    ...BELOW_RUN.filter((module) => module !== 'github'),
  ],
  // Rows that a model writes from a team's own documents.
  draft: ['config/files', 'engine', 'language/plain', ...SHARED],
  // Configurations of other tools.
  convert: [...BELOW_RUN.filter((module) => module !== 'github')],
  trust: ['config', 'data', 'github', 'engine', ...SHARED],
  github: ['report/formats/escape', 'engine/results', ...SHARED],
  // The registries of tests, scorers and hubs hold the schemas of their keys.
  config: ['engine', 'models', ...SHARED],
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
      'engine/judges/team-cases',
    ],
    ...['data/builtin', 'language/enumerate', 'language/words', ...SHARED],
  ],
  report: ['engine', 'language/enumerate', ...SHARED],
  engine: ['language', 'errors', 'json'],
  language: [],
  errors: [],
  secrets: [],
  version: [],
  limits: [],
  'path-safety': ['errors'],
  json: [],
  'retry-after': [],
};
const MOST_MODULES = 22;

const src = path.join(ROOT, 'src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:ts|json)$/.test(file))
  .map((file) => file.replaceAll('\\', '/'));
const nameOf = (file) => file.replace(/\.(?:ts|json)$/, '');
const moduleOf = (name) => name.split('/')[0];
const isStory = (name) => name.startsWith('report/story/');

/** The files of src that a file imports, with the line. */
function importsOf(file) {
  const parsed = ts.createSourceFile(
    file,
    readFileSync(path.join(src, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found = [];
  const visit = (node) => {
    const isDynamic =
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const target = isDynamic
      ? node.arguments[0]
      : ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : undefined;
    if (target && ts.isStringLiteralLike(target) && target.text.startsWith('.')) {
      const name = path.posix
        .join(path.posix.dirname(file), target.text)
        .replace(/\.(?:ts|json)$/, '');
      found.push({ name, line: parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

const graph = new Map(
  files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [nameOf(file), { file, imports: importsOf(file) }]),
);
const findings = [];

const modules = [...new Set([...graph.keys()].map(moduleOf))];
for (const module of modules)
  if (!(module in MAY_IMPORT)) findings.push(`src/${module}: the table has no such module`);
if (modules.length > MOST_MODULES)
  findings.push(`${modules.length} modules; at most ${MOST_MODULES} are allowed`);

for (const [name, { file, imports }] of graph) {
  const allowed = MAY_IMPORT[moduleOf(name)] ?? [];
  for (const { name: target, line } of imports) {
    // Writers lay the story out; a story that knows a format would be phrased for it.
    if (isStory(name) && target.startsWith('report/') && !isStory(target))
      findings.push(`src/${file}:${line}: the story may not import ${target}`);
    if (moduleOf(target) === moduleOf(name)) continue;
    if (!allowed.some((place) => target === place || target.startsWith(`${place}/`))) {
      findings.push(
        `src/${file}:${line}: ${moduleOf(name)} may not import ${target} (allowed: ${allowed.join(', ') || 'nothing'})`,
      );
    }
  }
}

/** Walks depth first. A name that is already on the path closes a cycle. */
const done = new Set();
function walk(name, trail) {
  if (trail.includes(name)) {
    findings.push(`import cycle: ${[...trail.slice(trail.indexOf(name)), name].join(' -> ')}`);
    return;
  }
  if (done.has(name)) return;
  for (const { name: target } of graph.get(name)?.imports ?? []) walk(target, [...trail, name]);
  done.add(name);
}
for (const name of graph.keys()) walk(name, []);

for (const finding of findings) console.error(finding);
const edges = new Set(
  [...graph].flatMap(([name, { imports }]) =>
    imports
      .map(({ name: target }) => `${moduleOf(name)} ${moduleOf(target)}`)
      .filter((edge) => edge.split(' ')[0] !== edge.split(' ')[1]),
  ),
);
if (findings.length === 0) console.log(`${modules.length} modules, ${edges.size} edges, no cycle.`);
process.exitCode = findings.length > 0 ? 1 : 0;
