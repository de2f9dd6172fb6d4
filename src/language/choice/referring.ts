import { type Mention, mentionsIn, X } from './mention.js';
import { ONES } from './number-words.js';
import { ARTICLE, AUXILIARY, END, NOT_ITS_OWN, START } from './phrases.js';

/** Words that take up options named before: `so none of these three is …`, `so it is not …`, `the latter`. */

/** The options' labels, and what of them a text has named so far. */
export interface Named {
  mentions: readonly Mention[];
  labels: readonly string[];
  add: (mention: Mention) => string;
}

const COUNTS = ONES.slice(2, 7);
const COUNTED = COUNTS.map((count) => new RegExp(`${START}${count}${END}`, 'iu'));
/** How many are spoken of; undefined where no number is said. */
export function countIn(said: string): number | undefined {
  const at = COUNTED.findIndex((count) => count.test(said));
  return at < 0 ? undefined : at + 2;
}

const NUMBER = `(?:${COUNTS.join('|')})`;
const GROUP = `(?:(?:none|neither|both|all|each) of (?:these|those|the|them)(?: ${NUMBER})?|(?:all|these|those|the|all of these) ${NUMBER}|neither|both|they(?: all| both)?|it|he|she)`;
/** What takes it up says itself that it is chosen. */
const IS_THE_ONE = `(?: \\p{L}+|['’]\\p{L}{1,2}){1,3} (?:the|my|our) (?:\\p{L}+ ){0,2}(?:answer|choice|option|one|exception|outlier|odd)s?${END}`;
const CONCLUDED = new RegExp(
  `(?<=[\\p{L}\\p{N}\\ue000-\\uf8ff"”)])(?:[,;]| [-–—])? (?:and )?(?:so|therefore|thus|hence|which is why|which means(?: that)?|meaning(?: that)?),? (?<group>${GROUP})(?=(?: \\p{L}|['’](?:s|re) ))(?![^.,;:!?\\ue000-\\uf8ff]{0,40}${X}|${IS_THE_ONE})`,
  'giu',
);
/** `Half of the class takes A, the rest B`: of their choices. */
const OTHERS = new RegExp(`${START}(?:${NOT_ITS_OWN}|half|class|team|group)${END}`, 'iu');
const SENTENCE = /[.!?…]["'”)]? /u;
const SUBJECT = new RegExp(`^(?:(?:and|but|both) )?(?:${ARTICLE} )?["'“(]?${X}`, 'iu');

const LATTER = new RegExp(
  `${START}the (?<which>latter|former)(?: (?:one|option|choice|answer|word|term))?(?=["'”)]?(?:$|[.,;:!]| (?:${AUXILIARY}|applies|fits|matches|works|suits|holds|because|since|as|it|here)${END}))`,
  'giu',
);

/** Of two options named last, the first or the second; while more were named, nobody can tell. */
export function withLatter(text: string, { mentions, add }: Named): string {
  return text.replace(LATTER, (...found: unknown[]) => {
    const [said, at] = [found[0] as string, found.at(-3) as number];
    const before = text.slice(0, at).split(SENTENCE);
    const latest = before.findLast((sentence) => mentionsIn(sentence, mentions).length > 0) ?? '';
    const named = mentionsIn(latest, mentions);
    const labels = [...new Set(named.flatMap((mention) => mention.labels))];
    if (OTHERS.test(latest) || labels.length !== 2 || named.some((mention) => mention.labels.length !== 1 || mention.isOpen === true))
      return said;
    const { which } = found.at(-1) as { which: string };
    return add({ labels: [labels[/^latter$/i.test(which) ? 1 : 0]!], by: 'text' });
  });
}

/** Which options a sentence has named that its conclusion takes up. */
function antecedent(before: string, group: string, mentions: readonly Mention[]): readonly string[] | undefined {
  const named = mentionsIn(before, mentions);
  if (named.length === 0 || named.some(({ isOpen }) => isOpen === true)) return undefined;
  const all = [...new Set(named.flatMap(({ labels }) => labels))];
  const isSubject = SUBJECT.test(before);
  if (/^(?:it|he|she)$/i.test(group) || (/^they$/i.test(group) && named.length === 1 && all.length === 1))
    return isSubject && all.length === 1 ? all : undefined;
  const count = countIn(group) ?? (/^(?:neither|both|they both)/i.test(group) ? 2 : undefined);
  const lists = named.filter(({ labels }) => labels.length > 1 && (count === undefined || labels.length === count));
  if (lists.length === 1 && (count !== undefined || (isSubject && named[0] === lists[0]))) return lists[0]!.labels;
  return count !== undefined && all.length === count ? all : undefined;
}

/** `The shark has gills, so it is not a mammal`: whatever takes up an option is that option. */
export function withReferents(text: string, { mentions, labels: all, add }: Named): string {
  return text.replace(CONCLUDED, (...found: unknown[]) => {
    const [said, at] = [found[0] as string, found.at(-3) as number];
    const { group } = found.at(-1) as { group: string };
    const labels = antecedent(text.slice(0, at).split(SENTENCE).at(-1)!, group, mentions);
    if (labels === undefined) return said;
    return `, so ${/^(?:none|neither)/i.test(group) ? 'neither ' : ''}${add({ labels: all.filter((label) => labels.includes(label)), by: 'text' })}`;
  });
}
