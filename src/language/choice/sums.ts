import { type Asked, isAmong, meaning } from './question.js';

/** What a number answers: how many there are, or what a sum comes to. */

/** `There are five lines`, to `How many lines are there?` */
const COUNTED =
  /^(?:(?:so|thus|therefore|hence|in total|altogether),? )*(?:there (?:is|are|was|were|would be|will be)|(?:(?:it|they|he|she|we|you) |(?:the|an?) (?:\p{L}+ ){1,3}|(?<who>\p{L}{2,20}) )(?<verb>is|are|was|has|have|weighs?|costs?|lasts?|takes?|needs?|gets?|gives?|makes?|contains?|holds?|consists? of))(?: exactly| only| a total of)? [\ue000-\uf8ff](?: (?!(?:each|every|per|a|an|one|single)(?!\p{L}))\p{L}+){0,8}$/iu;
const SUM =
  /^(?:so |then |thus |hence |therefore )?(?<sum>[\d\s.,()+*/x×·÷^−–-]{3,60}|\d[\d.,]{0,9}(?: (?:plus|minus|times|and|(?:multiplied|divided) by) \d[\d.,]{0,9}){1,6}) ?(?:=|is|are|equals|makes|gives) ?[\ue000-\uf8ff][.!]?$/iu;

/** `12 - 5 = 7`, with all the numbers of the question: no step on the way. */
export function isSum(said: string, asked: Asked): boolean {
  const own: readonly string[] = SUM.exec(said)?.groups!['sum']?.match(/\d+/g) ?? [];
  const numbers = asked.said.filter((word) => /^\d+$/.test(word));
  return numbers.length > 1 && !asked.isNegated && numbers.every((number) => own.includes(number));
}

export const EACH = /(?<!\p{L})(?:each|every|per)(?!\p{L})/iu;

export function isCount(main: string, asked: Asked): boolean {
  const hit = COUNTED.exec(main);
  // `Ben has 6`, where it asks how many Marta has.
  const who = meaning(hit?.groups!['who'] ?? '');
  return (
    hit !== null &&
    who.every((word) => isAmong(word, asked.about)) &&
    meaning(main.replace(hit.groups!['verb'] ?? '', '')).every((word) => isAmong(word, asked.words))
  );
}
