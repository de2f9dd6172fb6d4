/** English word formation: what a word becomes when it is bent or lengthened. Spelling only: which words take it is the lexicon's. */

const CONSONANT = '[bcdfghjklmnpqrstvwxz]';
/** One vowel between consonants in the last syllable: `slut`, not `wank`. */
const SHORT = new RegExp(`(?:^|[^aeiou])[aeiou](?![wxy])${CONSONANT}$`);
/** A single syllable, or the stress on the last: `bullshit`, not `orgasm`. */
const STRESSED = /^[^aeiouy]*[aeiouy][^aeiouy]*$|shit$/;
const SIBILANT = /(?:s|x|z|ch|sh)$/;
const CONSONANT_Y = new RegExp(`${CONSONANT}y$`);

export function plurals(noun: string): string[] {
  if (CONSONANT_Y.test(noun)) return [`${noun.slice(0, -1)}ies`];
  if (SIBILANT.test(noun)) return [`${noun}es`];
  return noun.endsWith('o') ? [`${noun}s`, `${noun}es`] : [`${noun}s`];
}

/** The word as it stands before a suffix that begins with a vowel. */
function beforeVowel(word: string): string {
  if (word.endsWith('e')) return word.slice(0, -1);
  return SHORT.test(word) && STRESSED.test(word) ? word + word.at(-1)! : word;
}

/** The third person, the past, the participles (`-in` for `-ing`), and whoever does it. */
export function verbForms(verb: string): string[] {
  const stem = beforeVowel(verb);
  return [...plurals(verb), `${stem}ed`, `${stem}ing`, `${stem}in`, `${stem}er`, `${stem}ers`];
}

/** Grades, manner and quality. */
export function adjectiveForms(adjective: string): string[] {
  if (!adjective.endsWith('y'))
    return [`${beforeVowel(adjective)}er`, `${beforeVowel(adjective)}est`, `${adjective}ly`, `${adjective}ness`];
  const stem = adjective.slice(0, -1);
  return [`${stem}ier`, `${stem}iest`, `${stem}ily`, `${stem}iness`];
}

/** What is full of it, or like it. */
export function likenesses(noun: string): string[] {
  const stem = beforeVowel(noun);
  return [`${stem}y`, ...adjectiveForms(`${stem}y`), `${stem}ish`];
}
