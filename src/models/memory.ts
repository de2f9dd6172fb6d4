import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { jsonIn } from '../json.js';

/** A request by all that shapes its answer, and how many like it a run has asked before: to one prompt there are several draws. */
export interface AskedOnce {
  /** SHA-256, base64url. */
  id: string;
  nth: number;
}

/** A reply as it is kept, with the seal of whoever asked. */
export interface Kept {
  reply: string;
  seal: string;
}

/** Keeps replies beyond this process. What it cannot read or write costs a request and a notice, never a run. */
export interface ReplyStore {
  find(asked: AskedOnce): Promise<Kept | undefined> | Kept | undefined;
  keep(asked: AskedOnce, kept: Kept): Promise<void> | void;
}

export interface RequestShape {
  hub: string;
  method: string;
  url: URL;
  /** As it is sent: whatever it is parsed to would have lost something that the server may read. */
  body: string;
  /** Those that shape the answer; never one that holds a key. */
  headers: readonly (string | null)[];
}

export interface MemoryOptions {
  journal?: ReplyStore | undefined;
  cache?: ReplyStore | undefined;
  /** Where others may write into the same folder: nothing is kept or taken that no key seals. */
  needsKey: boolean;
}

/**
 * What a run remembers of replies: the journal of this run, and a cache of others. A reply counts only under the seal of the very key that
 * would have been sent, so that whoever has no key can put no word into a model's mouth.
 */
export class Memory {
  /** How many replies came from where, instead of from a server. */
  readonly taken = { journal: 0, cache: 0 };
  /** Replies that were there, but under no seal of ours. */
  foreign = 0;
  private readonly next = new Map<string, number>();
  private readonly free = new Map<string, number[]>();
  readonly stores: MemoryOptions;

  constructor(stores: MemoryOptions) {
    this.stores = stores;
  }

  /** Takes the lowest number that no other request like it has. */
  ask(request: RequestShape): AskedOnce {
    const id = idOf(request);
    const again = this.free.get(id)?.shift();
    if (again !== undefined) return { id, nth: again };
    const nth = this.next.get(id) ?? 0;
    this.next.set(id, nth + 1);
    return { id, nth };
  }

  /** A request that has no answer leaves its number to the next one like it: so it has the same one in the run that takes this one up. */
  failed({ id, nth }: AskedOnce): void {
    const free = [...(this.free.get(id) ?? []), nth].sort((a, b) => a - b);
    this.free.set(id, free);
  }

  async recall(asked: AskedOnce, key: string | undefined): Promise<string | undefined> {
    for (const from of ['journal', 'cache'] as const) {
      const kept = await this.stores[from]?.find(asked);
      if (kept === undefined) continue;
      if (isOurs(asked, kept, key)) {
        this.taken[from] += 1;
        return kept.reply;
      }
      this.foreign += 1;
    }
    return undefined;
  }

  async keep(asked: AskedOnce, reply: string, key: string | undefined): Promise<void> {
    const kept = { reply, seal: sealOf(asked, reply, key) };
    await this.stores.journal?.keep(asked, kept);
    await this.stores.cache?.keep(asked, kept);
  }
}

export function idOf({ hub, method, url, body, headers }: RequestShape): string {
  return hash('sha256', JSON.stringify([hub, method, url.href, headers, body]), 'base64url');
}

function sealOf({ id, nth }: AskedOnce, reply: string, key = ''): string {
  return createHmac('sha256', `sensitivity reply ${key}`).update(`${id} ${nth} ${reply}`).digest('base64url');
}

function isOurs(asked: AskedOnce, { reply, seal }: Kept, key: string | undefined): boolean {
  return isSame(seal, sealOf(asked, reply, key)) && jsonIn(reply) !== undefined;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
