/** Everything required and nothing else allowed, as OpenAI's strict mode wants it. */
export function objectOf(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** What stands before a judge's word, so that it writes it before it decides. */
export const REASON = { type: 'string', description: 'One short sentence that says why.' };

/** Undefined for anything but an object. */
export function parsedObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // No JSON, or more than JSON.
  }
}

/** One fence around everything; a second one inside is no JSON. */
const FENCE = /^```(?:json)?\s([^]*)```$/;

export function withoutFence(said: string): string {
  return FENCE.exec(said)?.[1] ?? said;
}

/** One that nobody closes goes to the end: not looked for again from every quote in it. */
const STRINGS = /"(?:[^"\\]|\\.)*(?:"|$)/gs;

/** How many texts JSON holds, keys included. More than are left of it once parsed: a key stands twice, and the last alone was kept. */
export function textsIn(json: string): number {
  return json.match(STRINGS)?.length ?? 0;
}
