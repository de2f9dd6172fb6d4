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
import { calibrationSchema } from '../engine/judge/calibrate.ts';
import type { CalibrationStore } from '../engine/judge/judge.ts';
import type { Answer } from '../engine/model.ts';
import { canonical, jsonIn, jsonText } from '../shared/json.ts';
import { makeFolder } from '../shared/path-safety.ts';

const MAX_AGE_MS = 24 * 3600 * 1000;
const MAX_BYTES = 64 * 1024 ** 2;
const SEAL_LENGTH = 64;

/** Folder and scope of the replies and calibrations of earlier runs. */
export interface StoreOptions {
  directory: string;
  /** The pull request or the ref within which a verdict is reused. */
  scope: string;
  /** Reuses a finished run of the same subject, rules and rows (pull requests only). */
  usesFinished?: boolean;
  /** True with `--no-resume`: ignores what is stored, and calibrates judges again. */
  isFresh?: boolean;
  /** The id of the workflow run, which a later run that reuses its replies reports. */
  workflowRun?: string;
}

/** A line of the file, once its seal is checked. */
interface Entry {
  kind: 'begin' | 'reply' | 'finish' | 'calibration';
  /** A random number for a run; for a calibration, a hash of its judge and known cases. */
  id: string;
  /** Time of writing, in ms since 1970. */
  at: number;
  /** The request of a reply; the pull request, subject, rules and rows of a begin. */
  about?: string;
  /** The subject's texts of a begin: `about` ignores their white space. */
  texts?: Readonly<Record<string, string>>;
  /** The workflow run of a begin. */
  workflowRun?: string;
  value?: unknown;
}

/** A subject under its rules and rows. */
interface StoredSubject {
  /** A hash that ignores white space in the texts. */
  digest: string;
  texts?: Readonly<Record<string, string>>;
}

/** Replies and calibrations of earlier runs, for one subject under one set of rules and rows. */
export class RunStore {
  private readonly file: SealedFile;
  private readonly entries: readonly Entry[];
  private readonly replies = new Map<string, Answer>();
  private readonly id: string;
  /** The earlier run whose replies are reused, if it has a verdict. */
  private readonly finished?: Entry;
  private repliesReused = 0;
  /**
   * Texts of an earlier subject that failed and differs from this one in white space only.
   */
  readonly keptTexts?: StoredSubject['texts'];

  constructor(
    { directory, scope, isFresh, usesFinished, workflowRun }: StoreOptions,
    seal: Buffer,
    { digest, texts }: StoredSubject,
  ) {
    // Each set of keys has its own file, so that steps with other keys keep their answers.
    const name = `answers-${hash('sha256', seal.toString('hex')).slice(0, 16)}.jsonl`;
    this.file = new SealedFile(path.resolve(directory, name), seal);
    const entries = isFresh ? [] : this.file.entries;
    this.entries = entries;
    const about = canonical([scope, digest]);
    const earlier = findEarlierRun(entries, { about, texts, usesFinished });
    this.id = earlier?.begin.id ?? randomBytes(16).toString('hex');
    if (!earlier) {
      this.file.append({ kind: 'begin', id: this.id, about, texts, workflowRun });
      return;
    }
    this.keptTexts = earlier.keptTexts;
    if (earlier.isFinished) this.finished = earlier.begin;
    for (const { kind, id, about: request = '', value } of entries)
      if (kind === 'reply' && id === this.id) this.replies.set(request, value as Answer);
  }

  /** The stored answer to a request; undefined if there is none. */
  answerTo(request: string) {
    const answer = this.replies.get(request);
    if (answer) this.repliesReused += 1;
    return answer;
  }

  keep(request: string, value: Answer) {
    this.file.append({ kind: 'reply', id: this.id, about: request, value });
  }

  /** @param judge - identifies the judge and all its settings */
  calibrationsOf(judge: string): CalibrationStore {
    const idOf = (version: string) => hash('sha256', canonical([judge, version]));
    return {
      read: (version) => {
        const id = idOf(version);
        const entry = this.entries.findLast((stored) => stored.id === id);
        // Another version of this program may have stored other fields. The schema also drops the
        // errors of a new calibration, of which JSON keeps no message.
        return calibrationSchema.safeParse(entry?.value).data;
      },
      write: (version, value) => {
        this.file.append({ kind: 'calibration', id: idOf(version), value });
      },
    };
  }

  /** The finished run whose replies replaced requests; undefined if none did. */
  reused() {
    if (!this.finished || this.repliesReused === 0) return undefined;
    const { at, workflowRun: run } = this.finished;
    return { minutes: Math.floor((Date.now() - at) / 60_000), replies: this.repliesReused, run };
  }

  /** Records the verdict, so that no later run continues this one. */
  finish(outcome: string) {
    this.file.append({ kind: 'finish', id: this.id, value: outcome });
  }

  /** Closes the file, and returns notices for the report. */
  close() {
    this.file.close();
    const { notices } = this.file;
    if (this.repliesReused > 0 && !this.finished)
      notices.push(
        `Answers reused from an interrupted run of the same subject, rules and rows: ${this.repliesReused}.`,
      );
    return notices;
  }
}

/** Finds the earlier run to resume or repeat; undefined if everything is asked again. */
function findEarlierRun(
  entries: readonly Entry[],
  { about, texts, usesFinished }: Pick<Entry, 'about' | 'texts'> & { usesFinished?: boolean },
) {
  const finishes = entries.filter(({ kind }) => kind === 'finish');
  const outcomes = new Map(finishes.map(({ id, value }) => [id, value]));
  const begins = entries.filter((entry) => entry.kind === 'begin' && entry.about === about);
  const sameTexts = begins.findLast((begin) => canonical([begin.texts]) === canonical([texts]));
  const failed = begins.findLast(({ id }) => outcomes.get(id) === 'fail');
  const begin = usesFinished ? (sameTexts ?? failed) : sameTexts;
  if (!begin) return undefined;
  const isFinished = outcomes.has(begin.id);
  if (isFinished && !usesFinished) return undefined;
  return { begin, isFinished, keptTexts: sameTexts ? undefined : begin.texts };
}

/** A file of lines `SEAL JSON`, which only a holder of the job's keys can write. */
class SealedFile {
  /** Lines of earlier runs, in the order of writing. */
  entries: readonly Entry[] = [];
  readonly notices: string[] = [];
  private readonly sealKey: KeyObject;
  /** The open file, since opening takes time. Undefined if the store cannot be used. */
  private descriptor: number | undefined;

  constructor(file: string, seal: Buffer) {
    this.sealKey = createSecretKey(seal);
    this.runOrNotice(() => {
      makeFolder(path.dirname(file));
      const status = lstatSync(file, { throwIfNoEntry: false });
      // The store itself writes regular files only.
      if (status && (!status.isFile() || status.size > MAX_BYTES))
        rmSync(file, { recursive: true });
      this.descriptor = openSync(file, 'a+', 0o600);
      this.readEntries(this.descriptor);
    });
  }

  /** Reads the lines, and removes old and damaged ones from the file. */
  private readEntries(descriptor: number) {
    const text = readFileSync(descriptor, 'utf8');
    const lines = text.split('\n').filter(Boolean);
    const texts = lines.map((line) => line.slice(SEAL_LENGTH + 1));
    const ours = texts.filter((json, i) => lines[i] === this.sealed(json));
    this.entries = ours.map((json) => jsonIn(json) as Entry).filter(isRecent);
    const damaged = lines.length - ours.length;
    if (damaged > 0)
      this.notices.push(`Stored answers: ${damaged} damaged or foreign lines were ignored.`);
    if (this.entries.length === lines.length) return;
    ftruncateSync(descriptor);
    appendFileSync(
      descriptor,
      this.entries.map((entry) => `\n${this.sealed(jsonText(entry))}`).join(''),
    );
  }

  append(entry: Omit<Entry, 'at'>) {
    const { descriptor } = this;
    if (descriptor === undefined) return;
    const json = jsonText({ ...entry, at: Date.now() });
    // The line break comes first, since a killed run may have left half a line.
    const line = `\n${this.sealed(json)}`;
    this.runOrNotice(() => {
      if (fstatSync(descriptor).size + Buffer.byteLength(line) > MAX_BYTES)
        throw new Error('the store is full');
      appendFileSync(descriptor, line);
    });
  }

  close() {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = undefined;
  }

  private sealed(json: string) {
    return `${createHmac('sha256', this.sealKey).update(json).digest('hex')} ${json}`;
  }

  /** Runs a step. A failure of the store becomes a notice, and never costs a verdict. */
  private runOrNotice(step: () => void) {
    try {
      step();
    } catch (error) {
      this.close();
      this.notices.push(`Answers are not stored for a later run (${String(error)}).`);
    }
  }
}

function isRecent({ at }: Entry) {
  const age = Date.now() - at;
  return age >= 0 && age < MAX_AGE_MS;
}
