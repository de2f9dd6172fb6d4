import { type Standing, Breaker, type Failure } from './breaker.js';
import type { TestRun } from './methods/test-run.js';
import type { Judges } from './judges/judges.js';
import type { Classifier, Embedder } from './model.js';
import { type Size, pool } from './pool.js';
import type { Recall } from './recall.js';
import { passes, ruleAt } from './scorers/rule.js';
import type { ScoringTools } from './scorers/scorer.js';

/** A value that an endpoint returns for texts, in batches. */
export interface BatchOptions<Value> {
  batchSize: number;
  /** One value a text, in the order of the texts. */
  ask: (texts: string[]) => Promise<Value[]>;
  /** The value of an empty text, which no endpoint accepts. */
  empty: Value | Failure;
  /** Named in the error of a text that got nothing. */
  what: string;
  concurrency: Size;
  onBatch: () => void;
  recall?: Recall<Value> | undefined;
}

/** Puts each distinct text of a run to an endpoint once, in batches. One text that it refuses costs only its own row. */
export class TextBatches<Value> {
  private readonly values = new Map<string, Value | Failure>();
  private readonly breaker = new Breaker();
  private readonly options: BatchOptions<Value>;

  constructor(options: BatchOptions<Value>) {
    this.options = options;
  }

  /** A value, or why there is none, for each of the texts. */
  async of(texts: readonly string[]): Promise<ReadonlyMap<string, Value | Failure>> {
    const { batchSize, empty, concurrency, onBatch, recall } = this.options;
    const fresh = [...new Set(texts)].filter((text) => {
      const known = this.values.has(text) || text === '' ? undefined : recall?.(text);
      if (known !== undefined) this.values.set(text, known);
      return !this.values.has(text);
    });
    if (fresh.includes('')) this.values.set('', empty);
    await pool(concurrency, batches(fresh.filter(Boolean), batchSize), async (batch) => {
      await this.put(batch);
      onBatch();
    });
    return this.values;
  }

  get known(): ReadonlyMap<string, Value | Failure> {
    return this.values;
  }

  get standing(): Standing {
    return { wasAsked: this.values.size > 0, end: this.breaker.end };
  }

  /** Forgets temporary failures, so that they are asked again. @returns the maximum number of requests. */
  secondRound(): number {
    const texts = this.breaker.secondRound();
    texts.forEach((text) => this.values.delete(text));
    return Math.ceil(texts.length / this.options.batchSize);
  }

  private async put(batch: string[]): Promise<void> {
    const got = await this.breaker.attempt(batch, () => this.options.ask(batch));
    if (Array.isArray(got)) {
      batch.forEach((text, i) =>
        this.values.set(text, got[i] ?? { kind: this.options.what, message: `The endpoint gave no ${this.options.what} for this answer.` }),
      );
    } else if (got.kind === 'bad_request' && batch.length > 1) {
      const middle = batch.length >> 1;
      await this.put(batch.slice(0, middle));
      await this.put(batch.slice(middle));
    } else {
      for (const text of batch) this.values.set(text, got);
    }
  }
}

function batches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

export interface ToolsOptions {
  embedder?: Embedder | undefined;
  judges: Judges;
  concurrency: Size;
  onBatch: () => void;
  recall?: { embedding: Recall<readonly number[]>; classifier: (classifier: Classifier) => Recall<Categories> } | undefined;
}

type Categories = Readonly<Record<string, number>>;

/** The tools of a run's scorers: each text is sent once, however many tests need its value. */
export function toolsOver({ embedder, judges, recall, ...pace }: ToolsOptions) {
  const embeddings =
    embedder &&
    new TextBatches<readonly number[]>({
      ...pace,
      batchSize: embedder.batchSize,
      ask: (texts) => embedder.embed(texts),
      empty: { kind: 'empty_answer', message: 'The answer is empty, and an empty text has no embedding.' },
      what: 'embedding',
      recall: recall?.embedding,
    });
  const classifications = new Map<Classifier, TextBatches<Categories>>();
  const over = (classifier: Classifier) => {
    const known =
      classifications.get(classifier) ??
      new TextBatches<Categories>({
        ...pace,
        batchSize: classifier.batchSize,
        ask: (texts) => classifier.classify(texts),
        empty: { kind: 'empty_answer', message: 'The answer is empty, and there is nothing to classify.' },
        what: 'classification',
        recall: recall?.classifier(classifier),
      });
    classifications.set(classifier, known);
    return known;
  };
  return {
    for: ({ judge, classifier, scorer, threshold }: TestRun): ScoringTools => ({
      embed: (texts) => embeddings!.of(texts),
      hasJudge: judge !== undefined,
      judge: (prompt, format) => judges.askerOf(judge!)(prompt, format),
      classify: (texts) => over(classifier!).of(texts),
      passes: (score) => passes(ruleAt(scorer.rule, threshold), score),
    }),
    /** The state of the endpoint that the test's scorer needs; undefined if it needs none. */
    standingOf: ({ scorer, classifier, judge }: TestRun): Standing | undefined => {
      if (scorer.embeds) return embeddings?.standing;
      if (scorer.classifies) return classifier && over(classifier).standing;
      return scorer.judgeCalls > 0 && judge ? judges.standingOf(judge) : undefined;
    },
    /** Forgets temporary failures, so that they are asked again. @returns the maximum number of requests. */
    secondRound: () => [embeddings, judges, ...classifications.values()].reduce((sum, asked) => sum + (asked?.secondRound() ?? 0), 0),
    known: () => ({
      embeddings: embeddings?.known ?? new Map<string, never>(),
      classifications: new Map([...classifications].map(([classifier, asked]) => [classifier, asked.known])),
    }),
  };
}
