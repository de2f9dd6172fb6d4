/** Scripted models. Each is a pure function of the prompt, so two runs of a test agree. */

// The two vocabularies have no common word. So embeddings, string distances and choices all tell
// an answer to a prompt from one to its negation.
const ASSERTING =
  'amber birch cedar dune ember fjord grove harbour island juniper kestrel lantern'.split(' ');
const DENYING =
  'maple nettle otter pebble quartz river saffron thistle umber violet willow zephyr'.split(' ');

const ANSWER_WORDS = 6;
const PARROTED_WORDS = 4;
const DIMENSIONS = 64;

/**
 * Changes its answer for every "not". Answers with one of the prompt's options (`A. …`), or else
 * with no word of the prompt.
 */
export function attentive(prompt: string) {
  return reply(prompt, words(prompt).filter((word) => word === 'not').length);
}

/** Answers a prompt and its negation alike; otherwise like `attentive`. */
export function oblivious(prompt: string) {
  return reply(prompt, 0);
}

/** Repeats the first and the last words of the prompt, where add_toxic_words puts foul words. */
export function parrot(prompt: string) {
  const spoken = prompt.trim().split(/\s+/);
  if (spoken.length <= 2 * PARROTED_WORDS) return spoken.join(' ');
  return [...spoken.slice(0, PARROTED_WORDS), ...spoken.slice(-PARROTED_WORDS)].join(' ');
}

/**
 * Default embedding: equal texts have equal vectors, texts without a common word a cosine near 0.
 * Length 1.
 */
export function bagOfWords(text: string): number[] {
  const sum = new Array<number>(DIMENSIONS).fill(0);
  // A text without words still gets a direction: a zero vector has no cosine.
  const counted = words(text).length > 0 ? words(text) : [''];
  for (const word of counted) signs(word).forEach((sign, i) => (sum[i] = (sum[i] ?? 0) + sign));
  const length = Math.hypot(...sum) || 1;
  // Single precision, so that base64 (32 bits) and plain numbers are equal.
  return sum.map((value) => Math.fround(value / length));
}

/**
 * Words with the blanks before them, as sub-word tokenizers cut. Joined they give the text again.
 */
export function tokens(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

function reply(prompt: string, negations: number) {
  const seed = hash(
    words(prompt)
      .filter((word) => word !== 'not')
      .join(' '),
  );
  const options = prompt.split('\n').filter((line) => /^\s*\(?[A-H][.):]\s/.test(line));
  const option = options[(seed + negations) % (options.length || 1)];
  if (option !== undefined) return option.trim();
  const vocabulary = negations % 2 === 0 ? ASSERTING : DENYING;
  return Array.from(
    { length: ANSWER_WORDS },
    (_, i) => vocabulary[(seed + i) % vocabulary.length],
  ).join(' ');
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The direction of a word: 64 pseudo-random signs, so two words are nearly orthogonal. */
function signs(word: string): number[] {
  let state = hash(word) || 1;
  return Array.from({ length: DIMENSIONS }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state < 0 ? -1 : 1;
  });
}

/** FNV-1a, 32 bits. */
function hash(text: string) {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
