import { randomUUID } from 'node:crypto';
import { ModelError } from '../errors.js';
import { afford } from './batch-budget.js';
import { addressBelow, BatchApi, ENDED, type Batch } from './batch-api.js';
import { endedWithout, failedLine, leftRunning, waitedTooLong, wentTo } from './batch-failures.js';
import { inFiles, lineOf, resultIn, type BatchResult, type Waiting } from './batch-lines.js';
import { BatchNotes, type Note } from './batch-notes.js';
import type { BatchJob } from './batch-job.js';
import type { Reserved } from './ledger.js';

/** How often is looked, in ms: a small batch is done soon, a large one takes hours. */
const FIRST_LOOK = 1_000;
const LAST_LOOK = 60_000;
/** So many looks one after the other may fail before nobody waits any more. */
const MOST_FAILED_LOOKS = 20;
/** A server ends a batch after 24 hours by itself. */
const LONGEST_HOURS = 26;

/** Some requests that went together. */
interface Part {
  waiting: readonly Waiting[];
  note: Note;
  nth: number;
  batch: Batch;
}

/** Has prompts answered in batches: what is known is left out, what an interrupted run has sent is collected, the rest is sent. */
export class Batched {
  private readonly api: BatchApi;
  private readonly notes: BatchNotes;
  /** Of those that are answered, where their tokens were put aside. */
  private readonly reserved = new Map<Waiting, Reserved>();
  private readonly answered = new Set<Waiting>();
  private readonly failures = new Map<number, ModelError>();
  private readonly ended = new Map<string, number>();

  private readonly job: BatchJob;
  private readonly onAnswered: (count: number) => void;

  constructor(job: BatchJob, onAnswered: (count: number) => void) {
    this.job = job;
    this.onAnswered = onAnswered;
    this.api = new BatchApi(job);
    this.notes = new BatchNotes(job.link, job.settings);
  }

  /** @returns why there is no answer, by prompt. @throws ConfigError where a cap could be passed; nothing was sent then. */
  async answer(prompts: readonly string[]): Promise<(ModelError | undefined)[]> {
    const waiting = await this.unknown(prompts);
    try {
      const { old, afforded } = await this.job.batches.counted(this.prepare(waiting));
      const sent = await this.send(afforded);
      await Promise.all([...old, ...sent].map((part) => this.finish(part)));
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      this.fail(waiting, error);
    } finally {
      for (const reserved of this.reserved.values()) this.job.meter.ledger.settle(reserved, 'unknown');
    }
    return prompts.map((_, index) => this.failures.get(index));
  }

  private async unknown(prompts: readonly string[]): Promise<Waiting[]> {
    const { job } = this;
    const { kept } = job.link;
    const url = addressBelow(job.link.endpoint, 'chat/completions');
    const counts = new Map<string, number>();
    const waiting: Waiting[] = [];
    for (const [index, prompt] of prompts.entries()) {
      const body = job.bodyOf(prompt);
      const id = job.batches.idOf({ hub: job.hub.name, url, body });
      const nth = counts.get(id) ?? 0;
      counts.set(id, nth + 1);
      if (!(await kept?.memory.knows({ id, nth }, kept.seal))) waiting.push({ index, id, name: `${id}-${nth}`, body });
    }
    return waiting;
  }

  private async prepare(waiting: readonly Waiting[]): Promise<{ old: Part[]; afforded: Waiting[] }> {
    const { old, fresh } = await this.takeUp(waiting);
    return { old, afforded: this.afford(fresh) };
  }

  /** Batches of the interrupted run, and what is in none of them or was told to have failed there. */
  private async takeUp(waiting: readonly Waiting[]): Promise<{ old: Part[]; fresh: Waiting[] }> {
    const open = new Map(waiting.map((one) => [one.name, one]));
    const old: Part[] = [];
    for (const { nth, note } of await this.notes.read()) {
      const own = note.names.flatMap((name) => open.get(name) ?? []);
      if (own.length === 0) continue;
      this.job.link.kept!.memory.batches += 1;
      const batch = await this.find(note).catch((error: unknown) => {
        if (note.batch !== undefined) this.leave(note.batch, own.length);
        throw error;
      });
      if (!batch) continue;
      const part = { waiting: own, note: { ...note, batch: batch.id }, nth, batch };
      if (note.isTold) await this.collect(part);
      else old.push(part);
      for (const one of own) if (!note.isTold || this.answered.has(one)) open.delete(one.name);
    }
    return { old, fresh: [...open.values()] };
  }

  private async find({ batch, token }: Note): Promise<Batch | undefined> {
    if (batch === undefined) return this.api.find(token);
    return this.api.retrieve(batch).catch((error: unknown) => {
      if (error instanceof ModelError && error.kind === 'not_found') return undefined;
      throw error;
    });
  }

  /** Counts them before they are sent. */
  private afford(fresh: readonly Waiting[]): Waiting[] {
    const { reserved, refused } = afford(fresh, this.job);
    for (const [one, put] of reserved) this.reserved.set(one, put);
    for (const [one, error] of refused) this.fail([one], error);
    return [...reserved.keys()];
  }

  private async send(afforded: readonly Waiting[]): Promise<Part[]> {
    const parts: Part[] = [];
    let refusal: ModelError | undefined;
    for (const waiting of inFiles(afforded)) {
      try {
        if (refusal) throw refusal;
        const file = await this.api.upload(waiting.map(lineOf));
        const note: Note = { token: randomUUID(), names: waiting.map(({ name }) => name) };
        const nth = await this.notes.write(note);
        const batch = await this.api.create(file, note.token, this.job.settings.retries);
        parts.push({ waiting, note: { ...note, batch: batch.id }, nth, batch });
        await this.notes.write(parts.at(-1)!.note, nth);
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        refusal = error;
        this.fail(waiting, error, 'nothing');
      }
    }
    return parts;
  }

  private async finish(part: Part): Promise<void> {
    const { waiting, note, nth } = part;
    const { batches } = this.job;
    try {
      part.batch = await this.end(part);
      await this.collect(part);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      this.leave(part.batch.id, waiting.length);
      this.fail(waiting, error);
      return;
    }
    this.fail(waiting, endedWithout(part.batch, this.job.link), 'nothing');
    if (waiting.some(({ index }) => this.failures.has(index))) await this.notes.write({ ...note, isTold: true }, nth);
    batches.notices.push(wentTo(part.batch.id, waiting.length, this.job));
  }

  /** Waits for the end of a batch, however often one looks in vain. */
  private async end({ batch }: Part): Promise<Batch> {
    const { accounts, run } = this.job.meter;
    const until = accounts.clock.now() + LONGEST_HOURS * 60 * 60_000;
    let failed = 0;
    let now = batch;
    for (let wait = FIRST_LOOK; !ENDED.has(now.status); wait = Math.min(2 * wait, LAST_LOOK)) {
      await run.halt.orEnd(() => accounts.clock.sleep(wait));
      if (accounts.clock.now() > until) throw waitedTooLong(batch.id, LONGEST_HOURS, this.job.link);
      try {
        now = await this.api.retrieve(batch.id);
        failed = 0;
      } catch (error) {
        failed += 1;
        if (!(error instanceof ModelError) || !error.passing || failed > MOST_FAILED_LOOKS) throw error;
      }
      const { completed = 0, failed: without = 0 } = now.request_counts ?? {};
      this.ended.set(batch.id, completed + without);
      this.onAnswered([...this.ended.values()].reduce((sum, count) => sum + count, 0));
    }
    return now;
  }

  private leave(id: string, requests: number): void {
    this.job.batches.notices.push(leftRunning(id, requests, this.job.link));
  }

  private async collect({ waiting, note, batch }: Part): Promise<void> {
    const open = new Map(waiting.map((one) => [one.name, one]));
    for (const file of [batch.output_file_id, batch.error_file_id]) {
      if (!file) continue;
      for (const line of await this.api.lines(file)) {
        const result = resultIn(line);
        const one = result && open.get(result.name);
        if (!one) continue;
        open.delete(one.name);
        if (result.error === undefined && result.status !== undefined && result.status >= 200 && result.status < 300)
          this.keep(one, result);
        else if (!note.isTold) this.fail([one], failedLine(result, this.job.link, this.job.hub), 'nothing');
      }
    }
  }

  private keep(one: Waiting, { body, took, usage }: BatchResult): void {
    const { batches, meter, settings } = this.job;
    this.answered.add(one);
    batches.add(one.id, body);
    meter.tokens(usage);
    // What an interrupted run has sent was put aside there.
    if (!this.reserved.has(one)) this.reserved.set(one, meter.ledger.late(settings.name, this.job.shareOfPrice));
    this.settle(one, took);
  }

  /** Of these, all that have no answer and no other reason. */
  private fail(waiting: readonly Waiting[], error: ModelError, took?: 'nothing'): void {
    for (const one of waiting) {
      if (this.answered.has(one) || this.failures.has(one.index)) continue;
      this.failures.set(one.index, error);
      if (took) this.settle(one, took);
    }
  }

  private settle(one: Waiting, took: BatchResult['took'] | 'nothing'): void {
    const reserved = this.reserved.get(one);
    if (!reserved) return;
    this.reserved.delete(one);
    this.job.meter.ledger.settle(reserved, took);
  }
}
