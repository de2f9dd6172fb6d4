// Checks what the formatter and the linter do not: forms of src that are on their way out, names
// that two files export, the length of comments, a README in each folder of tests, and words that
// are not to be used.
//
//   node scripts/check-form.mjs
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { pages, ROOT } from './publisher.mjs';

/** Name the thing instead: the request, the runner, the caller. "He" never stands for software. */
const FORBIDDEN = ['whoever', 'somebody', 'nobody', 'he', 'him', 'his'];
const FORBIDDEN_WORD = new RegExp(`(?<![\\w-])(?:${FORBIDDEN.join('|')})(?![\\w-])`, 'gi');
/** Literals in these files are English that the engine looks for, or shows to a judge. */
const ENGLISH_AS_DATA = /^src\/(?:language|engine\/(?:lint|perturbations|judges))\//;
/** Code and quotations: examples, not our own sentences. */
const QUOTED = /`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g;

const { printWidth } = JSON.parse(readFileSync(path.join(ROOT, '.oxfmtrc.json'), 'utf8'));
const findings = [];
const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');
/** Blanks a text and keeps its lines. */
const blank = (text) => text.replaceAll(/[^\n]/g, ' ');

const files = ['src', 'scripts', '__tests__'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.join(folder, file).replaceAll('\\', '/'),
  ),
);
for (const file of files.filter((name) => /\.(?:ts|mjs)$/.test(name))) {
  read(file)
    .split('\n')
    .forEach((line, index) => {
      if (line.length > printWidth && /^\s*(?:\/\/|\/?\*)/.test(line))
        findings.push(
          `${file}:${index + 1}: a comment of ${line.length} characters; at most ${printWidth} are allowed`,
        );
    });
}
const folders = new Set(
  files.filter((file) => file.endsWith('.test.ts')).map((file) => path.dirname(file)),
);
for (const folder of folders)
  if (!existsSync(path.join(ROOT, folder, 'README.md')))
    findings.push(`${folder}: no README.md says what its tests prove`);

/**
 * The text of a source file without its regular expressions, and without its strings where they are
 * data.
 */
function ownWords(file) {
  let text = read(file);
  const isData = ENGLISH_AS_DATA.test(file);
  const literals = [];
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) literals.push([node.getStart(), node.end]);
    else if (
      isData &&
      (ts.isStringLiteralLike(node) ||
        ts.isTemplateHead(node) ||
        ts.isTemplateMiddleOrTemplateTail(node))
    )
      literals.push([node.getStart(), node.end]);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  for (const [start, end] of literals)
    text = text.slice(0, start) + blank(text.slice(start, end)) + text.slice(end);
  // In code, quotation marks and backticks hold messages; in comments they hold examples.
  return text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, (comment) => comment.replaceAll(QUOTED, blank));
}

const proseOf = (file) =>
  file.endsWith('.md') ? read(file).replaceAll(QUOTED, blank) : read(file);
const written = [
  ...files
    .filter((file) => /^src\/.*\.ts$/.test(file))
    .map((file) => ({ file, text: ownWords(file) })),
  ...[...pages().map((page) => path.relative(ROOT, page)), 'action.yml'].map((file) => ({
    file,
    text: proseOf(file),
  })),
];
for (const { file, text } of written) {
  text.split('\n').forEach((line, index) => {
    for (const [word] of line.matchAll(FORBIDDEN_WORD))
      findings.push(`${file}:${index + 1}: "${word}"; name who or what it is`);
  });
}

/** Most uses of forms in src that give a value no name or hide a type. They only go down. */
const MOST = {
  'conditional spreads': 0,
  'nested conditionals': 0,
  'non-null assertions': 30,
  casts: 73,
};
const found = Object.fromEntries(Object.keys(MOST).map((form) => [form, 0]));
const exportedBy = new Map();
for (const file of files.filter((name) => /^src\/.*(?<!\.d)\.ts$/.test(name))) countForms(file);
for (const [form, most] of Object.entries(MOST))
  if (found[form] > most) findings.push(`src: ${found[form]} ${form}; at most ${most} are allowed`);
for (const [name, by] of exportedBy)
  if (by.size > 1)
    findings.push(`${name}: exported by ${[...by].join(' and ')}; one name, one file`);

function countForms(file) {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const visit = (node) => {
    const isSpread = ts.isSpreadAssignment(node) || ts.isSpreadElement(node);
    if (isSpread && isConditional(node.expression)) found['conditional spreads'] += 1;
    if (ts.isConditionalExpression(node) && ts.isConditionalExpression(outside(node)))
      found['nested conditionals'] += 1;
    if (ts.isNonNullExpression(node)) found['non-null assertions'] += 1;
    if (ts.isAsExpression(node) && node.type.getText() !== 'const') found.casts += 1;
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const statement of source.statements)
    for (const name of exportedNames(statement))
      exportedBy.set(name, (exportedBy.get(name) ?? new Set()).add(file));
}

function isConditional(expression) {
  if (ts.isParenthesizedExpression(expression)) return isConditional(expression.expression);
  if (ts.isConditionalExpression(expression)) return true;
  const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken } = ts.SyntaxKind;
  const logical = [AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken];
  return ts.isBinaryExpression(expression) && logical.includes(expression.operatorToken.kind);
}

function outside({ parent }) {
  return ts.isParenthesizedExpression(parent) ? outside(parent) : parent;
}

/** Names that a statement of a file exports itself, not those of another file. */
function exportedNames(statement) {
  if (ts.isExportDeclaration(statement)) {
    const own = statement.moduleSpecifier ? undefined : statement.exportClause;
    return own && ts.isNamedExports(own) ? own.elements.map(({ name }) => name.text) : [];
  }
  const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const declared = statement.declarationList?.declarations ?? [statement];
  return isExported ? declared.flatMap(({ name }) => name?.text ?? []) : [];
}

for (const finding of findings) console.error(finding);
process.exitCode = findings.length > 0 ? 1 : 0;
