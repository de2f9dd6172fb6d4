/** What may stand around a choice in its sentence, as all need it who look for one. */
import { edged } from './passage.js';
import { ARTICLE, NOT_ITS_OWN, NOUN, words } from './phrases.js';

/** What may close a quotation or brackets around a choice. */
export const CLOSING = `["'’”»)\\]]*`;
/** Between the words that choose and the choice. */
export const FILLER = words(
  `${ARTICLE}|${NOUN}|letter|only|clearly|definitely|most likely|likely|probably|indeed|both|still|also|actually|simply|therefore|then|just|namely|called|known as|named|to|answer|Antwort|réponse|respuesta|resposta|risposta|antwoord|ответ|это|це|то`,
);

export const CLAUSES = /[,;:.!?…] |[，。；：] ?| [-–—] |(?<!\p{L})(?:but|(?<!not )so|however|yet|therefore|thus|hence)(?!\p{L})/iu;
/** Where the choice is somebody else's, or of another time. */
export const OTHERS = edged(NOT_ITS_OWN);
export const GUESSES = edged('could|might|may|maybe|perhaps|possibly|torn|either');
/** It is left open what holds then. */
export const OPEN_END =
  /^["'”)\]]*\s?(?:\?|,? (?:and )?for the (?:second|third|next|other)|,? or (?:is|maybe|perhaps|possibly|something|another)|,? ?(?:but )?(?:only )?(?:if (?!I |I['’]m |we |one |only |forced |memory )|unless|provided|depending|in case))/iu;
/** What stands behind the last of it. */
export const last = (text: string, at: RegExp): string => text.split(at).at(-1)!;
