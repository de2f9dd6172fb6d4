import { mentionsIn, X } from './mention.js';
import { ADDS, any, DOUBTFUL, edged, type Finding, first, OPENING, ORDERS, type Passage, PUT_ASIDE } from './passage.js';
import {
  ANNOUNCED,
  ANNOUNCED_UNSPACED,
  ARTICLE,
  AUXILIARY,
  CHOSEN,
  CONDITION,
  DENIAL,
  END,
  LEADS_TO,
  LED_UP_TO,
  NOT_ITS_OWN,
  NOUN,
  REASON,
  RIGHT,
  START,
  SUITS,
  words,
  WRONG,
} from './phrases.js';
import { type Asked, coversAll, isAmong, isNegated, meaning } from './question.js';
import { stated } from './stated.js';

const FILLER = words(
  `${ARTICLE}|${NOUN}|letter|only|clearly|definitely|most likely|likely|probably|indeed|both|still|also|actually|simply|therefore|called|known as|named|to|answer|Antwort|réponse|respuesta|resposta|risposta|antwoord|ответ`,
);
const CLOSING = `["'’”»)\\]]*`;
const TO_X = `[ :]{0,2}(?:${FILLER} ){0,4}${OPENING}(?<x>${X})`;
const BUT = '(?:but|sondern|mais|sino|ma|mas|maar|а|rather|instead)(?: rather| instead)?';

/** The answer announces its choice or says that it chooses. */
const FRAMES = [`${START}${ANNOUNCED}${TO_X}`, `${ANNOUNCED_UNSPACED}${TO_X}`, `${START}${CHOSEN}${TO_X}`].map(
  (source) => new RegExp(source, 'giu'),
);
/** These lead up to anything: only where nothing else follows. */
const LEADERS = new RegExp(
  `(?:^|[,;:–—-] |${START}(?:and|but|is|are|it['’]s) )${LED_UP_TO},?${TO_X}(?=${CLOSING}(?:$| ?[.,;!(]| ${REASON}${END}))|${LEADS_TO} ?${OPENING}(?<y>${X})${CLOSING}(?=[.!]?$)|^[^:\\ue000-\\uf8ff]{1,60}(?::| [–—]) ${OPENING}(?<z>${X})${CLOSING}(?=[.!]?$)`,
  'giu',
);
const INSTEAD = new RegExp(
  `(?:^${OPENING}|${START}(?:${ANNOUNCED}|it(?:['’]s| is| was)|this is)[ :])${DENIAL} (?:${FILLER} ){0,3}["'“(]?${X}(?:["'”)]?,? ${BUT}|[^\\ue000-\\uf8ff]{0,60}[,;.–—-]+ (?:it['’]s|it is|rather|instead)) (?:${FILLER} ){0,3}["'“(]?(?<x>${X})`,
  'giu',
);
/** What may follow a choice that is one: the clause ends, a reason or more about it follows. */
const TAIL = new RegExp(
  `^${CLOSING}(?:$| ?[.,;:!)(—–。，✅✓✔]| - | ?\\p{Extended_Pictographic}| ${words(REASON, 'and|but|not|which|who|that|where|in|by|for|here|rather|over|is|are|from|with|on|at|to|of|wählen|nehmen|sagen|und|et|y|e|то|if (?:I|we|only|one)', RIGHT)}${END}| ?[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Hangul}])`,
  'iu',
);
const IS =
  '(?:is|are|would|could) also(?: be)?|is|are|was|were|would be|must be|has to be|seems(?: to be)?|appears to be|looks|can be|ist|sind|war|est|es|è|é';
const JUDGED = new RegExp(
  `(?<x>${X})${CLOSING} ?(?:(?:,? ?(?:${IS})|[–—:-]) ${RIGHT}(?! (?:next|after|before|there|above|on|for a|about|of|when|only)${END})${END}|(?:best |clearly |correctly |perfectly |also |too )?${SUITS}${END}|,? it is(?= ?[.!]|$)|が正解|が正しい|为正确|正确|是正确|✅|✓|✔)`,
  'giu',
);
const FAULTED = new RegExp(
  `(?<x>${X})${CLOSING} ?(?:,? ?(?:${IS}) (?:\\p{L}+ly |all |both |the |an? )?(?:${WRONG}(?= ?[.,;!)]|$| (?:one|statement|claim|option|choice|answer)s?(?= ?(?:[.,;!)]|$))| (?:and|because|since|as|too|also|right|correct|the (?:right|correct|answer))${END})|${DENIAL} ${RIGHT}${END})|[–—:-] ?(?:no|not|${WRONG})(?= ?(?:[.,;!)]|$))|,? (?:(?:is|are|was|were)n['’]t|is not|are not) it(?= ?(?:[.,;!)]|$))|❌|✗|✘)|${START}(?:eliminat(?:e|es|ed|ing)|rul(?:e|es|ed|ing) out|exclud(?:e|es|ed|ing)|discard(?:ed|ing)?) (?:${FILLER} ){0,3}["'“(]?(?<y>${X})`,
  'giu',
);
const LEADS = new RegExp(
  `^["'“„«(\\[]{0,3}(?:(?:both|${ARTICLE}|${LED_UP_TO}|well|okay|ok|yes|option|sure),? |[^\\p{L}\\p{N}\\ue000-\\uf8ff]{1,4})?${OPENING}(?<x>${X})(?=[*]*${CLOSING}(?:$| ?[.!;:(–—←✅✓✔]| - | ?, ?(?:${words(REASON, DENIAL, 'which|who|where|whose|with|having|thanks to|it|they|this|that|the|of course|for sure|no doubt|most likely|\\p{L}+ly|although|though|by(?! contrast| comparison)|located|in my|I (?:think|believe|guess|would)')})${END}| (?:${words(REASON, 'for sure|of course|rather than|not|und nicht|and not|it is|it must be|no doubt|\\d+ ?%')})(?![\\p{L}\\p{N}])| ?\\p{Extended_Pictographic}| ?[\\p{sc=Han}\\p{sc=Hangul}]))`,
  'iu',
);
const CLAUSES = /[,;:.!?…] |[，。；：] ?| [-–—] |(?<!\p{L})(?:but|so|however|yet|therefore|thus|hence)(?!\p{L})/iu;
const MAIN = /[.!?;] |(?<!\p{L})(?:but|so|however|therefore|thus|hence|yet)(?!\p{L})/iu;
const SUPPOSES = new RegExp(
  `^(?:and |but |so |or )?(?:only |even )?${CONDITION}${END}(?! ?(?:I|we|one|forced|pressed|only one|not mistaken)${END})`,
  'iu',
);
const OTHERS = edged(NOT_ITS_OWN);
const GUESSES = edged('could|might|may|maybe|perhaps|possibly|torn|either');
const ONE_AT_MOST = /only one (?:\p{L}+ )?(?:may|can|could) be/iu;
const LAST_WORD = edged(
  'final(?:ly)?|so|therefore|thus|hence|in conclusion|overall|ultimately|in the end|(?:correct|right|best) (?:answer|option|choice)s?|donc|also|entonces|поэтому',
);
/** It is left open what holds then. */
const OPEN_END =
  /^["'”)\]]*\s?(?:\?|,? or (?:is|maybe|perhaps|possibly|something|another)|,? ?(?:but )?(?:only )?(?:if (?!I |we |one |only |forced)|unless|provided|depending|in case))/iu;
const QUOTED = /^[.,!]?["”»],?\s(?:\p{L}+\s)?(?:say|said|says|thinks|thought|claims?|claimed|argued|wrote)/iu;
/** `I think B is larger than C`: of it, no choice. */
const TELLS_MORE =
  /^["'”)]* (?:is|are|was|were|has|have|had|does|did|can|will|would) (?!correct|right|the (?:correct|right|best|only|answer|one)|best|my)/iu;
/** Of a question with a "not", the only one may be the only wrong one. */
const IS_THE_ONLY = /^["'”)]* (?:is|are) the only (?!right|correct|answer|option|choice)/iu;
/** `the animal that is not a mammal is`: what is asked for, by what it is not. */
const DESCRIBES =
  /(?<=\p{L}) (?:that|which|who) (?:(?:is|are|was|were|does|do|has|have|can) ?(?:not|n['’]t)|(?:is|are|was|were|does|do|has|ca)n['’]t|cannot) (?![^,;:]{0,200}(?:correct|right|true|wrong|false))/iu;
/** `The right thing to do is`: of a question with a "not" that is what is not asked for. */
const OF_THE_MATTER =
  /(?:^|[^\p{L}])the (?:most|best|better|correct|right) (?!(?:\p{L}+ )?(?:answer|choice|option|one|pick|response|selection|letter|solution|statement|word|term|name|phrase)s?(?!\p{L}))/iu;
const DENIALS = new RegExp(`${START}${DENIAL}${END}`, 'giu');

/** Where a sentence stands: at the beginning of the answer, or of a line. */
export interface Place {
  isFirst: boolean;
  isLine: boolean;
}

/** What one sentence says of the options. */
export function findingsOf(sentence: string, passage: Passage, place: Place): Finding[] {
  if (!any.test(sentence) || /[?？]["')\]]*$/.test(sentence)) return [];
  const said = withoutOwnCondition(sentence, passage.asked).replace(RELATIVE, '');
  if (SUPPOSES.test(said)) return [];
  const found = [...framed(said, passage), ...judged(said, passage), ...led(said, passage, place), ...addedAside(said, passage)];
  if (found.length > 0) return [...found, ...conceded(said, passage)];
  // What stands in brackets is an aside.
  return sentence.startsWith('(') ? [] : clausesOf(said).flatMap((clause) => clauseFindings(clause, passage));
}

/** `Newspapers are usually recycled too`: whether they are meant as well, nobody can tell. */
const PARALLEL = /(?<!\p{L})(?:too|as well|either|likewise)["'”)]?[.!;,]?$/iu;
const ALSO = edged('also', 'likewise', 'equally');

function clauseFindings(clause: string, passage: Passage): Finding[] {
  const found = stated(clause, passage);
  if (found.length > 0) return found;
  const isOfIt = ALSO.test(clause) && meaning(clause).every((word) => isAmong(word, passage.asked.words));
  if (!isOfIt && !PARALLEL.test(clause)) return [];
  return mentionsIn(clause, passage.mentions).map(({ labels }) => ({ force: 2, labels, adds: true, isOpen: true }));
}

const CONCEDES = new RegExp(`,? (?:even though|though|although|but|while|however,?) (?=[^,;]*${X})`, 'iu');

/** `B. Gold, though A is a metal as well`: whether both are chosen, nobody can tell. */
function conceded(said: string, passage: Passage): Finding[] {
  const at = CONCEDES.exec(said);
  if (!at) return [];
  return stated(said.slice(at.index + at[0].length), passage).flatMap((finding) =>
    finding.force === 2 && finding.isDenied !== true ? [{ ...finding, adds: true, isOpen: true }] : [],
  );
}

const TELLS_OF = `(?:${ARTICLE} )?["'“(]?${X}["'”)]? ${AUXILIARY}(?:n['’]t)?${END}`;
const TELLS_FIRST = new RegExp(`^(?:${ARTICLE} )?["'“(]?${X}["'”)]? \\p{L}`, 'iu');
/** `Kafka wrote in German, Hugo in French`. */
const GAPPED = `(?:${ARTICLE} )?["'“(]?${X}["'”)]? (?:in|on|at|to|from|of|by|for|with|into)${END}`;
const NEXT_CLAUSE = new RegExp(
  `(?:, (?:and |but |while |whereas )?| and | but | while | whereas )(?=${TELLS_OF})|(?:, (?:and |but )?| and )(?=${GAPPED})`,
  'iu',
);

/** `Lead is a metal, gold is a metal`: each clause is a sentence of its own. */
function clausesOf(said: string): string[] {
  return TELLS_FIRST.test(said) ? said.split(NEXT_CLAUSE) : [said];
}

const ADDING = new RegExp(`\\((?<aside>[^()]{1,200})\\)`, 'gu');
const ALSO_X = new RegExp(`^(?:and )?(?:also|plus|or|and|as well as)(?: ${ARTICLE})? ${X}$|^(?:and )?${X},? (?:too|also|as well)$`, 'iu');

/** `B (also D)`, `B (A is also one)`: an aside that adds one. */
function addedAside(said: string, passage: Passage): Finding[] {
  return said.startsWith('(')
    ? []
    : Array.from(said.matchAll(ADDING)).flatMap((hit): Finding[] => {
        const aside = hit.groups!['aside']!;
        if (!any.test(aside)) return [];
        if (ALSO_X.test(aside)) return [{ force: 2, labels: mentionsIn(aside, passage.mentions)[0]!.labels, adds: true }];
        // Right as well, and yet put in brackets: nobody can tell whether it is chosen.
        return stated(aside, passage).flatMap((finding) => (finding.adds === true ? [{ ...finding, isOpen: true }] : []));
      });
}

/** `Kafka, who lived in Prague, wrote` … */
const RELATIVE = /(?<=[\ue000-\uf8ff]["'”)]?), (?:who|which|whose) [^,\ue000-\uf8ff]{1,120},(?= \p{Ll})/gu;
const CONDITIONED = new RegExp(`^(?:if|when|once|as|since|because|while|after) ([^,\\ue000-\\uf8ff]{1,200}), (?=.*${X})`, 'iu');

/** `If the switch is open, the lamp stays dark`: the condition is the question's own. */
function withoutOwnCondition(sentence: string, asked: Asked): string {
  const condition = CONDITIONED.exec(sentence);
  if (!condition) return sentence;
  if (OTHERS.test(condition[1]!)) return sentence;
  const own = meaning(condition[1]!);
  const isOwn = own.length > 0 && own.every((word) => isAmong(word, asked.words));
  return isOwn || /^(?:as|since|because|while|after)/i.test(sentence) ? sentence.slice(condition[0].length) : sentence;
}

const last = (text: string, at: RegExp): string => text.split(at).at(-1)!;

function framed(said: string, { mentions, asked }: Passage): Finding[] {
  const isPutAside = (text: string): boolean => PUT_ASIDE.test(text) && !(DESCRIBES.test(text) && text.match(DENIALS)?.length === 1);
  return [INSTEAD, ...FRAMES, LEADERS].flatMap((frame) =>
    Array.from(said.matchAll(frame)).flatMap((hit): Finding[] => {
      const [before, after] = [said.slice(0, hit.index), said.slice(hit.index + hit[0].length)];
      const clause = last(before, CLAUSES) + hit[0];
      const [mention] = mentionsIn(hit.groups!['x'] ?? hit.groups!['y'] ?? hit.groups!['z']!, mentions);
      if (
        OPEN_END.test(after) ||
        QUOTED.test(after) ||
        (mention!.isLabelFirst !== true && (!TAIL.test(after) || TELLS_MORE.test(after) || (asked.isNegated && IS_THE_ONLY.test(after))))
      )
        return [];
      if (
        frame === LEADERS
          ? (PUT_ASIDE.test(hit[0]) && !isOfIt(hit[0], asked)) ||
            (asked.isNegated && !isNegated(hit[0]) && meaning(hit[0]).some((word) => isAmong(word, asked.about))) ||
            DOUBTFUL.test(hit[0].replace(/(?:may|can) be (?:chosen|picked|selected|named|given)/i, '')) ||
            ORDERS.test(said)
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
      return [
        {
          force: LAST_WORD.test(last(before, /[.!?;] /) + hit[0]) ? 4 : 3,
          labels: mention!.isOpen || (GUESSES.test(clause) && !ONE_AT_MOST.test(clause)) ? undefined : mention!.labels,
        },
      ];
    }),
  );
}

function judged(said: string, { mentions, asked }: Passage): Finding[] {
  return [JUDGED, FAULTED].flatMap((pattern) =>
    Array.from(said.matchAll(pattern)).flatMap((hit): Finding[] => {
      const [before, after] = [last(said.slice(0, hit.index), CLAUSES), said.slice(hit.index + hit[0].length)];
      if (LEFT_OUT.test(hit[0]) && /^[.!]?$/.test(after)) return []; // `C is not`: what, was said before.
      if (PUT_ASIDE.test(before) || DOUBTFUL.test(before) || OPEN_END.test(after) || OTHERS.test(first(after, /[,;.:]/))) return [];
      if (
        /(?<!\p{L})if(?!\p{L})/iu.test(first(after, /\b(?:because|since)\b|[.;]/)) ||
        (FITTING.test(hit[0]) && /^ (?:in|on|at|to|by|with|for|from|as|like)\b/i.test(after))
      )
        return [];
      const [mention] = mentionsIn(hit.groups!['x'] ?? hit.groups!['y']!, mentions);
      // Of a question for what is false, `X is false` is the answer.
      const isDenied = (pattern === FAULTED) !== (asked.isForWrong && OF_TRUTH.test(hit[0]));
      const adds = ADDS.test(hit[0] + first(after, /[,;.:]/));
      return [
        { force: 3, labels: mention!.isOpen ? undefined : mention!.labels, ...(isDenied ? { isDenied } : {}), ...(adds ? { adds } : {}) },
      ];
    }),
  );
}

/** `Gold (Au) is a metal`: the aside belongs to the sentence. */
const GLOSS = / \([^()\ue000-\uf8ff]{1,40}\)(?= \p{L})/gu;
const LEFT_OUT = new RegExp(`${X}${CLOSING} (?:is|are|was|were) not$`, 'iu');
const FITTING = new RegExp(`^${X}${CLOSING} ?${SUITS}$`, 'iu');
const OF_TRUTH = /\b(?:true|correct|right|accurate|false|incorrect|wrong|untrue)\b(?! (?:answer|choice|option|one))/i;
const WHOLE = /^[\s"'’”»)\]*.,!:;✅✓✔\p{Extended_Pictographic}]*$/u;
const TAKEN_BACK =
  /^["'”)]* ?[(,–—:-]+ ?(?:maybe|perhaps|possibly|wrong|incorrect|false|not (?:correct|right|it)(?!\p{L})|no(?! doubt|\p{L})|❌)/iu;

/** The sentence begins with a choice: the first sentence of an answer, or one that says nothing else. */
function led(said: string, { mentions }: Passage, { isFirst, isLine }: Place): Finding[] {
  const told = said.replace(GLOSS, '');
  const hit = LEADS.exec(told) ?? BEGINS.exec(told);
  if (!hit) return [];
  const [mention] = mentionsIn(hit.groups!['x']!, mentions);
  const after = told.slice(hit.index + hit[0].length);
  if (
    !LEADS.test(told) &&
    !(isFirst && mention!.isLabelFirst === true && !DENIES.test(first(after, /[.;,]/)) && !DOUBTFUL.test(first(after, /[.;,]/)))
  )
    return [];
  if (
    OPEN_END.test(after) ||
    OTHERS.test(first(after, /[,;.:–—-]/)) ||
    GUESSES.test(told.slice(0, hit.index + hit[0].length)) ||
    TAKEN_BACK.test(after)
  )
    return [];
  return isFirst || (WHOLE.test(after) && (isLine || after !== '' || mention!.isNamed !== true))
    ? [{ force: 3, labels: mention!.isOpen ? undefined : mention!.labels }]
    : [];
}

/** `Not a mammal: the shark`, of a question for what is not one. */
const isOfIt = (text: string, asked: Asked): boolean => asked.isNegated && isNegated(text) && coversAll(meaning(text), asked);
const DENIES = edged(DENIAL);
const BEGINS = new RegExp(`^${OPENING}(?<x>${X})`, 'u');
