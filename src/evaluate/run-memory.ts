import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config.js';
import { readsCache } from '../config/keys/whole.js';
import { canonical } from '../config/equality.js';
import { identityOf } from '../config/same.js';
import type { ResultRow } from '../engine/results.js';
import type { Share } from '../engine/parse-share.js';
import type { AnyRun } from '../engine/triplet/triplet-run.js';
import { Memory } from '../models/index.js';
import { VERSION } from '../version.js';
import { Journal } from './journal.js';
import { ANY_JOURNAL } from './journal-files.js';
import { LONGEST_AGE_MS, sweep } from './kept-reply.js';
import type { EvaluateOptions } from './options.js';
import { ReplyCache } from './reply-cache.js';

export interface RunMemoryOptions extends Pick<EvaluateOptions, 'cacheDirectory' | 'resume' | 'shelf' | 'confined' | 'merge'> {
  /** Of a run in several processes, which may share the folder. */
  share?: Share;
}

/** Of rows in error for another reason the next run would hear the same. */
const WORTH_RESUMING = new Set(['interrupted', 'deadline', 'budget', 'rate_limit', 'server', 'timeout', 'network', 'authentication']);

/** Where the answers of a run are kept, from its first request to its end. */
export class RunMemory {
  /** Undefined where nothing is kept. */
  readonly replies: Memory | undefined;
  private readonly cache: ReplyCache | undefined;
  private journal: Journal | undefined;
  private readonly config: Config;
  private readonly options: RunMemoryOptions;
  /** Answers of the journal that was there. */
  private found = 0;

  constructor(config: Config, options: RunMemoryOptions) {
    this.config = config;
    this.options = options;
    const { cacheDirectory, confined, merge } = options;
    // A merge asks nobody, so that there is nothing to keep.
    if (cacheDirectory === undefined || merge !== undefined) return;
    const { mode, ttl } = config.cache;
    const [reads, writes] = [readsCache(config.cache), mode === 'write' || mode === 'read-write'];
    this.cache = mode === 'off' ? undefined : new ReplyCache({ folder: this.folderOf(cacheDirectory), reads, writes, ttl });
    // Code of a pull request may have run before us and left a file in the folder.
    this.replies = new Memory({ cache: this.cache, needsKey: confined });
  }

  /** To be called before the first request, with all rows. */
  async begin(tests: readonly AnyRun[]): Promise<void> {
    const { cacheDirectory, resume = false } = this.options;
    if (!this.replies || cacheDirectory === undefined) return;
    await this.fetch(cacheDirectory);
    // What nobody will take up any more.
    await sweep(cacheDirectory, { named: ANY_JOURNAL, longest: LONGEST_AGE_MS });
    await this.cache?.sweep();
    const run = nameOf(this.config, tests, this.options.share);
    this.journal = new Journal({ folder: cacheDirectory, run }, { takeUp: resume });
    this.found = this.journal.size;
    this.replies.stores.journal = this.journal;
  }

  /** @returns what there is to say. */
  end(rows: readonly Pick<ResultRow, 'error'>[]): string[] {
    if (!this.replies || !this.journal) return [];
    const isOpen = rows.length === 0 || rows.some(({ error }) => error !== undefined && WORTH_RESUMING.has(error.kind));
    this.journal.end({ isDone: !isOpen });
    this.settle(isOpen);
    const { foreign } = this.replies;
    return [
      ...this.journal.notices,
      ...(this.cache?.notices ?? []),
      ...(foreign > 0 ? [`${foreign} answers that were kept are not sealed by the key of this run, and were asked anew.`] : []),
      ...this.unused(),
    ];
  }

  private settle(isOpen: boolean): void {
    const { shelf, cacheDirectory } = this.options;
    if (shelf === undefined) return;
    // Else the next run would find, and take up, what this one has brought to its end.
    const isOver = !isOpen && this.found > 0 && isFolder(this.folderOf(cacheDirectory!));
    const isNew = (this.cache?.written ?? 0) > 0 || (isOpen && this.journal!.size > 0);
    if (!isNew && !isOver) shelf.leave();
  }

  private folderOf(cacheDirectory: string): string {
    return path.join(cacheDirectory, this.config.cache.path);
  }

  /** By the model first of all: another prompt has other answers, but those of the base and of the judge may be there. */
  private async fetch(cacheDirectory: string): Promise<void> {
    const { shelf, resume = false, share } = this.options;
    if (shelf === undefined || !(this.cache || resume)) return;
    const model = short(canonical([this.config.model.hub, this.config.model.name]));
    const all = `${model}-${short(identityOf(this.config))}`;
    await shelf.take({
      paths: [this.folderOf(cacheDirectory), path.join(cacheDirectory, 'journal-*.jsonl')],
      names: share === undefined ? [all, model] : [`${all}-${share.index}of${share.of}`, all, model],
    });
  }

  private unused(): string[] {
    const { resume = false } = this.options;
    const { taken } = this.replies!;
    return resume && taken.journal === 0 ? ['There was nothing to resume: no answers of a run like this one were kept.'] : [];
  }
}

/** Made where it was not: of nothing at all no later run would hear. */
function isFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    return true;
  } catch {
    return false; // What stands there cannot be written to, and the answers' own notice has said so.
  }
}

function short(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** One for runs that ask the same, and for each shard of one. */
function nameOf(config: Config, tests: readonly AnyRun[], share?: Share): string {
  const name = createHash('sha256').update(`${VERSION}\n${identityOf(config)}`);
  if (share) name.update(`\nshard ${share.index} of ${share.of}`);
  for (const { samples } of tests) for (const sample of samples) name.update(`\n${JSON.stringify(sample)}`);
  return name.digest('hex').slice(0, 32);
}
