import type { PreparedTest, TestCase, TestRun } from './cases.js';
import { requestsFor, type Probe } from './divergence/probe.js';
import type { Scorer } from './scorers/scorer.js';

export interface Question {
  asks: Scorer['asks'];
  prompt: string;
  /** Which answer to this prompt, from 0: the first is shared by all that ask it, a further one is asked anew. */
  nth: number;
  /** Where a divergence is asked for; `prompt` is its key. */
  probe?: Probe;
  requests?: number;
}

export function questionKey({ asks, prompt, nth }: Question): string {
  return `${asks}\u0000${nth}\u0000${prompt}`;
}

/** How many answers a prompt gets: for their majority, or for the worst of them. */
export function timesAsked({ repeats, samples_per_row = 1 }: TestRun): number {
  return Math.max(repeats, samples_per_row);
}

/** Original and test case, a pair for each time that the run asks the row. */
export function questionsOf({ run }: PreparedTest, testCase: TestCase): { expected: Question; actual: Question }[] {
  const question = (prompt: string, nth: number): Question => ({ asks: run.scorer.asks, prompt, nth });
  const { originalPrompt, testCasePrompt, probe } = testCase;
  return Array.from({ length: timesAsked(run) }, (_, nth) => {
    if (!probe) return { expected: question(originalPrompt, nth), actual: question(testCasePrompt, nth) };
    const both = { ...question(JSON.stringify(probe), nth), probe, requests: requestsFor(probe) };
    return { expected: both, actual: both };
  });
}
