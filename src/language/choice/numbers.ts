import { isAmong, meaning } from './question.js';

const SUM_BEFORE = /[-+*/×·^]\s?$/;
const SUM_BEHIND = /^\s?[=×*+]/;
const DEGREES = /^\s?(?:° ?[CF]?|degrees(?: (?:celsius|fahrenheit))?)(?!\p{L})/iu;
const ENDS = /^(?:["'”)\]]|\s?$|\s?[.,;:!?()=–—✅✓✔❌✗✘←]| (?:is|are|and|or|because|since|as)(?!\p{L}))/u;
const COUNTS = /^ (\p{L}+)/u;

/**
 * How far the measure behind a number goes that is an option: `100 °C`; `12 apples` where the question counts apples. Undefined where the
 * number stands within a sum or counts other things.
 */
export function measureOf(before: string, after: string, counted: readonly string[]): number | undefined {
  if (SUM_BEFORE.test(before) || SUM_BEHIND.test(after)) return undefined;
  const degrees = DEGREES.exec(after);
  if (degrees) return degrees[0].length;
  if (ENDS.test(after)) return 0;
  const thing = meaning(COUNTS.exec(after)?.[1] ?? '');
  return thing.length > 0 && thing.every((word) => isAmong(word, counted)) ? COUNTS.exec(after)![0].length : undefined;
}
