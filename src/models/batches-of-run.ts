import { ConfigError } from '../errors.js';
import { idOf, type RequestShape } from './memory.js';
import { wholeReply } from './whole-reply.js';

const JSON_TYPE = 'application/json';

/** What the batches of a run brought, until somebody asks for it, and what there is to say of them. */
export class BatchesOfRun {
  readonly notices: string[] = [];
  private readonly replies = new Map<string, string[]>();

  private readonly counting: Promise<ConfigError | undefined>[] = [];

  /** What a cap does not allow is left out; else nothing is sent at all. */
  readonly isPartial: boolean;

  constructor({ isPartial }: { isPartial: boolean }) {
    this.isPartial = isPartial;
  }

  /** Nobody sends anything before all have counted what they will send: where one of them could pass a cap, nothing is sent at all. */
  async counted<T>(work: Promise<T>): Promise<T> {
    const refusal = work.then(
      () => undefined,
      (error: unknown) => (error instanceof ConfigError ? error : undefined),
    );
    this.counting.push(refusal);
    const done = await work;
    for (const refused of await Promise.all(this.counting)) if (refused) throw refused;
    return done;
  }

  /** A chat as a client of the SDK sends it, by all that shapes its answer. */
  idOf(chat: { hub: string; url: URL; body: string }): string {
    return idOf({ ...chat, method: 'POST', headers: [JSON_TYPE, JSON_TYPE] } satisfies RequestShape);
  }

  /** Of questions that are the same each has an answer of its own. */
  add(id: string, reply: string): void {
    const before = this.replies.get(id) ?? [];
    this.replies.set(id, before);
    before.push(reply);
  }

  /** The same `fetch`, which asks only for what no batch has brought. */
  before(send: typeof fetch, hub: string): typeof fetch {
    return async (input, init = {}) => {
      const { body } = init;
      if (this.replies.size === 0 || input instanceof Request || typeof body !== 'string') return send(input, init);
      const id = this.idOf({ hub, url: new URL(input), body });
      const replies = this.replies.get(id);
      const reply = replies?.shift();
      if (replies?.length === 0) this.replies.delete(id);
      return reply === undefined ? send(input, init) : wholeReply({ text: reply });
    };
  }
}
