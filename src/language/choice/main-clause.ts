import { X } from './mention.js';
import { any, first } from './passage.js';
import { ARTICLE, END, REASON, words } from './phrases.js';
import { SCENE } from './subordinate.js';

/** What a sentence says before it gives reasons or goes on about something else. */

/** `The sun is not a moon` says what it is not, and nothing else. */
const END_OF_IS = '(?<!\\p{L})(?:is|are|was|were)';
const REASONS = new RegExp(
  `,? ${words(REASON, 'which|who|where|while|whereas|but|and (?:it|they|is|has|the|therefore|thus|so)|so|although|though')}${END}|(?<!${END_OF_IS}),? (?:and )?(?:rather than|instead of|not|unlike) (?:${ARTICLE} )?${X}`,
  'iu',
);
export const NOT_X = new RegExp(`^,? (?:and )?(?:rather than|instead of|not|unlike) (?:${ARTICLE} )?${X}`, 'iu');
/** `Curie won it in 1903`, `in July 1903`. */
const DATE = / (?:in|on|around|about|since) (?:(?:\d{1,2} )?\p{Lu}\p{L}{2,8} (?:\d{1,2}, )?)?\d{4}(?=[.!]?$)/u;
/** `Two of them, A and C, are` … */
const SO_MANY = new RegExp(`^(?:\\p{L}+ )?\\p{L}+ of (?:them|these|those|the \\p{L}+), (?<x>${X}),(?= (?:is|are|was|were) )`, 'iu');
/** `I think that the largest planet is` X. */
const OPINION =
  /^(?:i|we) (?:think|believe|know|would say|am (?:\p{L}+ly )?(?:sure|confident|certain))(?: that)? (?=(?:the|['"]?\p{L}+['"]?['’]s) |[\ue000-\uf8ff])/iu;
const ASIDES = / ?\([^()\ue000-\uf8ff]*\)/g;
const PARTS = /(?<=[\p{L}\p{N}\ue000-\uf8ff"'”)])(?: [–—-] |[:;] )/u;

/** Without what sets the scene, gives reasons or goes on about something else. */
export function mainClause(said: string): string {
  const part =
    /^[^]*,? (?:(?<!do(?:es|ing|ne)? |did )so|(?<!(?:will|is|are|was|were|must|would|can|should|has|have|to) )(?:therefore|thus|hence)),? (?=[^]*[\ue000-\uf8ff])/u.exec(
      said,
    );
  const whole = first(
    said
      .slice(part?.[0].length ?? 0)
      .replace(ASIDES, '')
      .replace(SO_MANY, '$<x>')
      .replace(SCENE, '')
      .replace(DATE, ''),
    PARTS,
  );
  const cut = whole.search(REASONS);
  const isCut = cut >= 0 && (NOT_X.test(whole.slice(cut)) || any.test(whole.slice(0, cut)));
  const clause = isCut ? whole.slice(0, cut) : whole;
  const comma = clause.indexOf(', ', Math.max(clause.search(any), 0));
  return (comma < 0 ? clause : clause.slice(0, comma))
    .replace(/^[\s"'“]+|(?<![\s.!"'”,;:\p{RI}\p{Extended_Pictographic}])[\s.!"'”,;:\p{RI}\p{Extended_Pictographic}]+$/gu, '')
    .replace(OPINION, '');
}
