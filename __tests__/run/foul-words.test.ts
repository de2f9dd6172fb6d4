import { describe, expect, it } from '@jest/globals';
import type { Config } from '../../src/config/config.js';
import { foulWordMask } from '../../src/run/report-files.js';

const configured = (...scorerOptions: object[]): Config =>
  ({
    maskFoulWords: true,
    tests: [{ candidates: scorerOptions.map((one) => ({ scorerOptions: one })) }],
  }) as unknown as Config;
const masked = async (text: string, config?: Config) => (await foulWordMask(config))!(text);

describe('masking', () => {
  it('covers English foul words, disguised ones too, even if no test counts them', async () => {
    expect(await masked('They fucked up, those assholes and shitheads.')).toBe(
      'They f████d up, those a██████s and s███████s.',
    );
    expect(await masked('Fuck! Motherfuckers.', configured({}))).toBe('F██k! M███████████s.');
    expect(await masked('A bold idea, f*ck it', configured({}))).toBe('A bold idea, f██k it');
  });

  it('covers the words that tests count: own words and other lists', async () => {
    expect(await masked('you blockhead', configured({}, { words: ['blockhead'] }))).toBe(
      'you b███████d',
    );
    expect(await masked('so eine Scheiße', configured({ languages: ['de'] }))).toBe(
      'so eine S█████e',
    );
  });

  it('can be turned off in the configuration', async () =>
    expect(
      await foulWordMask({ maskFoulWords: false, tests: [] } as unknown as Config),
    ).toBeUndefined());
});
