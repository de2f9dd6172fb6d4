import { createSecretKey, type KeyObject, scryptSync } from 'node:crypto';
import type { NumberedRequest } from './request-numbers.ts';
import { openSealed, sealedLine, type StoredReply } from './sealed-line.ts';
import type { StoreFolder } from './store-folder.ts';

/** Maximum number of lines of one request: each is unsealed whenever the request is made. */
const MAX_LINES_PER_REQUEST = 100;

/**
 * Owns the lines of the store's folder, by the request that they answer. A line counts only if it
 * is sealed with the request's key, so code without the key cannot change an answer.
 */
export class SealedLines {
  /** Number of lines that no key of this run has sealed. */
  foreign = 0;
  private lines: Map<string, Buffer[]> | undefined;
  private readonly keys = new Map<string, KeyObject>();
  private readonly folder: StoreFolder;
  private readonly isLive: (entry: StoredReply) => boolean;

  constructor(folder: StoreFolder, isLive: (entry: StoredReply) => boolean) {
    this.folder = folder;
    this.isLive = isLive;
  }

  /** Entries that the key opens, newest first. */
  find(
    kind: StoredReply['kind'],
    { id, nth }: NumberedRequest,
    key: string | undefined,
  ): StoredReply[] {
    this.lines ??= this.load();
    const lines = this.lines.get(nameOf({ kind, id, nth })) ?? [];
    if (lines.length === 0 || key === undefined) return [];
    const entries = lines.flatMap((line) => openSealed(line, this.sealKey(key)) ?? []);
    if (entries.length === 0 && kind !== 'end') this.foreign += lines.length;
    return entries.sort((a, b) => b.at - a.at);
  }

  append(entry: StoredReply, key: string): void {
    this.folder.append(sealedLine(entry, this.sealKey(key)));
  }

  private load(): Map<string, Buffer[]> {
    const lines = new Map<string, Buffer[]>();
    this.folder.readLines(this.isLive, (line, entry) => {
      const name = nameOf(entry);
      const linesOfName = lines.get(name);
      if (linesOfName && linesOfName.length < MAX_LINES_PER_REQUEST) linesOfName.push(line);
      else if (!linesOfName) lines.set(name, [line]);
    });
    return lines;
  }

  /**
   * The folder has many readers, so guessing a short key from a seal must be expensive: scrypt
   * takes about 10 ms.
   */
  private sealKey(key: string): KeyObject {
    const sealKey =
      this.keys.get(key) ?? createSecretKey(scryptSync(key, 'sensitivity store', 32, { N: 4096 }));
    this.keys.set(key, sealKey);
    return sealKey;
  }
}

function nameOf({ kind, id, nth }: Pick<StoredReply, 'kind' | 'id' | 'nth'>): string {
  return `${kind} ${id} ${nth}`;
}
