const HEADERS = { 'content-type': 'application/json' };

interface Whole {
  text: string;
  json: unknown;
}

/**
 * A reply of JSON that was read already, as SDKs want it: a body of its own, a stream, would cost seven times as much. Each clone has
 * values of its own, since its reader may change what is in it.
 */
export function wholeReply({ text, json }: Whole): Response {
  return Object.assign(new Response(null, { headers: HEADERS }), {
    json: () => Promise.resolve(json),
    text: () => Promise.resolve(text),
    clone: () => wholeReply({ text, json: structuredClone(json) }),
  });
}
