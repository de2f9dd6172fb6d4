import fc from 'fast-check';
import { SCORERS } from '../../src/engine/scorers/index.ts';
import {
  passes,
  ruleAt,
  thresholdOf,
  thresholdProblem,
  type Threshold,
} from '../../src/engine/scorers/rule.ts';

const GRID = [-1, -0.5, -0.2, 0, 0.2, 0.4, 0.5, 0.7, 1, 2];
const number = fc.constantFrom(...GRID);
const anyThreshold: fc.Arbitrary<Threshold> = fc.oneof(
  number,
  fc
    .tuple(number, number)
    .map(([one, other]): Threshold => [Math.min(one, other), Math.max(one, other)]),
);
const scorer = fc.constantFrom(...SCORERS);
const fits = (rule: (typeof SCORERS)[number]['rule'], threshold: Threshold) =>
  thresholdProblem(rule, threshold) === undefined;

describe('the rule of every scorer', () => {
  it('fits its own default threshold, and says it again', () => {
    for (const { rule, defaultThreshold } of SCORERS) {
      expect(thresholdProblem(rule, defaultThreshold)).toBeUndefined();
      expect(thresholdOf(ruleAt(rule, defaultThreshold))).toEqual(defaultThreshold);
    }
  });

  it('keeps whatever threshold it accepts, and throws for none', () => {
    fc.assert(
      fc.property(scorer, anyThreshold, ({ rule }, threshold) => {
        fc.pre(fits(rule, threshold));
        expect(thresholdOf(ruleAt(rule, threshold))).toEqual(threshold);
      }),
    );
  });

  it('refuses a threshold of another form', () => {
    for (const { rule } of SCORERS)
      expect(() => ruleAt(rule, rule.kind === 'outside' ? 0.5 : [-0.2, 0.2])).toThrow(TypeError);
  });
});

describe('the ends of a rule', () => {
  it.each([
    [{ kind: 'outside', low: -0.2, high: 0.2 }, [-0.2, 0, 0.2], [-0.21, 0.21]],
    [{ kind: 'at_most', limit: 0.5 }, [0.51, 1], [0, 0.5]],
    [{ kind: 'below', limit: 0.5 }, [0.5, 1], [0, 0.49]],
  ] as const)('%j', (rule, failing, passing) => {
    expect(failing.filter((score) => passes(rule, score))).toEqual([]);
    expect(passing.filter((score) => !passes(rule, score))).toEqual([]);
  });
});
