import { expect, it } from '@jest/globals';
import { allIn } from '../../src/language/all-in.js';

it.each([/a+/gu, /a*/gu, /a*/g, /(?=😀)/gu, /$/gm, new RegExp('a*', 'gv'), /b/g])(
  'finds what matchAll finds, and comes to an end: %s',
  (pattern) => {
    for (const text of ['', 'aab', '😀aa😀b', 'a\n😀', '\ud83d', '😀']) {
      // Else the first that goes on for ever would take all memory.
      const bounded = Object.assign(new RegExp(pattern), { exec: counted(pattern) });
      expect(allIn(text, bounded).map(({ 0: found, index }) => [found, index])).toEqual(
        [...text.matchAll(pattern)].map(({ 0: found, index }) => [found, index]),
      );
    }
  },
);

/** `exec` that is called so often and no more. */
function counted(pattern: RegExp): RegExp['exec'] {
  let calls = 0;
  return function (this: RegExp, text: string) {
    if ((calls += 1) > 50) throw new Error(`${String(pattern)} goes on for ever.`);
    return RegExp.prototype.exec.call(this, text);
  };
}
