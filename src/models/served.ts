import type { ServedModel } from '../engine/model.js';
import { asRecord } from '../json.js';

/** Most names that are kept, and their length: a server may send anything. */
const MOST_NAMES = 20;
const LONGEST_NAME = 200;

export class Served {
  private readonly found = new Map<string, ServedModel>();

  count(reply: unknown): void {
    const { model, system_fingerprint } = asRecord(reply);
    if (typeof model !== 'string' || model === '') return;
    const fingerprint =
      typeof system_fingerprint === 'string' && system_fingerprint !== ''
        ? system_fingerprint
        : undefined;
    const key = JSON.stringify([model, fingerprint]);
    const { replies } = this.found.get(key) ?? { replies: 0 };
    if (replies === 0 && this.found.size >= MOST_NAMES) return;
    const cut = {
      model: model.slice(0, LONGEST_NAME),
      fingerprint: fingerprint ? fingerprint.slice(0, LONGEST_NAME) : undefined,
    };
    this.found.set(key, { ...cut, replies: replies + 1 });
  }

  get list(): ServedModel[] {
    return [...this.found.values()];
  }
}
