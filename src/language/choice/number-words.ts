/** Whole numbers in English words, as answers spell them: `forty-two`, `a hundred and five`, `nineteen eighty-nine`. */

/** From `zero`, each at its own number. */
export const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const WORD = `(?:${[...ONES, ...TENS, 'hundred', 'thousand'].join('|')})`;
/** A number in digits or in words. */
export const NUMBER = new RegExp(`^(?:[\\d.,/]+|(?:a )?${WORD}(?:(?:[ -]| and )${WORD}){0,7})$`, 'iu');
/** `A hundred and` five: the number begins before what was found. */
export const GOES_BEFORE = new RegExp(`(?<!\\p{L})(?:${WORD}[ -]|(?:hundred|thousand) and )$`, 'iu');

const MOST = 9_999;

function below100(number: number): string[] {
  if (number < 20) return [ONES[number]!];
  const [tens, ones] = [TENS[Math.floor(number / 10) - 2]!, number % 10];
  return ones === 0 ? [tens] : [`${tens}-${ONES[ones]!}`, `${tens} ${ONES[ones]!}`];
}

/** `A hundred`, `one hundred and five`. */
function withUnit(number: number, name: 'hundred' | 'thousand', rests: readonly string[]): string[] {
  const unit = name === 'hundred' ? 100 : 1_000;
  const count = Math.floor(number / unit);
  const heads = [...(count === 1 ? [`a ${name}`] : []), `${ONES[count]!} ${name}`];
  return heads.flatMap((head) => (number % unit === 0 ? [head] : rests.flatMap((rest) => [`${head} and ${rest}`, `${head} ${rest}`])));
}

/** The ways to say a number; none where it is too large. */
export function numberWords(number: number): string[] {
  if (!Number.isInteger(number) || number < 0 || number > MOST) return [];
  if (number < 100) return below100(number);
  if (number < 1_000) return withUnit(number, 'hundred', below100(number % 100));
  const [high, low] = [Math.floor(number / 100), number % 100];
  const year = low < 10 || high % 10 === 0 ? [] : below100(high).flatMap((century) => below100(low).map((rest) => `${century} ${rest}`));
  return [...withUnit(number, 'thousand', number % 1_000 < 100 ? below100(number % 1_000) : numberWords(number % 1_000)), ...year];
}
