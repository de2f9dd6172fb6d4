import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { z } from 'zod';
import type { AskedOnce, Kept, ReplyStore } from '../models/index.js';
import { quoted } from '../json.js';
import { claimed, newJournal, released, removed, unheld, type JournalPlace } from './journal-files.js';
import { digest, isFresh, LONGEST_AGE_MS, LONGEST_KEPT, parsed } from './kept-reply.js';
import { linesOf } from './lines-of.js';

const head = z.strictObject({ journal: z.literal(1), at: z.number() });
const line = z.strictObject({ id: digest, nth: z.int().nonnegative(), seal: digest, reply: z.string() });

/** A longer one is none of ours, or more than it is worth reading. */
const LONGEST_FILE = 4 * 1024 ** 3;

/** Windows has no O_NOFOLLOW, where undefined counts as 0. */
const APPEND = constants.O_APPEND | constants.O_RDWR | constants.O_NOFOLLOW;

interface Place {
  file: number;
  at: number;
  length: number;
}

interface Open {
  path: string;
  file: number;
  /** Its last line was torn, and the next one must not become a part of it. */
  isTorn: boolean;
}

/**
 * What a run was answered, a line an answer, in a file of this process's own that is only ever appended to. Calls that wait for nothing: a
 * line is with the system before its answer is used, so that a process that is killed leaves all but what was under way.
 */
export class Journal implements ReplyStore {
  readonly notices: string[] = [];
  /** Those that were taken up; the last is written to. */
  private open: Open[] = [];
  private isBroken = false;
  private isDone = false;
  private kept = 0;
  private readonly lines = new Map<string, Place>();
  /** Of earlier runs, which make room once there is an answer of this one. */
  private outdated: string[];
  private readonly place: JournalPlace;
  private readonly write: typeof writeSync;

  /** @param takeUp whether what earlier runs left there counts; else the first answer begins anew. */
  constructor(place: JournalPlace, { takeUp }: { takeUp: boolean }, write: typeof writeSync = writeSync) {
    this.place = place;
    this.write = write;
    this.outdated = unheld(place);
    if (takeUp) for (const left of this.outdated.splice(0)) this.takeUp(left);
  }

  /** Answers that it holds. */
  get size(): number {
    return this.lines.size + this.kept;
  }

  find({ id, nth }: AskedOnce): Kept | undefined {
    const place = this.lines.get(nameOf(id, nth));
    if (place === undefined) return undefined;
    try {
      const bytes = Buffer.alloc(place.length);
      readSync(place.file, bytes, 0, place.length, place.at);
      return parsed(line, bytes.toString());
    } catch {
      return undefined; // It is asked again.
    }
  }

  keep({ id, nth }: AskedOnce, { reply, seal }: Kept): void {
    if (this.isBroken || this.isDone) return;
    try {
      const to = this.open.at(-1) ?? this.begin();
      this.append(to, `${to.isTorn ? '\n' : ''}${JSON.stringify({ id, nth, seal, reply })}\n`);
      to.isTorn = false;
      this.kept += 1;
    } catch (error) {
      this.isBroken = true;
      this.notices.push(`Answers are no longer kept for \`resume\`: ${quoted((error as Error).message)}. The run itself goes on.`);
    }
  }

  /** @param isDone nothing is left to take up. Else an answer that is late begins a file beside. */
  end({ isDone }: { isDone: boolean }): void {
    this.isDone = isDone;
    this.lines.clear();
    for (const { path, file } of this.open.splice(0)) {
      closeSync(file);
      if (isDone) removed(path);
      else released(path, this.place);
    }
  }

  private begin(): Open {
    mkdirSync(this.place.folder, { recursive: true });
    this.outdated.splice(0).forEach(removed);
    // A file that nobody else may read: it holds what models said.
    const path = newJournal(this.place);
    const begun = { path, file: openSync(path, APPEND | constants.O_CREAT | constants.O_EXCL, 0o600), isTorn: false };
    this.open.push(begun);
    this.append(begun, `${JSON.stringify({ journal: 1, at: Date.now() })}\n`);
    return begun;
  }

  private append({ file }: Open, text: string): void {
    const bytes = Buffer.from(text);
    if (bytes.length > LONGEST_KEPT) return;
    if (this.write(file, bytes) < bytes.length) throw new Error('the disk is full');
  }

  private takeUp(left: string): void {
    const path = claimed(left, this.place);
    if (path === undefined) return;
    let file: number | undefined;
    try {
      file = openSync(path, APPEND);
      const found = this.read(file);
      if (found) {
        // The later one counts: the earlier was not good enough for the run that wrote it.
        for (const [name, place] of found.lines) this.lines.set(name, place);
        this.open.push({ path, file, isTorn: found.isTorn });
        return;
      }
    } catch (error) {
      this.notices.push(`The journal cannot be read, so all is asked anew: ${quoted((error as Error).message)}`);
    }
    if (file !== undefined) closeSync(file);
    this.outdated.push(path);
  }

  /** Undefined for one that may not be appended to. */
  private read(file: number): { lines: Map<string, Place>; isTorn: boolean } | undefined {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > LONGEST_FILE) {
      this.notices.push('The journal is no file of ours, so all is asked anew.');
      return undefined;
    }
    let strange = 0;
    let isOurs: boolean | undefined;
    let isTorn = false;
    const lines = new Map<string, Place>();
    for (const { text, at, length, isWhole } of linesOf(file, LONGEST_KEPT)) {
      if (isOurs === undefined) {
        const began = isWhole ? parsed(head, text!) : undefined;
        isOurs = began !== undefined && isFresh(began.at, LONGEST_AGE_MS);
        if (isOurs) continue;
        this.notices.push('The journal is older than a week or none of ours, so all is asked anew.');
        return undefined;
      }
      isTorn = !isWhole;
      const found = isWhole && text !== undefined ? parsed(line, text) : undefined;
      if (found) lines.set(nameOf(found.id, found.nth), { file, at, length });
      else if (isWhole) strange += 1;
    }
    if (strange > 0) this.notices.push(`${strange} lines of the journal are damaged or none of ours, and were not read.`);
    return isOurs === true ? { lines, isTorn } : undefined;
  }
}

function nameOf(id: string, nth: number): string {
  return `${id}${nth}`;
}
