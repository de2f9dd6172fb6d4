import { asRecord, canonical, jsonIn } from '../../json.ts';
import { RequestNumbers, type NumberedRequest } from './request-numbers.ts';
import { sha256Base64, type StoredReply } from './sealed-line.ts';
import { SealedLines } from './sealed-lines.ts';
import { StoreFolder } from './store-folder.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Maximum age of a line, in ms. */
const MAX_AGE_MS = { run: DAY_MS, calibration: 7 * DAY_MS };

export interface StoreOptions {
  folder: string;
  /** The key that seals lines of no single request; undefined if the run has none. */
  key: string | undefined;
  /** The workflow run, to be named by later ones. */
  workflowRun?: string;
  /**
   * What a run with `resume` reuses: `interrupted` (default) an unfinished run of this subject and
   * rules, `verdict` a finished one, too.
   */
  reuse?: 'none' | 'interrupted' | 'verdict';
}

/** Digests of the parts of a run, by name. Runs with the same parts have one verdict. */
type RunParts = Readonly<Record<string, string>>;

interface RunStart {
  /** Use the replies of an earlier run with the same parts. */
  resume: boolean;
  /** The gate of a pull request, whose runs are compared with each other. */
  gate?: string;
}

/** The newest run of the same gate. */
export interface EarlierRun {
  /** The workflow run, as GitHub numbers it. */
  workflowRun: string | undefined;
  startedAt: number;
  /** Name of the first part that differs; undefined if the verdict stands. */
  differs: string | undefined;
}

/**
 * Decides whether a request may take the stored reply of an earlier attempt of its run. Stores
 * replies for later attempts.
 */
export class ReplyStore {
  /** Number of replies taken from an earlier run of the same parts. */
  taken = 0;
  readonly numbers = new RequestNumbers();
  /** True if requests to the model under test carry no key. */
  isUnsealed = false;
  /** Known after `begin`, in a run whose verdict stands for later ones. */
  earlier: EarlierRun | undefined;
  private run = '';
  private resumesAfter = Infinity;
  private hasReplies = false;
  private isEnded = false;
  private readonly options: StoreOptions;
  private readonly folder: StoreFolder;
  private readonly lines: SealedLines;

  constructor(options: StoreOptions, folder = new StoreFolder(options.folder)) {
    this.options = options;
    this.folder = folder;
    this.lines = new SealedLines(folder, isLive);
  }

  begin(parts: RunParts, { resume, gate = '' }: RunStart): void {
    this.run = sha256Base64(canonical([parts, gate]));
    if (this.options.reuse === 'verdict') this.beginVerdict(parts, { resume, gate });
    else if (resume) {
      const [lastEnd] = this.lines.find('end', { id: this.run, nth: 0 }, this.options.key);
      this.resumesAfter = lastEnd?.at ?? 0;
    }
  }

  /**
   * Finds the run whose verdict stands, by the age of the run: its replies are used together or not
   * at all. Records this run if there is none.
   */
  private beginVerdict(parts: RunParts, { resume, gate }: Required<RunStart>): void {
    const id = sha256Base64(gate);
    const begun = this.lines
      .find('begin', { id, nth: 0 }, this.options.key)
      .filter(({ at }) => isFresh(at, MAX_AGE_MS.run));
    const sameRun = begun.find(({ run }) => run === this.run);
    if (sameRun && resume) {
      this.resumesAfter = sameRun.at - 1;
      this.earlier = { workflowRun: sameRun.by, startedAt: sameRun.at, differs: undefined };
      return;
    }
    const [newestRun] = begun;
    if (newestRun && newestRun !== sameRun) {
      const earlierParts = asRecord(jsonIn(newestRun.text));
      const differs = Object.keys(parts).find((name) => earlierParts[name] !== parts[name]);
      this.earlier = { workflowRun: newestRun.by, startedAt: newestRun.at, differs };
    }
    const { workflowRun, key } = this.options;
    const text = JSON.stringify(parts);
    this.append({ kind: 'begin', id, nth: 0, by: workflowRun, text }, key);
  }

  /** Returns the run's own reply of an earlier attempt. */
  recall(request: NumberedRequest, key: string): string | undefined {
    if (this.options.reuse === 'none') return undefined;
    const lines = this.lines.find('reply', request, key);
    const replies = lines.filter(({ text }) => jsonIn(text) !== undefined);
    const ownReply = replies.find(
      ({ run, at }) => run === this.run && at > this.resumesAfter && isFresh(at, MAX_AGE_MS.run),
    );
    if (ownReply === undefined) return undefined;
    this.taken += 1;
    this.hasReplies = true;
    return ownReply.text;
  }

  keep(request: NumberedRequest, text: string, key: string): void {
    const { workflowRun, reuse } = this.options;
    if (reuse === 'none') return;
    this.hasReplies = true;
    this.append({ kind: 'reply', ...request, by: workflowRun, text }, key);
  }

  calibration(id: string): string | undefined {
    const stored = this.lines.find('calibration', { id, nth: 0 }, this.options.key);
    return stored.find(({ at }) => isFresh(at, MAX_AGE_MS.calibration))?.text;
  }

  keepCalibration(id: string, text: string): void {
    this.append({ kind: 'calibration', id, nth: 0, text }, this.options.key);
  }

  /** Marks the run as complete: no later run resumes it. */
  end(): void {
    if (this.hasReplies)
      this.append({ kind: 'end', id: this.run, nth: 0, text: '' }, this.options.key);
    this.isEnded = true;
  }

  close(): void {
    this.folder.close();
  }

  get notices(): string[] {
    const { taken } = this;
    const { foreign } = this.lines;
    const parts: string[] = [...this.folder.notices];
    if (foreign > 0)
      parts.push(`Stored answers: ignored ${foreign} that are not sealed with a key of this run.`);
    if (taken > 0 && this.options.reuse !== 'verdict')
      parts.push(
        `Resumed with ${taken} answers of an interrupted run of the same subject and rules. Set the input \`resume: false\` to ask again.`,
      );
    return parts;
  }

  private append(entry: Omit<StoredReply, 'run' | 'at'>, key: string | undefined): void {
    if (key !== undefined && !this.isEnded)
      this.lines.append({ ...entry, run: this.run, at: Date.now() }, key);
  }
}

function isLive({ kind, at }: StoredReply): boolean {
  return isFresh(at, kind === 'calibration' ? MAX_AGE_MS.calibration : MAX_AGE_MS.run);
}

function isFresh(at: number, maxAge: number): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < maxAge;
}
