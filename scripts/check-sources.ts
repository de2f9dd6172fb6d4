// Checks what neither the formatter nor the linter checks: which room of src imports which, by the
// table in CONTRIBUTING.md; names that two files export; words; sizes. size.json bounds the sizes,
// also of each room. In src it bounds the forms that give a value no name or hide a type.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import sizes from './size.json' with { type: 'json' };

/**
 * Words that name no one. Name the thing instead: the request, the runner, the caller. "He" never
 * stands for software.
 */
const FORBIDDEN = /(?<![\w-])(?:whoever|somebody|nobody|he|him|his)(?![\w-])/gi;
/** Literals in these files are English that the engine looks for, or shows to a judge. */
const ENGLISH_AS_DATA = /^src\/(?:language|engine\/(?:judge|tests))\//;
/** Code and quotations. They hold examples, and not sentences of our own. */
const QUOTED = /`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g;
/** Matches each name that a file exports, but for names that it passes on from another file. */
const EXPORTED =
  /(?<=^export (?:abstract |async )?(?:const|function\*?|class|interface|type) )\w+|(?<=^export \{[^}]*\b)\w+(?=[^}]*\};)/gm;
const COMMENT = /^\s*(?:\/\/|\/?\*)/;
const { printWidth } = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8'));

const read = (file: string) => readFileSync(file, 'utf8');
const filesIn = (folder: string) =>
  globSync(`${folder}/**/*.{ts,mjs}`).filter((file) => !file.endsWith('.d.ts'));
const sources = filesIn('src');
const pages = globSync(['*.md', 'docs/**/*.md', 'action.yml']).filter(
  (page) => page !== 'CHANGELOG.md',
);

const findings = [
  ...importsOutsideTheTable(),
  ...namesExportedTwice(),
  ...[...pages, ...new Set(Object.keys(sizes).flatMap(filesIn))].flatMap(faultsOfLines),
  ...Object.entries(sizes).flatMap(([folder, limits]) => aboveSize(folder, limits)),
];
for (const finding of findings) console.error(finding);
process.exitCode = findings.length > 0 ? 1 : 0;

/** Rooms, or files of src, in a cell of the table: without extension and last slash. */
function placesIn(cell: string) {
  return cell.match(/(?<=`)[\w/-]+?(?=(?:\/|\.ts|\.json)`)/g) ?? [];
}

function importsOutsideTheTable() {
  const rows = read('CONTRIBUTING.md').matchAll(/^\| (.+) \| (.+) \| (.+) \|$/gm);
  const mayImport = new Map(
    Array.from(rows, ([, room = '', , allowed = '']) => [placesIn(room)[0], placesIn(allowed)]),
  );
  const rankOf = (place: string) => [...mayImport.keys()].indexOf(place.split('/')[0]);
  return sources.flatMap((file) => {
    const [room = ''] = path.relative('src', file).split(/[/.]/);
    const allowed = mayImport.get(room);
    if (!allowed) return [`${file}: CONTRIBUTING.md has no such room`];
    const below = allowed.filter((place) => rankOf(place) > rankOf(room));
    return importsOf(file)
      .filter((target) => ![room, ...below].some((place) => `${target}/`.startsWith(`${place}/`)))
      .map((target) => `${file}: ${room} may not import ${target}`);
  });
}

/** The files of src that a file imports, in either way, or exports anew. */
function importsOf(file: string) {
  const { importedFiles } = ts.preProcessFile(read(file));
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) =>
      path.relative('src', path.join(path.dirname(file), fileName)).replace(/\.(?:ts|json)$/, ''),
    );
}

function namesExportedTwice() {
  const fileOf = new Map<string, string>();
  return sources.flatMap((file) => {
    const names = read(file).match(EXPORTED) ?? [];
    const twice = names.filter((name) => (fileOf.get(name) ?? file) !== file);
    for (const name of names) fileOf.set(name, file);
    return twice.map((name) => `${file}: another file exports ${name} too`);
  });
}

function faultsOfLines(file: string) {
  return read(file)
    .split('\n')
    .flatMap((line, index) =>
      faultsOfLine(file, line).map((fault) => `${file}:${index + 1}: ${fault}`),
    );
}

function faultsOfLine(file: string, line: string) {
  const isComment = COMMENT.test(line) && !file.endsWith('.md');
  if (isComment && line.length > printWidth) return [`longer than ${printWidth} characters`];
  const isProse = isComment || file.endsWith('.md');
  if (/^(?:scripts|__tests__)/.test(file) || (ENGLISH_AS_DATA.test(file) && !isProse)) return [];
  const words = (isProse ? line.replaceAll(QUOTED, '') : line).match(FORBIDDEN) ?? [];
  return words.map((word) => `"${word}"; name who or what it is`);
}

function aboveSize(folder: string, sizeLimits: Record<string, number>) {
  const files = filesIn(folder);
  const nodes = Map.groupBy(files.flatMap(nodesOf), formOf);
  const countOf = (form: string) => nodes.get(form)?.length ?? 0;
  console.log(`${folder}: ${countOf('tokens')} tokens, ${files.length} files`);
  return Object.entries(sizeLimits)
    .filter(([form, limit]) => countOf(form) > limit)
    .map(
      ([form, limit]) =>
        `${folder}: ${countOf(form)} ${form}; at most ${limit} by scripts/size.json. Remove some.`,
    );
}

function nodesOf(file: string) {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const below = (node: ts.Node): ts.Node[] => [node, ...node.getChildren().flatMap(below)];
  return below(source);
}

/** The form in size.json that a node counts as, or a token, which is a leaf with text. */
function formOf(node: ts.Node): string {
  if (ts.isSourceFile(node)) return 'files';
  if (ts.isSpreadAssignment(node) || ts.isSpreadElement(node)) {
    let { expression } = node;
    while (ts.isParenthesizedExpression(expression)) ({ expression } = expression);
    const isChoice = ts.isConditionalExpression(expression) || ts.isBinaryExpression(expression);
    return isChoice ? 'conditional spreads' : 'other';
  }
  if (ts.isNonNullExpression(node)) return 'non-null assertions';
  if (ts.isAsExpression(node)) return node.type.getText() === 'const' ? 'other' : 'casts';
  return node.getChildCount() === 0 && node.getWidth() > 0 ? 'tokens' : 'other';
}
