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
