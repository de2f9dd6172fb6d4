const KIND = '(?:final|correct|right|chosen|selected|best)';
const ANSWER = 'answer|option|choice|selection|selected|chosen|ans|antwort|respuesta|réponse|答案';

/** Names under which models put the choice, the surest first; of like names all must agree. */
const KEYS = [
  new RegExp(`^(?:${KIND}[ _-]?)?(?:${ANSWER})(?:[ _-]?(?:label|letter|choice|option))?$`, 'i'),
  /^(?:label|letter|id|key)$/i,
  /^(?:final|result|response|output|prediction|verdict|decision|action|category|class|classification|text|value)$/i,
];

/**
 * What a JSON answer holds as its choice.
 *
 * @returns undefined where the answer is no JSON object; no values where it is one without a choice
 */
export function jsonValues(said: string): string[] | undefined {
  const object = parsed(said);
  return object === undefined ? undefined : values(object, 0);
}

function parsed(said: string): object | undefined {
  const fenced = said.split('```').slice(1, -1).map((block) => block.replace(/^json/i, '').trim()).filter((block) => block.endsWith('}'));
  for (const text of [said.trim(), ...fenced.reverse(), said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)]) {
    if (!text.startsWith('{')) continue;
    try {
      return JSON.parse(text) as object;
    } catch {
      continue; // Braces of other kinds: read on as prose.
    }
  }
  return undefined;
}

function values(value: unknown, depth: number): string[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'object' || value === null || depth > 3) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => values(entry, depth + 1));
  const entries = Object.entries(value);
  for (const key of KEYS) {
    const found = entries.filter(([name]) => key.test(name)).flatMap(([, entry]) => values(entry, depth + 1));
    if (found.length > 0) return found;
  }
  return [];
}
