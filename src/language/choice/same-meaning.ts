import type { Asked } from './question.js';

/** Where a word of the same meaning is asked for, the ways to say that it is one: `"Fast" means nearly the same as "rapid"`. */

const ASKS =
  /(?:^| )(?:synonyms?|same meaning|closest in meaning|nearest in meaning|similar in meaning|means? (?:(?:the|nearly|almost|about) ){1,2}same)(?: |$)/u;
const SAME =
  /(?<!\p{L})(?:(?:means?|has|have|is) (?:(?:very|pretty|nearly|almost|much|roughly|about|more or less|practically|basically|exactly) ){0,2}(?:the same(?: thing| meaning)?|close(?: in meaning)?|similar(?: in meaning)?)(?: as| to)?|is (?:a|the|an?other) (?:\p{L}+ )?(?:synonym|word) (?:of|for)|is synonymous with)(?!\p{L})/iu;

export function inSameWords(text: string, { said, isNegated }: Asked): string {
  const question = said.join(' ');
  const way = ASKS.exec(question)?.[0];
  return way === undefined || isNegated ? text : text.replace(SAME, `is the ${way.trim()} to`);
}
