import type { Mention } from './mention.js';
import { ARTICLE } from './phrases.js';

/** What was found in a line: options by label or by text, before the two are put together. */
export interface Hit extends Mention {
  from: number;
  to: number;
  /** `(B)`, `option B`: no other word looks like that. */
  isMarked?: boolean;
  /** Its own text follows. */
  isTold?: boolean;
}

/** Between a label and its text. */
const SET_OFF = new RegExp(`^["'”’)\\]}]{0,2}[.,:)]?["'”’)\\]}]? ?(?:[-–—:(=/|→]+ ?)?["'“„«(]?(?:${ARTICLE} )?$`, 'iu');
/** Between a text and its label. */
const BEHIND = /^[.,;]?["'”’)\]}]{0,2}[.,;]? ?(?:[-–—:/=(→]+ ?|i\.e\.,? |(?:that is|which is),? |, (?:la|el|a|o|l['’]|die|der|the) )?$/u;
/** A label with its text, or a text with its label, is one mention; of overlapping ones the longer, of like ones both. */
export function together(hits: readonly Hit[], line: string): Hit[] {
  const apart = [...hits]
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .reduce<Hit[]>((found, hit) => {
      const last = found.at(-1);
      if (last === undefined || hit.from >= last.to) return [...push(found, hit)];
      // `through its gills (A)`: the text, and its last word with the label.
      if (last.by === 'text' && hit.by === 'both' && hit.to > last.to && String(hit.labels) === String(last.labels))
        found[found.length - 1] = { ...hit, from: last.from };
      const isSame = hit.from === last.from && hit.to === last.to;
      if (!isSame || hit.labels[0] === last.labels[0]) return found;
      found[found.length - 1] = hit.isTold ? hit : last.isTold ? last : { ...last, isOpen: true };
      return found;
    }, []);
  const merged = merge(apart, line, (first, second) => first.by === 'text' && second.by === 'label');
  // `Β (B)`: the Greek letter, and the label it stands for.
  const isTwice = (first: Hit, second: Hit): boolean =>
    second.by === 'label' && second.isAside === true && second.from <= first.to + 1 && String(first.labels) === String(second.labels);
  return merge(merged, line, (first, second) => first.by === 'label' && (second.by === 'text' || isTwice(first, second)));
}

function push<Value>(list: Value[], value: Value): Value[] {
  list.push(value);
  return list;
}

function merge(hits: readonly Hit[], line: string, isPair: (first: Hit, second: Hit) => boolean): Hit[] {
  return hits.reduce<Hit[]>((found, hit, index) => {
    const last = found.at(-1);
    if (last === undefined || !isPair(last, hit)) return push(found, hit);
    const between = line.slice(last.to, hit.from);
    if (!(last.by === 'label' ? SET_OFF : BEHIND).test(between)) return push(found, hit);
    const isSame = last.labels.some((label) => hit.labels.includes(label));
    const isSetOff = last.by === 'label' ? /[.):(=/|]|[-–—]/.test(between) : hit.isMarked === true && /^ ?$/.test(between);
    if (!isSame && !isSetOff) return push(found, hit);
    // `E (29 is the only prime)`: an aside that tells more than the option.
    if (!isSame && between.includes('(') && / \p{L}/u.test(line.slice(hit.to, hit.to + 2))) return push(found, hit);
    // `B and C (Jupiter and Saturn)`: the brackets tell all of them.
    const next = hits[index + 1];
    if (!isSame && between.includes('(') && next !== undefined && !line.slice(hit.to, next.to).includes(')')) return push(found, hit);
    if (!isSame && last.by === 'label' && /^\. $/.test(between) && last.from > 0) return push(found, hit);
    const opened = between.includes('(') && line[hit.to] === ')' ? 1 : 0;
    found[found.length - 1] = {
      from: last.from,
      to: hit.to + opened,
      by: 'both',
      isMarked: true,
      isLabelFirst: last.by === 'label' && /[^ ]/.test(between),
      labels: isSame ? last.labels.filter((label) => hit.labels.includes(label)) : [...last.labels, ...hit.labels],
      ...(isSame ? {} : { isOpen: true }),
    };
    return found;
  }, []);
}
