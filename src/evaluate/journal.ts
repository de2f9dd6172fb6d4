import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { AskedOnce, Kept, ReplyStore } from '../models/index.js';
import { digest, isFresh, LONGEST_AGE_MS, LONGEST_KEPT, parsed } from './kept-reply.js';
import { linesOf } from './lines-of.js';

const head = z.strictObject({ journal: z.literal(1), at: z.number() });
const line = z.strictObject({ id: digest, nth: z.int().nonnegative(), seal: digest, reply: z.string() });

/** A longer one is none of ours, or more than it is worth reading. */
const LONGEST_FILE = 4 * 1024 ** 3;

/** Windows has no O_NOFOLLOW, where undefined counts as 0. */
const APPEND = constants.O_APPEND | constants.O_RDWR | constants.O_NOFOLLOW;

/**
 * What a run was answered, a line an answer, in a file that is only ever appended to. Calls that wait for nothing: a line is with the
 * system before its answer is used, so that a process that is killed leaves all but what was under way, and no half line of a second
 * writer stands in it.
 */
export class Journal implements ReplyStore {
  readonly notices: string[] = [];
  private file: number | undefined;
  private isBroken = false;
  /** A line was torn, and the next one must not become a part of it. */
  private isTorn = false;
  private kept = 0;
  private readonly lines = new Map<string, { at: number; length: number }>();
  private readonly path: string;
  private readonly write: typeof writeSync;

  /** @param takeUp whether what stands there counts; else the first answer begins the file anew. */
  constructor(path: string, { takeUp }: { takeUp: boolean }, write: typeof writeSync = writeSync) {
    this.path = path;
    this.write = write;
    if (takeUp) this.takeUp();
  }

  /** Answers that it holds. */
  get size(): number {
    return this.lines.size + this.kept;
  }

  find({ id, nth }: AskedOnce): Kept | undefined {
    const place = this.lines.get(nameOf(id, nth));
    if (place === undefined || this.file === undefined) return undefined;
    try {
      const bytes = Buffer.alloc(place.length);
      readSync(this.file, bytes, 0, place.length, place.at);
      return parsed(line, bytes.toString());
    } catch {
      return undefined; // It is asked again.
    }
  }

  keep({ id, nth }: AskedOnce, { reply, seal }: Kept): void {
    if (this.isBroken) return;
    try {
      this.file ??= this.begin();
      this.append(`${this.isTorn ? '\n' : ''}${JSON.stringify({ id, nth, seal, reply })}\n`);
      this.isTorn = false;
      this.kept += 1;
    } catch (error) {
      this.isBroken = true;
      this.notices.push(`Answers are no longer kept for \`resume\`: ${(error as Error).message}. The run itself goes on.`);
    }
  }

  /** @param isDone nothing is left to take up. */
  end({ isDone }: { isDone: boolean }): void {
    if (this.file === undefined) return;
    closeSync(this.file);
    this.file = undefined;
    if (isDone) rmSync(this.path, { force: true });
  }

  private begin(): number {
    mkdirSync(path.dirname(this.path), { recursive: true });
    // Whatever has its name, a link too, makes room for a file of our own, which nobody else may read: it holds what models said.
    rmSync(this.path, { force: true });
    const file = openSync(this.path, APPEND | constants.O_CREAT | constants.O_EXCL, 0o600);
    this.file = file;
    this.append(`${JSON.stringify({ journal: 1, at: Date.now() })}\n`);
    return file;
  }

  private append(text: string): void {
    const bytes = Buffer.from(text);
    if (bytes.length > LONGEST_KEPT) return;
    if (this.write(this.file!, bytes) < bytes.length) throw new Error('the disk is full');
  }

  private takeUp(): void {
    let file: number | undefined;
    try {
      file = openSync(this.path, APPEND);
      if (this.read(file)) this.file = file;
      else closeSync(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      if (file !== undefined) closeSync(file);
      this.lines.clear();
      this.notices.push(`The journal cannot be read, so all is asked anew: ${(error as Error).message}`);
    }
  }

  /** @returns whether it is one that may be appended to. */
  private read(file: number): boolean {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > LONGEST_FILE) {
      this.notices.push('The journal is no file of ours, so all is asked anew.');
      return false;
    }
    let strange = 0;
    let isOurs: boolean | undefined;
    for (const { text, at, length, isWhole } of linesOf(file, LONGEST_KEPT)) {
      if (isOurs === undefined) {
        const began = isWhole ? parsed(head, text!) : undefined;
        isOurs = began !== undefined && isFresh(began.at, LONGEST_AGE_MS);
        if (isOurs) continue;
        this.notices.push('The journal is older than a week or none of ours, so all is asked anew.');
        return false;
      }
      this.isTorn = !isWhole;
      const found = isWhole && text !== undefined ? parsed(line, text) : undefined;
      // The later one counts: the earlier was not good enough for the run that wrote it.
      if (found) this.lines.set(nameOf(found.id, found.nth), { at, length });
      else if (isWhole) strange += 1;
    }
    if (strange > 0) this.notices.push(`${strange} lines of the journal are damaged or none of ours, and were not read.`);
    return isOurs === true;
  }
}

function nameOf(id: string, nth: number): string {
  return `${id}${nth}`;
}
