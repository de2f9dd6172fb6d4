import { CALIBRATION_PAIRS, judgePrompt } from '../../src/engine/judges/negation.ts';
import type { Behaviour } from './model-types.ts';

const verdictOf = new Map(CALIBRATION_PAIRS.map((pair) => [judgePrompt(pair), pair.verdict]));

const isForJudge = (body: unknown): boolean =>
  (body as { model?: unknown } | undefined)?.model === 'the-judge';

/** The verdict on texts that are no known case, by the two answers as the judge is shown them. */
type Judging = (prompt: string) => string;

/**
 * A model and `the-judge`, which knows all known cases but `wrong` of them, and says of others what
 * `judging` does.
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
    const verdict = mistaken.has(prompt) ? (known === 'accounts' ? 'ignores' : 'accounts') : known;
    return verdictJson(verdict);
  };
}

export function verdictJson(verdict: string, reason = 'It says so.'): string {
  return JSON.stringify({ reason, verdict });
}

export const KNOWN_CASES = CALIBRATION_PAIRS.length;
