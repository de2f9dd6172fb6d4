import { jsonIn } from '../../json.js';

/** Shared by all replies: SDKs read them. Made with the first one, since Node loads its own fetch for them. */
let headers: Headers | undefined;

/** What an SDK reads of a reply. */
type Read = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers' | 'url' | 'body' | 'bodyUsed' | 'json' | 'text' | 'clone'>;

/**
 * A reply of JSON that was read already, as SDKs want it, which may be read again. A `Response` would cost ten times as much, and more with
 * a body of its own, a stream. Each clone has values of its own, since its reader may change what is in it.
 * @param whole its `json` left out, what the text says.
 */
export function wholeReply({ text, json }: { text: string; json?: unknown }): Response {
  const values = (): unknown => (json === undefined ? jsonIn(text) : json);
  const reply: Read = {
    ok: true,
    status: 200,
    statusText: 'OK',
    headers: (headers ??= new Headers({ 'content-type': 'application/json' })),
    url: '',
    body: null,
    bodyUsed: false,
    json: async () => Promise.resolve(values()),
    text: async () => Promise.resolve(text),
    clone: () => wholeReply({ text, json: structuredClone(values()) }),
  };
  return reply as Response;
}
