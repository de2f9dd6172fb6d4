import { quoted } from '../../json.js';
import type { Unfit } from './test.js';

/** Negates the main verb of a statement, or returns why the negation is in doubt. */
export type NegateAny = (text: string) => string | Unfit;

interface Word {
  text: string;
  /** In lower case, without punctuation. */
  bare: string;
  tags: ReadonlySet<string>;
  /** True if the word alone is read as a verb. */
  isVerbAlone: (word: string) => boolean;
}

let loaded: Promise<NegateAny> | undefined;

export function loadAnyVerb(): Promise<NegateAny> {
  return (loaded ??= load());
}

async function load(): Promise<NegateAny> {
  const { default: nlp } = await import('compromise');
  const isVerbAlone = (word: string): boolean => nlp(word).has('#Infinitive');
  // A run prepares its rows several times: to check them, to plan, and to ask.
  const known = new Map<string, string | Unfit>();
  return (text) => {
    const made = known.get(text) ?? negatedWithNumber(text);
    known.set(text, made);
    return made;
  };

  /**
   * Reads the number after a noun as a name: the library takes "number 7 leaves" for seven leaves,
   * and "number 1 leaves" for a verb.
   */
  function negatedWithNumber(text: string): string | Unfit {
    const made = negated(text);
    const found = /(?<=(?:^| )(\p{L}+) )\d+(?= \p{Ll}+s )/u.exec(text);
    if (
      typeof made === 'string' ||
      made.reason !== unfit(NO_VERB).reason ||
      !found ||
      !nlp(found[1]!).has('#Singular')
    )
      return made;
    const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
    const again = negated(`${before}1${after}`);
    return typeof again === 'string' ? `${before}${found[0]}${again.slice(found.index + 1)}` : made;
  }

  function negated(text: string): string | Unfit {
    const problem = statementProblem(text);
    if (problem) return unfit(problem);
    const document = nlp(text);
    const [sentence, ...others] = document.json() as {
      terms: { text: string; tags: string[] }[];
    }[];
    if (!sentence || others.length > 0) return unfit('not one sentence');
    document.sentences().toNegative();
    const words = sentence.terms.flatMap(({ text: word, tags }) =>
      word === '' ? [] : [{ text: word, bare: bareOf(word), tags: new Set(tags), isVerbAlone }],
    );
    return checked(text, document.text(), words);
  }
}

function checked(text: string, negated: string, tagged: readonly Word[]): string | Unfit {
  const [old, now] = [text.split(' '), negated.split(' ')];
  const tags = tagsOf(old, tagged);
  if (!tags) return unfit('its words cannot be told apart');
  const words = old.map((word, i): Word => ({
    text: word,
    bare: bareOf(word),
    tags: tags[i]!,
    isVerbAlone: tagged[0]!.isVerbAlone,
  }));
  const at = words.findIndex(({ text: word }, i) => word !== now[i]);
  if (at < 0) return unfit(now.length === old.length ? NO_VERB : 'the verb is its last word');
  const wrong =
    now[at] === 'not' ? auxiliaryProblem(words, now, at) : supportProblem(words, now, at);
  if (wrong) return unfit(wrong);
  return now.join(' ').replace(/\bcan not\b/, 'cannot');
}

const NO_VERB = 'no main verb was found';

function unfit(why: string): Unfit {
  return { reason: `not_one_negation: the main verb cannot be negated for sure (${why})` };
}

function bareOf(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}'’-]/gu, '');
}

/**
 * Returns the tags of each word. The library splits words at hyphens; the tags of the last part
 * count.
 */
function tagsOf(
  words: readonly string[],
  tagged: readonly Word[],
): ReadonlySet<string>[] | undefined {
  const whole = (text: string): string => bareOf(text).replaceAll('-', '');
  const tags: ReadonlySet<string>[] = [];
  let next = 0;
  for (const word of words) {
    let joined = '';
    do joined += whole(tagged[next]?.text ?? '');
    while (joined.length < whole(word).length && ++next < tagged.length);
    if (joined !== whole(word) || !tagged[next]) return undefined;
    tags.push(tagged[next]!.tags);
    next += 1;
  }
  return next === tagged.length ? tags : undefined;
}

/** Words beside which a negation may not apply to the main verb, or may not mean the opposite. */
const DOUBTFUL = new Set(
  (
    'all every each any some most many much few several both either none no not never nothing nobody nowhere neither nor cannot without ' +
    'everyone everybody everything everywhere someone somebody something somewhere anyone anybody anything ' +
    'only just also too even still already yet always usually often sometimes rarely seldom hardly scarcely barely generally typically ' +
    'mostly mainly commonly frequently occasionally almost nearly perhaps maybe probably possibly certainly really merely simply again ' +
    'because since although though while whereas if unless until till when whenever once so whether what why how but must may might should ought need dare used better rather ' +
    'do does did done let please unlike except hence therefore thus however instead'
  ).split(' '),
);
/** Words that begin a clause of its own. Before the verb they make its subject doubtful. */
const RELATIVES = new Set('who whom whose which that where than'.split(' '));
/** Words that begin a clause only if a verb follows. */
const PERHAPS = new Set('before after'.split(' '));
/** Verbs with the same form in the present and in the past. */
const TIMELESS = new Set(
  'put cut hit set let shut cost hurt burst cast spread split quit rid shed bet read beat bid fit wed thrust'.split(
    ' ',
  ),
);
/** Subjects that are a part of a group: both texts may be true. */
const SHARES =
  /\b(?:an?|the) (?:lot|couple|majority|minority|variety|range|handful|fraction|percentage) of\b|\ba number of\b|\b(?:lots|plenty|half|part|parts) of\b/i;
const CONTRACTION =
  /(?:n['’]t|['’](?:re|ve|ll|d|m))$|^(?:it|he|she|that|there|here|what|who|let|how|where)['’]s$/i;

function statementProblem(text: string): string | undefined {
  if (/[?!;:"“”«»()[\]\n…]|\s{2}|--|—|–/.test(text)) return 'it is no plain statement';
  if (!/^[\p{Lu}\p{N}]/u.test(text) || /[.]\s/.test(text) || /^\s|\s$/.test(text))
    return 'it is no plain statement';
  if (SHARES.test(text)) return 'it is said of a part only';
  // May is a month, too.
  const words = text
    .split(' ')
    .flatMap((word, i) => (i > 0 && word.startsWith('May') ? [] : [bareOf(word)]));
  const doubtful = words.find((word) => DOUBTFUL.has(word));
  if (doubtful !== undefined) return `what a negation beside ${doubtful} would say is in doubt`;
  return words.some((word) => CONTRACTION.test(word)) ? 'it has a contraction' : undefined;
}

const BE = new Set('is are was were am'.split(' '));
const MODALS = new Set('will would can could shall'.split(' '));
const HAVE = new Set('has have had'.split(' '));

/** "is" → "is not": the same words, one more, behind an auxiliary. */
function auxiliaryProblem(
  words: readonly Word[],
  now: readonly string[],
  at: number,
): string | undefined {
  const verb = words[at - 1]!.bare;
  if (!isSame(words.slice(at), now.slice(at + 1))) return 'more than one word would change';
  // "Is not to go" forbids; "could not have been better" praises.
  if (
    (BE.has(verb) && words[at]!.bare === 'to') ||
    (verb === 'could' && words[at]!.bare === 'have')
  )
    return 'it would say something else';
  if (HAVE.has(verb)) {
    if (
      !words[at]!.tags.has('PastTense') &&
      !words[at]!.tags.has('Participle') &&
      words[at]!.bare !== 'been'
    )
      return 'have is no auxiliary here';
  } else if (!BE.has(verb) && !MODALS.has(verb)) return `${quoted(verb)} takes no "not" behind it`;
  return clauseProblem(words, at - 1);
}

/** "leaves" → "does not leave": one verb in another form, all other words as they were. */
function supportProblem(
  words: readonly Word[],
  now: readonly string[],
  at: number,
): string | undefined {
  const [support, not, infinitive] = now.slice(at, at + 3).map(bareOf);
  if (at === 0) return 'it has no subject before its verb';
  const verb = words[at]!;
  if (not !== 'not' || infinitive === undefined || !isSame(words.slice(at + 1), now.slice(at + 3)))
    return 'more than the verb would change';
  const [before, after] = [verb.text, now[at + 2]!].map((word) =>
    word.replace(/[\p{L}\p{N}'’-]+/u, ''),
  );
  if (before !== after) return 'more than the verb would change';
  if (BE.has(verb.bare) || MODALS.has(verb.bare) || TIMELESS.has(verb.bare))
    return `the form ${verb.bare} says too little`;
  const wanted =
    verb.bare === infinitive ? 'do' : isThirdPerson(verb.bare, infinitive) ? 'does' : 'did';
  if (support !== wanted) return 'its tense is in doubt';
  // "The bus stops run late": the verb was a noun, and the next word is the verb.
  if (words[at + 1]?.isVerbAlone(words[at + 1]!.bare)) return 'its verb may be a noun';
  if (wanted === 'do' && !isPlural(words, at)) return 'its subject is in doubt';
  // "A moth did not come" may be true although another one came.
  if (wanted === 'did' && /^an?$/.test(words[0]!.bare)) return 'its subject is any one of its kind';
  if (wanted === 'did' && verb.tags.has('PresentTense')) return 'its tense is in doubt';
  return clauseProblem(words, at);
}

function isThirdPerson(verb: string, infinitive: string): boolean {
  const forms = [`${infinitive}s`, `${infinitive}es`, infinitive.replace(/y$/, 'ies')];
  return forms.includes(verb) || (verb === 'has' && infinitive === 'have');
}

const PLURAL = new Set(
  'i you we they these those people children men women police feet teeth mice geese sheep fish cattle data'.split(
    ' ',
  ),
);

function isPlural(words: readonly Word[], at: number): boolean {
  const subject = words.slice(0, at);
  const last = subject.at(-1)!;
  const [before, isJoined] = [subject.at(-2), subject.some(({ bare }) => bare === 'and')];
  // "The garden needs rain": what looks like the plural of a compound may be the verb.
  if (
    last.tags.has('Plural') &&
    before?.tags.has('Noun') &&
    !before.tags.has('Possessive') &&
    !isJoined
  )
    return false;
  if (PLURAL.has(last.bare) || last.tags.has('Plural')) return true;
  return isJoined && last.tags.has('Noun');
}

const PREPOSITIONS = new Set(
  'to of in by with for at on from into onto over under about through between among against during as like'.split(
    ' ',
  ),
);
/** A sentence that begins with one of these may have its subject behind the verb. */
const PLACES = new Set(
  'here now then up down out off away across along past inside outside within next first last thus such'.split(
    ' ',
  ),
);
const ARTICLES = new Set('a an the my your his its our their this these those'.split(' '));

/** Returns why the verb may not be the only finite one, or may not have its subject before it. */
function clauseProblem(words: readonly Word[], at: number): string | undefined {
  const before = words[at - 1];
  if (!before || before.text.endsWith(',')) return 'it has no subject before its verb';
  // "At the corner stands a house": the subject may follow.
  const subject = words.slice(0, at);
  if (
    (PREPOSITIONS.has(words[0]!.bare) || PLACES.has(words[0]!.bare)) &&
    !subject.some(({ text }) => text.endsWith(','))
  )
    return 'its subject may stand behind it';
  if (before.tags.has('Adverb') || /ly$/.test(before.bare))
    return 'an adverb stands before its verb';
  // "These" and "those" may be a subject. The word after a preposition or an article is no verb.
  if (
    PREPOSITIONS.has(before.bare) ||
    (ARTICLES.has(before.bare) && !/^th(?:is|ese|ose)$/.test(before.bare))
  )
    return 'its verb may be a noun';
  // Both texts may be true: two did, and two did not.
  if (subject.some(({ tags }, i) => tags.has('Value') && (i === 0 || words[i + 1]!.bare === 'of')))
    return 'its subject is a number of things';
  if (
    subject.some(({ tags, bare }) => isFinite(tags) || RELATIVES.has(bare) || PERHAPS.has(bare))
  ) {
    return 'another verb may stand before it';
  }
  const clause = words.slice(at + 1).findIndex(({ bare }) => RELATIVES.has(bare));
  const rest = words.slice(at + 1, clause < 0 ? undefined : at + 1 + clause);
  const time = rest.findIndex(({ bare }) => PERHAPS.has(bare));
  if (time >= 0 && words.slice(at + 1 + time).some(({ tags }) => isFinite(tags)))
    return 'it has another clause';
  const joined = rest.findIndex(({ bare }) => bare === 'and' || bare === 'or');
  const behind = rest.slice(joined + 1);
  if (
    joined >= 0 &&
    (behind[0]?.tags.has('Verb') ||
      behind[1]?.tags.has('Verb') ||
      behind.some(({ tags }) => isFinite(tags)))
  )
    return 'two verbs may be joined';
  const comma = rest.findIndex(({ text }) => text.endsWith(','));
  if (comma >= 0 && rest.slice(comma + 1).some(({ tags }) => tags.has('Verb')))
    return 'two verbs may be joined';
  if (rest.some(({ tags }) => tags.has('Modal') || tags.has('Copula')))
    return 'it has another clause';
  return undefined;
}

function isFinite(tags: ReadonlySet<string>): boolean {
  return tags.has('Verb') && !tags.has('Gerund') && !tags.has('Infinitive');
}

function isSame(words: readonly Word[], now: readonly string[]): boolean {
  return words.length === now.length && words.every(({ text }, i) => text === now[i]);
}
