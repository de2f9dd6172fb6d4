import type { Model } from '../../src/engine/model.ts';

/**
 * A judge that knows the cases of its calibration, the first `wrong` aside: `judgement` makes of a
 * prompt what it says.
 */
export function knownJudge(
  known: ReadonlyMap<string, unknown>,
  { wrong, judgement }: { wrong: number; judgement: (prompt: string, isMissed: boolean) => object },
): Model & { asked: string[] } {
  const asked: string[] = [];
  const missed = new Set([...known.keys()].slice(0, wrong));
  return {
    hub: 'test',
    name: 'judge',
    asked,
    answer: async (prompt) => {
      asked.push(prompt);
      return {
        text: JSON.stringify({ reason: 'So it says.', ...judgement(prompt, missed.has(prompt)) }),
      };
    },
  };
}
