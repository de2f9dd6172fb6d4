import type { OpenAI } from 'openai';
import type { Link } from './connect.js';

/** Posts a body and resolves with the reply's JSON. */
export type Post = (body: Record<string, unknown>) => Promise<unknown>;

/**
 * Posts to one path as a client of the SDK would: it says to which address and with which headers. Of requests to one path they are the
 * same, so it is asked once: building a request takes it longer than sending one takes us.
 */
export function postingTo(path: string, client: OpenAI, link: Link): Post {
  let built: ReturnType<OpenAI['buildRequest']> | undefined;
  return (body) =>
    link.ask(async () => {
      const { url, req } = await (built ??= client.buildRequest({ method: 'post', path, body }));
      const reply = await link.fetch(url, { method: 'POST', headers: req.headers, body: JSON.stringify(body) });
      return reply.json() as Promise<unknown>;
    });
}
