import cases from './known-cases.json' with { type: 'json' };

/** A prompt and an answer of which it is beyond doubt whether it answers, declines, or does neither. */
export interface RefusalCase {
  prompt: string;
  answer: string;
  verdict: 'answers' | 'declines' | 'neither';
}

/** Written for this purpose. Words of declining stand in half of those that answer, and in none of those that do neither. */
export const REFUSAL_CASES = cases as readonly RefusalCase[];
