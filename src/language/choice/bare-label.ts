import { BEFORE_SMALL, BEHIND_SMALL } from './chat.js';
import { NAMED_BY_LETTER, STOPS_A_LABEL } from './phrases.js';
import { CHOSEN_BEHIND } from './verbs-abroad.js';

/** `B şıkkını`: no English word. */
const ABROAD = /^ \p{Ll}*[^\p{ASCII}\p{P}\p{Z}]/u;
/** `B sounds right`; `B cells` are none. */
const DOES = /^ (?!(?:cells|vitamins|notes)(?!\p{L}))\p{Ll}{2,12}[^s]s(?= )/u;
/** `A را انتخاب می‌کنم`. */
const IS_CHOSEN = new RegExp(`^${CHOSEN_BEHIND}`, 'iu');
const BEGINS = /(?:^|[.!?,;:] )$/;
/** `B, C and` D. */
const JOINED_TO_LABELS = /(?<![\p{L}\p{N}])\p{Lu}(?:,? (?:and|or|und|oder|et|y|e)|,? &) $/u;

interface Letter {
  sign: string;
  /** `option` stands before it. */
  isNamed: boolean;
  /** Its own text stands behind it. */
  isTold: boolean;
  before: string;
  after: string;
}

/** A letter by itself is a label where the clause ends, or goes on as one about an answer would; `A cactus` is not. */
export function isBareLabel({ sign, isNamed, isTold, before, after }: Letter): boolean {
  if (sign !== sign.toUpperCase()) {
    if (/(?:^|[:.] ?)(?:final |correct )?(?:ans(?:wer)?|option|choice)s? ?[:=.-] ?$/iu.test(before) && /^\) \S/.test(after)) return true;
    if (isTold && (/(?:^|: ?|(?:or|and) )$/.test(before) || BEFORE_SMALL.test(before)) && /^[.):,]/.test(after)) return true;
    if (
      sign !== 'a' &&
      sign !== 'i' &&
      ((BEFORE_SMALL.test(before) && /^["'’”.)!]{0,3}$/.test(after)) || (before === '' && BEHIND_SMALL.test(after)))
    )
      return true;
    return (isNamed || /(?:^|[:=→-] ?|\b(?:is|es|ist|est|è|é|é a|es la) )["'“]?$/iu.test(before)) && /^["'’”.)!:]{0,3}$/.test(after);
  }
  if ((!isNamed && NAMED_BY_LETTER.test(before)) || (sign === 'I' && /^\. I /.test(after))) return false;
  // `E. A. Poe`
  if (!isNamed && !isTold && /(?<!\p{L})\p{Lu}\. $/u.test(before) && /^\. \p{Lu}\p{Ll}/u.test(after)) return false;
  if (/\d/.test(sign) && /^ ?[+*/×·÷−–-] ?\d/.test(after)) return false; // `3 + 4`
  if (isTold || STOPS_A_LABEL.test(after) || IS_CHOSEN.test(after) || JOINED_TO_LABELS.test(before)) return true;
  // A vowel is a word itself in some languages.
  return /[^AEIOUY]/.test(sign) && (ABROAD.test(after) || (BEGINS.test(before) && DOES.test(after)));
}
