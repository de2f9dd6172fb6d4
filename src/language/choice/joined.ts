import { type Mention, mentionsIn, X } from './mention.js';
import { ARTICLE, START } from './phrases.js';

/** How several options stand joined in a text, and where they are not joined after all. */

const JOIN = ` ?(?:,|&|\\+|/|、|和|或者?|또는|または)? ?(?:(?:and/or|and|or|nor|und|oder|et|ou|y|e|o|u|og|och|veya|ve|и|или|as well as)(?: also)? )?(?:(?!as )${ARTICLE} )?`;
const ASIDE = '(?: \\([^()\\ue000-\\uf8ff]{1,40}\\))?';
export const LIST = new RegExp(
  `(?:(?<either>either|entweder|neither|both|sowohl|any of|all of|each of) (?:${ARTICLE} )?)?${X}${ASIDE}(?:${JOIN}${X}${ASIDE}){1,25}`,
  'giu',
);
/** What stands between two mentions and joins nothing. */
export const NO_JOIN = new RegExp(`\\([^()]*\\)|${START}${ARTICLE} $`, 'giu');
export const OR = /(?:^|[^\p{L}])(?:or|and\/or|oder|ou|или|o|u|veya)(?=[^\p{L}]|$)|\/|或|또는|または/iu;
const TWICE = new RegExp(`${X} ?\\((?<is>[\\p{L}\\d ]{1,30}= ?)?${X}\\)`, 'gu');
const ASIDES = /\([^()]{1,40}\)/gu;
const WEIGHS = /\d ?%|\d\/\d|(?<!\p{L})(?:not|no|wrong|incorrect|less|more|(?:un)?likely)(?!\p{L})|错|不/iu;
/** `A (60 %), B (40 %)`: each with its own share or verdict. */
export const isWeighed = (list: string): boolean => (list.match(ASIDES) ?? []).some((aside) => WEIGHS.test(aside));

/** `B and C (Jupiter and Saturn)` is one mention. */
export function toldTwice(text: string, mentions: readonly Mention[]): string {
  return text.replace(TWICE, (said: string) => {
    const [one, other] = mentionsIn(said, mentions);
    return (one!.labels.length > 1 || said.includes('=')) && String(one!.labels) === String(other!.labels) ? said[0]! : said;
  });
}
