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
  /** How many requests it takes, where it is not one. */
  requests?: number;
  /** Whether how likely the first token of the answer was is asked for, too, or the answer is of no use without it. */
  chances?: 'wanted' | 'needed' | undefined;
}

/** Identical questions are one. */
export function questionKey({ asks, prompt, nth, chances }: Question): string {
  return `${asks}${chances === undefined ? '' : ' with chances'}\u0000${nth}\u0000${prompt}`;
}

/** The answer that a control row compares with the first; where rows are asked several times anyway, it is one of those. */
const CONTROL_NTH = 1;

export interface RowQuestions {
  /** One pair for each time that the row is asked. */
  pairs: { expected: Question; actual: Question }[];
  control?: Question;
}

/** How many answers a prompt gets: for their majority, or for the worst of them. */
export function timesAsked({ repeats, samples_per_row = 1 }: TestRun): number {
  return Math.max(repeats, samples_per_row);
}

/** Original and test case, as often as the run says, and once more the original of a control row. */
export function questionsOf({ run }: PreparedTest, testCase: TestCase): RowQuestions {
  const question = (prompt: string, nth: number): Question => ({ asks: run.scorer.asks, prompt, nth });
  const { originalPrompt, testCasePrompt, controlled, probe } = testCase;
  const pair = (nth: number) => {
    if (!probe) return { expected: question(originalPrompt, nth), actual: question(testCasePrompt, nth) };
    const both = { ...question(JSON.stringify(probe), nth), probe, requests: requestsFor(probe) };
    return { expected: both, actual: both };
  };
  return {
    pairs: Array.from({ length: timesAsked(run) }, (_, nth) => pair(nth)),
    ...(controlled && { control: question(originalPrompt, CONTROL_NTH) }),
  };
}

export function allOf({ pairs, control }: RowQuestions): Question[] {
  return [...pairs.flatMap(({ expected, actual }) => [expected, actual]), ...(control ? [control] : [])];
}
