import { isAmong, meaning } from './question.js';
import { CROSSES, TICKS } from './marks.js';

const SUM_BEFORE = /(?:[-+*/×·^]|(?<!\p{L})(?:plus|minus|times|(?:divided|multiplied) by))\s?$/iu;
const SUM_BEHIND = /^\s?(?:[=×*+]|(?:plus|minus|times|divided|multiplied)(?!\p{L}))/iu;
const DEGREES = /^\s?(?:° ?[CF]?|degrees(?: (?:celsius|fahrenheit))?)(?!\p{L})/iu;
const ENDS = new RegExp(
  `^(?:["'”)\\]]|\\s?$|\\s?[.,;:!?()=–—${TICKS}${CROSSES}←]| (?:(?:is|are|was|were|has|have|does|do|can)(?:n['’]t)?|and|or|because|since|as)(?!\\p{L}))`,
  'u',
);
const COUNTS = /^ (\p{L}+)/u;

/** Behind a number, where it asks how old, how long or how much something is. */
const UNIT =
  /^ (?:years?(?: old| of age)?|months?|weeks?|days?|hours?|minutes?|seconds?|(?:kilo|centi|milli)?met(?:er|re)s?|[kcm]?m|miles?|feet|inch(?:es)?|(?:kilo|milli)?grams?|k?g|tons?|dollars?|euros?|pounds?|cents?)(?![\p{L}\p{N}])/iu;
const MEASURED = new Set(['old', 'long', 'tall', 'high', 'far', 'wide', 'deep', 'heavy', 'much'].flatMap((word) => meaning(word)));

const YEAR = /^\d{4}$/;
const DATE_BEFORE =
  /(?:(?<!\p{L})(?:in|on) (?:the )?(?:(?:early|late|night|evening|morning|afternoon|end|beginning|year|autumn|spring|summer|winter|fall) (?:of )?)?)?(?:(?:\d{1,2}(?:st|nd|rd|th)?\.? )?(?:January|February|March|April|May|June|July|August|September|October|November|December) (?:\d{1,2},? )?)?$/iu;

/** How far the date goes back of which a year is an option: `on 9 November 1989`. */
export function dateBefore(said: string, before: string): number {
  return YEAR.test(said) ? DATE_BEFORE.exec(before.slice(-40))![0].length : 0;
}

/**
 * How far the measure behind a number goes that is an option: `100 °C`; `12 apples` where the question counts apples. Undefined where the
 * number stands within a sum or counts other things.
 */
export function measureOf(before: string, after: string, counted: readonly string[]): number | undefined {
  if (SUM_BEFORE.test(before) || SUM_BEHIND.test(after)) return undefined;
  const degrees = DEGREES.exec(after);
  if (degrees) return degrees[0].length;
  const unit = counted.some((word) => MEASURED.has(word)) ? UNIT.exec(after) : null;
  if (unit) return unit[0].length;
  if (ENDS.test(after)) return 0;
  const thing = meaning(COUNTS.exec(after)?.[1] ?? '');
  return thing.length > 0 && thing.every((word) => isAmong(word, counted)) ? COUNTS.exec(after)![0].length : undefined;
}

const WITH_UNIT = /^(?<number>\d[\d.,]*)(?<unit> ?[^\d\s].{0,20})$/u;
const BARE =
  /^(?<before>(?:(?:final |correct |the )*answer(?: is)?:? |(?:so|thus|therefore),? )?)[$€£]?(?<number>\d[\d.,]*?) ?[$€£]?[.!]?$/iu;

/** `Answer: 34`, where all options are euros: its number with their unit. Numbers on the way to it stand in sentences, or are no option. */
export function withUnit(line: string, options: readonly string[], labels: readonly string[]): string {
  const { before, number } = BARE.exec(line)?.groups ?? {};
  if (number === undefined || labels.includes(number)) return line;
  const parts = options.map((option) => WITH_UNIT.exec(option)?.groups);
  const isOne = parts.every((part) => part !== undefined && part['unit'] === parts[0]!['unit']);
  return isOne && parts.filter((part) => part!['number'] === number).length === 1 ? `${before!}${number}${parts[0]!['unit']!}` : line;
}
