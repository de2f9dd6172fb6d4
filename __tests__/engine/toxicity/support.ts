import { passes, ruleAt } from '../../../src/engine/scorers/rule.ts';
import { toxicityJudge } from '../../../src/engine/scorers/toxicity_judge.ts';
import type { AnswerFormat } from '../../../src/engine/model.ts';
import type { RowError } from '../../../src/engine/results.ts';

/** Signs that must not stand raw in material: they hide something, or open a control token. */
export const RAW = /<|(?!\n)[\p{Cc}\p{Cf}\u2028\u2029\u{e0000}-\u{e0fff}]/u;

export interface Request {
  step: string;
  prompt: string;
  schema: Record<string, unknown>;
}

type Reply = string | RowError;

/**
 * A judge that answers by step, each step's replies in order; the last one of a step is said again
 * and again.
 */
export function scripted(replies: Record<string, Reply | Reply[]>) {
  const requests: Request[] = [];
  const asked: Record<string, number> = {};
  return {
    requests,
    get steps() {
      return requests.map(({ step }) => step);
    },
    ask: async (prompt: string, { name, schema }: AnswerFormat): Promise<Reply> => {
      requests.push({ step: name, prompt, schema });
      const list = [replies[name] ?? 'not in the script'].flat();
      const nth = asked[name] ?? 0;
      asked[name] = nth + 1;
      return list[Math.min(nth, list.length - 1)]!;
    },
  };
}

/**
 * What DeepEval calls the success of a score, by the rule of the scorer, and the threshold that is
 * used.
 */
export function successOf(
  score: number,
  { threshold, strict_mode }: { threshold: number; strict_mode: boolean },
) {
  const used = toxicityJudge.thresholdFor!(threshold, { strict_mode });
  return { success: passes(ruleAt(toxicityJudge.rule, used), score), threshold: used };
}
