import { type EndpointState, Breaker, type RequestFailure } from './breaker.ts';
import type { ScoredRun } from '../methods/test-run.ts';
import type { Judges } from '../judges/judges.ts';
import { batchesOf } from '../lists.ts';
import type { Embedder, Judge } from '../model.ts';
import { limiter, type Concurrency, pool } from './pool.ts';
import { passes, ruleAt } from '../scorers/rule.ts';
import type { ScoringTools } from '../scorers/scorer.ts';

type Vector = readonly number[];

interface EmbeddingOptions {
  embedder: Embedder;
  concurrency: Concurrency;
  onBatch: () => void;
}

const EMPTY: RequestFailure = {
  kind: 'empty_answer',
  message: 'The answer is empty, and an empty text has no embedding.',
};
const MISSING: RequestFailure = {
  kind: 'embedding',
  message: 'The endpoint gave no embedding for this answer.',
};

/**
 * Sends each distinct text of a run to the embedder once, in batches. A text that it refuses costs
 * only its own row.
 */
export class Embeddings {
  private readonly vectors = new Map<string, Vector | RequestFailure>();
  private readonly breaker = new Breaker();
  private readonly options: EmbeddingOptions;

  constructor(options: EmbeddingOptions) {
    this.options = options;
  }

  async vectorsOf(texts: readonly string[]): Promise<ReadonlyMap<string, Vector | RequestFailure>> {
    const { embedder, concurrency, onBatch } = this.options;
    const fresh = [...new Set(texts)].filter((text) => !this.vectors.has(text));
    if (fresh.includes('')) this.vectors.set('', EMPTY);
    await pool(concurrency, batchesOf(fresh.filter(Boolean), embedder.batchSize), async (batch) => {
      await this.put(batch);
      onBatch();
    });
    return this.vectors;
  }

  get state(): EndpointState {
    return { wasAsked: this.vectors.size > 0, end: this.breaker.end };
  }

  /**
   * Forgets temporary failures, so that they are asked again. @returns the maximum number of
   * requests.
   */
  secondRound(): number {
    const texts = this.breaker.secondRound();
    texts.forEach((text) => this.vectors.delete(text));
    return Math.ceil(texts.length / this.options.embedder.batchSize);
  }

  private async put(batch: string[]): Promise<void> {
    const reply = await this.breaker.attempt(batch, () => this.options.embedder.embed(batch));
    if (Array.isArray(reply)) {
      batch.forEach((text, i) => this.vectors.set(text, reply[i] ?? MISSING));
    } else if (reply.kind === 'bad_request' && batch.length > 1) {
      const middle = batch.length >> 1;
      await this.put(batch.slice(0, middle));
      await this.put(batch.slice(middle));
    } else {
      for (const text of batch) this.vectors.set(text, reply);
    }
  }
}

interface ToolsOptions extends Omit<EmbeddingOptions, 'embedder'> {
  embedder?: Embedder;
  judges: Judges;
}

/** The tools of a run's scorers, and the state of the endpoints that they ask. */
interface RunTools {
  toolsFor: (run: ScoredRun) => ScoringTools;
  /** Undefined for a test whose scorer asks no endpoint. */
  endpointStateOf: (run: ScoredRun) => EndpointState | undefined;
  /**
   * Forgets temporary failures, so that they are asked again. @returns the maximum number of
   * requests.
   */
  secondRound: () => number;
}

/** Creates the tools of a run: each text is sent once, however many tests need its value. */
export function createTools({ embedder, judges, ...pace }: ToolsOptions): RunTools {
  const embeddings = embedder && new Embeddings({ embedder, ...pace });
  const oneAtATime = limiter(1);
  const askerOf = (judge: Judge | undefined) => {
    if (!judge) throw new TypeError('the test has no judge');
    return judges.askerOf(judge);
  };
  return {
    toolsFor: ({ judge, judgeContext, rules, scorer, threshold }) => ({
      judgeOneAtATime: (prompt, format) => oneAtATime(() => askerOf(judge)(prompt, format)),
      embed: (texts) => {
        if (!embeddings) throw new TypeError(`the scorer ${scorer.name} has no embedder`);
        return embeddings.vectorsOf(texts);
      },
      hasJudge: judge !== undefined,
      judgeContext,
      botRules: rules,
      judge: (prompt, format) => askerOf(judge)(prompt, format),
      passes: (score) => passes(ruleAt(scorer.rule, threshold), score),
    }),
    endpointStateOf: ({ scorer, judge }) => {
      if (scorer.embeds) return embeddings?.state;
      return scorer.judgeCalls > 0 && judge ? judges.endpointStateOf(judge) : undefined;
    },
    secondRound: () => (embeddings?.secondRound() ?? 0) + judges.secondRound(),
  };
}
