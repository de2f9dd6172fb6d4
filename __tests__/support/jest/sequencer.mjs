import Sequencer from '@jest/test-sequencer';

/**
 * Files that take longest for their size: jest starts with those that took longest the last time,
 * or with the largest on a new machine, and these would be the last ones there.
 */
const FIRST = [
  'prove',
  'golden',
  'watch',
  'nothing-lost',
  'byod-real',
  'key-matrix-providers',
  'printed-workflows',
  'dist',
  'contract',
  'shards',
  'outside-texts',
  'pulls',
  'chaos',
  'zoo',
  'simulate',
  'worst-texts',
  'proxy',
  'rate-limited',
  'never-hangs',
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
