import { X } from './mention.js';
import { ARTICLE } from './phrases.js';
import { type Asked, inItsWords, isAmong, isNegated, meaning } from './question.js';

/** `Sulfur is a yellow, brittle nonmetal`: whatever else it is, it is a nonmetal. */

/** No nouns: a dwarf planet is none. */
const ADJECTIVE =
  '(?:\\p{L}{2,20}(?:[^f]y|ous|al|ic|ed|ful|less|[ai]ble|ive|[ae]nt|ish|ern|ing|ary|ile)|(?:yellow|red|blue|green|white|black|grey|gray|brown|silver|dark|bright|pale|large|small|big|huge|tiny|great|long|short|tall|thin|thick|flat|round|hard|soft|heavy|light|strong|weak|brittle|warm|cold|hot|wet|dry|old|young|ancient|modern|new|wild|tame|rare|real|true|simple|pure|dense|smooth|rough|sharp|fast|slow|rich|poor|noble|liquid|solid|marine|famous|well-known|single|sweet|bitter|sour|fresh|common|loud|quiet|mild|deep|high|low|wide|narrow|clear|cool|fine|free|good|safe|stiff|tough|vast))';
const PREDICATE = new RegExp(
  `^(?:so |and |but )?(?:${ARTICLE} )?["'“(]?${X}["'”)]?(?: \\([^()]{1,20}\\))? (?:is|are|was|were)(?<not>n['’]t| not)? (?:an? )?(?<what>(?:(?:not|non-?|\\p{L}{1,20}ly|${ADJECTIVE}),?(?: (?:and|but) | |(?<=non-))){1,6}[\\p{L}]{1,30})$`,
  'iu',
);
/** With one of these it is none, or not only one of its kind. */
const TAKES_AWAY =
  /(?<!\p{L})(?:artificial|partial|honorary|potential|possible|failed|nearly|almost|hardly|barely|partly|only|likely|early|late|called|seeming|supposed|alleged|imaginary|fictional|hypothetical|unlikely|\p{L}{2,}est)(?!\p{L})/iu;

/** Whether a sentence says that an option is of the asked kind, or that it is not; undefined where it says neither. */
export function isOfKind(said: string, asked: Asked): boolean | undefined {
  const { what, not = '' } = PREDICATE.exec(inItsWords(said, asked))?.groups ?? {};
  if (what === undefined || TAKES_AWAY.test(what) || asked.about.length === 0) return undefined;
  const own = meaning(what);
  const head = own.at(-1);
  if (head === undefined || !isAmong(head, asked.about) || !asked.about.every((word) => isAmong(word, own))) return undefined;
  return !isNegated(`${not === '' ? '' : 'not '}${what}`);
}
