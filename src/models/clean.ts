/** Makes hostile text fit for a message: one line, no control characters, no keys, at most `limit` characters. */
export type Clean = (text: string, limit?: number) => string;

const LIMIT = 300;

/** Shorter ones are no secrets (`none`, `EMPTY` …), and blotting them out would make messages unreadable. */
const SHORTEST_SECRET = 5;

/** @param secrets keys that must not be shown, in no usual encoding either. */
export function cleaner(secrets: readonly string[]): Clean {
  const spellings = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap(spellingsOf)
    .sort((a, b) => b.length - a.length);
  return (text, limit = LIMIT) => {
    // Cc: control, Cf: invisible and right-to-left signs, Zl and Zp: line separators, Cs: halves of a pair.
    const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\p{Cf}\p{Cs}]/gu, '').replace(/ +/g, ' ').trim();
    // Before the cut: the half of a key is still half a key.
    const scrubbed = spellings.reduce((shown, secret) => shown.replaceAll(secret, '***'), line);
    const characters = [...scrubbed];
    return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : scrubbed;
  };
}

function spellingsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [secret, base64, base64.replace(/=+$/, ''), Buffer.from(secret).toString('base64url'), encodeURIComponent(secret)];
}
