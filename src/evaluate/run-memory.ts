import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Config } from '../config/config.js';
import { readsCache } from '../config/keys/whole.js';
import { identityOf } from '../config/same.js';
import type { ResultRow } from '../engine/results.js';
import type { Share } from '../engine/shares.js';
import type { AnyRun } from '../engine/triplet/triplet-run.js';
import { Memory } from '../models/index.js';
import { VERSION } from '../version.js';
import { Journal } from './journal.js';
import { LONGEST_AGE_MS, sweep } from './kept-reply.js';
import { ReplyCache } from './reply-cache.js';

export interface RunMemoryOptions {
  cacheDirectory?: string | undefined;
  /** Of a run in several processes, which may share the folder. */
  share?: Share;
  resume?: boolean;
  /** Code of a pull request may have run before us and left a file in the folder. */
  confined: boolean;
}

/** Of rows in error for another reason the next run would hear the same. */
const WORTH_RESUMING = new Set(['interrupted', 'deadline', 'budget', 'rate_limit', 'server', 'timeout', 'network', 'authentication']);

const JOURNAL = /^journal-[\da-f]{32}\.jsonl$/;

/** Where the answers of a run are kept, from its first request to its end. */
export class RunMemory {
  /** Undefined where nothing is kept. */
  readonly replies: Memory | undefined;
  private readonly cache: ReplyCache | undefined;
  private journal: Journal | undefined;
  private readonly config: Config;
  private readonly options: RunMemoryOptions;

  constructor(config: Config, options: RunMemoryOptions) {
    this.config = config;
    this.options = options;
    const { cacheDirectory, confined } = options;
    if (cacheDirectory === undefined) return;
    const { mode, ttl, path: folder } = config.cache;
    const [reads, writes] = [readsCache(config.cache), mode === 'write' || mode === 'read-write'];
    this.cache = mode === 'off' ? undefined : new ReplyCache({ folder: path.join(cacheDirectory, folder), reads, writes, ttl });
    this.replies = new Memory({ cache: this.cache, needsKey: confined });
  }

  /** To be called before the first request, with all rows. */
  async begin(tests: readonly AnyRun[]): Promise<void> {
    const { cacheDirectory, resume = false } = this.options;
    if (cacheDirectory === undefined) return;
    // What nobody will take up any more.
    await sweep(cacheDirectory, { named: JOURNAL, longest: LONGEST_AGE_MS });
    await this.cache?.sweep();
    this.journal = new Journal(path.join(cacheDirectory, `journal-${nameOf(this.config, tests, this.options.share)}.jsonl`), {
      takeUp: resume,
    });
    this.replies!.stores.journal = this.journal;
  }

  /** @returns what there is to say. */
  end(rows: readonly Pick<ResultRow, 'error'>[]): string[] {
    if (!this.replies || !this.journal) return [];
    const isOpen = rows.length === 0 || rows.some(({ error }) => error !== undefined && WORTH_RESUMING.has(error.kind));
    this.journal.end({ isDone: !isOpen });
    const { foreign } = this.replies;
    return [
      ...this.journal.notices,
      ...(this.cache?.notices ?? []),
      ...(foreign > 0 ? [`${foreign} answers that were kept are not sealed by the key of this run, and were asked anew.`] : []),
      ...this.unused(),
    ];
  }

  private unused(): string[] {
    const { resume = false } = this.options;
    return resume && this.replies!.taken.journal === 0 ? ['There was nothing to resume: no answers of a run like this one were kept.'] : [];
  }
}

/** One file for runs that ask the same, and for each shard of one. */
function nameOf(config: Config, tests: readonly AnyRun[], share?: Share): string {
  const name = createHash('sha256').update(`${VERSION}\n${identityOf(config)}`);
  if (share) name.update(`\nshard ${share.index} of ${share.of}`);
  for (const { samples } of tests) for (const sample of samples) name.update(`\n${JSON.stringify(sample)}`);
  return name.digest('hex').slice(0, 32);
}
