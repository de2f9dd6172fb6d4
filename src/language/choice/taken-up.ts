import { mentionsIn, X } from './mention.js';
import { DOUBTFUL, edged, type Finding, type Passage } from './passage.js';
import { ARTICLE, DENIAL, END, words } from './phrases.js';
import { coversAll, isNegated, meaning } from './question.js';

/** `Mexico is in North America, so it is the one that does not belong`: the pronoun takes up the one option that was named. */

const THEREFORE = '(?:so|therefore|thus|hence|which is why|that is why|which means(?: that)?|making|which makes|that makes|and that makes)';
const CONCLUDES = new RegExp(
  `(?:,|;| –| -) (?:and )?${THEREFORE},? (?:it|this|that|they|these|those|he|she)(?:['’](?:s|re)| is| are| must be| has to be| would be|(?= (?:the|my|our) ))(?: (?:clearly|definitely|certainly|also|indeed|probably|most likely|likely))? (?:the|my|our) (?<only>only )?(?:\\p{Ll}+ )?(?:answer|choice|option|one|exception|outlier|odd one out)s?(?: (?:that|which|who|I|we|you) (?<what>[^,\\ue000-\\uf8ff]{1,120}))?[.!]?$`,
  'iu',
);
const SUBJECT = new RegExp(`^(?:(?:and|but|only|both) )?(?:${ARTICLE} )?["'“(]?${X}["'”)]? `, 'iu');
const STRANGE =
  /(?<!\p{L})(?:odd|exception|outlier|not belong|n['’]t belong|differs?|different|out of place|not fit|n['’]t fit|left out)(?!\p{L})/iu;
const CHOSEN = new RegExp(
  `^(?:${words('fits?', 'matche?s?', 'belongs?', 'works?', 'answers?', 'applies', 'is (?:right|correct|asked for|wanted|meant|left)', 'was asked for')}${END}|(?:choose|pick|want|need|go (?:for|with))[.!]?$|(?:['’]re| are) (?:looking|asked) for)`,
  'iu',
);
const DENIES = edged(DENIAL);

export function takenUp(said: string, { mentions, asked }: Passage): Finding[] {
  const hit = CONCLUDES.exec(said);
  const before = said.slice(0, hit?.index ?? 0);
  const [mention, ...more] = mentionsIn(said, mentions);
  if (hit === null || more.length > 0 || mention!.isOpen === true || !SUBJECT.test(before) || DOUBTFUL.test(before)) return [];
  const what = hit.groups!['what'] ?? '';
  const isStrange = STRANGE.test(hit[0]);
  // To be the odd one is to be chosen only where that is asked for.
  const isFit = isStrange ? asked.isNegated || asked.isForWrong : (what === '' || CHOSEN.test(what)) && !DENIES.test(what);
  const isOfIt = !isStrange && coversAll(meaning(what), asked) && isNegated(what) === asked.isNegated;
  return isFit || isOfIt ? [{ force: 2, labels: mention!.labels }] : [];
}
