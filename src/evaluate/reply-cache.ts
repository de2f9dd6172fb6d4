import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { AskedOnce, Kept, ReplyStore } from '../models/index.js';
import { quoted } from '../json.js';
import { digest, isFresh, LONGEST_KEPT, parsed, sweep } from './kept-reply.js';
import { readWhole, replaceFile } from './safe-files.js';

const file = z.strictObject({ cached: z.literal(1), at: z.number(), seal: digest, reply: z.string() });

const SHELF = /^[\da-f]{2}$/;
/** Drafts of processes that were killed, too. */
const FILE = /^[\da-f]{64}-\d{1,9}\.json/;
const LONGEST_TTL_MS = 30 * 24 * 60 * 60 * 1000;

export interface CacheOptions {
  /** Absolute. */
  folder: string;
  reads: boolean;
  writes: boolean;
  /** Seconds. */
  ttl: number;
}

/**
 * Replies that outlive their run, a file each, so that two processes can share a folder: a file is written under another name and then
 * takes its own, whole.
 */
export class ReplyCache implements ReplyStore {
  readonly notices: string[] = [];
  /** Replies that it has now and had not before. */
  written = 0;
  private readonly options: CacheOptions;

  constructor(options: CacheOptions) {
    this.options = options;
  }

  async find(asked: AskedOnce): Promise<Kept | undefined> {
    const { reads, ttl } = this.options;
    if (!reads) return undefined;
    const text = await readWhole(this.pathOf(asked), LONGEST_KEPT).catch(() => undefined);
    const found = text === undefined ? undefined : parsed(file, text);
    return found && isFresh(found.at, ttl * 1000) ? found : undefined;
  }

  async keep(asked: AskedOnce, { reply, seal }: Kept): Promise<void> {
    if (!this.options.writes || this.notices.length > 0) return;
    const to = this.pathOf(asked);
    try {
      await mkdir(path.dirname(to), { recursive: true });
      await replaceFile(to, JSON.stringify({ cached: 1, at: Date.now(), seal, reply }));
      this.written += 1;
    } catch (error) {
      // Several may fail at once; one is told.
      if (this.notices.length === 0)
        this.notices.push(`Answers are no longer cached: ${quoted((error as Error).message)}. The run itself goes on.`);
    }
  }

  /** Answers to what nobody asks any more would stay for ever. Runs with another `ttl` may share the folder: the longest counts. */
  async sweep(): Promise<void> {
    if (!this.options.writes) return;
    const shelves = await readdir(this.options.folder).catch(() => []);
    for (const shelf of shelves.filter((name) => SHELF.test(name))) {
      await sweep(path.join(this.options.folder, shelf), { named: FILE, longest: LONGEST_TTL_MS });
    }
  }

  /** In hexadecimal digits: some file systems take upper and lower case for the same. */
  private pathOf({ id, nth }: AskedOnce): string {
    const name = Buffer.from(id, 'base64url').toString('hex');
    return path.join(this.options.folder, name.slice(0, 2), `${name}-${nth}.json`);
  }
}
