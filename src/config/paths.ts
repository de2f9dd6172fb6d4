import { quoted } from '../json.js';

/** Endings of prompt files without a folder; with a folder, any ending counts. */
const ENDINGS = new Set(
  'txt md mdx markdown prompt prompty jinja jinja2 j2 tmpl tpl template mustache hbs liquid yaml yml json jsonl xml html rst toml csv py js ts'.split(
    ' ',
  ),
);

const LONGEST_PATH = 300;

/** Returns the path if a text names a file, as in other tools: `file://prompts/a.txt`, `a.md`. A model would read the path itself. */
export function namedFile(text: string): string | undefined {
  const given = text.trim();
  if (/^file:\/\//i.test(given)) return given.slice('file://'.length);
  if (given.length > LONGEST_PATH || /\s/.test(given)) return undefined;
  const file = given.replace(/^(?:file:|@)/i, '');
  const ending = /^[^{}<>"'`|?*:]+\.([A-Za-z][A-Za-z0-9]{0,7})$/.exec(file)?.[1];
  if (ending === undefined) return undefined;
  return file !== given || /[/\\]/.test(file) || ENDINGS.has(ending.toLowerCase()) ? file : undefined;
}

/** Returns why a path cannot name a file of the repository, or undefined. */
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

export function namedFileProblem(text: string, key: string): string | undefined {
  const file = namedFile(text);
  if (file === undefined) return undefined;
  const shown = pathProblem(file) === undefined ? file.replace(/^\.\//, '') : 'PATH';
  return `is a path, which the model would read as it stands; write \`${key}:\` ${quoted(shown)}, a path from the root of the repository`;
}

/** Bounds that keep the matcher, which expands braces and backtracks at stars, below a second. */
const MOST = { characters: 500, alternatives: 100, starsInOneName: 3, folders: 3, classes: 20 };

/** Returns why a path or glob would take too long to match, or undefined. */
export function globProblem(pattern: string): string | undefined {
  if (pattern.length > MOST.characters) return `has ${pattern.length} characters; at most ${MOST.characters} are read`;
  if (alternatives(pattern) > MOST.alternatives) {
    return `stands for more than ${MOST.alternatives} paths by its braces; write fewer of them, or *`;
  }
  if (/[?*+@!]\(/.test(pattern)) return 'has a group such as +(…); write braces such as {a,b}, or *';
  const names = pattern.split('/');
  if (names.filter((name) => name.includes('**')).length > MOST.folders) {
    return `has ** more than ${MOST.folders} times; write fewer of them`;
  }
  if (names.some((name) => name.split('*').length - 1 > MOST.starsInOneName)) {
    return `has more than ${MOST.starsInOneName} stars in one name; write fewer of them`;
  }
  if (pattern.split('[').length - 1 > MOST.classes) return `has more than ${MOST.classes} brackets; write ? or *`;
  return undefined;
}

/** Counts the patterns that the braces expand to, without expanding them: `{a,b}{c,d}` to 4, `{a,{b,c}}` to 3, `{1..9}` to 9. */
function alternatives(pattern: string): number {
  // For each open brace: the alternatives before its last comma, and the product since then.
  const open: { sum: number; product: number; from: number }[] = [{ sum: 0, product: 1, from: 0 }];
  for (let at = 0; at < pattern.length; at += 1) {
    const inner = open.at(-1)!;
    const sign = pattern.charAt(at);
    if (sign === '{') open.push({ sum: 0, product: 1, from: at + 1 });
    else if (sign === ',' && open.length > 1) Object.assign(inner, { sum: inner.sum + inner.product, product: 1 });
    else if (sign === '}' && open.length > 1) {
      open.pop();
      open.at(-1)!.product *= rangeSize(pattern.slice(inner.from, at)) ?? inner.sum + inner.product;
    }
  }
  // A brace without an end may be literal; its content counts all the same.
  return open.reduce((all, { sum, product }) => all * (sum + product), 1);
}

function rangeSize(inside: string): number | undefined {
  const ends = /^(-?\d+|.)\.\.(-?\d+|.)(?:\.\.-?\d+)?$/su.exec(inside);
  if (!ends) return undefined;
  const [from, to] = [ends[1]!, ends[2]!].map((end) => (/\d/.test(end) ? Number(end) : end.codePointAt(0)!));
  return Math.abs(to! - from!) + 1;
}
