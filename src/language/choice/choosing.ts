import { allIn } from '../all-in.js';
import { OF_CHOICE_ABROAD, THEREFORE_ABROAD } from './abroad.js';
import { last, OTHERS } from './around.js';
import { mentionIn, mentionsIn, X } from './mention.js';
import { any, choiceOf, type Finding, ORDERS, type Passage } from './passage.js';
import { ARTICLE, AUXILIARY, END, REASON, START, words } from './phrases.js';
import { isAmong, meaning } from './question.js';
import { CROSSES } from './marks.js';

/**
 * A clause that speaks of nothing but choosing, in whatever order its words stand: `only A remains`, `B gets my vote`, `it would have to be
 * C`. There is no word among these that denies, doubts or tells of the matter, so that what is named between them is chosen.
 */
const CHOOSES = words(
  'in other words|all the way|spot on|of course|labell?ed|sure|certain|which is to say|that is to say|hands down|no contest|by far|(?:1st|first|top) (?:place|choice|pick)|money(?: is|.s) on|put me down|comes? down to',
  `and (?:so|therefore|thus|hence)(?! ${AUXILIARY})|so(?! ${AUXILIARY})|(?:has|have|got|needs?) to|must|gotta|(?:should|will|can only) be|make it|call it|tis|i mean`,
  'wins?|bet on|way to go|full marks|(?<!\\p{L} )of (?:these|those|them)(?: (?:two|three|four|five))?|winner|picks?|picking|choose|choosing|choice|select|selecting|take|taking|settl(?:e|ing) (?:on|for)|vote|mark|remains?|left|leaves?|leaving|stands?|standing|survives?',
  'best|better|stronger|strongest|safer|safest|likelier|likeliest|clearer|clearest|right|correct|final|only|sole',
  'hence|thus|therefore|namely|answer|answering|say|guess|think|believe|reckon|go(?:ing)? (?:with|for)|fits?|satisfies|meets|matches|qualifies|works',
);
const BETWEEN = words(
  "it|a|an|the|this|that|these|those|is|are|be|would|to|am|[’']?(?:s|m|d|ll|re)|i|we|my|me|our|us|with|for|in|gets?|what|which|who|one|ones|option|letter",
  'label|question|list|still|just|here|now|then|definitely|surely|pretty|fairly|quite|very|absolutely|certainly|clearly|simply|actually|indeed|well|yes|yep|yeah|all|please|rather|instead',
  'after all|(?:no|without(?: a| any)?) doubt|arr?|matey|sir',
);
const NOTHING_ELSE = new RegExp(`^(?:(?:${CHOOSES}|${BETWEEN}|${X})${END}|[^\\p{L}\\p{N}\\ue000-\\uf8ff?/${CROSSES}]){2,40}$`, 'iu');
const OF_CHOOSING = new RegExp(`${START}${CHOOSES}${END}`, 'iu');
const CLAUSE = /[,;:] | [-–—] /u;
const CONTRAST = /(?<!\p{L})(?:but|yet|however)(?!\p{L})/iu;
/** Global, as the longest of these patterns: `allIn` compiles it but once. */
const CONCLUDES_ABROAD = new RegExp(
  `${START}${THEREFORE_ABROAD}[,:]?(?: ${OF_CHOICE_ABROAD}:?){0,4} ["'“(]?(?<x>${X})["'”)]?(?: ${OF_CHOICE_ABROAD}){0,3}[.!。।]?$|(?:所以|因此|よって|したがって|なので|따라서|므로)[、,]? ?(?:应?选择?|應?選擇?|答案(?:是|为|為)?|正答は|答えは|정답은)? ?(?<y>${X}) ?(?:です|である|だ|が正解です|입니다|이다)?[.。!]?$`,
  'giu',
);
const GIVES_REASON = new RegExp(`^(?:${REASON}|for)${END}`, 'iu');
const ENDS_OPEN = /(?<!\p{L})(?:that|whether|if|unless|say|says|said|claims?|or)\W*$/iu;

/** `Since A and C have none, B.` */
const REASONED = new RegExp(
  `^(?:since|as|because|given that|seeing that|considering that) [^.;:]{0,60}[\\p{L}\\ue000-\\uf8ff]["'”)]? \\p{L}[^.;:]{2,80}, (?:${ARTICLE} )?["'“(]?(?<x>${X})["'”)]?[.!]?$`,
  'iu',
);
/** `Press Backspace.` */
const BIDS = new RegExp(
  `^(?:just |simply |please )?(?:use|hit|press|push|click|grab|call|wear|buy|do|order|perform|(?:start|begin) with) (?:${ARTICLE} |your )?${X}[.!]?$`,
  'iu',
);

/** What its last clause about options chooses, where it says nothing else. */
export function choosing(said: string, { mentions, asked }: Passage): Finding[] {
  const { x, y } = allIn(said, CONCLUDES_ABROAD)[0]?.groups ?? {};
  const reasoned = REASONED.exec(said)?.groups!['x'];
  const concluded = x ?? y ?? (reasoned !== undefined && OTHERS.test(said) ? undefined : reasoned);
  if (concluded !== undefined) {
    const mention = mentionIn(concluded, mentions);
    return mention.isOpen === true ? [] : [choiceOf(mention)];
  }
  if (BIDS.test(said) && !asked.isNegated) return [{ force: 3, labels: mentionIn(said, mentions).labels }];
  if (ORDERS.test(said)) return [];
  const clauses = last(said, CONTRAST)
    .split(CLAUSE)
    .map((clause) => clause.trim());
  const at = clauses.findLastIndex((clause) => any.test(clause));
  const clause = clauses[at] ?? '';
  const [before, after] = [clauses.slice(0, at).join(', '), clauses[at + 1] ?? ''];
  if (after !== '' && !GIVES_REASON.test(after) && !NOTHING_ELSE.test(after)) return [];
  if (!NOTHING_ELSE.test(clause) || !OF_CHOOSING.test(clause) || OTHERS.test(before) || ENDS_OPEN.test(before)) return [];
  // Of a question with a "not", what it asks about is no praise of an answer: `silver is the best`.
  if (asked.isNegated && meaning(clause).some((word) => isAmong(word, asked.words))) return [];
  const [mention, ...more] = mentionsIn(clause, mentions);
  return more.length > 0 ? [] : [choiceOf(mention!)];
}
