import Sequencer from '@jest/test-sequencer';

/**
 * Files that take longest for their size: jest starts with those that took longest the last time,
 * or with the largest on a new machine, and these would be the last ones there.
 */
const FIRST = [
  'chaos',
  'prove',
  'zoo',
  'simulate',
  'worst-texts',
  'shards',
  'proxy',
  'rate-limited',
  'never-hangs',
  'nothing-lost',
  'report-page',
  'pictures',
];
const isFirst = ({ path }) => FIRST.some((name) => path.endsWith(`/${name}.test.ts`));

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(isFirst), ...sorted.filter((test) => !isFirst(test))];
  }
}
