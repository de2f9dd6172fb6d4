import { X } from './mention.js';
import { ARTICLE, AUXILIARY, END } from './phrases.js';

/** Clauses that tell of something beside what is asked for: whatever they say of an option, the answer does not say it. */

/** `where Spanish is spoken`, `in which it lives`, `whose people speak it`. */
const RELATIVE = `(?:\\p{Ll}+ )?(?:which|whom)|where(?:ver|in|by|upon)?|whose|who`;
/** A clause that begins so depends on one that was said before, or is still to come. */
export const DEPENDS = new RegExp(`^(?:${RELATIVE})${END}(?! (?:is|are|was|were|means|makes|leaves)${END})`, 'iu');
/** `Plants that take in oxygen do so at night`: the option is part of what the sentence is about. */
export const WITHIN = new RegExp(
  `(?<!(?:think|believe|know|say|sure|certain|clear|means?|shows?|so|is|was)) (?:that|which|who|whom|whose|where) (?!(?:${ARTICLE} )?["'“(]?${X})[^,\\ue000-\\uf8ff]*${X}["'”)]? (?:${AUXILIARY}|can['’]t|cannot)(?:n['’]t)?${END}`,
  'iu',
);

const SETS_A_SCENE =
  'in|at|on|from|as|with|for|without|by|among|while|whereas|although|though|even|given|considering|despite|since|because|unlike|contrary|compared|rather than|instead of|of|out of|after|before|when|regardless|(?!according)\\p{L}+ing';
/** What it begins with before it comes to the matter: `Unlike its neighbours, where Spanish is spoken, ` … */
export const SCENE = new RegExp(
  `^(?:${SETS_A_SCENE})${END}(?! you| we said)[^,\\ue000-\\uf8ff]*(?:${X}[^,]*)?(?:, (?:${RELATIVE})${END}[^,]*)?, (?!(?:and )?(?:not|rather than|instead of)${END})(?=.*${X})`,
  'iu',
);
/** `Contrary to what many say, it is C`: what others say is named only to be set aside. */
const AGAINST_OTHERS =
  /^(?:and |but )?(?:contrary to|unlike|as opposed to|in contrast (?:to|with)|despite|in spite of|regardless of|whatever|no matter what) [^,\ue000-\uf8ff]{1,120}, (?=.*[\ue000-\uf8ff])/iu;

/** `Instead of A or D I choose C`. */
const AGAINST_X = new RegExp(
  `^(?:and |but |so )?(?:instead of|rather than|as opposed to|unlike) (?:${ARTICLE} )?["'“(]?${X}["'”)]?,? (?=(?:I|we|it|this|that|my|the (?:answer|correct|right|best))${END}.*${X})`,
  'iu',
);
/** `After some thought, it is C`. */
const HAVING_THOUGHT =
  /^(?:and |but |so )?(?:after|on|upon|with) (?:(?:some|more|further|much|careful|closer|due|long|a (?:little|bit(?: of)?)(?: more)?) ){1,2}(?:thoughts?|thinking|consideration|reflection|inspection),? (?=.*[\ue000-\uf8ff])/iu;

/** `But I can tell you that it is C`. */
const TELLS_YOU =
  /^(?:(?:and|but|still|however),? )?(?:i|we) can (?:(?:still|at least|only|certainly|also) )?(?:(?:tell|assure|promise) you|say|confirm)(?: (?:with certainty|for sure))?(?: that|:|,)? (?=.*[\ue000-\uf8ff])/iu;

export const withoutOthers = (sentence: string): string =>
  [TELLS_YOU, AGAINST_OTHERS, AGAINST_X, HAVING_THOUGHT].reduce((rest, aside) => rest.replace(aside, ''), sentence);

const OPENS = new RegExp(`^(?:${SETS_A_SCENE})${END}`, 'iu');
/** `Kafka, who lived in Prague, wrote` …; `Kafka, a writer of the 20th century, is` … */
const ASIDE = new RegExp(
  `(?<=${X}["'”)]?), (?:(?:who|which|whose) [^,\\ue000-\\uf8ff]{1,120},(?= \\p{Ll})|(?:an?|the|one of|born|also|being|known|though|although|while|despite|like|as|for example|for instance)(?!\\p{L})[^,\\ue000-\\uf8ff]{0,120},(?= (?:${AUXILIARY}(?:n['’]t)?|(?!(?:as|this|its|his|thus|besides|perhaps)(?!\\p{L}))\\p{Ll}{2,14}s)${END}))`,
  'giu',
);

const HOWEVER = /, (?:however|on the other hand|by contrast|in contrast|in turn|though|meanwhile|of course|in fact|indeed),(?= \p{Ll})/giu;

/** What is told of an option beside the matter; where the sentence only begins with it, the scene takes it along. */
export const withoutAsides = (sentence: string): string =>
  OPENS.test(sentence) ? sentence : sentence.replace(HOWEVER, '').replace(ASIDE, '');
