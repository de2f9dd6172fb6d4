/** A reply of JSON that was read already, as SDKs want it. */
export function wholeReply({ text }: { text: string }): Response {
  return new Response(text, { headers: { 'content-type': 'application/json' } });
}
