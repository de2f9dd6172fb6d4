/**
 * Minimum pass rates of a configuration that nobody has measured yet, by test: those that `init`
 * and `convert` write.
 */
export const UNMEASURED_MINIMA = {
  add_negation: 0.85,
  answers: 0.85,
  refusal: 0.85,
  rules: 0.95,
  add_toxic_words: 0.95,
} as const;
