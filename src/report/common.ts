/** What is seen where all answers are alike, refuse or repeat the question: neither the rows nor what perturbs them is the cause. */
import { type CommonAnswer, commonAnswer } from '../engine/common-answer.js';
import type { ReportRow, ResultRow } from '../engine/results.js';
import { findTest } from '../engine/tests/index.js';
import { quoted } from '../json.js';
import { counts, isOf } from './row-states.js';
import { counted, number } from './words.js';

/** `The model …`, and what to do about it. */
const WORDS: Record<CommonAnswer['kind'], { does: string; next: (common: CommonAnswer) => string }> = {
  echoed: {
    does: 'repeats the question',
    next: ({ count, total }) =>
      `It repeated the question in ${number(count)} of ${counted(total, 'answer')}: check that the endpoint serves a model that follows instructions, and \`api\`.`,
  },
  refused: {
    does: 'refuses to answer',
    next: ({ count, total }) =>
      `It refused in ${number(count)} of ${counted(total, 'answer')}: check the system prompt, and any filter before the model.`,
  },
  alike: {
    does: 'gives the same answer to every question',
    next: (common) => `All ${counted(common.total, 'answer')} were ${shown(common)}: check the prompt, or how its answers are read.`,
  },
};

export function commonWords(test: ReportRow, results: readonly ResultRow[]): { does: string; next: string } | undefined {
  if (findTest(test.test_type)?.measures !== 'change') return undefined;
  const common = commonAnswer(results.filter((row) => isOf(row, test) && counts(row)));
  return common && { does: WORDS[common.kind].does, next: WORDS[common.kind].next(common) };
}

function shown({ reading, text }: CommonAnswer): string {
  if (reading === undefined) return quoted(text);
  return typeof reading === 'string' ? reading : reading.join(', ');
}
