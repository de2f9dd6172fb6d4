import { quoted } from '../json.js';

/** Endings that prompts are kept under; of a path with a folder any ending counts. */
const ENDINGS = new Set(
  'txt md mdx markdown prompt prompty jinja jinja2 j2 tmpl tpl template mustache hbs liquid yaml yml json jsonl xml html rst toml csv py js ts'.split(
    ' ',
  ),
);

const LONGEST_PATH = 300;

/**
 * The path, where a text is no text but names a file, as other tools have it: `file://prompts/a.txt`, `prompts/a.txt`, `a.md`. A model
 * would read the path itself, and what it answers may well pass.
 */
export function namedFile(text: string): string | undefined {
  const given = text.trim();
  if (/^file:\/\//i.test(given)) return given.slice('file://'.length);
  if (given.length > LONGEST_PATH || /\s/.test(given)) return undefined;
  const file = given.replace(/^(?:file:|@)/i, '');
  const ending = /^[^{}<>"'`|?*:]+\.([A-Za-z][A-Za-z0-9]{0,7})$/.exec(file)?.[1];
  if (ending === undefined) return undefined;
  return file !== given || /[/\\]/.test(file) || ENDINGS.has(ending.toLowerCase()) ? file : undefined;
}

/** Why a path cannot name a file of the repository, the same on every side of a change; undefined where it can. */
export function pathProblem(file: string): string | undefined {
  if (/^file:/i.test(file)) return 'must be a path, without file://';
  if (/[\u0000-\u001f\u007f]/.test(file) || file.trim() !== file) return 'must be a path in one line, without spaces around it';
  if (file.length > LONGEST_PATH) return `must be a path of at most ${LONGEST_PATH} characters`;
  if (file.includes('\\')) return 'must be a path with forward slashes';
  const steps = file.split('/');
  if (steps[0] === '' || steps.includes('..') || /^[A-Za-z]:/.test(file)) {
    return 'must be a path from the root of the repository downwards, without `..`';
  }
  return undefined;
}

/** Why a text that names a file cannot stand for it, and what to write. */
export function namedFileProblem(text: string, key: string): string | undefined {
  const file = namedFile(text);
  if (file === undefined) return undefined;
  const shown = pathProblem(file) === undefined ? file.replace(/^\.\//, '') : 'PATH';
  return `is a path, which the model would read as it stands; write \`${key}:\` ${quoted(shown)}, a path from the root of the repository`;
}
