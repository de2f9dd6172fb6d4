import { minify } from '@swc/core';
import ts from 'typescript';

/**
 * A file of the bundle, as small as starts fast. Functions stay where they are: put into the only one that calls them, they are made anew
 * with each call, and run a twentieth slower.
 *
 * @param {string} source of an ES module
 */
export async function minified(source) {
  /** @type {import('@swc/core').TerserCompressOptions} */
  const compress = { inline: 0, reduce_funcs: false, reduce_vars: false };
  const { code } = await minify(source, { module: true, compress, mangle: true, ecma: 2022 });
  return eager(code);
}

/**
 * The modules of a chunk, each in parentheses. V8 takes them as a sign that a function is called at once, and compiles it as it reads it;
 * else it would read it over first, and again when it is called. Commands start a sixth sooner.
 *
 * @param {string} code
 */
function eager(code) {
  const marks = modulesOf(code).flatMap(({ pos, end }) => [
    { at: pos, mark: '(' },
    { at: end, mark: ')' },
  ]);
  return marks.sort((a, b) => b.at - a.at).reduce((text, { at, mark }) => text.slice(0, at) + mark + text.slice(at), code);
}

/** The functions in `export const modules = { 423: (module, exports, require) => … }`, which each chunk is but for two lines. */
function modulesOf(code) {
  const { statements } = ts.createSourceFile('chunk.js', code, ts.ScriptTarget.Latest);
  return statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && name.text === 'modules' && initializer && ts.isObjectLiteralExpression(initializer)
        ? [...initializer.properties]
        : [],
    )
    .flatMap((property) => (ts.isPropertyAssignment(property) ? [property.initializer] : []));
}
