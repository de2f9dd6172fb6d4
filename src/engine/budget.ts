import { questionKey, type Question } from './ask.js';
import type { PreparedTest, TestCase } from './cases.js';

/** One case of one test. */
export interface Entry {
  prepared: PreparedTest;
  testCase: TestCase;
}

export function questionsOf({ prepared, testCase }: Entry): [expected: Question, actual: Question] {
  const { asks } = prepared.run.scorer;
  return [
    { asks, prompt: testCase.originalPrompt },
    { asks, prompt: testCase.testCasePrompt },
  ];
}

/** All cases, the tests taking turns, so that a cap on requests cuts all tests alike. */
export function inTurns(tests: readonly PreparedTest[]): Entry[] {
  const longest = Math.max(0, ...tests.map(({ cases }) => cases.length));
  return Array.from({ length: longest }, (_, i) => i).flatMap((i) =>
    tests.flatMap((prepared) => (prepared.cases[i] ? [{ prepared, testCase: prepared.cases[i] }] : [])),
  );
}

export interface RequestCount {
  /** Distinct questions. */
  answers: number;
  /** At the most: batches if no two answers were alike. */
  embeddings: number;
  total: number;
}

/**
 * How many requests the entries need, retries aside, and which entries a cap lets in. An entry is let in whole or not at all,
 * and the batches that its answers need for embedding are kept free: an answer that cannot be scored is money lost.
 */
export function admit(
  entries: readonly Entry[],
  { cap = Infinity, embeddingBatch }: { cap?: number; embeddingBatch: number },
): { admitted: Entry[]; refused: Entry[]; count: RequestCount } {
  const asked = new Set<string>();
  const embedded = new Map<PreparedTest, number>();
  const batchesOf = () => [...embedded.values()].reduce((sum, texts) => sum + Math.ceil(texts / embeddingBatch), 0);
  const admitted: Entry[] = [];
  const refused: Entry[] = [];
  for (const entry of entries) {
    const { prepared } = entry;
    const fresh = new Set(questionsOf(entry).map(questionKey).filter((key) => !asked.has(key)));
    const before = embedded.get(prepared) ?? 0;
    if (prepared.run.scorer.embeds) embedded.set(prepared, before + 2);
    if (asked.size + fresh.size + batchesOf() > cap) {
      if (prepared.run.scorer.embeds) embedded.set(prepared, before);
      refused.push(entry);
      continue;
    }
    fresh.forEach((key) => asked.add(key));
    admitted.push(entry);
  }
  const embeddings = batchesOf();
  return { admitted, refused, count: { answers: asked.size, embeddings, total: asked.size + embeddings } };
}
