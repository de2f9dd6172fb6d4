import { quoted } from '../json.ts';

/** Extensions of files. A name in a folder is that of a file whatever its extension. */
const ENDINGS = new Set(
  'txt md mdx markdown prompt prompty jinja jinja2 j2 tmpl tpl template mustache hbs liquid yaml yml json jsonl xml html rst toml csv py js ts'.split(
    ' ',
  ),
);

const LONGEST_PATH = 300;

/**
 * Returns the path of a text that names a file, as prompts of other tools do: `file://a.txt`,
 * `a.md`. Without this check, the path itself would be sent as the prompt.
 */
export function namedFile(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^file:\/\//i.test(trimmed)) return trimmed.slice('file://'.length);
  if (trimmed.length > LONGEST_PATH || /\s/.test(trimmed)) return undefined;
  const file = trimmed.replace(/^(?:file:|@)/i, '');
  const ending = /^[^{}<>"'`|?*:]+\.([A-Za-z][A-Za-z0-9]{0,7})$/.exec(file)?.[1];
  if (ending === undefined) return undefined;
  return file !== trimmed || /[/\\]/.test(file) || ENDINGS.has(ending.toLowerCase())
    ? file
    : undefined;
}

export function pathProblem(file: string): string | undefined {
  if (/^file:/i.test(file)) return 'must be a path, without file://';
  if (/[\u0000-\u001f\u007f]/.test(file) || file.trim() !== file)
    return 'must be a path in one line, without spaces around it';
  if (file.length > LONGEST_PATH) return `must be a path of at most ${LONGEST_PATH} characters`;
  if (file.includes('\\')) return 'must be a path with forward slashes';
  const steps = file.split('/');
  if (steps[0] === '' || steps.includes('..') || /^[A-Za-z]:/.test(file)) {
    return 'must be a path from the root of the repository, without `..`';
  }
  return undefined;
}

export function namedFileProblem(text: string, key: string): string | undefined {
  const file = namedFile(text);
  if (file === undefined) return undefined;
  const shownPath = pathProblem(file) === undefined ? file.replace(/^\.\//, '') : 'PATH';
  return `is a path, and the model would read the path itself; write \`${key}:\` ${quoted(shownPath)}, a path from the root of the repository`;
}

/**
 * Limits that keep the matcher of globs below one second, since it expands braces and backtracks at
 * stars. Each has the name of what is counted, its pattern, and the largest count.
 */
const GLOB_LIMITS: readonly [countedPart: string, part: RegExp, most: number][] = [
  ['pairs of braces', /\{/g, 3],
  ['commas', /,/g, 12],
  ['ranges such as {1..9}', /\{[^{}]*\.\./g, 0],
  ['folders **', /\*\*/g, 3],
  ['brackets', /\[/g, 20],
  ['groups such as +(…)', /[?*+@!]\(/g, 0],
];
const MOST_CHARACTERS = 500;
const MOST_STARS = 3;

export function globProblem(pattern: string): string | undefined {
  if (pattern.length > MOST_CHARACTERS)
    return `has ${pattern.length} characters; at most ${MOST_CHARACTERS} are read`;
  if (pattern.split('/').some((name) => name.split('*').length - 1 > MOST_STARS)) {
    return `has more than ${MOST_STARS} stars in one name; write fewer of them`;
  }
  const limit = GLOB_LIMITS.find(([, part, most]) => (pattern.match(part)?.length ?? 0) > most);
  if (limit === undefined) return undefined;
  const [countedPart, , most] = limit;
  return most === 0
    ? `has ${countedPart}, which are not read; write *`
    : `has more than ${most} ${countedPart}; write fewer of them, or *`;
}
