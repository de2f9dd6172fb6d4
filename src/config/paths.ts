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

/** Each bound is far above what data needs, and keeps the matcher, which expands braces and tries again at every star, within a second. */
const MOST = { characters: 500, alternatives: 100, starsInOneName: 3, folders: 3, classes: 20 };

/** Why a path or glob would take too long to match, in words; undefined for one that does not. */
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

/** How many patterns the braces stand for, without making a single one: `{a,b}{c,d}` are four, `{a,{b,c}}` three, `{1..9}` nine. */
function alternatives(pattern: string): number {
  // Of every brace that is open: the alternatives before its last comma, and the product since then.
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
  // A brace that nobody closes may stand for itself: what is in it counts all the same.
  return open.reduce((all, { sum, product }) => all * (sum + product), 1);
}

/** Of `1..9`, `01..20..2` and `a..e`. */
function rangeSize(inside: string): number | undefined {
  const ends = /^(-?\d+|.)\.\.(-?\d+|.)(?:\.\.-?\d+)?$/su.exec(inside);
  if (!ends) return undefined;
  const [from, to] = [ends[1]!, ends[2]!].map((end) => (/\d/.test(end) ? Number(end) : end.codePointAt(0)!));
  return Math.abs(to! - from!) + 1;
}
