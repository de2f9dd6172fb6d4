import { mentionsIn, X } from './mention.js';
import { any, DOUBTFUL, edged, type Finding, type Passage } from './passage.js';
import { ARTICLE, AUXILIARY, END, NOT_ITS_OWN } from './phrases.js';
import { isAmong, meaning, withoutItsWords } from './question.js';
import { stated } from './stated.js';

/** Sentences of several clauses, each of which says something of its own of an option. */

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

const CONTRAST = new RegExp(`(?:, | )(?:and|but|while|whereas|though|although|yet) |[;:] | [–—-] |, (?=${TELLS_OF})`, 'iu');
const OTHERS = edged(NOT_ITS_OWN, "not|n[’']t");
/** Begins with a subject of its own. */
const SUBJECT = new RegExp(
  `^(?:${ARTICLE}|it|they|he|she|this|that|these|those|there|its|their|his|her|\\p{Lu}\\p{L}*|["'“(]?${X})${END}`,
  'u',
);

const CONCEDES = /(?<!\p{L})(?:but|though|although|yet)(?!\p{L})/iu;
const AGAINST = /(?<!\p{L})(?:while|whereas)(?!\p{L})/iu;
/** `It is a fish`: whatever that is. */
const POINTS = new RegExp(`^(?:it|this|that)(?:['’]s| is| was)(?: ${ARTICLE})? ["'“(]?${X}`, 'iu');

/** `It was built in 1961 and opened in 1989`: only one of the clauses is about what is asked. */
function contrasted(said: string, passage: Passage): Finding[] {
  const { asked, mentions } = passage;
  const plain = withoutItsWords(said, asked);
  if (asked.isNegated || DOUBTFUL.test(plain) || OTHERS.test(plain)) return [];
  const clauses = said.split(CONTRAST);
  const isOnlyOne = clauses.filter((clause) => any.test(clause)).length < 2;
  if (clauses.length < 2 || (isOnlyOne && CONCEDES.test(said))) return [];
  const unknown = (text: string): number => meaning(text).filter((word) => !/^\d+$/.test(word) && !isAmong(word, asked.words)).length;
  const found = clauses.map((clause, index): Finding[] => {
    if (mentionsIn(clause, mentions).length !== 1) return [];
    // `Leaves are there for C, while roots do something else`: of something else.
    if (AGAINST.test(said) && unknown(clause) > 0 && unknown(clause) === meaning(clause).length) return [];
    // Without a subject it has that of the clause before, which must be the question's.
    if (!SUBJECT.test(clause) && (index === 0 || unknown(clauses[index - 1]!) > 1)) return [];
    return stated(clause, passage).filter(({ isDenied }) => isDenied !== true && !POINTS.test(clause));
  });
  const telling = found.filter((one) => one.length > 0);
  return telling.length === 1 ? telling[0]! : [];
}

const WHO = new RegExp(`^(?<before>[^]*(?<x>${X})["'”)]?), (?:who|which) (?<what>[^,\\ue000-\\uf8ff]{1,120})$`, 'u');

/** `Ben is shorter than Anna, who is the tallest`: what is told of the last one. */
function relative(said: string, passage: Passage): Finding[] {
  const { before, x, what } = WHO.exec(said)?.groups ?? {};
  if (x === undefined || OTHERS.test(before!)) return [];
  return stated(`${x} ${what!}`, passage).filter(({ force, isDenied, adds }) => force === 2 && isDenied !== true && adds !== true);
}

/** What its clauses state one by one, where the whole says nothing. */
export function inClauses(said: string, passage: Passage, read: (clause: string) => Finding[]): Finding[] {
  const found = clausesOf(said).flatMap(read);
  if (found.length > 0) return found;
  const one = contrasted(said, passage);
  return one.length > 0 ? one : relative(said, passage);
}
