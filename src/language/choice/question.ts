import { END, START, words } from './phrases.js';
import { textTest } from './signs.js';

/** What is asked for, as far as a rule can tell: what a sentence must say to be an answer to it. */
export interface Asked {
  /** Every word of the question that carries meaning. */
  words: readonly string[];
  /** All of them as they stand, in small letters. */
  said: readonly string[];
  /** Those of what is asked for itself: `part of the digestive system`. */
  about: readonly string[];
  isNegated: boolean;
  /** What is to be counted, where it asks how many; else whatever it names. */
  counted: readonly string[];
  asksHowMany: boolean;
  /** What kind of thing it asks for: `which blood type`. */
  kinds: readonly string[];
  /** Places of the options that it names itself: a sentence with one of these tells it over again. */
  named: readonly number[];
  /** It asks for the option that is wrong: `X is false` is an answer then, not a denial. */
  isForWrong: boolean;
  /** The verb it begins with, where it asks for a yes or a no: `is`. */
  polar: string | undefined;
  /** What it tells, for `true or false?`, has a "not". */
  isDenial: boolean;
}

const NEGATORS = new RegExp(
  `${START}${words("not|cannot|never|neither|nor|no|without|except|excluding|unable|incapable|lack(?:s|ed|ing)?|(?:is|are|was|were|do|does|did|would|could|should|has|have|had|can|ca|wo)n['’]t", 'nicht|kein\\p{L}*|pas|não|niet|geen|non|ne|не|nie')}${END}`,
  'giu',
);
const FORMS = words(
  'an?|the|this|that|these|those|it|its|they|them|their|he|she|his|her|we|us|our|you|your|i|my|there|here|what|which|who|whom|whose|where|when|why|how|if|while|although|because|since|so|then|than|and|or|but|nor|either|both|also|too|as|well',
  'is|are|was|were|be|been|being|am|do|does|did|have|has|had|will|would|can|could|may|might|must|shall|should|s|ll|d|re|t|isn|aren|wasn|weren|doesn|don|didn|won|not|non|cannot|no|never|neither|only|just|except',
  'of|in|on|at|to|by|for|from|with|into|among|amongst|between|about|over|under|during|through|out|up',
  'located|situated|lies?|lying|able|unable|capable|incapable|lacks?|lacked|lacking|belongs?|belonged|belonging',
  'one|ones|pair|piece|kind|option|options|answer|answers|choice|following|list|listed|above|below|given|therefore|thus|hence|indeed|really|truly|certainly|actually|definitely|clearly|obviously|simply|readily|easily|naturally|directly|fully|freely|officially|technically|exactly|primarily|chiefly|course|called|known|named|likely|probably|most|fact|considered|anymore|longer|strictly|such|all|each|other|any|some|very|now|things?|items?|something',
);
const EMPTY = new RegExp(`^${FORMS}$`, 'iu');
/** Where the forms of a common word do not begin alike: it, and its forms. */
const IRREGULAR = [
  'write wrote written, make made, find found, know knew, lose lost, take took taken, give gave given, build built',
  'grow grew grown, hold held, keep kept, lead led, win won, begin began begun, see saw seen, become became, come came',
  'eat ate eaten, drink drank drunk, fly flew flight flies, run ran, sing sang sung, speak spoke spoken, say said, feel felt',
  'tell told, leave left, meet met, sell sold, send sent, wear wore worn, choose chose chosen, pay paid, buy bought, bring brought',
  'teach taught, think thought, man men, woman women, child children, foot feet, tooth teeth, mouse mice, happen happens',
  'use used uses using, drive drove driven, fall fell fallen, break broke broken, freeze froze frozen, steal stole stolen',
  'ride rode ridden, rise risen, swim swam swum, tear tore torn, beat beaten, bite bitten, blow blew blown, catch caught',
  'draw drew drawn, feed fed, fight fought, forget forgot forgotten, hear heard, hide hid hidden, mean meant, shoot shot',
  'sleep slept, spend spent, stand stood, stick stuck, strike struck, sweep swept, throw threw thrown, understand understood',
  'wake woke woken, shake shook shaken, shine shone, spin spun, sink sank sunk, shrink shrank shrunk, bleed bled, breed bred',
  'deal dealt, dig dug, flee fled, hang hung, lend lent, light lit, lay laid, seek sought, swing swung, bend bent, sting stung',
  'creep crept',
  // Words that say the same wherever something is asked for.
  'make produce produces produced producing, large big, larger bigger, largest biggest, begin start starts started starting',
  'happen occur occurs occurred occurring, need require requires required requiring',
];
const FORMS_OF: Record<string, string> = Object.fromEntries(
  IRREGULAR.flatMap((line) => line.split(', ')).flatMap((forms) => {
    const [base, ...others] = forms.split(' ');
    return others.map((form) => [form, base!]);
  }),
);

const ASKS = new RegExp(`${START}(?:which|what|who|whom|whose|where|when|why|how)${END}`, 'iu');
const ASKS_FOR_WRONG = new RegExp(
  `${START}(?:false|incorrect|wrong|untrue|(?:not|n['’]t) (?:true|correct|right|accurate)|odd one)${END}`,
  'iu',
);
const HOW_MANY = /(?<!\p{L})how (?:many|much|old|long|tall|high|far|wide|deep|heavy)(?!\p{L})/iu;
const POLAR = /^(?:(?:so|then|and|now),? )?(is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|may)(?!\p{L})/iu;
const QUANTITY = ['many', 'much', 'old', 'long', 'tall', 'high', 'far', 'wide', 'deep', 'heavy'].flatMap((word) => meaning(word));
const SCENE = /^(?:if|when|while|as|after|before|because|since|in|on|at|given|during|for|among|of)\s[^,]*,\s/iu;
const VERB = new RegExp(`${START}(?:is|are|was|were|be|do|does|did|has|have|had|can|could|will|would|should|may|might)${END}`, 'iu');

/** Whether a text denies: two denials make none. */
export function isNegated(text: string): boolean {
  return (text.match(NEGATORS) ?? []).length % 2 === 1;
}

export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function meaning(text: string): string[] {
  return [
    ...new Set(
      wordsIn(text)
        .filter((word) => !EMPTY.test(word))
        .map(stem),
    ),
  ];
}

function stem(word: string): string {
  const base = FORMS_OF[word] ?? word;
  const short = base
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?:ing|ed|es|s|ly)$/, '')
    .replace(/(?:e|al|ic)$/, '');
  return short.length < 3 ? base : short.replace(/(\p{L})\1$/u, '$1');
}

/** Before these `in` denies nothing. */
const NO_OPPOSITES = /^(?:flammable|valuable|famous|habit|different)/iu;
const OPPOSITE = /^(?:(?:un|non)(?=\p{L}{4})|(?:in|im|ir|il)(?=\p{L}{6}))(?<base>\p{L}+)$/iu;

/**
 * `The lizard is a vertebrate`, where invertebrates are asked for: each word by the question's own, and a "not" where it is the opposite.
 */
export function inItsWords(text: string, { words: asked, said }: Asked): string {
  const plain = asked.includes('outside') || !said.includes('in') ? text : text.replace(/(?<!\p{L})outside(?: of)?(?= \p{L})/giu, 'not in');
  const opposites = new Set(asked.flatMap((word) => baseOf(word) ?? []));
  return plain.replace(/\p{L}+/gu, (word) => {
    const [own] = meaning(word);
    if (own === undefined || asked.includes(own)) return word;
    const base = baseOf(word.toLowerCase());
    if (base !== undefined && meaning(base).some((one) => asked.includes(one))) return `not ${base}`;
    return opposites.has(own) ? `not ${asked.find((one) => baseOf(one) === own)!}` : word;
  });
}

function baseOf(word: string): string | undefined {
  const base = OPPOSITE.exec(word)?.groups!['base'];
  return base === undefined || NO_OPPOSITES.test(base) ? undefined : base;
}

/** What the question itself calls likely, usual or wrong is no doubt of the answer's. */
export function withoutItsWords(text: string, asked: Asked): string {
  return text.replace(/\p{L}+/gu, (word) => (asked.said.includes(word.toLowerCase()) ? '' : word));
}

export function isAmong(word: string, list: readonly string[]): boolean {
  return list.some(
    (other) =>
      word === other ||
      (Math.min(word.length, other.length) >= 5 && (word.startsWith(other) || other.startsWith(word))) ||
      isOneFamily(word, other),
  );
}

/** `The world's largest ocean` is the largest one. */
const SCOPE = new Set(['world', 'globe', 'earth', 'today', 'current'].flatMap((word) => meaning(word)));

/** Whether all of these words are the question's, and so many of what it asks for are among them. */
export function coversAll(said: readonly string[], asked: Asked, least = 1 / 3): boolean {
  const own = said.filter((word) => !SCOPE.has(word) || asked.words.includes(word));
  const covered = asked.about.filter((word) => isAmong(word, own)).length;
  return own.length > 0 && own.every((word) => isAmong(word, asked.words)) && covered >= asked.about.length * least;
}

/** `mitochondrion` and `mitochondria`: nearly all of both is alike. */
function isOneFamily(word: string, other: string): boolean {
  const common = Math.max(word.length, other.length) - 3;
  return common >= 7 && word.slice(0, common) === other.slice(0, common);
}

/** @param text - the question as asked; options told below it are no part of what is asked for */
export function askedBy(text: string, options: readonly string[]): Asked {
  const plain = text.normalize('NFKC').replace(/[*_`]/g, '');
  const first = Math.min(...options.map((option) => place(plain, option)), plain.length);
  const above = plain.slice(0, first).trimEnd();
  // What stands before the first option's text is its label.
  const told = (first < plain.length ? above.replace(/(?<![\p{L}\p{N}])[(\[]?[\p{L}\p{N}]{1,2}[.):\]-]?$/u, '') : above).trim() || plain;
  const sentences = told
    .split(/(?<=[.!?。？])\s+|\n+/u)
    .filter((sentence) => /\p{L}/u.test(sentence) && !/^(?:options|choices|answers?)\s*:?$/i.test(sentence));
  const asking =
    sentences.findLast((sentence) => /[?？]\s*$/.test(sentence)) ??
    sentences.findLast((sentence) => ASKS.test(sentence)) ??
    sentences.at(-1) ??
    '';
  const clause = asking.split(/[,;]\s/).find((part) => ASKS.test(part)) ?? asking.replace(SCENE, '');
  const verb = VERB.exec(clause);
  const isOpen = verb !== null && ASKS.test(clause.slice(0, verb.index));
  const kinds = isOpen ? meaning(clause.slice(0, verb.index)) : [];
  const asksHowMany = HOW_MANY.test(clause);
  const things = asksHowMany ? kinds.filter((word) => !QUANTITY.includes(word)) : [];
  // Of `which of these instruments is a string instrument` only `string` tells.
  const about = isOpen ? meaning(clause.slice(verb.index + verb[0].length)).filter((word) => !isAmong(word, kinds)) : meaning(clause);
  const named = options.flatMap((option, index) => (textTest(option)(told) ? [index] : []));
  const polar = asking.includes('?') ? POLAR.exec(clause)?.[1]?.toLowerCase() : undefined;
  return {
    polar,
    isDenial: isNegated(told),
    named,
    said: wordsIn(told),
    words: meaning(told),
    asksHowMany,
    kinds: asksHowMany ? [] : kinds,
    counted: things.length > 0 ? things : meaning(told),
    about: about.length > 0 ? about : meaning(clause),
    isNegated: isNegated(clause),
    isForWrong: ASKS_FOR_WRONG.test(clause),
  };
}

/** Where an option's text stands by itself behind a line break or a label. */
function place(text: string, option: string): number {
  const at = [`\n${option}`, `. ${option}`, `) ${option}`].map((sign) => text.indexOf(sign)).filter((index) => index > 0);
  return at.length === 0 ? text.length : Math.min(...at);
}
