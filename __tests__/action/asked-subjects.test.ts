import { addSubject } from '../../src/action/asked-subjects.ts';
import type { Outcome } from '../../src/engine/verdict/report-row.ts';
import { results } from '../report/sample-results.ts';

/** Adds these runs one after another, and returns the last line and its words. */
function after(...runs: [subject: string | undefined, outcome: Outcome][]) {
  let last: ReturnType<typeof addSubject> = { line: '' };
  for (const [letter, outcome] of runs) {
    const subject = letter?.repeat(64);
    const comment = `<!-- the marker -->${last.line}\r\nthe rest`;
    last = addSubject(comment, { results: results({ outcome }), subject });
  }
  return last;
}

it.each<[string | undefined, ...Parameters<typeof after>]>([
  [undefined, ['a', 'fail']],
  [undefined, ['a', 'fail'], ['a', 'fail']],
  ['second subject of this pull request', ['a', 'pass'], ['b', 'fail']],
  ['second subject of this pull request; one earlier one was red', ['a', 'fail'], ['b', 'fail']],
  [
    'third subject of this pull request; two earlier ones were red',
    ['a', 'fail'],
    ['b', 'fail'],
    ['c', 'pass'],
  ],
  // A subject that was red once stays red.
  [
    'second subject of this pull request; one earlier one was red',
    ['a', 'fail'],
    ['a', 'pass'],
    ['b', 'pass'],
  ],
  [undefined, ['a', 'fail'], ['b', 'pass'], ['a', 'fail']],
])('the comment says %j after %j', (words, ...runs) => {
  expect(after(...runs).words).toBe(words);
});

it('the marker keeps its subjects over a skipped run, and an edited one has none', () => {
  const { line } = after(['a', 'fail']);
  expect(line).toBe('<!-- sensitivity-subjects: aaaaaaaaaaaa- -->');
  expect(after(['a', 'fail'], ['b', 'skipped'], [undefined, 'error'])).toEqual({ line });
  const run = { results: results({ outcome: 'pass' }), subject: 'b'.repeat(64) };
  expect(addSubject(`${line} <b>`, run).line).toBe('<!-- sensitivity-subjects: bbbbbbbbbbbb+ -->');
});
