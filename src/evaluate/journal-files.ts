import { hash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import path from 'node:path';

/**
 * Several processes may share the folder and ask the same, so a journal belongs to one process at a time, which its name says: the run, the
 * machine, the process and a number of its own. Whoever takes one over renames it. Of two who want it one finds it gone, so nothing is
 * locked, and a process that is killed leaves no lock.
 */
const NAME = /^journal-(?<run>[\da-f]{32})-(?<machine>[\da-f]{8})-(?<holder>\d{1,10})-(?<own>[\da-f]{8})\.jsonl$/;

/** Those of earlier versions, too, which nobody takes up any more. */
export const ANY_JOURNAL = /^journal-[\da-f]{32}(?:-[\da-f]{8}-\d{1,10}-[\da-f]{8})?\.jsonl$/;

/** A process has no such number. */
const NOBODY = 0;

/** Each is held open; more are left by no runs that ask the same. */
const MOST = 32;

const MACHINE = hash('sha256', hostname()).slice(0, 8);

export interface JournalPlace {
  folder: string;
  /** 32 hexadecimal digits: what is asked. */
  run: string;
}

/** A name for a new one. */
export function newJournal({ folder, run }: JournalPlace): string {
  return path.join(folder, nameOf(run, process.pid));
}

/** The paths of this run's journals that no living process holds, the newest last. */
export function unheld({ folder, run }: JournalPlace): string[] {
  // None where the folder is not there yet; where it cannot be used, the first answer tells why.
  const names = tried(() => readdirSync(folder)) ?? [];
  const found = names.flatMap((name) => {
    const said = NAME.exec(name)?.groups;
    const file = path.join(folder, name);
    if (said?.run !== run) return [];
    const at = tried(() => lstatSync(file).mtimeMs);
    return at === undefined || (said.machine === MACHINE && isAlive(Number(said.holder), at)) ? [] : [{ file, at }];
  });
  return found
    .sort((a, b) => a.at - b.at)
    .slice(-MOST)
    .map(({ file }) => file);
}

/** @returns its new path; undefined where another process was faster. */
export function claimed(file: string, place: JournalPlace): string | undefined {
  const mine = newJournal(place);
  return renamed(file, mine) ? mine : undefined;
}

/** For whoever comes next, though this process goes on. Where it cannot be, it is free as soon as the process has ended. */
export function released(file: string, { folder, run }: JournalPlace): void {
  renamed(file, path.join(folder, nameOf(run, NOBODY)));
}

/** One that cannot be removed is swept away some day, and is no reason for a run to break. */
export function removed(file: string): void {
  tried(() => {
    rmSync(file, { force: true });
  });
}

function nameOf(run: string, holder: number): string {
  return `journal-${run}-${MACHINE}-${holder}-${randomBytes(4).toString('hex')}.jsonl`;
}

/** Undefined where the file system refuses: what stands there may be another's meanwhile. */
function tried<T>(step: () => T): T | undefined {
  try {
    return step();
  } catch {
    return undefined;
  }
}

function renamed(from: string, to: string): boolean {
  const isDone = tried(() => {
    renameSync(from, to);
    return true;
  });
  return isDone === true;
}

/** One of the same number that came later may be meant, after a restart of the machine most of all. Ourselves we know. */
function isAlive(holder: number, writtenAt: number): boolean {
  if (holder === NOBODY || holder === process.pid || writtenAt < Date.now() - uptime() * 1000) return false;
  try {
    return process.kill(holder, 0); // Nothing is sent.
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'; // It is there, and another user's.
  }
}
