/** A shorter text is no key, and taking it out would garble innocent words. */
const SHORTEST_SECRET = 6;

/** Every form in which a key may come back: as it is, URL-encoded, and in base64. */
function formsOf(secret: string): string[] {
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
}

/**
 * Replaces keys in every text of a value, however deep, so that no writer can print one: an endpoint may send back what it
 * was sent. Returns a copy.
 */
export function redact<T>(value: T, secrets: readonly string[]): T {
  const forms = [...new Set(secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(formsOf))];
  forms.sort((a, b) => b.length - a.length);
  const scrub = (text: string) => forms.reduce((clean, form) => clean.replaceAll(form, '***'), text);
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return scrub(node);
    if (Array.isArray(node)) return node.map(walk);
    if (node !== null && typeof node === 'object') {
      return Object.fromEntries(Object.entries(node).map(([key, inner]) => [scrub(key), walk(inner)]));
    }
    return node;
  };
  return forms.length === 0 ? value : (walk(value) as T);
}
