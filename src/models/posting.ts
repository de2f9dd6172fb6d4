import type { OpenAI } from 'openai';
import type { Link } from './connect.js';

/**
 * Posts to one path as a client of the SDK would, and resolves with the reply's JSON. The client says to which address and with which
 * headers. Of requests to one path they are the same, so it is asked once: building a request takes it longer than sending one takes us.
 */
export function postingTo(path: string, client: OpenAI, link: Link) {
  let built: ReturnType<OpenAI['buildRequest']> | undefined;
  return (body: Record<string, unknown>): Promise<unknown> =>
    link.ask(async () => {
      const { url, req } = await (built ??= client.buildRequest({ method: 'post', path, body }));
      const reply = await link.fetch(url, { method: 'POST', headers: req.headers, body: JSON.stringify(body) });
      return reply.json() as Promise<unknown>;
    });
}
