import { reportText } from '../../src/engine/bounds.ts';

it('a report may hold the longest cell of data with what is added to it, and not much more', () => {
  expect(reportText.safeParse('y'.repeat(1_100_000)).success).toBe(true);
  expect(reportText.safeParse('y'.repeat(1_300_000)).success).toBe(false);
});
