import { mentionIn, X } from './mention.js';
import { ALL, ARTICLE, AUXILIARY, BUT_FOR, NONE, NONE_BUT, ONLY, REST } from './phrases.js';
import { countIn, type Named } from './referring.js';

/** `Everything on the list dissolves except`: what it says of the others. */
const EVERYTHING =
  /^(?:every(?:thing|one|body)|all of (?:them|these|those))(?: (?:else|here|listed|above|(?:on|in|from) (?:the|this) list))?,?(?<what> (?!on |in |from |of |but |except|save|bar|minus|with |other |apart |aside )\p{L}+(?: \p{L}+){0,3}?),? (?:but|except|excluding|besides|save|bar|minus|with the|other|apart|aside)(?!\p{L})/iu;
const TELLS = new RegExp(` ${AUXILIARY}(?: \\p{L}+){0,4}?(?=,? (?:but|except|excluding|besides|other than|apart from|aside from) )`, 'iu');

/** `Apart from B, all of them`: the same the other way round. */
const APART = new RegExp(
  `^(?:(?:apart|aside) from|(?:except|save)(?: for)?|excepting|besides|other than|with the exception of|außer|sauf|excepto|tranne) (?:${ARTICLE} )?(?<x>["'“(]?${X}["'”)]?), (?<all>(?:all|every(?:thing|one)?|each)(?: of)?(?: (?:the|these|them|those))?(?: (?:others?|options|rest))?)(?=[.!]?$)`,
  'iu',
);

/** `all but B`, `all of them`, `none of these` and `only B` name options too. */
export function inWords(text: string, { mentions, labels, add }: Named): string {
  // `All three`, of four.
  const isOther = (said: string): boolean => (countIn(said) ?? labels.length) !== labels.length;
  const only = (said: string): string => add({ ...mentionIn(said, mentions), isOnly: true });
  return text
    .replace(APART, '$<all> but $<x>')
    .replace(NONE_BUT, only)
    .replace(BUT_FOR, (said: string) => {
      const but = mentionIn(said, mentions);
      const others = add({ ...but, labels: labels.filter((label) => !but.labels.includes(label)) });
      // `All of them are metals except oxygen` tells of the others.
      return others + (TELLS.exec(said)?.[0] ?? EVERYTHING.exec(said)?.groups!['what'] ?? '');
    })
    .replace(REST, (said: string) => {
      const named = new Set(mentions.flatMap((mention) => mention.labels));
      const rest = labels.filter((label) => !named.has(label));
      return rest.length === 0 || named.size === 0 ? said : add({ labels: rest, by: 'text' });
    })
    .replace(ALL, (said: string) => (isOther(said) ? said : add({ labels: labels, by: 'text' })))
    .replace(NONE, (said: string) => (isOther(said) ? said : add({ labels: [], by: 'text' })))
    .replace(ONLY, only);
}
