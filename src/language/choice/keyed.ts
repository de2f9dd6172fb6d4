import { allIn } from '../all-in.js';
import { mentionsIn, X } from './mention.js';
import { any, type Finding, type Passage } from './passage.js';
import { END, START } from './phrases.js';
import { coversAll, inItsWords, isNegated, meaning } from './question.js';

/**
 * `Hexagon: 6, octagon: 8`, `Renewable: B. Not renewable: A, C`: each thing with the options that belong to it, the asked one among them.
 */

const PAIR = new RegExp(
  `(?<=^|[.;,] )(?:and )?(?<key>[^,.;:=→\\ue000-\\uf8ff]{1,60}?) ?(?:[:=→]|[-–—](?= )) ?["'“(]?(?<x>${X}(?:,? (?:and )?${X}){0,8}|\\d{1,6})["'”)]?(?=$|[.;,])[.;,]? ?`,
  'giu',
);
/** `Answer: B. Second choice: C` announces. */
const ANNOUNCES = new RegExp(
  `${START}(?:answers?|choices?|options?|guess|pick|final|verdict|conclusion|result|so|therefore|thus|hence|place|rank|likely|best|worst|correct|incorrect|right|wrong|true|false|yes|no)${END}`,
  'iu',
);

/** What the asked thing has, and the lines without all these pairs: what belongs to another thing is not chosen. */
export function keyed(lines: readonly string[], { mentions, asked }: Passage): { found: Finding[]; rest: string[] } {
  const pairs = lines
    .flatMap((line) => (any.test(line) ? allIn(line, PAIR) : []))
    .map(({ groups }) => groups as { key: string; x: string });
  if (pairs.length < 2 || !pairs.some(({ x }) => any.test(x)) || pairs.some(({ key }) => ANNOUNCES.test(key)))
    return { found: [], rest: [...lines] };
  const fitting = pairs.filter(({ key }) => {
    const own = inItsWords(key, asked);
    return coversAll(meaning(own), asked) && isNegated(own) === asked.isNegated;
  });
  const found = fitting
    .flatMap(({ x }) => mentionsIn(x, mentions))
    .map(({ labels, isOpen }): Finding => ({ force: 2, labels: isOpen === true ? undefined : labels }));
  return { found, rest: lines.map((line) => line.replace(PAIR, '').trim()).filter((line) => line !== '') };
}
