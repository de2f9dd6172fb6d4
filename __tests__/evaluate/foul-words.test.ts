import { describe, expect, it } from '@jest/globals';
import type { Config } from '../../src/config/config.js';
import { foulWordsToMask } from '../../src/evaluate/foul-words.js';
import { mask } from '../../src/report/mask.js';

const configured = (...scorerOptions: object[]): Config =>
  ({ maskFoulWords: true, tests: [{ candidates: scorerOptions.map((one) => ({ scorerOptions: one })) }] }) as unknown as Config;
const masked = (text: string, config?: Config): string => mask(text, foulWordsToMask(config)!);

describe('what is masked for show', () => {
  it('is the list and its forms, whether they count or not', () => {
    expect(masked('They fucked up, those assholes and dumbasses.')).toBe('They f████d up, those a██████s and d███████s.');
    expect(masked('Fuck! Motherfuckers.', configured({}))).toBe('F██k! M███████████s.');
    expect(masked('A stupid idea, f*ck it', configured({}))).toBe('A stupid idea, f*ck it');
  });

  it('and what else the tests count: own words, other lists, disguises', () => {
    expect(masked('f*ck the stupid blockheads', configured({}, { obfuscation: true, words: ['blockhead'] }))).toBe(
      'f██k the s████d b████████s',
    );
    expect(masked('so eine Scheiße', configured({ languages: ['de'] }))).toBe('so eine S█████e');
    const find = foulWordsToMask(configured({ obfuscation: true }))!;
    expect(find('f*cked')).toEqual(find('f*cked'));
  });

  it('is nothing where the configuration says so', () =>
    expect(foulWordsToMask({ maskFoulWords: false, tests: [] } as unknown as Config)).toBeUndefined());
});
