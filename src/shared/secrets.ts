import { escapedUnits } from './json.ts';

/**
 * Minimum length of a secret that is replaced in texts, in characters. To replace a shorter one
 * (`none`, `EMPTY`) would garble other words. GitHub masks it in the log all the same, but none of
 * its encodings.
 */
const MIN_SECRET_LENGTH = 6;

/**
 * Minimum length of a spelling that is masked across line breaks. A shorter one may be a sequence
 * of words.
 */
const MIN_WRAPPED_LENGTH = 16;

/**
 * The spellings of secrets that GitHub must mask: as they are, in base64 (also at any of three
 * offsets within a longer text), URL-encoded, as JSON and in hexadecimal digits.
 */
export function spellingsOf(secrets: readonly string[]) {
  return [...new Set([...secrets, ...secrets.filter(isLongEnough).flatMap(encodingsOf)])];
}

/**
 * Makes a function that replaces every secret by `***`, in all its spellings, upper or lower case,
 * wrapped lines included.
 */
export function scrubber(secrets: readonly string[]) {
  const keys = secrets.filter(isLongEnough);
  const spellings = spellingsOf(keys);
  const onOneLine = anyPattern([...keys.map(addressPattern), ...spellings.map(literalPattern)]);
  const longSpellings = spellings.filter(
    (spelling) => spelling.length >= MIN_WRAPPED_LENGTH && !/\s/.test(spelling),
  );
  const overLines = anyPattern(
    longSpellings.map((spelling) => Array.from(spelling, literalPattern).join('\\s*')),
  );
  return (text: string) => {
    const replaced = text.replace(onOneLine, '***');
    // The second pattern is slow. It runs only if the text without white space holds a key.
    const isWrapped = replaced.replace(/\s+/g, '').search(onOneLine) >= 0;
    return isWrapped ? replaced.replace(overLines, '***') : replaced;
  };
}

function anyPattern(patterns: readonly string[]) {
  // The longest spellings come first, so that no end of one remains. `(?!)` matches nothing.
  const longestFirst = patterns.toSorted((a, b) => b.length - a.length);
  return new RegExp(longestFirst.join('|') || '(?!)', 'gi');
}

/** A copy of a value with all its texts scrubbed. */
export function scrubbed<T>(value: T, scrub: (text: string) => string): T {
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return scrub(node);
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, inner]) => [scrub(key), walk(inner)]),
    );
  };
  return walk(value) as T;
}

function isLongEnough(secret: string) {
  return secret.length >= MIN_SECRET_LENGTH;
}

function encodingsOf(secret: string) {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64');
  const inBase64 = [
    base64,
    base64.replace(/={1,2}$/, ''),
    ...[0, 1, 2].map((offset) => withinBase64(bytes, offset)),
  ];
  const inBase64Url = inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [
    ...inBase64,
    ...inBase64Url,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
  ];
}

/** The base64 digits that depend on the key alone, with `offset` bytes (modulo 3) before it. */
function withinBase64(bytes: Buffer, offset: number) {
  return Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .slice(Math.ceil((offset * 8) / 6))
    .replace(/.==?$/, '');
}

/** A pattern for the key with any of its characters percent-encoded. */
function addressPattern(secret: string) {
  const characters = Array.from(secret, (character) => {
    const encoded = Buffer.from(character).toString('hex').replace(/../g, '%$&');
    return `(?:${literalPattern(character)}|${encoded})`;
  });
  return characters.join('');
}

function literalPattern(text: string) {
  return text.replace(/[^\w]/g, escapedUnits);
}
