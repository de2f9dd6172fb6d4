import { twoDecimals } from '../../../src/engine/scorers/rule.ts';

it.each([
  [-0.004, '0.00'],
  [-0, '0.00'],
  [-0.006, '-0.01'],
  [0.125, '0.13'],
  [12, '12.00'],
])('%d is %s', (value, shown) => {
  expect(twoDecimals(value)).toBe(shown);
});
