// Do the imports of src keep to the plan of the house? An allow-list: what neither the table nor a room itself says is forbidden. Dynamic
// imports count. No import circle anywhere, none inside of a room either. The plan in words: CONTRIBUTING.md.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './publisher.mjs';

const FLOOR = ['errors', 'secrets', 'version', 'facts', 'inside', 'json'];
const BELOW_THE_HALL = ['github', 'config', 'data', 'models', 'report', 'engine', 'language', ...FLOOR];

/** Which rooms and files (without their ending) a room may import. */
const MAY_IMPORT = {
  doors: ['action/main', 'terminal/main'],
  action: ['run', 'trust', ...BELOW_THE_HALL],
  // `doctor` asks what the token is good for; the terminal publishes nothing.
  terminal: ['run', 'github/token', ...BELOW_THE_HALL.filter((room) => room !== 'github')],
  // An earlier report to compare with is read as hostile input, as one to publish is; so are what a shard hands on and the record of runs.
  run: ['trust/published-report', 'trust/shard-file', 'trust/history-file', ...BELOW_THE_HALL.filter((room) => room !== 'github')],
  trust: ['config', 'data', 'github', 'engine', ...FLOOR],
  github: ['report/formats/escape', 'engine/results', ...FLOOR],
  // The registries of tests, scorers and hubs bring the schemas that a configuration is put together from.
  config: ['engine', 'models', ...FLOOR],
  data: ['engine/sample', 'engine/random', 'language', ...FLOOR],
  // What the scripted models know: the built-in rows, and the cases that a judge is calibrated on.
  models: [
    ...['engine/model', 'engine/judges/labels', 'engine/judges/stance', 'engine/judges/refusal', 'engine/judges/toxicity-whole'],
    ...['data/builtin', 'language/enumerate', 'language/words', ...FLOOR],
  ],
  report: ['engine', 'language/enumerate', ...FLOOR],
  engine: ['language', 'json'],
  language: [],
  errors: [],
  secrets: [],
  version: [],
  facts: [],
  inside: ['errors'],
  json: [],
};
const MOST_ROOMS = 20;

const src = path.join(ROOT, 'src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:ts|json)$/.test(file))
  .map((file) => file.replaceAll('\\', '/'));
const nameOf = (file) => file.replace(/\.(?:ts|json)$/, '');
const roomOf = (name) => name.split('/')[0];

/** Names of the files of ours that a file imports, with the line. */
function importsOf(file) {
  const parsed = ts.createSourceFile(file, readFileSync(path.join(src, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const target = isDynamic
      ? node.arguments[0]
      : ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : undefined;
    if (target && ts.isStringLiteralLike(target) && target.text.startsWith('.')) {
      const name = path.posix.join(path.posix.dirname(file), target.text).replace(/\.(?:js|json)$/, '');
      found.push({ name, line: parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

const graph = new Map(files.filter((file) => file.endsWith('.ts')).map((file) => [nameOf(file), { file, imports: importsOf(file) }]));
const findings = [];

const rooms = [...new Set([...graph.keys()].map(roomOf))];
for (const room of rooms) if (!(room in MAY_IMPORT)) findings.push(`src/${room} is a room that the plan does not have`);
if (rooms.length > MOST_ROOMS) findings.push(`${rooms.length} rooms, and the plan has at most ${MOST_ROOMS}`);

for (const [name, { file, imports }] of graph) {
  const allowed = MAY_IMPORT[roomOf(name)] ?? [];
  for (const { name: target, line } of imports) {
    if (roomOf(target) === roomOf(name)) continue;
    if (!allowed.some((place) => target === place || target.startsWith(`${place}/`))) {
      findings.push(`src/${file}:${line}: ${roomOf(name)} may not import ${target} (allowed: ${allowed.join(', ') || 'nothing'})`);
    }
  }
}

/** Depth first; a name that is met again while it is being walked closes a circle. */
const done = new Set();
function walk(name, way) {
  if (way.includes(name)) {
    findings.push(`a circle of imports: ${[...way.slice(way.indexOf(name)), name].join(' -> ')}`);
    return;
  }
  if (done.has(name)) return;
  for (const { name: target } of graph.get(name)?.imports ?? []) walk(target, [...way, name]);
  done.add(name);
}
for (const name of graph.keys()) walk(name, []);

for (const finding of findings) console.error(finding);
const arrows = new Set(
  [...graph].flatMap(([name, { imports }]) =>
    imports.map(({ name: target }) => `${roomOf(name)} ${roomOf(target)}`).filter((arrow) => arrow.split(' ')[0] !== arrow.split(' ')[1]),
  ),
);
if (findings.length === 0) console.log(`${rooms.length} rooms, ${arrows.size} arrows, no circle: as the plan has it.`);
process.exitCode = findings.length > 0 ? 1 : 0;
