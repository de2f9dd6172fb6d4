import { ARTICLE, END, START } from './phrases.js';
import { meaning } from './question.js';
import { textSource } from './signs.js';

/** The kind of thing that is asked for, beside an option: `type B negative`, `the river Nile`, `vitamins A, C and K`. */

const WORDS_BEFORE = new RegExp(`(?:${ARTICLE} )?(?:[\\p{L}]{3,20} ){1,2}$`, 'iu');
const OF_PLACE = /(?:the )?(?:city|town|state|island|country|continent|province|kingdom|republic|year|month) of $/iu;
const WORD_BEHIND = /^ (?<kind>\p{L}{3,20})(?=["'”)]{0,2}(?:$|[.,;:!?]))/u;

const isKind = (word: string, kinds: readonly string[]): boolean => !/s$/i.test(word) && meaning(word).some((own) => kinds.includes(own));

/** How far back the kind goes that stands before an option. */
export function kindBefore(before: string, kinds: readonly string[]): number {
  const near = before.slice(-60);
  const named = OF_PLACE.exec(near)?.[0];
  if (named !== undefined) return named.length;
  const said = WORDS_BEFORE.exec(near)?.[0].split(/(?<= )/) ?? [];
  const start = said.findLastIndex((word) => !isKind(word.trim(), kinds)) + 1;
  return said.slice(start).join('').length;
}

/** How far the kind goes that closes a clause behind an option: `the Nile river.` */
export function kindBehind(after: string, kinds: readonly string[]): number {
  const hit = WORD_BEHIND.exec(after);
  return hit !== null && isKind(hit.groups!['kind']!, kinds) ? hit[0].length : 0;
}

/** Says `vitamins A, C and K` as `vitamin A, vitamin C and vitamin K`, where all options begin alike. */
export function sharedHead(options: readonly string[]): (line: string) => string {
  const parts = options.map((option) => /^(?:(?:the|an?) )?(?<head>\p{L}{3,}) (?<own>\S.*)$/iu.exec(option.trim())?.groups);
  const [head] = parts.map((part) => part?.['head']!.toLowerCase());
  if (head === undefined || parts.length < 2 || parts.some((part) => part?.['head']!.toLowerCase() !== head)) return (line) => line;
  const own = parts
    .map((part) => textSource(part!['own']!))
    .filter((source) => source !== '')
    .sort((a, b) => b.length - a.length)
    .join('|');
  const list = new RegExp(`${START}(?<head>${head})e?s (?<list>(?:${own})(?:(?:, ?(?:and )?| and | & )(?:${own})){1,8})${END}`, 'giu');
  const each = new RegExp(own, 'giu');
  return (line) =>
    line.toLowerCase().includes(head)
      ? line.replace(list, (_, one: string, many: string) => many.replace(each, (part) => `${one} ${part}`))
      : line;
}
