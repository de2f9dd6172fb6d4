// Checks the forms that neither the formatter nor the linter checks: the length of comments, words
// that are not to be used, names that two files export, and how often src hides a type.
//
//   node scripts/check-form.mjs
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { pages, ROOT } from './publisher.mjs';

/** Name the thing instead: the request, the runner, the caller. "He" never stands for software. */
const FORBIDDEN = ['whoever', 'somebody', 'nobody', 'he', 'him', 'his'];
const FORBIDDEN_WORD = new RegExp(`(?<![\\w-])(?:${FORBIDDEN.join('|')})(?![\\w-])`, 'gi');
/** Literals in these files are English that the engine looks for, or shows to a judge. */
const ENGLISH_AS_DATA = /^src\/(?:language|engine\/(?:judge|tests))\//;
/** Code and quotations: examples, not our own sentences. */
const QUOTED = /`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g;
/** Most uses in src of forms that give a value no name or hide a type. They only go down. */
const MOST = {
  'conditional spreads': 0,
  'nested conditionals': 0,
  'non-null assertions': 30,
  casts: 73,
};

const files = ['src', 'scripts', '__tests__'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.join(folder, file).replaceAll('\\', '/'),
  ),
);
const sources = files
  .filter((file) => /^src\/.*(?<!\.d)\.ts$/.test(file))
  .map((file) => ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
const prose = [...pages().map((page) => path.relative(ROOT, page)), 'action.yml'];

const findings = [
  ...files.filter((file) => /\.(?:ts|mjs)$/.test(file)).flatMap(longComments),
  ...sources.flatMap((source) => forbiddenWords(source.fileName, ownWords(source))),
  ...prose.flatMap((file) => forbiddenWords(file, ownProse(file))),
  ...tooManyForms(),
  ...namesExportedTwice(),
];
for (const finding of findings) console.error(finding);
process.exitCode = findings.length > 0 ? 1 : 0;

/** @param {string} file */
function read(file) {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** @param {string} file */
function longComments(file) {
  const { printWidth } = JSON.parse(read('.oxfmtrc.json'));
  return read(file)
    .split('\n')
    .flatMap((line, index) =>
      line.length > printWidth && /^\s*(?:\/\/|\/?\*)/.test(line)
        ? [`${file}:${index + 1}: a comment of ${line.length} characters; at most ${printWidth}`]
        : [],
    );
}

/**
 * @param {string} file
 * @param {string} text with as many lines as the file
 */
function forbiddenWords(file, text) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(FORBIDDEN_WORD)].map(
        ([word]) => `${file}:${index + 1}: "${word}"; name who or what it is`,
      ),
    );
}

/**
 * The text of a source file without its regular expressions, and without its strings where they are
 * data.
 *
 * @param {ts.SourceFile} source
 */
function ownWords(source) {
  const isData = ENGLISH_AS_DATA.test(source.fileName);
  let { text } = source;
  for (const node of nodesOf(source))
    if (ts.isRegularExpressionLiteral(node) || (isData && isText(node)))
      text = text.slice(0, node.getStart()) + blank(node.getText()) + text.slice(node.end);
  // In code, quotation marks and backticks hold messages; in comments they hold examples.
  return text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, (comment) => comment.replaceAll(QUOTED, blank));
}

/** @param {string} file */
function ownProse(file) {
  return file.endsWith('.md') ? read(file).replaceAll(QUOTED, blank) : read(file);
}

/**
 * Blanks of the same length, on the same lines.
 *
 * @param {string} text
 */
function blank(text) {
  return text.replaceAll(/[^\n]/g, ' ');
}

/** @param {ts.Node} node */
function isText(node) {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
  );
}

/**
 * A node and all nodes below it.
 *
 * @param {ts.Node} node
 * @returns {ts.Node[]}
 */
function nodesOf(node) {
  /** @type {ts.Node[]} */
  const nodes = [];
  /** @param {ts.Node} one */
  const visit = (one) => {
    nodes.push(one);
    ts.forEachChild(one, visit);
  };
  visit(node);
  return nodes;
}

function tooManyForms() {
  const counts = Map.groupBy(sources.flatMap(nodesOf).flatMap(formsOf), (form) => form);
  return Object.entries(MOST).flatMap(([form, most]) => {
    const count = counts.get(form)?.length ?? 0;
    return count > most ? [`src: ${count} ${form}; at most ${most} are allowed`] : [];
  });
}

/**
 * @param {ts.Node} node
 * @returns {string[]} keys of MOST
 */
function formsOf(node) {
  const isSpread = ts.isSpreadAssignment(node) || ts.isSpreadElement(node);
  if (isSpread && isConditional(node.expression)) return ['conditional spreads'];
  if (ts.isConditionalExpression(node) && ts.isConditionalExpression(outsideParentheses(node)))
    return ['nested conditionals'];
  if (ts.isNonNullExpression(node)) return ['non-null assertions'];
  return ts.isAsExpression(node) && node.type.getText() !== 'const' ? ['casts'] : [];
}

/**
 * @param {ts.Expression} expression
 * @returns {boolean}
 */
function isConditional(expression) {
  if (ts.isParenthesizedExpression(expression)) return isConditional(expression.expression);
  if (ts.isConditionalExpression(expression)) return true;
  const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken } = ts.SyntaxKind;
  const logical = [AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken];
  return (
    ts.isBinaryExpression(expression) &&
    logical.some((kind) => kind === expression.operatorToken.kind)
  );
}

/**
 * @param {ts.Node} node
 * @returns {ts.Node}
 */
function outsideParentheses({ parent }) {
  return ts.isParenthesizedExpression(parent) ? outsideParentheses(parent) : parent;
}

function namesExportedTwice() {
  const exports = sources.flatMap(({ fileName, statements }) =>
    statements.flatMap((statement) => exportedNames(statement).map((name) => ({ name, fileName }))),
  );
  return [...Map.groupBy(exports, ({ name }) => name)].flatMap(([name, those]) => {
    const by = [...new Set(those.map(({ fileName }) => fileName))];
    return by.length > 1 ? [`${name}: exported by ${by.join(' and ')}; one name, one file`] : [];
  });
}

/**
 * Names that a statement exports of its own file, not those of another one.
 *
 * @param {ts.Statement} statement
 * @returns {string[]}
 */
function exportedNames(statement) {
  if (ts.isExportDeclaration(statement)) {
    const { moduleSpecifier, exportClause } = statement;
    if (moduleSpecifier || !exportClause || !ts.isNamedExports(exportClause)) return [];
    return exportClause.elements.map(({ name }) => name.text);
  }
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  /** @type {readonly { name?: ts.Node }[]} */
  const declared = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [/** @type {ts.DeclarationStatement} */ (statement)];
  return declared.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : []));
}
