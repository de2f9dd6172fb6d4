import { jsonIn } from '../../json.js';
import { RequestNumbers, type NumberedRequest } from './request-numbers.js';
import { sha256Base64, type StoredReply } from './sealed-line.js';
import { SealedLines } from './sealed-lines.js';
import { StoreFolder } from './store-folder.js';

const DAY_MS = 24 * 3600 * 1000;
/**
 * Maximum age of a line, in ms. Runs with different `ttl`s may share the folder, so this is the
 * longest one.
 */
const LONGEST_AGE = { run: DAY_MS, calibration: 7 * DAY_MS, cache: 30 * DAY_MS };

export interface StoreOptions {
  folder: string;
  /**
   * `reads`: replies of other runs, up to the age `ttl` in seconds. `writes`: other runs may read
   * those of this run.
   */
  cache: { reads: boolean; writes: boolean; ttl: number };
  /** Seals lines that belong to no single request; undefined if the run has no key. */
  key: string | undefined;
  /** The workflow run, to be named by later ones. */
  by?: string;
  /**
   * `interrupted` (default): the cache, and with `resume` an unfinished run of this commit and
   * rules; `commit`: also a finished one.
   */
  reuse?: 'none' | 'interrupted' | 'commit';
}

/**
 * Decides which stored reply a request may take: the run's own of an interrupted attempt, or the
 * cache's. Stores replies for later runs.
 */
export class ReplyStore {
  /**
   * Number of replies taken from an interrupted run of the same commit and rules, and from the
   * cache.
   */
  readonly taken = { resume: 0, cache: 0 };
  readonly numbers = new RequestNumbers();
  /** True if requests to the model under test carry no key. */
  isUnsealed = false;
  private run = '';
  private resumesAfter = Infinity;
  private hasReplies = false;
  private oldest = Infinity;
  private readonly runs = new Set<string>();
  private isEnded = false;
  private readonly options: StoreOptions;
  private readonly folder: StoreFolder;
  private readonly lines: SealedLines;

  constructor(options: StoreOptions, folder = new StoreFolder(options.folder)) {
    this.options = options;
    this.folder = folder;
    this.lines = new SealedLines(folder, isLive);
  }

  /**
   * @param identity identifies the run. `resume`: use the replies of an interrupted run with the
   * same identity.
   */
  begin(identity: string, { resume }: { resume: boolean }): void {
    this.run = sha256Base64(identity);
    if (resume && this.options.reuse === 'commit') this.resumesAfter = 0;
    else if (resume) {
      const [lastEnd] = this.lines.find('end', { id: this.run, nth: 0 }, this.options.key);
      this.resumesAfter = lastEnd?.at ?? 0;
    }
  }

  /** The run's own reply of an earlier attempt, else the cache's; with `isOwn` no other's. */
  recall(request: NumberedRequest, key: string, { isOwn = false } = {}): string | undefined {
    const { reuse, cache } = this.options;
    if (reuse === 'none') return undefined;
    const lines = this.lines.find('reply', request, key);
    const replies = lines.filter(({ text }) => jsonIn(text) !== undefined);
    const own = replies.find(
      ({ run, at }) => run === this.run && at > this.resumesAfter && isFresh(at, LONGEST_AGE.run),
    );
    if (own) {
      this.taken.resume += 1;
      this.hasReplies = true;
      this.oldest = Math.min(this.oldest, own.at);
      if (own.by !== undefined) this.runs.add(own.by);
      return own.text;
    }
    if (isOwn || !cache.reads) return undefined;
    const cached = replies.find(({ isCached, at }) => isCached && isFresh(at, cache.ttl * 1000));
    if (cached) this.taken.cache += 1;
    return cached?.text;
  }

  keep(request: NumberedRequest, text: string, key: string): void {
    const { by, reuse, cache } = this.options;
    if (reuse === 'none' && !cache.writes) return;
    this.hasReplies = true;
    this.append({ kind: 'reply', ...request, isCached: cache.writes, by, text }, key);
  }

  calibration(id: string): string | undefined {
    const stored = this.lines.find('calibration', { id, nth: 0 }, this.options.key);
    return stored.find(({ at }) => isFresh(at, LONGEST_AGE.calibration))?.text;
  }

  keepCalibration(id: string, text: string): void {
    this.append({ kind: 'calibration', id, nth: 0, isCached: true, text }, this.options.key);
  }

  /** Marks the run as complete: no later run resumes it. */
  end(): void {
    if (this.hasReplies)
      this.append(
        { kind: 'end', id: this.run, nth: 0, isCached: false, text: '' },
        this.options.key,
      );
    this.isEnded = true;
  }

  close(): void {
    this.folder.close();
  }

  get notices(): string[] {
    const { taken } = this;
    const { foreign } = this.lines;
    const isRepeated = this.options.reuse === 'commit' && taken.resume > 0;
    const parts: string[] = [...this.folder.notices];
    if (foreign > 0)
      parts.push(`Stored answers: ignored ${foreign} that are not sealed with a key of this run.`);
    if (isRepeated) parts.push(this.repeated());
    if (taken.resume > 0 && !isRepeated)
      parts.push(
        `Resumed with ${taken.resume} answers of an interrupted run of the same commit and rules. Set the input \`resume: false\` to ask again.`,
      );
    return parts;
  }

  private append(entry: Omit<StoredReply, 'run' | 'at'>, key: string | undefined): void {
    if (key !== undefined && !this.isEnded)
      this.lines.append({ ...entry, run: this.run, at: Date.now() }, key);
  }

  /**
   * One commit has one verdict: a failed check that is run again until it passes would prove
   * nothing.
   */
  private repeated(): string {
    const runs = [...this.runs].map((run) => `run ${run}`).join(', ') || 'an earlier run';
    const minutes = Math.floor((Date.now() - this.oldest) / 60_000);
    const age = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
    const again = 'to ask again, push a commit or set `resume: false`';
    return `${this.taken.resume} answers of ${runs}, ${age} old, of the same commit and rules; ${again}.`;
  }
}

function isLive({ kind, isCached, at }: StoredReply): boolean {
  if (kind === 'calibration') return isFresh(at, LONGEST_AGE.calibration);
  return isFresh(at, isCached ? LONGEST_AGE.cache : LONGEST_AGE.run);
}

function isFresh(at: number, longest: number): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < longest;
}
