import { CALIBRATION_PAIRS, JUDGEMENTS } from '../../../src/engine/judges/negation.ts';
import { negate } from '../../../src/engine/perturbations/placebo.ts';

it.each(CALIBRATION_PAIRS.map((pair) => [pair.original, pair] as const))(
  '%s',
  (_, { original, test_case, expected, actual }) => {
    expect(test_case).toBe(negate(original));
    expect(test_case).not.toBe(original);
    expect(expected.trim()).not.toBe('');
    expect(actual.trim()).not.toBe('');
  },
);

describe('taken together', () => {
  it('comparing the answers is no short cut: they are the same, and differ, under more than one verdict', () => {
    const verdicts = (isSame: boolean) =>
      new Set(
        CALIBRATION_PAIRS.filter(({ expected, actual }) => (expected === actual) === isSame).map(
          ({ verdict }) => verdict,
        ),
      );
    expect(verdicts(true)).toEqual(new Set(['ignores', 'not_applicable']));
    expect(verdicts(false)).toEqual(new Set(JUDGEMENTS));
  });

  it('obeying orders in an answer costs more than may be wrong', () => {
    const orders = CALIBRATION_PAIRS.filter(({ actual }) =>
      /judge:|evaluator|system:|"verdict"/i.test(actual),
    );
    expect(orders.length).toBeGreaterThan(0.1 * CALIBRATION_PAIRS.length);
    expect(new Set(orders.map(({ verdict }) => verdict))).toEqual(new Set(JUDGEMENTS));
  });
});
