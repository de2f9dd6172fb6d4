import { UNSAID_UNSPACED } from './abroad.js';
import { CLOSING, GUESSES, OPEN_END, OTHERS } from './around.js';
import { CROSSES, TICKS } from './marks.js';
import { mentionIn, mentionsIn, X } from './mention.js';
import { CHOSEN_BY_OTHERS } from './verbs-abroad.js';
import { choiceOf, DOUBTFUL, edged, type Finding, first, OPENING, type Passage } from './passage.js';
import { AND_NOT, ARTICLE, AUXILIARY, DENIAL, END, LED_UP_TO, REASON, words } from './phrases.js';

const LEADS = new RegExp(
  `^["'“„«(\\[]{0,3}(?:(?:both|${ARTICLE}|${LED_UP_TO}|well|okay|ok|yes|option|sure),? |[^\\p{L}\\p{N}\\ue000-\\uf8ff]{1,4})?${OPENING}(?<x>${X})(?=[*]*${CLOSING}(?:$| ?[.!;:()–—←${TICKS}]| - | ?, ?(?:${words(REASON, DENIAL, 'then(?! ?[\\ue000-\\uf8ff])|which|who|where|while|whereas|unlike|whose|(?:both|all|each|neither|none|all (?:two|three|four)) of (?:which|whom|them)|i\\.e\\.|that is|namely|in other words|an?(?! [^,;.]{1,100}, (?!(?:and|or|but|not|which|who|where|because|since|as)(?!\\p{L}))\\p{Ll})|with|having|thanks to|after|before|during|to|it|they|he|she|you|we|there|this|that|the|of course|for sure|final answer|no (?:doubt|contest|question)|hands down|by far|without question|most likely|\\p{L}+ly|(?:5[1-9]|[6-9]\\d|100) ?%|although|though|by(?! contrast| comparison)|located|in my|if (?:I|memory)|in \\d{4}|(?:at|near|around|like) [^,;\\ue000-\\uf8ff]{1,60}$|I(?:.d)? (?:think|believe|guess|suppose|reckon|assume|would|say|am)')})${END}| (?:${words(REASON, 'indeed|for sure|I(?:.d)? (?:think|believe|guess|suppose|reckon|say)|of course|if (?:I|memory)|it is|it must be|no doubt|\\d+ ?%', AND_NOT)})(?![\\p{L}\\p{N}])| ?\\p{Extended_Pictographic}| ?[\\p{sc=Han}\\p{sc=Hangul}]))`,
  'iu',
);
const DENIES = edged(DENIAL);
/** `C, the spider, is not`. */
const APPOSED = new RegExp(`^["'”)]?,(?= ${AUXILIARY}(?:n['’]t)?${END})`, 'iu');
const BEGINS = new RegExp(`^${OPENING}(?<x>${X})`, 'u');
/** `Gold (Au) is a metal`: the aside belongs to the sentence. */
const GLOSS = / \([^()\ue000-\uf8ff]{1,40}\)(?= \p{L})/gu;
const WHOLE = new RegExp(`^[\\s"'’”»)\\]*.,!:;${TICKS}\\p{Extended_Pictographic}]*$`, 'u');
/** `A 30 %, B 30 %`: each with its share, and the first has no more than all others. */
const SHARED = new RegExp(`^["'”)]?[ :(=–—-]{1,3}(?:[0-4]?\\d|50) ?%[^]{0,40}${X}[ :(=–—-]{1,3}\\d{1,3} ?%`, 'u');
/** `A: B: C: D`, and no word. */
const GOES_THROUGH = /^(?:[^\p{L}\p{N}\ue000-\uf8ff]+[\ue000-\uf8ff])+[^\p{L}\p{N}\ue000-\uf8ff]*$/u;
const TAKEN_BACK = new RegExp(
  `^["'”)]* ?(?:[${CROSSES}]|[(,–—:-]+ ?(?:maybe|perhaps|possibly|wrong|incorrect|false|not (?:correct|right|it)(?!\\p{L})|no(?! (?:doubt|contest|question)|\\p{L})|[${CROSSES}]))`,
  'iu',
);

/** Where a sentence stands: at the beginning of the answer, or of a line. */
export interface Place {
  isFirst: boolean;
  isLine: boolean;
}

/** The sentence begins with a choice: the first sentence of an answer, or one that says nothing else. */
export function begun(said: string, { mentions }: Passage, { isFirst, isLine }: Place): Finding[] {
  const told = said.replace(GLOSS, '');
  const hit = LEADS.exec(told) ?? BEGINS.exec(told);
  if (!hit) return [];
  const mention = mentionIn(hit.groups!['x']!, mentions);
  const after = told.slice(hit.index + hit[0].length);
  const rest = first(after.replace(APPOSED, ''), /[.;,]/);
  const others = GOES_THROUGH.test(after) ? mentionsIn(after, mentions).flatMap(({ labels }) => labels) : [];
  if (others.some((label) => !mention.labels.includes(label)) || SHARED.test(after)) return [];
  if (!LEADS.test(told) && !(isFirst && mention.isLabelFirst === true && !DENIES.test(rest) && !DOUBTFUL.test(rest))) return [];
  if (
    OPEN_END.test(after) ||
    OTHERS.test(first(after, /[,;.:–—-]/)) ||
    CHOSEN_BY_OTHERS.test(first(after, /[、，,.。]/)) ||
    GUESSES.test(told.slice(0, hit.index + hit[0].length)) ||
    TAKEN_BACK.test(after) ||
    UNSAID_UNSPACED.test(first(after, /[,.;:、。，；：]|而/))
  )
    return [];
  return isFirst || (WHOLE.test(after) && (isLine || after !== '' || mention.isNamed !== true)) ? [choiceOf(mention)] : [];
}
