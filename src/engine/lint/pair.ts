import type { LintedRow, LintFinding } from './row.js';

/** Of fewer words than this it cannot be said that two texts have little in common. */
const FEWEST_WORDS = 4;
/** Edits leave more than this share of the shorter text's words where they were. */
const LEAST_SHARED = 0.2;

/**
 * Says why a pair cannot tell whether the model read the edit; undefined where it can, or where nothing sure can be said.
 */
export function lintPair({ original, test_case, placebo, expect }: LintedRow): LintFinding | undefined {
  if (expect === 'change' && bare(original) === bare(test_case)) {
    return { rule: 'only_marks', message: 'The two texts differ in nothing but case and punctuation, though the answer should change.' };
  }
  if (placebo !== undefined && expect === 'change' && bare(placebo) === bare(test_case)) {
    return { rule: 'placebo_is_edit', message: 'The placebo is the perturbed text, so that no answer could be right for both.' };
  }
  if (sharesLittle(original, test_case)) {
    return { rule: 'no_pair', message: 'The two texts have hardly a word in common: this is another question, and no edit.' };
  }
  return undefined;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function bare(text: string): string {
  return wordsOf(text).join(' ');
}

function sharesLittle(one: string, other: string): boolean {
  const [left, right] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
  const fewer = Math.min(left.size, right.size);
  if (fewer < FEWEST_WORDS) return false;
  return left.intersection(right).size < LEAST_SHARED * fewer;
}
