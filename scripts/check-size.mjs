// Holds tokens and files of src, tests and scripts below the figures in size.json. A resolved issue
// lowers these to what is there.
//
//   node scripts/check-size.mjs
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './publisher.mjs';

/** @type {Record<string, { tokens: number, files: number }>} */
const MOST = JSON.parse(readFileSync(new URL('size.json', import.meta.url), 'utf8'));

const lines = Object.entries(MOST).map(([folder, most]) => {
  const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file).replaceAll('\\', '/'))
    .filter((file) => /(?<!\.d)\.(?:ts|mjs)$/.test(file));
  const tokens = files.reduce((sum, file) => sum + tokensIn(file), 0);
  if (tokens > most.tokens || files.length > most.files) process.exitCode = 1;
  return `${folder}: ${tokens} tokens of at most ${most.tokens}, ${files.length} files of at most ${most.files}`;
});
const print = process.exitCode === 1 ? console.error : console.log;
print(lines.join('\n'));
if (process.exitCode === 1) print('Find the room by removing something.');

/**
 * The number of tokens in a file: leaves of its syntax tree, comments aside.
 *
 * @param {string} file
 */
function tokensIn(file) {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  let tokens = 0;
  /** @param {ts.Node} node */
  const visit = (node) => {
    const isEnd = node.kind === ts.SyntaxKind.EndOfFileToken;
    if (node.getChildCount(source) === 0 && !isEnd && node.getWidth(source) > 0) tokens += 1;
    node.getChildren(source).forEach(visit);
  };
  visit(source);
  return tokens;
}
