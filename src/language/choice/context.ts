import { PUT_ASIDE } from './wording.js';

/** How far around a choice its clause is looked at; answers may be long, clauses are not. */
export const REACH = 300;

export const CLAUSES = /[,;:.!?…]\s|[，。；：！？]|\s[-–—]\s|(?<!\p{L})(?:(?<!(?<!\p{L})(?:(?:every|any)\p{L}*|all|nothing|no one)(?: \p{L}+)? )but|so|however|yet|therefore|and (?:the|it|that|so))(?!\p{L})/iu;

/** Clauses of one sentence that stand on their own feet. */
export const MAIN = /(?<!\p{L})(?:but|so|however|therefore|thus|hence|yet|and)(?!\p{L})/iu;

/** What is asked for, described by what it is not: `the metal that does not rust is`. A wrong answer is described otherwise. */
const DESCRIBED = /(?<=\p{L}) (?:that|which|who) (?:does|do|did|is|are|was|were|has|have|can|could)(?:n['’]t| not|not)(?! (?:correct|right|true)) (?:(?!wrong|incorrect|false)[^,;:]){0,200}(?= (?:is|are|was|were|would be)\W*$)/iu;

/** In the same clause: `I don't think that …`, `If …`, `One might think …`. */
export function isPutAside(before: string): boolean {
  return PUT_ASIDE.test(before.slice(-REACH).split(CLAUSES).at(-1)!.replace(DESCRIBED, ''));
}

const OR_ELSE = /^[\s.,;…–—-]*(?:or|oder|ou)\s+(?:is|was|maybe|perhaps|possibly|could|rather|even|else|something|another|none|neither)(?!\p{L})/iu;

const CONDITION = /^\s*(?:,\s*)?(?:(?:only )?(?:if|when)|unless|provided|depending|in case|had (?:the|it|he|she|they)|were (?:the|it)|should (?:the|it)|wenn|falls|si)(?!\p{L})/iu;

/** What follows leaves it open: a question, a condition. */
export function isOpen(rest: string): boolean {
  const near = rest.slice(0, REACH);
  if (OR_ELSE.test(near) || CONDITION.test(near)) return true;
  // A question mark after a sentence or a clause of its own asks something else.
  return /^[^.!]*\?/.test(near) && !/^[^?]*[.,;:]\s/.test(near);
}

export function lastSentence(before: string): string {
  return before.slice(-REACH).split(/[.!?…]\s/).at(-1)!;
}
