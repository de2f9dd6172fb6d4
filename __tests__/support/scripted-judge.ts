import { CALIBRATION_PAIRS, judgePrompt } from '../../src/engine/judges/negation.ts';
import type { Behaviour } from './model-types.ts';

const verdictOf = new Map(CALIBRATION_PAIRS.map((pair) => [judgePrompt(pair), pair.verdict]));

const isForJudge = (body: unknown): boolean =>
  (body as { model?: unknown } | undefined)?.model === 'the-judge';

/** The verdict on texts that are no known case, by the two answers as the judge is shown them. */
type Judging = (prompt: string) => string;

/**
 * A model and `the-judge`, which is right on all known cases but `wrong` of them, and replies to
 * other prompts by `judging`.
 */
export function withJudge(
  model: (prompt: string) => string,
  { judging, wrong = 0 }: { judging: Judging; wrong?: number },
): Behaviour {
  const mistaken = new Set([...verdictOf.keys()].slice(0, wrong));
  return (prompt, { body }) => {
    if (!isForJudge(body)) return model(prompt);
    const known = verdictOf.get(prompt);
    if (known === undefined) return judging(prompt);
    if (!mistaken.has(prompt)) return verdictJson(known);
    return verdictJson(known === 'accounts' ? 'ignores' : 'accounts');
  };
}

export function verdictJson(verdict: string, reason = 'It says so.'): string {
  return JSON.stringify({ reason, verdict });
}

export const KNOWN_CASES = CALIBRATION_PAIRS.length;
