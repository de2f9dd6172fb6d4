import { allIn } from '../all-in.js';
import { announced } from './announced.js';
import { OTHERS } from './around.js';
import { begun, type Place } from './begins.js';
import { chosenBehind } from './behind.js';
import { inClauses } from './clauses.js';
import { choosing } from './choosing.js';
import { judged } from './judged.js';
import { mentionIn, mentionsIn, X } from './mention.js';
import { ALONE, any, edged, type Finding, type Passage } from './passage.js';
import { ARTICLE, CONDITION, FOR_ONE, END } from './phrases.js';
import { type Asked, isAmong, meaning } from './question.js';
import { stated } from './stated.js';
import { withoutAsides, withoutOthers } from './subordinate.js';
import { takenUp } from './taken-up.js';

const SUPPOSES = new RegExp(
  `^(?:and |but |so |or )?(?!once [^,]*${X})(?:only |even )?${CONDITION}${END}(?! ?(?:I|we|you ask me|one|forced|pressed|only one|not mistaken)${END}| ?${FOR_ONE})`,
  'iu',
);

/** `The options are A. liver, B. pancreas`. */
const TELLS_OVER =
  /^(?:the|your) (?:(?:given|possible|available|two|three|four|five) )?(?:options|choices|alternatives) (?:here )?are(?!\p{L})/iu;

/** `The last option is the Danube, the first` …: what stands there. */
const NAMES_OVER = new RegExp(`^(?:the )?${X} (?:is|was|says|reads) (?:${ARTICLE} )?["'“(]?${X}["'”)]?(?:[.,;]|$)`, 'iu');

/** What one sentence says of the options. */
export function findingsOf(sentence: string, passage: Passage, place: Place): Finding[] {
  if (!any.test(sentence) || /[?？]["')\]]*$/.test(sentence)) return [];
  const said = withoutOthers(withoutAsides(withoutOwnCondition(sentence, passage.asked)));
  if (SUPPOSES.test(said) || TELLS_OVER.test(said) || NAMES_OVER.test(said)) return [];
  // Most answers are a letter alone, and patterns of words take a second to compile.
  const inWords = ALONE.test(said) ? [] : [announced, chosenBehind, judged].flatMap((rule) => rule(said, passage));
  const found = [...inWords, ...begun(said, passage, place), ...addedAside(said, passage)];
  if (found.length > 0) return [...found, ...conceded(said, passage)];
  // What stands in brackets is an aside.
  if (sentence.startsWith('(')) return [];
  const chosen = [...choosing(said, passage), ...takenUp(said, passage)];
  return chosen.length > 0 ? chosen : inClauses(said, passage, (clause) => clauseFindings(clause, passage));
}

/** `Newspapers are usually recycled too`: whether they are meant as well, nobody can tell. */
const PARALLEL = /(?<!\p{L})(?:too|as well|either|likewise)["'”)]?[.!;,]?$/iu;
const ALSO = edged('also', 'likewise', 'equally');

function clauseFindings(clause: string, passage: Passage): Finding[] {
  const found = stated(clause, passage);
  if (found.length > 0) return found;
  const isOfIt = ALSO.test(clause) && meaning(clause).every((word) => isAmong(word, passage.asked.words));
  if (!isOfIt && !PARALLEL.test(clause)) return [];
  return mentionsIn(clause, passage.mentions).map(({ labels }) => ({ force: 2, labels, adds: true, isOpen: true }));
}

const CONCEDES = new RegExp(`,? (?:even though|though|although|but|while|however,?) (?=[^,;]*${X})`, 'iu');

/** `B. Gold, though A is a metal as well`: whether both are chosen, nobody can tell. */
function conceded(said: string, passage: Passage): Finding[] {
  const at = CONCEDES.exec(said);
  if (!at) return [];
  return stated(said.slice(at.index + at[0].length), passage).flatMap((finding) =>
    finding.force === 2 && finding.isDenied !== true ? [{ ...finding, adds: true, isOpen: true }] : [],
  );
}

const ADDING = new RegExp(`\\((?<aside>[^()]{1,200})\\)`, 'gu');
const ALSO_X = new RegExp(`^(?:and )?(?:also|plus|or|and|as well as)(?: ${ARTICLE})? ${X}$|^(?:and )?${X},? (?:too|also|as well)$`, 'iu');

/** `B (also D)`, `B (A is also one)`: an aside that adds one. */
function addedAside(said: string, passage: Passage): Finding[] {
  return said.startsWith('(')
    ? []
    : allIn(said, ADDING).flatMap((hit): Finding[] => {
        const aside = hit.groups!['aside']!;
        if (!any.test(aside)) return [];
        if (ALSO_X.test(aside)) return [{ force: 2, labels: mentionIn(aside, passage.mentions).labels, adds: true }];
        // Right as well, and yet put in brackets: nobody can tell whether it is chosen.
        return stated(aside, passage).flatMap((finding) => (finding.adds === true ? [{ ...finding, isOpen: true }] : []));
      });
}

const CONDITIONED = new RegExp(`^(?:even )?(?:if|when|once|as|since|because|while|after) ([^,\\ue000-\\uf8ff]{1,200}), (?=.*${X})`, 'iu');

/** `If the switch is open, the lamp stays dark`: the condition is the question's own. */
function withoutOwnCondition(sentence: string, asked: Asked): string {
  const condition = CONDITIONED.exec(sentence);
  if (!condition || OTHERS.test(condition[1]!)) return sentence;
  const own = meaning(condition[1]!);
  const isOwn = own.length > 0 && own.every((word) => isAmong(word, asked.words));
  return isOwn || /^(?:as|since|because|while|after)/i.test(sentence) ? sentence.slice(condition[0].length) : sentence;
}
