import { allIn } from '../all-in.js';
import { CLAUSES, CLOSING, FILLER, last, OPEN_END, OTHERS } from './around.js';
import { mentionIn, X } from './mention.js';
import { ADDS, choiceOf, DOUBTFUL, type Finding, first, type Passage, PUT_ASIDE } from './passage.js';
import { ARTICLE, DENIAL, END, RIGHT, START, STRUCK_OUT, SUITS, WRONG } from './phrases.js';
import type { Asked } from './question.js';
import { CROSSES, TICKS } from './marks.js';

const IS =
  '(?:is|are|would|could) also(?: be)?|is|are|was|were|would be|must be|has to be|(?:seems|appears|looks|sounds|feels)(?: to be| like)?|can be|ist|sind|war|est|es|è|é';
const JUDGED = new RegExp(
  `(?<x>${X})${CLOSING} ?(?:(?:,? ?(?:${IS})|[–—:-]) ${RIGHT}(?! (?:next|after|before|there|above|on|for a|about|of|when|only|to (?:an?other|a|the (?:previous|next|last|first|second|other)))${END})${END}|(?:best |clearly |correctly |perfectly |also |too |each |all |both )?${SUITS}${END}|,? it is(?= ?[.!]|$)|[${TICKS}])`,
  'giu',
);
const FAULTED = new RegExp(
  `(?<x>${X})${CLOSING} ?(?:,? ?(?:${IS}) (?:\\p{L}+ly |all |both |the |an? )?(?:${WRONG}(?= ?[.,;!)]|$| (?:one|statement|claim|option|choice|answer)s?(?= ?(?:[.,;!)]|$))| (?:and|because|since|as|too|also|right|correct|the (?:right|correct|answer))${END})|${DENIAL} ${RIGHT}${END})|[–—:-] ?(?:no|not|${WRONG})(?= ?(?:[.,;!)]|$))|,? (?:(?:is|are|was|were)n['’]t|is not|are not) it(?= ?(?:[.,;!)]|$))|[${CROSSES}])|${START}(?:eliminat(?:e|es|ed|ing)|rul(?:e|es|ed|ing) out|exclud(?:e|es|ed|ing)|discard(?:ed|ing)?|${STRUCK_OUT}) (?:${FILLER} ){0,3}["'“(]?(?<y>${X})`,
  'giu',
);
/** Several that are left are none that is chosen. */
const LEFT = /(?<!\p{L})(?:remains?|left)(?!\p{L})/iu;
const SUBJECT = new RegExp(`^(?:${ARTICLE} )?["'“(]?(?<x>${X})(?<rest>[^\\ue000-\\uf8ff]*)$`, 'iu');
const LEFT_OUT = new RegExp(`${X}${CLOSING},? (?:is|are|was|were) not$`, 'iu');
/** Only where the one that differs is asked for, it is chosen. */
const STRANGE = /(?<!\p{L})(?:outlier|exception)(?!\p{L})/iu;
const FITTING = new RegExp(`^${X}${CLOSING} ?${SUITS}$`, 'iu');
/** What a question with a "not" asks about is no praise of an answer: `Silver is the best`. */
const PRAISE =
  /(?<!\p{L})(?:closest|best|better|plausible|suitable|reasonable|sensible|natural|logical|appropriate|likely|accurate)(?!\p{L})/iu;
const OF_TRUTH = /\b(?:true|correct|right|accurate|false|incorrect|wrong|untrue)\b(?! (?:answer|choice|option|one))/i;

/** What is asked for where `fine` is praise of an answer; not so of what is unsafe, or has a mistake. */
const GOOD = /^(?:safe|safely|correct|correctly|right|proper|properly|good|allowed|acceptable|suitable|edible|healthy|legal|should)$/iu;
const FINE =
  /^["'”)\]]*(?::| is| are| [–—-]) ?(?:perfectly |totally |absolutely |all |quite )?(?:fine|ok|okay|good|safe|all right|alright)(?: as it (?:stands|is)| to \p{L}+)?[.!]?$/iu;

/** `: fine as it stands`, where something good is asked for. */
export function isFine(rest: string, asked: Asked): boolean {
  return !asked.isNegated && !asked.isForWrong && asked.said.some((word) => GOOD.test(word)) && FINE.test(rest);
}

function fine(said: string, { mentions, asked }: Passage): Finding[] {
  const hit = SUBJECT.exec(said);
  if (hit === null || !isFine(hit.groups!['rest']!, asked)) return [];
  const { isOpen, labels } = mentionIn(hit.groups!['x']!, mentions);
  return isOpen === true ? [] : [{ force: 2, labels }];
}

/** What it calls right, fitting, wrong or left out. */
export function judged(said: string, passage: Passage): Finding[] {
  const { mentions, asked } = passage;
  const found = [JUDGED, FAULTED].flatMap((pattern) =>
    allIn(said, pattern).flatMap((hit): Finding[] => {
      const [before, after] = [last(said.slice(0, hit.index), CLAUSES), said.slice(hit.index + hit[0].length)];
      if (LEFT_OUT.test(hit[0]) && /^[.!]?$/.test(after)) return []; // `C is not`: what, was said before.
      if (PUT_ASIDE.test(before) || DOUBTFUL.test(before) || OPEN_END.test(after) || OTHERS.test(first(after, /[,;.:]/))) return [];
      if (
        /(?<!\p{L})if(?!\p{L})/iu.test(first(after, /\b(?:because|since)\b|[.;]/)) ||
        (FITTING.test(hit[0]) &&
          (asked.isNegated ? /^ (?!here|with|among|to th)(?:\p{L}+ly )?\p{L}/u : /^ (?:in|on|at|to|by|with|for|from|as|like)\b/i).test(
            after,
          ))
      )
        return [];
      if (STRANGE.test(hit[0]) && !asked.isNegated && !asked.isForWrong) return [];
      if (asked.isNegated && asked.said.includes(PRAISE.exec(hit[0])?.[0].toLowerCase() ?? '')) return [];
      const mention = mentionIn(hit.groups!['x'] ?? hit.groups!['y']!, mentions);
      if (LEFT.test(hit[0]) && mention.labels.length > 1) return [{ force: 3, labels: undefined }];
      // Of a question for what is false, `X is false` is the answer.
      const isDenied = (pattern === FAULTED) !== (asked.isForWrong && OF_TRUTH.test(hit[0]));
      const adds = ADDS.test(hit[0] + first(after, /[,;.:]/));
      return [{ ...choiceOf(mention), isDenied, adds }];
    }),
  );
  return found.length > 0 ? found : fine(said, passage);
}
