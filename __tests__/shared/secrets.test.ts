import fc from 'fast-check';
import { scrubbed, scrubber, spellingsOf } from '../../src/shared/secrets.ts';

const KEY = 'sk-???>>>+/0123456789="abc\\';
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('scrubber', () => {
  const scrub = scrubber([KEY, 'none']);

  it.each([
    ['as it is', KEY],
    ['in upper case', KEY.toUpperCase()],
    ['in lower case', KEY.toLowerCase()],
    ['URL-encoded', encodeURIComponent(KEY)],
    ['URL-encoded in lower case', encodeURIComponent(KEY).toLowerCase()],
    ['URL-encoded as far as an address needs', encodeURI(KEY)],
    [
      'percent-encoded to the last letter',
      [...KEY].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
    ],
    ['in base64', base64(KEY)],
    ['in base64 without padding', base64(KEY).replace(/=+$/, '')],
    ['in base64url', Buffer.from(KEY).toString('base64url')],
    ['in hexadecimal digits', Buffer.from(KEY).toString('hex')],
    ['as JSON', JSON.stringify(KEY).slice(1, -1)],
    ['split over lines', KEY.replace(/.{7}/g, '$&\r\n  ')],
    ['in base64 split over lines', base64(KEY).replace(/.{10}/g, '$&\n')],
    [
      'in hexadecimal digits, each byte for itself',
      Buffer.from(KEY)
        .toString('hex')
        .replace(/..(?!$)/g, '$& '),
    ],
  ])('removes a key %s', (_, spelling) => {
    expect(scrub(`a ${spelling} b ${spelling}`)).toBe('a *** b ***');
  });

  it.each([
    ['a text without a key', [KEY], 'There is none: sk-, 012345.', 'There is none: sk-, 012345.'],
    ['no secret', [], 'text', 'text'],
    ['secrets too short to be a key', ['', 'abc'], 'abc', 'abc'],
    ['words that together equal a short secret', ['inform'], 'in form', 'in form'],
    ['a secret of words', ['a tenant of ours, a b'], 'a tenant of ours, a b', '***'],
    ['a key that is no pattern', ['a.c*e(f'], 'abcdef a.c*e(f', 'abcdef ***'],
    ['a wrapped key at the start', [KEY], `${KEY.slice(0, 9)}\n${KEY.slice(9)}`, '***'],
    ['two keys with the same start', ['sk-0123456', 'sk-0123456789'], 'sk-0123456789', '***'],
  ])('leaves the rest: %s', (_, keys, text, rest) => {
    expect(scrubber(keys)(text)).toBe(rest);
  });

  it('removes any key within longer base64', () => {
    const key = fc.string({ minLength: 12, maxLength: 60, unit: 'grapheme-ascii' });
    fc.assert(
      fc.property(key, fc.string(), fc.string(), (secret, before, after) => {
        expect(scrubber([secret])(base64(`${before}${secret}${after}`))).toContain('***');
      }),
    );
  });
});

describe('scrubbed', () => {
  it('scrubs every text, names included, and copies the rest', () => {
    const value = { [KEY]: [{ deep: `x ${KEY}` }, 1, null, undefined, true], rate: 0.5 };
    expect(scrubbed(value, scrubber([KEY]))).toEqual({
      '***': [{ deep: 'x ***' }, 1, null, undefined, true],
      rate: 0.5,
    });
  });
});

describe('spellingsOf', () => {
  it('lists each spelling of a key once, and of a short key only itself', () => {
    const spellings = spellingsOf([KEY, KEY, 'abc']);
    expect(spellings).toEqual(
      expect.arrayContaining([KEY, 'abc', base64(KEY), encodeURIComponent(KEY)]),
    );
    expect(new Set(spellings).size).toBe(spellings.length);
    expect(spellings.filter((spelling) => spelling.length < 6)).toEqual(['abc']);
  });
});
