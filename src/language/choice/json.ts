const KIND = '(?:final|correct|right|chosen|selected|best)';
const ANSWER = 'answers?|options?|choices?|selection|selected|chosen|ans|antwort|respuesta|réponse|答案';

/** Names under which models put the choice, the surest first; of like names all must agree. */
const KEYS = [
  new RegExp(`^(?:${KIND}[ _-]?)?(?:${ANSWER})(?:[ _-]?(?:label|letter|choice|option)s?)?$`, 'i'),
  /^(?:labels?|letters?)$/i,
  /^(?:final|result|response|output|prediction|verdict|decision|action|category|class|classification|text|value|stance)$/i,
  // Often the answer's own number.
  /^(?:id|key)$/i,
  // What a tool is called with.
  /^(?:arguments?|args|parameters|params|input)$/i,
  /^(?:is[ _-]?)?(?:true|correct|valid|accurate|truth(?:[ _-]?value)?|judge?ment|assessment)$/i,
];

/**
 * What a JSON answer holds as its choice: for each of the like names that hold one, the values under it; and its other
 * entries that say yes, as `{"A": false, "B": true}` does.
 *
 * @returns undefined where the answer is no JSON
 */
export function jsonValues(said: string): string[][] | undefined {
  const value = parsed(said);
  return value === undefined ? undefined : held(value, 0);
}

function parsed(said: string): object | undefined {
  const fenced = said
    .split('```')
    .slice(1, -1)
    .map((block) => block.replace(/^json/i, '').trim())
    .filter((block) => /[}\]]$/.test(block));
  for (const text of [said.trim(), ...fenced.reverse(), said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)]) {
    if (!/^(?:\{|\[\s*["'{])/.test(text)) continue;
    for (const quoted of text.includes('"') ? [text] : [text, text.replaceAll("'", '"')]) {
      try {
        return JSON.parse(quoted) as object;
      } catch {
        continue; // Braces of other kinds: read on as prose.
      }
    }
  }
  return undefined;
}

function held(value: unknown, depth: number): string[][] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [[String(value)]];
  if (typeof value !== 'object' || value === null || depth > 3) return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : [value.flatMap((entry) => held(entry, depth + 1).flat())];
  const entries = Object.entries(value);
  for (const key of KEYS) {
    const found = entries.filter(([name]) => key.test(name)).flatMap(([, entry]) => held(entry, depth + 1));
    if (found.length > 0) return found;
  }
  // How likely each is: one more than all others together.
  const isShared = entries.length > 1 && entries.every(([, entry]) => typeof entry === 'number' && entry >= 0 && entry <= 1);
  const [likeliest, ...more] = isShared ? entries.filter(([, entry]) => entry > 0.5) : [];
  if (likeliest !== undefined && more.length === 0) return [[likeliest[0]]];
  const affirmed = entries.filter(([, entry]) => entry === true).map(([name]) => name);
  return affirmed.length > 0 && entries.every(([, entry]) => typeof entry === 'boolean') ? [affirmed] : [];
}
