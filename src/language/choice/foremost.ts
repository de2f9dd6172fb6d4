import { mentionIn, mentionsIn, X } from './mention.js';
import { ARTICLE } from './phrases.js';
import { type Asked, isAmong, meaning } from './question.js';
import type { Finding, Passage } from './passage.js';

/** Where the foremost of all is asked for: `Jupiter is the largest`, `Jupiter is larger than Mars, Venus and Mercury`. */

const HEAD = `^(?:so |and |then )?(?:${ARTICLE} )?["'“(]?(?<x>${X})["'”)]? (?:is|was|are|were|came|comes)`;
const FOREMOST = new RegExp(`${HEAD}(?: the)? (?<what>first|last|best|worst|\\p{L}{2,}est|(?:most|least) \\p{L}{3,20})$`, 'iu');
const BEYOND = new RegExp(
  `${HEAD} (?:(?:much|far|even|clearly|also|both) )?(?<how>(?:more |less )?\\p{L}{2,20}) than (?:(?:both|all|any|each|either)(?: of)? )?(?:(?:${ARTICLE} )?(?<y>${X})|(?<any>(?:any|every|all)(?: of)?(?: the)? (?:others?|rest)(?: ones?)?|anything else))$`,
  'iu',
);
/** `First`, `largest`, `most`: a question with two of these may ask for the first of the largest. */
const SUPERLATIVE = /^(?:first|last|best|worst|most|least|\p{L}{2,}est)$/u;
const IRREGULAR: Record<string, string> = { better: 'best', worse: 'worst', more: 'most', less: 'least' };

/** `Larger` as `largest`; undefined where it compares nothing. */
function superlative(how: string): string | undefined {
  const [first, ...rest] = how.toLowerCase().split(' ');
  const top = IRREGULAR[first!] ?? (rest.length === 0 && first!.endsWith('er') ? first!.replace(/r$/, 'st') : undefined);
  return top === undefined ? undefined : [top, ...rest].join(' ');
}

function isAskedFor(what: string, { said, words }: Asked): boolean {
  const own = what.split(' ').filter((word) => !said.includes(word));
  return (
    said.filter((word) => SUPERLATIVE.test(word)).length === 1 && own.every((word) => meaning(word).every((one) => isAmong(one, words)))
  );
}

export function foremost(main: string, { mentions, asked, find }: Passage): Finding[] {
  if (asked.isNegated || asked.isForWrong) return [];
  const { x, what } = FOREMOST.exec(main)?.groups ?? {};
  const found = (labels: readonly string[], isIt: boolean): Finding[] => (labels.length === 1 && isIt ? [{ force: 2, labels }] : []);
  if (what !== undefined) return found(mentionIn(x!, mentions).labels, isAskedFor(what.toLowerCase(), asked));
  const { x: one, how, y: others, any } = BEYOND.exec(main)?.groups ?? {};
  const top = superlative(how ?? '');
  if (top === undefined || !isAskedFor(top, asked)) return [];
  const beyond = mentionsIn(others ?? '', mentions).flatMap(({ labels }) => labels);
  const own = mentionIn(one!, mentions).labels;
  const isAll = any !== undefined || find.labels.every((label) => beyond.includes(label) !== own.includes(label));
  return found(own, isAll);
}
