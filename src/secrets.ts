/** A shorter text is no key (`none`, `EMPTY` …), and taking it out would garble innocent words. */
const SHORTEST_SECRET = 6;

/** Every usual spelling in which a key may come back: as it is, URL-encoded, and in base64. */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64');
  return [secret, base64, base64.replace(/=+$/, ''), bytes.toString('base64url'), encodeURIComponent(secret)];
}

/** Puts `***` in the place of every key, in any usual spelling. */
export function scrubber(secrets: readonly string[]): (text: string) => string {
  const spellings = [...new Set(secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(spellingsOf))];
  // The longest first, so that no end of one stays behind.
  spellings.sort((a, b) => b.length - a.length);
  return (text) => spellings.reduce((clean, spelling) => clean.replaceAll(spelling, '***'), text);
}

/** Scrubs every text of a value, however deep, so that no writer can print a key. Returns a copy. */
export function redact<T>(value: T, secrets: readonly string[]): T {
  const scrub = scrubber(secrets);
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return scrub(node);
    if (Array.isArray(node)) return node.map(walk);
    if (node !== null && typeof node === 'object') {
      return Object.fromEntries(Object.entries(node).map(([key, inner]) => [scrub(key), walk(inner)]));
    }
    return node;
  };
  return walk(value) as T;
}
