import { isSame } from '../equality.js';

/** Whether and when another value of a key can turn a fail into a pass: in words for the reference, and as sentences for two values. */
export interface Weakens<Value> {
  when: string;
  told: (old: Value, now: Value) => string[];
}

/** It cannot turn a fail into a pass, or it is the subject: what is tested, not what judges. */
export const untold = (why: string): Weakens<unknown> => ({ when: `never: ${why}`, told: () => [] });

export const goes = (what: string): Weakens<unknown> => ({
  when: 'it changes',
  told: (old, now) => (isSame(old, now) ? [] : [`${what} goes from ${written(old)} to ${written(now)}`]),
});

/** For what a sentence cannot quote. */
export const differs = (sentence: string): Weakens<unknown> => ({
  when: 'it changes',
  told: (old, now) => (isSame(old, now) ? [] : [sentence]),
});

/** Only less of it is weaker; none at all is the most. */
export const falls = (what: string): Weakens<number | undefined> => ({
  when: 'it falls',
  told: (old, now) => ((now ?? Infinity) < (old ?? Infinity) ? goes(what).told(old, now) : []),
});

/** Only more of it is weaker. */
export const grows = (what: string): Weakens<number> => ({
  when: 'it grows',
  told: (old, now) => (now > old ? goes(what).told(old, now) : []),
});

/** Long enough for an address; whoever writes more does not get to fill the page. */
const LONGEST_VALUE = 200;

export function written(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
