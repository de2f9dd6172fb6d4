import { createHmac, createSecretKey, hash, randomBytes, type KeyObject } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import type { Calibration } from '../engine/judge/calibrate.ts';
import type { CalibrationStore } from '../engine/judge/judge.ts';
import type { Answer } from '../engine/types.ts';
import { canonical, jsonIn, jsonText } from '../json.ts';
import { makeFolder } from '../path-safety.ts';

const MAX_AGE_MS = 24 * 3600 * 1000;
const MAX_BYTES = 64 * 1024 ** 2;
const SEAL_LENGTH = 64;

/** Folder and scope of the replies and calibrations of earlier runs. */
export interface StoreOptions {
  directory: string;
  /** The pull request, or the ref: a verdict is used again within it. */
  scope: string;
  /** A finished run of the same subject, rules and rows is used again (pull requests only). */
  usesFinished?: boolean;
  /** `--no-resume`: nothing is read, judges are calibrated anew. */
  isFresh?: boolean;
  /** Named in the report of a later run that uses it. */
  workflowRun?: string;
}

/** A line, once its seal is checked. */
interface Entry {
  kind: 'begin' | 'reply' | 'finish' | 'calibration';
  /** A run has a random number, a calibration its judge and known cases. */
  id: string;
  /** Ms since 1970. */
  at: number;
  /** A reply has its request; a begin has pull request, subject, rules and rows. */
  key?: string;
  /** Texts of the subject of a begin, whose white space the key leaves out. */
  texts?: Readonly<Record<string, string>>;
  /** The workflow run of a begin. */
  run?: string;
  value?: unknown;
}

/** A subject under its rules and rows. */
export interface StoredSubject {
  /** White space of the texts does not change it. */
  digest: string;
  texts?: Readonly<Record<string, string>>;
}

/** Replies and calibrations of earlier runs, for one subject under one set of rules and rows. */
export class RunStore {
  readonly calibrations: CalibrationStore;
  private readonly file: SealedFile;
  private readonly replies = new Map<string, Answer>();
  private readonly id: string;
  /** The run before, whose replies are used, where it has a verdict. */
  private readonly finished?: Entry;
  private taken = 0;
  /** Texts of an earlier red subject, from which this one differs in white space only. */
  readonly keptTexts?: StoredSubject['texts'];

  constructor(
    { directory, scope, isFresh, usesFinished, workflowRun: run }: StoreOptions,
    seal: Buffer,
    { digest, texts }: StoredSubject,
  ) {
    // A file for each set of keys, so that steps with other keys keep theirs.
    const name = `answers-${hash('sha256', seal.toString('hex')).slice(0, 16)}.jsonl`;
    this.file = new SealedFile(path.resolve(directory, name), seal);
    const entries = isFresh ? [] : this.file.entries;
    this.calibrations = calibrationsIn(this.file, entries);
    const key = canonical([scope, digest]);
    const before = runToContinue(entries, { key, texts, usesFinished });
    this.id = before?.begin.id ?? randomBytes(16).toString('hex');
    if (!before) {
      this.file.append({ kind: 'begin', id: this.id, key, texts, run });
      return;
    }
    this.keptTexts = before.keptTexts;
    if (before.isFinished) this.finished = before.begin;
    for (const { kind, id, key: request = '', value } of entries)
      if (kind === 'reply' && id === this.id) this.replies.set(request, value as Answer);
  }

  /** A stored answer to this request; undefined where it must be asked. */
  answerTo(request: string): Answer | undefined {
    const answer = this.replies.get(request);
    if (answer) this.taken += 1;
    return answer;
  }

  keep(request: string, value: Answer): void {
    this.file.append({ kind: 'reply', id: this.id, key: request, value });
  }

  /** The finished run whose replies were used in place of asking. */
  reused() {
    if (!this.finished || this.taken === 0) return undefined;
    const { at, run } = this.finished;
    return { minutes: Math.floor((Date.now() - at) / 60_000), replies: this.taken, run };
  }

  /** The run has a verdict: no later one goes on with it. */
  finish(outcome: string): void {
    if (!this.finished) this.file.append({ kind: 'finish', id: this.id, value: outcome });
  }

  /** Sentences for the report. */
  close(): string[] {
    this.file.close();
    const { notices } = this.file;
    if (this.taken > 0 && !this.finished)
      notices.push(
        `Answers taken from an interrupted run of the same subject, rules and rows: ${this.taken}.`,
      );
    return notices;
  }
}

/** The run that this one goes on with, or whose verdict stands; undefined where all is asked. */
function runToContinue(
  entries: readonly Entry[],
  { key, texts, usesFinished }: Pick<Entry, 'key' | 'texts'> & { usesFinished?: boolean },
) {
  const finishes = entries.filter(({ kind }) => kind === 'finish');
  const outcomes = new Map(finishes.map(({ id, value }) => [id, value]));
  const begins = entries.filter((entry) => entry.kind === 'begin' && entry.key === key);
  const same = begins.findLast((begin) => canonical([begin.texts]) === canonical([texts]));
  const red = begins.findLast(({ id }) => outcomes.has(id) && outcomes.get(id) !== 'pass');
  const begin = usesFinished ? (same ?? red) : same;
  if (!begin) return undefined;
  const isFinished = outcomes.has(begin.id);
  if (isFinished && !usesFinished) return undefined;
  return { begin, isFinished, keptTexts: same ? undefined : begin.texts };
}

function calibrationsIn(file: SealedFile, entries: readonly Entry[]): CalibrationStore {
  const idOf = (judge: string, version: string) => hash('sha256', canonical([judge, version]));
  return {
    read(judge, version) {
      const id = idOf(judge, version);
      // Its seal says that a run of ours wrote it.
      return entries.findLast((entry) => entry.id === id)?.value as Calibration | undefined;
    },
    write(judge, version, value) {
      file.append({ kind: 'calibration', id: idOf(judge, version), value });
    },
  };
}

/** Lines `SEAL JSON` that only a holder of the job's keys can have written. */
class SealedFile {
  /** Lines of earlier runs, in the order of writing. */
  entries: readonly Entry[] = [];
  readonly notices: string[] = [];
  private readonly key: KeyObject;
  /** Undefined where the store cannot be used. It stays open, since opening takes time. */
  private file: number | undefined;

  constructor(file: string, key: Buffer) {
    this.key = createSecretKey(key);
    this.orNotice(() => {
      makeFolder(path.dirname(file));
      const status = lstatSync(file, { throwIfNoEntry: false });
      // A link or a pipe is none of ours.
      if (status && (!status.isFile() || status.size > MAX_BYTES))
        rmSync(file, { recursive: true });
      this.file = openSync(file, 'a+', 0o600);
      this.read(this.file);
    });
  }

  /** Dead and damaged lines are removed. */
  private read(file: number): void {
    const text = readFileSync(file, 'utf8');
    const lines = text.split('\n').filter(Boolean);
    const texts = lines.map((line) => line.slice(SEAL_LENGTH + 1));
    const ours = texts.filter((json, i) => lines[i] === this.sealed(json));
    this.entries = ours.map((json) => jsonIn(json) as Entry).filter(isLive);
    const damaged = lines.length - ours.length;
    if (damaged > 0)
      this.notices.push(`Stored answers: ${damaged} damaged or foreign lines were left out.`);
    if (this.entries.length === lines.length) return;
    ftruncateSync(file);
    const kept = this.entries.map((entry) => `\n${this.sealed(jsonText(entry))}`);
    appendFileSync(file, kept.join(''));
  }

  append(entry: Omit<Entry, 'at'>): void {
    const { file } = this;
    if (file === undefined) return;
    const json = jsonText({ ...entry, at: Date.now() });
    // The line before may have been cut when a run was killed.
    const line = `\n${this.sealed(json)}`;
    this.orNotice(() => {
      if (fstatSync(file).size + Buffer.byteLength(line) > MAX_BYTES)
        throw new Error('the store is full');
      appendFileSync(file, line);
    });
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  private sealed(json: string): string {
    return `${createHmac('sha256', this.key).update(json).digest('hex')} ${json}`;
  }

  /** A store that cannot be used costs a notice, and never a verdict. */
  private orNotice(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.close();
      const reason = error instanceof Error ? error.message : String(error);
      this.notices.push(`Answers are not stored for a later run (${reason}).`);
    }
  }
}

function isLive({ at }: Entry): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < MAX_AGE_MS;
}
