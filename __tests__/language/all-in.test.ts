import { expect, it } from '@jest/globals';
import { allIn } from '../../src/language/all-in.js';

it.each([/a+/gu, /a*/gu, /a*/g, /(?=😀)/gu, /$/gm, new RegExp('a*', 'gv'), /b/g, /(a)(?<rest>a|(?<other>b))?/gu])(
  'finds what matchAll finds, and comes to an end: %s',
  (pattern) => {
    for (const text of ['', 'aab', '😀aa😀b', 'a\n😀', '\ud83d', '😀', 'ab a']) {
      // From where another search left it, too.
      pattern.lastIndex = 1;
      const known = [...text.matchAll(new RegExp(pattern))].map(({ 0: found, index, groups }) => ({
        0: found,
        index,
        groups: { ...groups },
      }));
      expect(allIn(text, pattern).map((hit) => ({ ...hit, groups: { ...hit.groups } }))).toEqual(known);
    }
  },
);
