import { lazy } from '../lazy.js';
import { numberWords } from './number-words.js';
import { ARTICLE } from './phrases.js';

/** How options are written down in running text: where a label or an option's text begins, and where it ends. */

/** Cyrillic and Greek capitals that look like a Latin label, and are typed for one; the Greek `Η` and `Ο` are words. */
const LOOKALIKES: Record<string, string> = {
  A: 'АΑ',
  B: 'ВΒ',
  C: 'С',
  E: 'ЕΕ',
  H: 'Н',
  K: 'КΚ',
  M: 'МΜ',
  N: 'Ν',
  O: 'О',
  P: 'РΡ',
  T: 'ТΤ',
  Z: 'Ζ',
};

/** Scripts that put no space between words: a label may stand against them, and their words need no edge. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
/**
 * Letters of the others (Latin, Greek, Cyrillic, Arabic), digits and marks, as ranges: a class of whole scripts takes milliseconds to
 * compile where case is ignored, and every question has patterns of its own.
 */
const SPACED = '0-9A-Z_a-z\\u00aa\\u00b2-\\u00ba\\u00bc-\\u00be\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u052f\\u0600-\\u06ff\\u1e00-\\u1fff';

const DEGREES = { C: 'celsius|centigrade', F: 'fahrenheit' };

/** No label goes on: not into a word, a number, a grade (`A+`), a time, a contraction or a compound (`A-level`). */
export const LABEL_ENDS = `(?![${SPACED}+#%°]|[.,:/]\\d|['’-][${SPACED}]|\\.[${SPACED}]\\.)`;
export const LABEL_BEGINS = `(?<![${SPACED}'’.+°-])`;
const TEXT_ENDS = `(?![-'’]?[${SPACED}]|[.,]\\d)`;

const NOTHING = '(?!)';

/** Each way to spell a label, and the label. */
export function spellings(labels: readonly string[]): Map<string, string> {
  const isCyrillic = labels.some((label) => /\p{sc=Cyrillic}/u.test(label));
  const pairs = labels.flatMap((label) => {
    const lookalikes = isCyrillic ? '' : (LOOKALIKES[label] ?? '');
    return [label, ...lookalikes].map((sign) => [sign, label] as const);
  });
  return new Map(pairs);
}

/** What an option is, before it says of what, by what or where: `Rayleigh scattering` of sunlight by air. Two words at least. */
const HEAD =
  /^[\p{L}'-]{3,} (?:[\p{L}'-]+ ){0,3}?[\p{L}'-]{4,}(?= (?:of|by|with|from|because|which|that|due|in|on|at|to|for|through|during|into|between) )/u;
const WAYS_TO_SAY: Record<string, string[]> = {
  yes: ['yep', 'yeah', 'yup'],
  no: ['no way', 'nope', 'nah', 'absolutely not', 'certainly not', 'definitely not', 'of course not'],
};

/** A text as patterns know it: the source for itself, and what may not stand before and behind it, each empty where anything may. */
interface Written {
  before: string;
  core: string;
  after: string;
}

/** One way to say an option's text. */
export interface Way extends Written {
  /** What it begins with, in lower case; empty where that is no word. */
  begin: string;
}

/**
 * Patterns for an option's text: as it stands, without its pronoun (`It lights up`: `lights up`, `light up`), in the plural, a person's
 * last name.
 */
export function textVariants(text: string, all: readonly string[]): Way[] {
  const core = stripped(text);
  const others = all.filter((other) => other !== text).map((other) => other.toLowerCase());
  const verb = /^(?:it|he|she|they|we|you) (?<future>will |would )?(?<form>\p{L}+)(?<rest> .+)?$/iu.exec(core)?.groups;
  const bare = verb && formsOf(verb['form']!, verb['future'] !== undefined).map((form) => form + (verb['rest'] ?? ''));
  const name = /^\p{Lu}\p{Ll}+ (?:[\p{L}.]+ ){0,3}(\p{Lu}\p{Ll}{3,})$/u.exec(core)?.[1];
  const plural = /\p{L}{3}$/u.test(core) && !others.some((other) => other.startsWith(core.toLowerCase())) ? '(?:e?s)?' : '';
  const isOwn = (part: string): boolean => !others.some((other) => other.includes(part.toLowerCase()));
  const head = HEAD.exec(core)?.[0];
  const ing = /^(\p{L}{2,}) (?=\p{L})(?<rest>.+)$/u.exec(core);
  const object = /^\p{L}{2,}ing (?=\p{L}+ \p{L})/u.exec(core);
  const degrees = /^(?<number>\d{1,4}) ?°/u.exec(core)?.groups!['number'];
  const yes = /^\d{1,4}$/.test(core) ? numberWords(Number(core)) : WAYS_TO_SAY[core.toLowerCase()];
  // `The Baltic`, where all of them are seas.
  const kind = / \p{L}{3,}$/u.exec(core)?.[0];
  const isShared = kind !== undefined && all.every((other) => stripped(other).endsWith(kind));
  const own = isShared && /^(?:\p{Lu}\p{Ll}{3,}|\d{1,3}(?:st|nd|rd|th) )/u.test(core) ? core.slice(0, -kind.length) : undefined;
  const texts = [
    ...(yes ?? []),
    ...(degrees === undefined ? [] : numberWords(Number(degrees)).map((number) => `${number} degrees`)),
    ...(object !== null ? [core.slice(object[0].length)] : []),
    ...(head !== undefined ? [head] : []),
    ...(ing !== null && object === null && !verb
      ? [gerund(ing[1]!), formsOf(ing[1]!, true).at(-1)!].map((form) => `${form} ${ing.groups!['rest']!}`)
      : []),
    ...(bare ?? []),
    ...(own !== undefined ? [own] : []),
    ...(name !== undefined ? [name] : []),
  ];
  const itself = written(text, plural);
  return [
    ...(itself === undefined ? [] : [{ ...itself, core: withAnyOwner(itself.core, all), begin: beginOf(text) }]),
    ...texts.filter(isOwn).flatMap((way) => {
      const pattern = written(way);
      return pattern === undefined ? [] : [{ ...pattern, begin: beginOf(way) }];
    }),
  ];
}

/** The source of a pattern for any of them, the first that fits. What neighbours have at their edges is compiled but once. */
export function anyOf(ways: readonly Written[]): string {
  const runs: Written[][] = [];
  for (const way of ways) {
    const [last] = runs.at(-1) ?? [];
    if (last?.before === way.before && last.after === way.after) runs.at(-1)!.push(way);
    else runs.push([way]);
  }
  const source = (run: Written[]): string => `${run[0]!.before}(?:${run.map(({ core }) => core).join('|')})${run[0]!.after}`;
  return runs.map(source).join('|') || NOTHING;
}

/** `It breaks` is said as `will break`, `it will break` as `breaks`. */
function formsOf(verb: string, isBase: boolean): string[] {
  if (/^(?:is|was|has|be|not)$/i.test(verb)) return [verb];
  const third = verb.replace(/(?<=[^aeiou])y$/, 'ie').replace(/(?<=ss|[xo]|zz|[cs]h)$/, 'e');
  return isBase ? [verb, `${third}s`] : [verb.replace(/ies$/, 'y').replace(/(?<=ss|[xo]|zz|[cs]h)es$|s$/, ''), verb];
}

/** `Throw it away` is said as `throwing it away`. */
function gerund(verb: string): string {
  if (/^[^aeiou]{0,2}[aeiou][bdgmnprt]$/i.test(verb)) return `${verb}${verb.at(-1)!}ing`;
  return `${verb.replace(/ie$/, 'y').replace(/(?<![eoy])e$/, '')}ing`;
}

/** Whatever holds a text holds its first word, in lower case; empty where it begins with something else. */
function beginOf(text: string): string {
  return /^\p{L}+/u.exec(stripped(text))?.[0].toLowerCase() ?? '';
}

const OWNER = /(?<= )(?:its|their|his|her|the|your|our|my) (?=\p{L})/giu;

/** `Through its gills` is said as `through the gills` and `through their gills`, where no other option differs in nothing else. */
function withAnyOwner(source: string, all: readonly string[]): string {
  const bare = all.map((text) => text.toLowerCase().replace(OWNER, ''));
  return new Set(bare).size < all.length ? source : source.replace(OWNER, '(?:its|their|his|her|the|your|our|my) ');
}

/** The source of a pattern for an option's text as a whole; empty where there is nothing to find. */
export function textSource(text: string): string {
  const { before, core, after } = written(text) ?? { before: '', core: '', after: '' };
  return before + core + after;
}

/** @returns undefined where there is nothing to find */
function written(text: string, plural = ''): Written | undefined {
  const plain = stripped(text);
  const [first, last] = [[...plain][0], [...plain].at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const core = plain
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace(/ +/g, ' ')
    .replace(/['’]/g, "['’]")
    // `Stop, drop and roll` is written `stop, drop, and roll`.
    .replace(/,? (?=(?:and|or) )/g, ',? ')
    // `100 °C` is written `100°C`, or in words.
    .replace(/(?<=\d) ?° ?([CF])$/, (_, scale: 'C' | 'F') => `(?: ?° ?${scale}| degrees?(?: (?:${DEGREES[scale]}|${scale}))?)`)
    .replace(/(?<=\d) ?°$/, '(?: ?°| degrees?)')
    .replace(/(?<=\d) (?=[\p{L}\\/²³]{1,7}$)/u, ' ?');
  const before = isSpacedWord(first) ? `(?<![${SPACED}-])` : '';
  return isSpacedWord(last) ? { before, core: core + plural, after: TEXT_ENDS } : { before, core, after: '' };
}

/**
 * Says whether an option's text stands in another. To compile its pattern takes a tenth of a millisecond, and of most texts its first word
 * alone shows that they do not have it.
 */
export function textTest(text: string): (said: string) => boolean {
  const begin = beginOf(text);
  const compiled = lazy(() => new RegExp(textSource(text) || NOTHING, 'iu'));
  return (said) => said.toLowerCase().includes(begin) && compiled().test(said);
}

/** What may stand between a label and its text, one after the other. */
const LEADS = [/^[.):,]/, /^ /, /^["'“(]/, new RegExp(`^${ARTICLE} `, 'iu')];

/** Says whether a text begins with that of an option, as what stands behind its label may. */
export function textLeads(text: string): (said: string) => boolean {
  const begin = beginOf(text);
  const { core, after } = written(text) ?? { core: NOTHING, after: '' };
  const compiled = lazy(() => new RegExp(`^(?:${core})${after}`, 'iu'));
  const isHere = (said: string): boolean => said.slice(0, begin.length).toLowerCase().startsWith(begin) && compiled().test(said);
  return (said) => {
    let rest = said;
    return isHere(rest) || LEADS.some((lead) => isHere((rest = rest.replace(lead, ''))));
  };
}

const ITS_ARTICLE = new RegExp(`^${ARTICLE} (?=\\S)`, 'iu');

/** Without its article and its full stop, which tell no options apart. */
function stripped(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[*`_$]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const bare = plain.replace(ITS_ARTICLE, '');
  return bare.replace(/(?<![ .,;:!?。])[ .,;:!?。]+$/, '') || bare;
}

function isSpacedWord(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign) && !UNSPACED.test(sign);
}
