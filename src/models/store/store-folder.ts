import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { quoted } from '../../json.ts';
import { parsedLine, type StoredReply } from './sealed-line.ts';

const NAME = /^store-[\da-f]{16}\.jsonl$/;
const MIB = 1024 ** 2;
/** Stop reading after this many damaged lines: a line takes more time than its length suggests. */
const MAX_DAMAGED_LINES = 1_000;
const DAY_MS = 24 * 3600 * 1000;
/** Follow no link and do not wait for a FIFO. Windows has neither flag; undefined counts as 0. */
const SAFE_OPEN_FLAGS = constants.O_NOFOLLOW | constants.O_NONBLOCK;

export interface StoreLimits {
  file: number;
  /** Maximum size of all files, in bytes. The oldest files beyond it are removed. */
  total: number;
}

/**
 * Owns the files of the store. Each process appends to its own file and reads all files, so
 * processes need no lock.
 */
export class StoreFolder {
  readonly notices: string[] = [];
  private readonly folder: string;
  private readonly limits: StoreLimits;
  private readonly write: typeof writeSync;
  private ownFile: { descriptor: number; size: number } | undefined;
  private isBroken = false;

  constructor(
    folder: string,
    limits: Partial<StoreLimits> = {},
    write: typeof writeSync = writeSync,
  ) {
    this.folder = folder;
    this.limits = { file: 128 * MIB, total: 256 * MIB, ...limits };
    this.write = write;
  }

  /**
   * Calls `add` with each live line. Removes files without live lines that are older than a day, if
   * all their lines were read.
   */
  readLines(
    isLive: (entry: StoredReply) => boolean,
    add: (line: Buffer, entry: StoredReply) => void,
  ): void {
    let [total, refused, damaged] = [0, 0, 0];
    for (const file of this.files()) {
      const content = tryStep(() => this.contentOf(file));
      if (content === undefined) {
        refused += 1;
        continue;
      }
      total += content.bytes.length;
      const isBeyondLimit = total > this.limits.total;
      let [live, isReadWhole] = [0, true];
      for (const line of isBeyondLimit ? [] : linesOf(content.bytes)) {
        if (damaged > MAX_DAMAGED_LINES) {
          isReadWhole = false;
          break;
        }
        const entry = parsedLine(line);
        if (entry === undefined) damaged += 1;
        else if (isLive(entry)) {
          live += 1;
          add(line, entry);
        }
      }
      const isOld = content.writtenAt < Date.now() - DAY_MS;
      if (live === 0 && (isBeyondLimit || (isOld && isReadWhole)))
        tryStep(() => {
          rmSync(file);
        });
    }
    this.noteRefused(refused, damaged);
  }

  private noteRefused(refused: number, damaged: number): void {
    const size = `${this.limits.file / MIB} MiB`;
    const files =
      refused === 1
        ? '1 file that is not a regular file or is'
        : `${refused} files that are not regular files or are`;
    if (refused > 0) this.notices.push(`Stored answers: ignored ${files} larger than ${size}.`);
    const addition = damaged > MAX_DAMAGED_LINES ? ', and all that follow them' : '';
    const lines = damaged === 1 ? 'line' : 'lines';
    if (damaged > 0)
      this.notices.push(`Stored answers: ignored ${damaged} damaged ${lines}${addition}.`);
  }

  append(line: Buffer): void {
    if (this.isBroken) return;
    try {
      this.ownFile ??= this.create();
      this.ownFile.size += line.length;
      if (this.ownFile.size > this.limits.file)
        throw new Error(`the file has reached ${this.limits.file / MIB} MiB`);
      if (this.write(this.ownFile.descriptor, line) < line.length)
        throw new Error('the disk is full');
    } catch (error) {
      this.isBroken = true;
      this.notices.push(
        `Answers are no longer stored: ${quoted(error instanceof Error ? error.message : error)}. The run continues.`,
      );
    }
  }

  /** Call it at the end of the run. A later line goes into another file. */
  close(): void {
    if (this.ownFile) closeSync(this.ownFile.descriptor);
    this.ownFile = undefined;
  }

  private create(): { descriptor: number; size: number } {
    mkdirSync(this.folder, { recursive: true });
    const file = path.join(this.folder, `store-${randomBytes(8).toString('hex')}.jsonl`);
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL;
    return { descriptor: openSync(file, flags | SAFE_OPEN_FLAGS, 0o600), size: 0 };
  }

  private files(): string[] {
    const names = tryStep(() => readdirSync(this.folder)) ?? [];
    const dated = names.flatMap((name) => {
      const file = path.join(this.folder, name);
      const writtenAt = NAME.test(name) ? tryStep(() => lstatSync(file).mtimeMs) : undefined;
      return writtenAt === undefined ? [] : [{ file, at: writtenAt }];
    });
    return dated.sort((a, b) => b.at - a.at).map(({ file }) => file);
  }

  /** @throws Error for a file that is not regular or too large. */
  private contentOf(file: string): { bytes: Buffer; writtenAt: number } {
    const descriptor = openSync(file, constants.O_RDONLY | SAFE_OPEN_FLAGS);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile() || stats.size > this.limits.file)
        throw new Error('not a file of the store');
      return { bytes: readFileSync(descriptor), writtenAt: stats.mtimeMs };
    } finally {
      closeSync(descriptor);
    }
  }
}

function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; ;) {
    const end = bytes.indexOf('\n', start);
    if (end < 0) return;
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}

/** Returns undefined on a file-system error: another process may have removed the file. */
function tryStep<T>(step: () => T): T | undefined {
  try {
    return step();
  } catch {
    return undefined;
  }
}
