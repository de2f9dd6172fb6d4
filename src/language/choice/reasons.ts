import { allIn } from '../all-in.js';
import { NOT_X } from './main-clause.js';
import { mentionsIn, X } from './mention.js';
import { DOUBTFUL, type Finding, type Passage } from './passage.js';
import { ARTICLE, START } from './phrases.js';
import { withoutItsWords } from './question.js';

/** `The seasons happen because` … */
const BECAUSE = new RegExp(
  `${START}(?:because|due to|(?:caused|explained) by|(?:a )?result of|thanks to|owing to)(?: of)? (?:${ARTICLE} )?["'“(]?(?<x>${X})`,
  'giu',
);
/** To a "why" the reason is the answer. */
export function reasonsIn(said: string, { mentions, asked }: Passage): Finding[] | undefined {
  const hits = allIn(said, BECAUSE);
  if (hits.length === 0) return undefined;
  if (DOUBTFUL.test(withoutItsWords(said.slice(0, hits[0]!.index), asked))) return [];
  const given = hits.filter((hit) => !NO_REASON.test(said.slice(0, hit.index)));
  const [mention] = given.flatMap((hit) => mentionsIn(hit.groups!['x']!, mentions));
  const others = mentionsIn(said, mentions).length - hits.length;
  const isAlone = given.length === 1 && (others === 0 || NOT_X.test(said.slice(given[0]!.index + given[0]![0].length)));
  return isAlone && mention!.isOpen !== true ? [{ force: 2, labels: mention!.labels }] : [];
}

const NO_REASON = new RegExp(`${START}(?:not|n['’]t|never|no)(?: (?:\\p{L}+ ){0,3}\\p{L}*)? $`, 'iu');
