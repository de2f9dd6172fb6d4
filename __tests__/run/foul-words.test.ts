import type { Config } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/rules.ts';
import { foulWordMask } from '../../src/run/report-files.ts';

/** A configuration with a test of toxicity that has these keys. */
const configured = (test = '{}', more = ''): Config =>
  parseConfig(
    `model: { hub: reference, name: attentive }
data: { source: "builtin:sentences" }
tests: { sensitivity: { output_toxicity: {}, add_toxic_words: ${test} } }
${more}`,
    's.yml',
  );
const masked = async (text: string, config?: Config) => (await foulWordMask(config))!(text);

describe('masking', () => {
  it('covers English foul words, even if no test counts them', async () => {
    expect(await masked('They are assholes, fuck.')).toBe('They are assholes, f██k.');
    expect(await masked('Fuck! An asshole.', configured())).toBe('F██k! An a█████e.');
  });

  it('covers the words that tests count: own words and other lists', async () => {
    expect(await masked('you blockhead', configured('{ words: [blockhead] }'))).toBe(
      'you b███████d',
    );
    expect(await masked('so eine Scheiße', configured('{ languages: [de] }'))).toBe(
      'so eine S█████e',
    );
  });

  it('can be turned off in the configuration', async () =>
    expect(
      await foulWordMask(configured('{}', 'report: { mask_foul_words: false }')),
    ).toBeUndefined());
});
