import { TextBatches } from './batches.js';
import type { Standing } from './breaker.js';
import type { TestRun } from './cases.js';
import type { Judges } from './judges.js';
import type { Classifier, Embedder } from './model.js';
import type { Size } from './pool.js';
import type { Recall } from './recall.js';
import { passes, ruleAt } from './scorers/rule.js';
import type { ScoringTools } from './scorers/scorer.js';

export interface ToolsOptions {
  embedder?: Embedder | undefined;
  judges: Judges;
  /** Requests at the same time. */
  concurrency: Size;
  onBatch: () => void;
  /** What is known already. */
  recall?: { embedding: Recall<readonly number[]>; classifier: (classifier: Classifier) => Recall<Categories> } | undefined;
}

type Categories = Readonly<Record<string, number>>;

/** What the scorers of a run work with: whatever is said of a text is asked for once, however many tests want it. */
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
    for: ({ judge, classifier, scorer, threshold, evaluationTemplate }: TestRun): ScoringTools => ({
      embed: (texts) => embeddings!.of(texts),
      hasJudge: judge !== undefined,
      judge: (prompt, format) => judges.askerOf(judge!)(prompt, format),
      classify: (texts) => over(classifier!).of(texts),
      passes: (score) => passes(ruleAt(scorer.rule, threshold), score),
      evaluationTemplate,
    }),
    /** Of those without whom the test's answers cannot be scored; undefined where it takes nobody. */
    standingOf: ({ scorer, classifier, judge }: TestRun): Standing | undefined => {
      // Of several scorers one may settle what another cannot.
      if ('scorers' in scorer.rule) return undefined;
      if (scorer.embeds) return embeddings?.standing;
      if (scorer.classifies) return classifier && over(classifier).standing;
      return scorer.judgeCalls > 0 && judge ? judges.standingOf(judge) : undefined;
    },
    /** Forgets what failed for a passing reason, so that it is asked once more. @returns how many requests that takes at most. */
    secondRound: () => [embeddings, judges, ...classifications.values()].reduce((sum, asked) => sum + (asked?.secondRound() ?? 0), 0),
    /** All that was asked. */
    known: () => ({
      embeddings: embeddings?.known ?? new Map<string, never>(),
      classifications: new Map([...classifications].map(([classifier, asked]) => [classifier, asked.known])),
    }),
  };
}
