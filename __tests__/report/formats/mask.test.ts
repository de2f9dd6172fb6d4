import { type FindWords, maskOf } from '../../../src/report/story/mask.ts';

const finding =
  (...words: string[]): FindWords =>
  (text) =>
    words.flatMap((word) => {
      const start = text.indexOf(word);
      return start < 0 ? [] : [{ start, end: start + word.length }];
    });

const mask = (text: string, find: FindWords) => maskOf(find)(text);

describe('mask', () => {
  it.each([
    ['what the fuck is this', 'fuck', 'what the f██k is this'],
    ['ass', 'ass', 'a██'],
    ['an xx', 'xx', 'an x█'],
    ['a x', 'x', 'a █'],
    ['two girls one cup!', 'two girls one cup', 't██ g███s o██ c██!'],
    ['s&m', 's&m', 's██'],
    ['🖕!', '🖕', '█!'],
    ['shi\u0301t', 'shi\u0301t', 's██t'],
  ])('%s', (text, word, expected) => {
    expect(mask(text, finding(word))).toBe(expected);
  });

  it('takes ranges in any order and drops overlapping ones', () => {
    expect(
      mask('abcd efgh', () => [
        { start: 5, end: 9 },
        { start: 0, end: 4 },
        { start: 2, end: 6 },
      ]),
    ).toBe('a██d e██h');
  });

  it('does not change clean text', () => {
    expect(mask('nothing here', () => [])).toBe('nothing here');
  });

  it('searches a text once, however often it is shown', () => {
    let searches = 0;
    const masked = maskOf((text) => {
      searches += 1;
      return finding('heck')(text);
    });
    expect(searches).toBe(0);
    expect([masked('oh heck'), masked('oh heck'), masked('clean'), masked('clean')]).toEqual([
      'oh h██k',
      'oh h██k',
      'clean',
      'clean',
    ]);
    expect(searches).toBe(2);
  });
});
