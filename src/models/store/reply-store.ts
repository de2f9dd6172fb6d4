import { createSecretKey, type KeyObject, scryptSync } from 'node:crypto';
import { jsonIn } from '../../json.js';
import { sha256Base64, opened, sealedLine, type StoredReply, StoreFolder } from './store-folder.js';

const DAY_MS = 24 * 3600 * 1000;
/**
 * Maximum age of a line, in ms. Runs with different `ttl`s may share the folder, so this is the
 * longest one.
 */
const LONGEST_AGE = { run: DAY_MS, calibration: 7 * DAY_MS, cache: 30 * DAY_MS };
/** Most lines of one request that are kept: each is unsealed whenever the request is made. */
const MOST_OF_ONE = 100;

/**
 * Identifies a request by everything that shapes its answer, and by the number of equal requests
 * before it.
 */
export interface AskedOnce {
  id: string;
  nth: number;
}

export interface RequestShape {
  hub: string;
  method: string;
  url: URL;
  /** As it is sent, not parsed. */
  body: string;
  /** Headers that shape the answer, without keys. */
  headers: readonly (string | null)[];
}

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
 * Owns the replies that later runs may take, and the numbers of equal requests. A line counts only
 * if it is sealed with the request's key, so code without the key cannot change an answer.
 */
export class ReplyStore {
  /**
   * Number of replies taken from an interrupted run of the same commit and rules, and from the
   * cache.
   */
  readonly taken = { resume: 0, cache: 0 };
  /** True if requests to the model under test carry no key. */
  isUnsealed = false;
  private foreign = 0;
  private run = '';
  private resumesAfter = Infinity;
  private hasReplies = false;
  private oldest = Infinity;
  private readonly runs = new Set<string>();
  private isEnded = false;
  private lines: Map<string, Buffer[]> | undefined;
  private readonly options: StoreOptions;
  private readonly folder: StoreFolder;
  private readonly sealKeys = new Map<string, KeyObject>();
  private readonly next = new Map<string, number>();
  private readonly free = new Map<string, number[]>();

  constructor(options: StoreOptions, folder = new StoreFolder(options.folder)) {
    this.options = options;
    this.folder = folder;
  }

  /**
   * @param identity identifies the run. `resume`: use the replies of an interrupted run with the
   * same identity.
   */
  begin(identity: string, { resume }: { resume: boolean }): void {
    this.run = sha256Base64(identity);
    if (resume && this.options.reuse === 'commit') this.resumesAfter = 0;
    else if (resume)
      this.resumesAfter = this.find('end', { id: this.run, nth: 0 }, this.options.key)[0]?.at ?? 0;
  }

  /** Assigns the lowest number that no other equal request has. */
  ask({ hub, method, url, headers, body }: RequestShape): AskedOnce {
    const id = sha256Base64(JSON.stringify([hub, method, url.href, headers, body]));
    const again = this.free.get(id)?.shift();
    if (again !== undefined) return { id, nth: again };
    const nth = this.next.get(id) ?? 0;
    this.next.set(id, nth + 1);
    return { id, nth };
  }

  /**
   * Frees the number of a failed request for the next equal one, as in the run that resumes this
   * one.
   */
  failed({ id, nth }: AskedOnce): void {
    const free = this.free.get(id) ?? [];
    free.push(nth);
    this.free.set(
      id,
      free.toSorted((a, b) => a - b),
    );
  }

  /** The run's own reply of an earlier attempt, else the cache's; with `isOwn` no other's. */
  recall(asked: AskedOnce, key: string, { isOwn = false } = {}): string | undefined {
    const { reuse, cache } = this.options;
    if (reuse === 'none') return undefined;
    const found = this.find('reply', asked, key).filter(({ text }) => jsonIn(text) !== undefined);
    const own = found.find(
      ({ run, at }) => run === this.run && at > this.resumesAfter && isFresh(at, LONGEST_AGE.run),
    );
    if (own) {
      this.taken.resume += 1;
      this.hasReplies = true;
      this.oldest = Math.min(this.oldest, own.at);
      if (own.by !== undefined) this.runs.add(own.by);
      return own.text;
    }
    const cached =
      cache.reads && !isOwn
        ? found.find(({ isCached, at }) => isCached && isFresh(at, cache.ttl * 1000))
        : undefined;
    if (cached) this.taken.cache += 1;
    return cached?.text;
  }

  keep(asked: AskedOnce, text: string, key: string): void {
    const { by, reuse, cache } = this.options;
    if (reuse === 'none' && !cache.writes) return;
    this.hasReplies = true;
    this.append({ kind: 'reply', ...asked, isCached: cache.writes, by, text }, key);
  }

  calibration(id: string): string | undefined {
    return this.find('calibration', { id, nth: 0 }, this.options.key).find(({ at }) =>
      isFresh(at, LONGEST_AGE.calibration),
    )?.text;
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
    const { foreign, taken } = this;
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

  /** Entries that the key opens, newest first. */
  private find(
    kind: StoredReply['kind'],
    { id, nth }: AskedOnce,
    key: string | undefined,
  ): StoredReply[] {
    const lines = (this.lines ??= this.load()).get(nameOf({ kind, id, nth })) ?? [];
    if (lines.length === 0 || key === undefined) return [];
    const found = lines.flatMap((line) => opened(line, this.sealKey(key)) ?? []);
    if (found.length === 0 && kind !== 'end') this.foreign += lines.length;
    return found.sort((a, b) => b.at - a.at);
  }

  private load(): Map<string, Buffer[]> {
    const lines = new Map<string, Buffer[]>();
    this.folder.read(isLive, (line, entry) => {
      const name = nameOf(entry);
      const known = lines.get(name);
      if (known && known.length < MOST_OF_ONE) known.push(line);
      else if (!known) lines.set(name, [line]);
    });
    return lines;
  }

  private append(entry: Omit<StoredReply, 'run' | 'at'>, key: string | undefined): void {
    if (key !== undefined && !this.isEnded)
      this.folder.append(
        sealedLine({ ...entry, run: this.run, at: Date.now() }, this.sealKey(key)),
      );
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

  /**
   * A cache has many readers, so guessing a short key from a seal must be expensive: scrypt takes
   * about 10 ms.
   */
  private sealKey(key: string): KeyObject {
    const known =
      this.sealKeys.get(key) ??
      createSecretKey(scryptSync(key, 'sensitivity store', 32, { N: 4096 }));
    this.sealKeys.set(key, known);
    return known;
  }
}

function nameOf({ kind, id, nth }: Pick<StoredReply, 'kind' | 'id' | 'nth'>): string {
  return `${kind} ${id} ${nth}`;
}

function isLive({ kind, isCached, at }: StoredReply): boolean {
  if (kind === 'calibration') return isFresh(at, LONGEST_AGE.calibration);
  return isFresh(at, isCached ? LONGEST_AGE.cache : LONGEST_AGE.run);
}

function isFresh(at: number, longest: number): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < longest;
}
