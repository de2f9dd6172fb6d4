import { allIn } from '../all-in.js';
import { CLAUSES, CLOSING, FILLER, GUESSES, last, OPEN_END, OTHERS } from './around.js';
import { TICKS } from './marks.js';
import { mentionIn, X } from './mention.js';
import { choiceOf, DOUBTFUL, edged, type Finding, first, OPENING, ORDERS, type Passage, PUT_ASIDE } from './passage.js';
import { ANNOUNCED_UNSPACED, IS_BEHIND, UNSAID_UNSPACED } from './abroad.js';
import { CHOSEN_BY_OTHERS } from './verbs-abroad.js';
import {
  AND_NOT,
  ANNOUNCED,
  ARTICLE,
  AUXILIARY,
  CHANGED,
  CHOSEN,
  DENIAL,
  END,
  FOR_ONE,
  LATER_CHOICE,
  LEADS_TO,
  LED_UP_TO,
  NOUN,
  REASON,
  RIGHT,
  START,
  SUITS,
  words,
} from './phrases.js';
import { type Asked, coversAll, inItsWords, isAmong, isNegated, meaning } from './question.js';

const TO_X = `[ :]{0,2}(?:${FILLER} ){0,4}${OPENING}(?<x>${X})`;
const BUT = '(?:but|sondern|mais|sino|ma|mas|maar|а|rather|instead)(?: rather| instead)?';

/** The answer announces its choice or says that it chooses. */
const UNSPACED = new RegExp(`${ANNOUNCED_UNSPACED}${TO_X}`, 'giu');
const SPACED = [ANNOUNCED, CHOSEN].map((words) => new RegExp(`${START}${words}${TO_X}`, 'giu'));
const FRAMES = [SPACED[0]!, UNSPACED, SPACED[1]!];
/** The last word, whatever was said before. */
const CHANGING = new RegExp(`${START}${CHANGED}${TO_X}`, 'giu');
const CHANGED_TO = new RegExp(`^${CLOSING}(?:$| ?[.,;:!)—–]| ${words(REASON, 'instead|now|then|after all|rather than')}${END})`, 'iu');
/** `I switch to English` may speak of something else. */
const NAMES_ANSWER = edged(
  `${NOUN}|answer|pick|guess|selection|vote|response|settl\\p{L}*|decid\\p{L}*|Antwort|Wahl|réponse|choix|respuesta|elección|resposta|escolha|risposta|scelta|antwoord|keuze`,
);
/** `from A to B and back to A`. */
const AND_BACK = /(?<!\p{L})(?:then|and|back|again) to(?!\p{L})/iu;
/** `odd if I switch to` B. */
const SUPPOSED = /(?<!\p{L})(?:if|when|whether|unless|before|until|should|had) $/iu;
/** These lead up to anything: only where nothing else follows. */
const LEADERS = new RegExp(
  `(?:^|[,;:–—-] |${START}(?:and|but|is|are|it['’]s) )${LED_UP_TO},?(?: [-–—])?${TO_X}(?=${CLOSING}(?:$| ?[.,;!(]| ${REASON}${END}| ${AND_NOT}))|${LEADS_TO} ?${OPENING}(?<y>${X})${CLOSING}(?=[.!]?$)|(?:^[^:\\ue000-\\uf8ff]{1,60}(?::| [–—])|[,;] [^:,;\\ue000-\\uf8ff]{1,60}:) ${OPENING}(?:${ARTICLE} )?(?<z>${X})${CLOSING}(?=[.!]?$)`,
  'giu',
);
/** The one that it is not, and the one that it is: asked first, since to compile INSTEAD takes a third of a second. */
const TWO = new RegExp(`${X}[^]*${X}`, 'u');
const INSTEAD = new RegExp(
  `^not (?:${ARTICLE} )?${X}(?:,? (?:(?:and|or|nor) )?(?:not )?(?:${ARTICLE} )?${X}){0,8}(?: [-–—]|[:;]|,? but) (?:it(?:['’]s| is) )?(?:${ARTICLE} )?(?<w>${X})(?=[.!]?$)|(?:^${OPENING}|${START}(?:${ANNOUNCED}|it(?:['’]s| is| was)|this is|(?:so|therefore|thus|hence),?)[ :])${DENIAL} (?:${FILLER} ){0,3}["'“(]?${X}(?:["'”)]?,? ${BUT}|[^\\ue000-\\uf8ff]{0,60}[,;.–—-]+ (?:it['’]s|it is|rather|instead)) (?:${FILLER} ){0,3}["'“(]?(?<x>${X})`,
  'giu',
);
/** What may follow a choice that is one: the clause ends, a reason or more about it follows. */
const TAIL = new RegExp(
  `^${CLOSING}(?:$| ?[.,;:!)(—–、，${TICKS}]| - | ?\\p{Extended_Pictographic}| ${words(REASON, IS_BEHIND, 'and|but|not|which|who|that|where|in|by|for|here|rather|ahead of|among|instead of|as opposed to|over|is|are|from|with|on|at|to|of|wählen|nehmen|sagen|und|et|y|e|то|if (?:I|we|only|one)', RIGHT)}${END}| ?[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Hangul}\\p{sc=Thai}])`,
  'iu',
);

const MAIN = /[.!?;] |(?<!\p{L})(?:but|so|however|therefore|thus|hence|yet)(?!\p{L})/iu;
const ONE_AT_MOST = /only one (?:\p{L}+ )?(?:may|can|could) be/iu;
const LAST_WORD = edged(
  `if ${FOR_ONE}`,
  'final(?:ly)?|so|therefore|thus|hence|in conclusion|overall|ultimately|in the end|(?:correct|right|best) (?:answer|option|choice)s?|donc|entonces|поэтому',
);
const LATER = edged(`${LATER_CHOICE} ${words('choice|guess|option|best|candidate|place')}`);
const QUOTED = /^[.,!]?["”»],?\s(?:\p{L}+\s)?(?:say|said|says|thinks|thought|claims?|claimed|argued|wrote)/iu;
/** `I think B is larger than C`: of it, no choice. */
const TELLS_MORE =
  /^["'”)]* (?:is|are|was|were|has|have|had|does|did|can|will|would) (?!correct|right|the (?:correct|right|best|only|answer|one)|best|my)/iu;
/** Of a question with a "not", the only one may be the only wrong one. */
const IS_THE_ONLY = /^["'”)]* (?:is|are) the only (?!right|correct|answer|option|choice)/iu;
/** Without one of these nothing is chosen instead; that pattern is the one that takes longest to compile. */
const DENIES = edged(DENIAL);
/** `the animal that is not a mammal is`: what is asked for, by what it is not. */
const DESCRIBES =
  /(?<=\p{L}) (?:that|which|who) (?:(?:is|are|was|were|does|do|has|have|can) ?(?:not|n['’]t)|(?:is|are|was|were|does|do|has|ca)n['’]t|cannot) (?![^,;:]{0,200}(?:correct|right|true|wrong|false))/iu;
/** `The right thing to do is`: of a question with a "not" that is what is not asked for. */
const OF_THE_MATTER =
  /(?:^|[^\p{L}])the (?:most|best|better|closest|correct|right) (?!(?:\p{L}+ )?(?:answer|choice|option|one|pick|response|selection|letter|solution|statement|word|term|name|phrase)s?(?!\p{L}))/iu;
const DENIALS = new RegExp(`${START}${DENIAL}${END}`, 'giu');

/** `Not a mammal: the shark`, of a question for what is not one. */
const isOfIt = (text: string, asked: Asked): boolean =>
  asked.isNegated && isNegated(text) && coversAll(meaning(text.replace(COUNTED, '')), asked);

const TELLS = edged(AUXILIARY);
const AMONG = edged('among|including');
const OF_THEM_ALL = /^the (?:only|best|most|\p{L}+est)(?!\p{L})/iu;
const FITS = edged(RIGHT, SUITS);
const NAMES_ANSWERS = edged(RIGHT, 'answers?|options?|choices?|conclusion|result|verdict|fits?|\\p{L}+ of (?:them|these)');
/** `Three of the four are metals:` says how many they are, and what. */
const COUNTED =
  /^(?:(?:so|hence|therefore|thus),? )?(?:only |exactly )?(?:one|two|three|four|five|six|\d) of (?:the|these|those|them)(?: (?:two|three|four|five|six))?(?!\p{L})|^there are (?:only |exactly |just )?(?:two|three|four|five)(?= ?:)/iu;
const OF_KIND =
  /^(?!(?:answers?|choices?|options?|picks?|selections?|guess|guesses|results?|letters?|labels?|solutions?|votes?|yes|fits|finals?|mine|this|these|those)(?!\p{L}))\p{L}{3,}s ?:/iu;
/** `The heart has four chambers, among them`: of something else than what is asked for. */
function tellsOther(said: string, several: boolean, asked: Asked): boolean {
  const lead = last(said, /[,;] /);
  const what = lead.replace(COUNTED, '');
  if (what !== lead) {
    const own = inItsWords(what, asked);
    const [words, isDenial] = [meaning(own), isNegated(own)];
    const isOfIt = isDenial === asked.isNegated || (!isDenial && !words.some((word) => isAmong(word, asked.about)));
    return !FITS.test(what) && !(isOfIt && words.every((word) => isAmong(word, asked.words)));
  }
  // `Vegetables: A, B`, where fruits are asked for.
  if (several && !asked.isNegated && OF_KIND.test(lead) && !meaning(lead).some((word) => isAmong(word, asked.words))) return true;
  return (
    (AMONG.test(lead) && !OF_THEM_ALL.test(lead)) ||
    (several && TELLS.test(lead) && !NAMES_ANSWERS.test(lead) && !meaning(lead).every((word) => isAmong(word, asked.words)))
  );
}

/** Under which condition it gives one does not put in doubt which. */
const FOR_ONLY_ONE = new RegExp(`if ${FOR_ONE}`, 'iu');

/** What a sentence chooses by words that announce a choice, or lead up to one. */
export function announced(said: string, { mentions, asked }: Passage): Finding[] {
  const isPutAside = (text: string): boolean => PUT_ASIDE.test(text) && !(DESCRIBES.test(text) && text.match(DENIALS)?.length === 1);
  return [...(TWO.test(said) && DENIES.test(said) ? [INSTEAD] : []), ...FRAMES, CHANGING, LEADERS].flatMap((frame) =>
    allIn(said, frame).flatMap((hit): Finding[] => {
      const [before, after] = [said.slice(0, hit.index), said.slice(hit.index + hit[0].length)];
      const clause = last(before, CLAUSES) + hit[0];
      // Behind a colon stands what the whole sentence speaks of.
      const wide = hit.groups!['z'] === undefined ? hit[0] : before + hit[0];
      const mention = mentionIn(hit.groups!['x'] ?? hit.groups!['y'] ?? hit.groups!['z'] ?? hit.groups!['w']!, mentions);
      if (
        OPEN_END.test(after) ||
        QUOTED.test(after) ||
        (frame === UNSPACED && CHOSEN_BY_OTHERS.test(clause)) ||
        UNSAID_UNSPACED.test(first(after, /[,.;:、。，；：]|而/)) ||
        (mention.isLabelFirst !== true && (!TAIL.test(after) || TELLS_MORE.test(after) || (asked.isNegated && IS_THE_ONLY.test(after))))
      )
        return [];
      if (
        frame === LEADERS
          ? (PUT_ASIDE.test(hit[0]) && !isOfIt(hit[0], asked)) ||
            (asked.isNegated && !isNegated(wide) && meaning(wide).some((word) => isAmong(word, asked.about))) ||
            DOUBTFUL.test(hit[0].replace(FOR_ONLY_ONE, '').replace(COUNTED, '')) ||
            LATER.test(hit[0]) ||
            (hit.groups!['z'] !== undefined && tellsOther(hit[0], mention.labels.length > 1, asked)) ||
            ORDERS.test(said)
          : frame === CHANGING
            ? PUT_ASIDE.test(last(before, CLAUSES)) ||
              SUPPOSED.test(before) ||
              !CHANGED_TO.test(after) ||
              AND_BACK.test(after) ||
              (mention.by === 'text' && !NAMES_ANSWER.test(hit[0]))
            : frame !== INSTEAD && isPutAside(clause)
      )
        return [];
      if (asked.isNegated && OF_THE_MATTER.test(hit[0])) return [];
      if (!asked.isForWrong && !asked.isNegated && /\b(?:wrong|incorrect|false)\b/i.test(hit[0])) return [];
      if (
        (frame !== LEADERS && OTHERS.test(last(before, MAIN))) ||
        OTHERS.test(first(after, /[,;.:]/)) ||
        (/\bwas\W*$/i.test(hit[0].slice(0, -1)) && /^ \p{L}/u.test(after))
      )
        return [];
      const isGuess = GUESSES.test(clause.replace(FOR_ONLY_ONE, '')) && !ONE_AT_MOST.test(clause);
      const force = frame === CHANGING || LAST_WORD.test(last(before, /[.!?;] /) + hit[0]) ? 4 : 3;
      return [{ force, labels: isGuess ? undefined : choiceOf(mention).labels }];
    }),
  );
}
