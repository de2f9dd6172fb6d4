import { createHash, createHmac, randomBytes, scryptSync } from 'node:crypto';
import { appendFileSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Calibration } from '../engine/judge/calibrate.ts';
import type { CalibrationStore } from '../engine/judge/judge.ts';
import type { Answer } from '../engine/types.ts';
import { systemCode } from '../errors.ts';
import { canonical, jsonIn, jsonText } from '../json.ts';
import type { Results } from '../run/results.ts';
import type { StoreOptions, SubjectTexts } from '../run/types.ts';

const MAX_AGE_MS = 24 * 3600 * 1000;
const MAX_BYTES = 64 * 1024 ** 2;
const SEAL_LENGTH = 64;
/** An answer, or the words with which a content filter refused the prompt. */
export type StoredAnswer = Answer | { refusal: string };

/** A line, once its seal is checked. */
interface Entry {
  kind: 'begin' | 'reply' | 'finish' | 'calibration';
  /** Of a run: its random number. Of a calibration: the judge and its known cases. */
  id: string;
  /** Ms since 1970. */
  at: number;
  /** Of a reply: the request. Of a begin: pull request, subject, rules and rows. */
  key?: string;
  /** Of a begin: its key without white space of the subject's texts, and these texts. */
  looseKey?: string;
  texts?: SubjectTexts;
  value?: unknown;
}

/** What a run decides, and by what. */
export interface StoredSubject {
  digest: string;
  /** A digest that white space of the texts does not change. */
  looseDigest?: string;
  texts?: SubjectTexts;
}

/** Undefined where the run has no key: nothing that could be sealed is stored. */
export function openStore(
  options: StoreOptions,
  { secrets, ...subject }: StoredSubject & { secrets: readonly string[] },
): RunStore | undefined {
  if (secrets.length === 0) return undefined;
  const seal = scryptSync(canonical(secrets.toSorted()), 'sensitivity-action', 32, { N: 4096 });
  // A file for each set of keys, so that steps with other keys keep theirs.
  const name = `answers-${digestOf(seal.toString('hex')).slice(0, 16)}.jsonl`;
  const file = new SealedFile(path.resolve(options.directory, name), seal);
  return new RunStore(file, subject, options);
}

/** Replies and calibrations of earlier runs, for one subject under one set of rules and rows. */
export class RunStore {
  readonly calibrations: CalibrationStore;
  private readonly file: SealedFile;
  private readonly replies = new Map<string, StoredAnswer>();
  private id = randomBytes(16).toString('hex');
  /** The run before, whose replies are used. */
  private begin: Entry | undefined;
  private isFinished = false;
  private taken = 0;
  /** Of an earlier subject that is red, where this one differs from it in white space only. */
  readonly keptTexts?: SubjectTexts;

  constructor(file: SealedFile, subject: StoredSubject, options: StoreOptions) {
    this.file = file;
    const { scope, isFresh, usesFinished, workflowRun: value } = options;
    const [key, looseKey] = [subject.digest, subject.looseDigest ?? subject.digest].map((digest) =>
      digestOf(canonical([scope, digest])),
    );
    const { texts } = subject;
    const entries = isFresh ? [] : file.read();
    this.calibrations = calibrationsIn(file, entries);
    const begins = entries.filter(({ kind }) => kind === 'begin');
    const reds = entries.flatMap(({ kind, id, value: outcome }) =>
      kind === 'finish' && outcome !== 'pass' ? [id] : [],
    );
    const same = begins.findLast((entry) => entry.key === key);
    const isKept = (entry: Entry) => entry.looseKey === looseKey && reds.includes(entry.id);
    const begin = same ?? (usesFinished ? begins.findLast(isKept) : undefined);
    if (begin && !same) this.keptTexts = begin.texts;
    const own = entries.filter(({ id }) => id === begin?.id);
    const isFinished = own.some(({ kind }) => kind === 'finish');
    if (begin && (usesFinished || !isFinished)) {
      this.id = begin.id;
      this.begin = begin;
      this.isFinished = isFinished;
      for (const { kind, key: request = '', value: answer } of own)
        if (kind === 'reply') this.replies.set(request, answer as StoredAnswer);
    } else file.append({ kind: 'begin', id: this.id, at: Date.now(), key, looseKey, texts, value });
  }

  /** A stored answer to this request; undefined where it must be asked. */
  answerTo(request: string): StoredAnswer | undefined {
    const answer = this.replies.get(request);
    if (answer) this.taken += 1;
    return answer;
  }

  keep(request: string, value: StoredAnswer): void {
    this.file.append({ kind: 'reply', id: this.id, at: Date.now(), key: request, value });
  }

  /** The finished run whose replies were used in place of asking. */
  reused(): Results['reused'] | undefined {
    if (!this.begin || !this.isFinished || this.taken === 0) return undefined;
    const { at, value } = this.begin;
    const reused: Results['reused'] = {
      minutes: Math.floor((Date.now() - at) / 60_000),
      replies: this.taken,
    };
    if (typeof value === 'string') reused.run = value;
    return reused;
  }

  /** The run has a verdict: no later one goes on with it. */
  finish(outcome: string): void {
    if (this.isFinished) return;
    this.file.append({ kind: 'finish', id: this.id, at: Date.now(), value: outcome });
  }

  /** Sentences for the report. */
  close(): string[] {
    if (this.taken === 0 || this.isFinished) return this.file.notices;
    const went = `Answers taken from an interrupted run of the same subject, rules and rows: ${this.taken}.`;
    return [...this.file.notices, went];
  }
}

function calibrationsIn(file: SealedFile, entries: readonly Entry[]): CalibrationStore {
  const idOf = (judge: string, version: string) => digestOf(canonical([judge, version]));
  return {
    read(judge, version) {
      const id = idOf(judge, version);
      const entry = entries.findLast((one) => one.kind === 'calibration' && one.id === id);
      // Its seal says that a run of ours wrote it.
      return Promise.resolve(entry?.value as Calibration | undefined);
    },
    write(judge, version, value) {
      file.append({ kind: 'calibration', id: idOf(judge, version), at: Date.now(), value });
      return Promise.resolve();
    },
  };
}

/** Lines `SEAL JSON` that only a holder of the job's keys can have written. */
class SealedFile {
  readonly notices: string[] = [];
  private readonly path: string;
  private readonly key: Buffer;
  private bytes = 0;
  private isBroken = false;

  constructor(file: string, key: Buffer) {
    this.path = file;
    this.key = key;
    this.orNotice(() => {
      mkdirSync(path.dirname(file), { recursive: true });
      const status = lstatSync(file, { throwIfNoEntry: false });
      // A link or a pipe is none of ours.
      if (status && (!status.isFile() || status.size > MAX_BYTES))
        rmSync(file, { recursive: true });
    });
  }

  /** The living entries, in the order of writing. Dead and damaged lines are removed. */
  read(): Entry[] {
    const text = existsSync(this.path)
      ? this.orNotice(() => readFileSync(this.path, 'utf8'))
      : undefined;
    const lines = text?.split('\n').filter(Boolean) ?? [];
    const entries = lines.map((line) => this.unsealed(line));
    const damaged = entries.filter((entry) => entry === undefined).length;
    if (damaged > 0)
      this.notices.push(`Stored answers: ${damaged} damaged or foreign lines were left out.`);
    const living = entries.filter((entry) => entry !== undefined).filter(isLive);
    this.bytes = lines.join('\n').length;
    if (living.length < lines.length) this.replace(living);
    return living;
  }

  private replace(entries: readonly Entry[]): void {
    this.bytes = 0;
    this.orNotice(() => {
      rmSync(this.path);
    });
    for (const entry of entries) this.append(entry);
  }

  append(entry: Entry): void {
    this.orNotice(() => {
      const json = jsonText(entry);
      // The line before may have been cut when a run was killed.
      const line = `\n${this.sealOf(json)} ${json}`;
      this.bytes += line.length;
      if (this.bytes > MAX_BYTES) throw new Error('the store is full');
      appendFileSync(this.path, line, { mode: 0o600 });
    });
  }

  private sealOf(json: string): string {
    return createHmac('sha256', this.key).update(json).digest('hex');
  }

  private unsealed(line: string): Entry | undefined {
    const json = line.slice(SEAL_LENGTH + 1);
    const isOurs = line.slice(0, SEAL_LENGTH) === this.sealOf(json);
    return isOurs ? (jsonIn(json) as Entry | undefined) : undefined;
  }

  /** A store that cannot be used costs a notice, and never a verdict. */
  private orNotice<T>(step: () => T): T | undefined {
    if (this.isBroken) return undefined;
    try {
      return step();
    } catch (error) {
      this.isBroken = true;
      const reason = systemCode(error) ?? (error instanceof Error ? error.message : '');
      this.notices.push(`Answers are not stored for a later run (${reason}).`);
      return undefined;
    }
  }
}

function isLive({ at }: Entry): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < MAX_AGE_MS;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
