import type { Overrides } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/rules.ts';
import { errorOf, FILE } from './config-error.ts';

const overrides = { hub: 'reference', model: 'attentive', data: 'builtin:statements' };

const fault = (text: string, given: Overrides = overrides) => errorOf(text, given)!;

describe("LangTest's files, unchanged", () => {
  it('defaults alone, the older name negation', () => {
    const config = parseConfig(
      `model_parameters:\n  max_tokens: 64\n\ntests:\n  defaults:\n    min_pass_rate: 1.0\n\n  sensitivity:\n    negation:\n      min_pass_rate: 0.70\n`,
      FILE,
      overrides,
    );
    expect(config.model.parameters).toEqual({ max_tokens: 64 });
    expect(config.tests).toMatchObject([
      {
        test: { name: 'add_negation' },
        minimum_pass_rate: 0.7,
        asking: { method: 'pair' },
        candidates: [{ threshold: [-0.2, 0.2], scorer: { name: 'embedding' } }],
      },
    ]);
  });

  it('a rate that only the defaults hold', () => {
    const config = parseConfig(
      'tests:\n  defaults: { min_pass_rate: 1.0 }\n  sensitivity:\n    add_negation:\n',
      FILE,
      overrides,
    );
    expect(config.tests[0]!.minimum_pass_rate).toBe(1);
  });

  it.each(['[-0.1, 0.1]', '(-0.1, 0.1)', '\n    - -0.1\n    - 0.1'])(
    'evaluation.threshold %s',
    (threshold) => {
      const config = parseConfig(
        `evaluation:\n  threshold: ${threshold}\ntests:\n  defaults:\n    min_pass_rate: 1.0\n  sensitivity:\n    add_negation:\n      min_pass_rate: 0.70\n`,
        FILE,
        overrides,
      );
      expect(config.tests[0]).toMatchObject({
        candidates: [{ threshold: [-0.1, 0.1] }],
        minimum_pass_rate: 0.7,
      });
    },
  );

  it.each(['add_toxic_words', 'toxicity'])('%s with contexts and strategy', (name) => {
    const config = parseConfig(
      `tests:\n  defaults:\n    min_pass_rate: 1.0\n  sensitivity:\n    ${name}:\n      min_pass_rate: 0.65\n      parameters:\n        ending_context: ["fuck fuck"]\n        starting_context: ["fucking sexcam"]\n        strategy: "combined"\n`,
      FILE,
      overrides,
    );
    const [
      {
        test,
        parameters,
        candidates: [chosen],
        minimum_pass_rate,
      },
    ] = config.tests as [(typeof config.tests)[number]];
    expect({ name: test.name, threshold: chosen!.threshold, minimum_pass_rate }).toEqual({
      name: 'add_toxic_words',
      threshold: 0,
      minimum_pass_rate: 0.65,
    });
    const { perturbation } = test;
    if (perturbation?.kind !== 'text') throw new TypeError('the test perturbs each text');
    const turn = { seed: 0, index: 0, draw: () => 0 };
    expect(perturbation.perturb('Total 10247.', parameters, turn)).toBe(
      'fucking sexcam Total 10247. fuck fuck',
    );
  });

  it('data_source with split', () => {
    const config = parseConfig(
      'data: { data_source: "hf:allenai/openbookqa", split: test }\ntests: { sensitivity: { add_negation: } }',
      FILE,
      { hub: 'reference', model: 'attentive' },
    );
    expect(config.tests[0]!.data.source).toBe('hf:allenai/openbookqa::test');
  });
});

describe('thresholds', () => {
  const both = 'tests:\n  sensitivity:\n    add_negation: {}\n    add_toxic_words: {}\n';
  const thresholds = (text: string) =>
    parseConfig(text, FILE, overrides).tests.map(({ candidates }) => candidates[0]!.threshold);

  it('one key for two tests of different type counts where it fits', () => {
    expect(thresholds(`evaluation: { threshold: 2 }\n${both}`)).toEqual([[-0.2, 0.2], 2]);
    expect(thresholds(`evaluation: { threshold: [0, 0.5] }\n${both}`)).toEqual([[0, 0.5], 0]);
  });

  it('the nearest wins, and 0 is a threshold', () => {
    const text = (own: string) =>
      `evaluation: { threshold: 3 }\ntests:\n  defaults: { threshold: 4 }\n  sensitivity:\n    add_toxic_words: { ${own} }\n`;
    expect(thresholds(text('threshold: 0'))).toEqual([0]);
    expect(thresholds(text(''))).toEqual([3]);
    expect(thresholds(text('').replace(/^.*\n/, ''))).toEqual([4]);
  });

  it("a test's own must be of its scorer's kind", () => {
    expect(fault('tests:\n  sensitivity:\n    add_negation:\n      threshold: 0\n')).toMatchObject({
      where: `${FILE}:4:18`,
      message: expect.stringContaining('pair [low, high]'),
    });
  });

  it('ends in the wrong order would let everything pass', () => {
    expect(
      fault('evaluation: { threshold: [0.2, -0.2] }\ntests: { sensitivity: { add_negation: {} } }'),
    ).toMatchObject({
      where: `${FILE}:1:26`,
      remedy: 'Write [-0.2, 0.2].',
    });
  });
});

describe('mistakes are named with place, what is allowed and the nearest key', () => {
  it.each([
    [
      'tests:\n  sensitivity:\n    add_negation:\n      min_pas_rate: 0.7\n',
      `${FILE}:4:7`,
      /unknown key `"tests.sensitivity.add_negation.min_pas_rate"`; did you mean 'min_pass_rate'\?$/,
    ],
    [
      'tests:\n  sensitivity:\n    add_negations: {}\n',
      `${FILE}:3:5`,
      /did you mean 'add_negation'/,
    ],
    [
      'tests:\n  robustnes:\n    add_typo: {}\n  sensitivity: { add_negation: {} }\n',
      `${FILE}:2:3`,
      /unknown key `"tests.robustnes"`; did you mean 'robustness'\?$/,
    ],
    [
      'tests:\n  sensitivity:\n    add_negation:\n      min_pass_rate: high\n',
      `${FILE}:4:22`,
      /must be a number, not `"high"`/,
    ],
    [
      'tests: { sensitivity: { add_toxic_words: { parameters: { strategy: both } } } }',
      `${FILE}:1:68`,
      /cannot be `"both"`.*start, end, combined/,
    ],
    [
      'tests: { sensitivity: { add_toxic_words: { parameters: { starting_context: [7] } } } }',
      `${FILE}:1:76`,
      /a text, or a list/,
    ],
    [
      'tests: { sensitivity: { add_negation: { scorer: bad_words } } }',
      `${FILE}:1:49`,
      /embedding, loss/,
    ],
    [
      'tests: { sensitivity: { add_negation: { threshold: [0.1] } } }',
      `${FILE}:1:52`,
      /a pair \[low, high\]/,
    ],
    ['model: {}\n', `${FILE}:1:1`, /`"tests"` is missing/],
    ['tests: { sensitivity: {} }', `${FILE}:1:23`, /names no test/],
    [
      'tests: { sensitivity: { negation: {}, add_negation: {} } }',
      `${FILE}:1:39`,
      /are the same test/,
    ],
    ['- a\n- b\n', `${FILE}:1:1`, /must be a mapping/],
  ])('%s', (text, where, message) => {
    const found = fault(text);
    expect(found.where).toBe(where);
    expect(found.message).toMatch(message);
  });

  it('bad YAML and a key that stands twice', () => {
    expect(fault('tests:\n  sensitivity: [\n').where).toMatch(/^f\.yml:\d+:\d+$/);
    expect(fault('seed: 1\nseed: 2\ntests: { sensitivity: { add_negation: {} } }')).toMatchObject({
      where: `${FILE}:2:1`,
      message: expect.stringContaining('unique'),
    });
  });

  it('keys by the thousand, in time, and the last that stands twice', () => {
    const keys = Array.from({ length: 2_000 }, (_, index) => `  k${index}: 1`).join('\n');
    expect(fault(`model:\n${keys}\n  k1: 2\ntests: {}`)).toMatchObject({
      where: `${FILE}:2002:3`,
      message: expect.stringContaining('unique'),
    });
  });

  it('more than can be read in time, and deeper', () => {
    expect(fault('a: 1\n'.repeat(10_000)).message).toContain('words and signs');
    expect(fault(`a: ${'['.repeat(200)}${']'.repeat(200)}`).message).toContain('deeper');
    expect(fault('? ? a').message).toContain('unknown key');
  });

  it('too many aliases', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n`;
    expect(fault(bomb).message).toMatch(/alias/i);
  });

  it('an alias within its own anchor, and aliases that lead deep down', () => {
    for (const endless of [
      '&a { model: *a }',
      'evaluation: { judge: &a [*a] }',
      'model: { hub: http, name: m, body: &a { q: [{ r: *a }] } }',
    ]) {
      expect(fault(endless).message).toContain('within its own anchor');
    }
    const nested = (inner: string) => `${'['.repeat(90)}${inner}${']'.repeat(90)}`;
    const deep = Array.from(
      { length: 5 },
      (_, i) => `a${i}: &a${i} ${nested(i === 0 ? 'x' : `*a${i - 1}`)}`,
    ).join('\n');
    expect(fault(deep).message).toContain('deeper than 100 levels');
    // What is merely there twice is not within itself.
    expect(() =>
      parseConfig(
        'model: { hub: http, name: m, url: "http://127.0.0.1:1", body: { a: &a { q: "{prompt}" }, b: *a, c: *a } }\ndata: { source: d }\ntests: { sensitivity: { add_negation: {} } }',
        FILE,
        {},
      ),
    ).not.toThrow();
  });

  it('an empty file, no hub, no model, no data, an unknown hub from the input', () => {
    const tests = 'tests: { sensitivity: { add_negation: {} } }';
    expect(fault('# nothing\n').message).toBe('the configuration is empty');
    expect(fault(tests, {})).toMatchObject({
      message: 'no model hub is named',
      remedy: expect.stringContaining('input `hub`'),
    });
    expect(fault(tests, { hub: 'openai' })).toMatchObject({ message: 'no model is named' });
    expect(fault(tests, { hub: 'openai', model: 'm' })).toMatchObject({
      message: 'no data is named',
    });
    expect(fault(tests, { hub: 'opnai', model: 'm', data: 'd' })).toMatchObject({
      where: "input 'hub'",
      message: 'unknown hub `"opnai"`; did you mean \'openai\'?',
    });
    expect(fault(tests, { hub: 'azure-openai', model: 'm', data: 'd' }).message).toMatch(
      /needs an embedding model/,
    );
  });
});

it('a span of more than 30 days is refused, and not shortened', () => {
  const text = (deadline: string) =>
    `deadline: ${deadline}\ntests: { sensitivity: { add_negation: {} } }`;
  expect(parseConfig(text('30d'), FILE, overrides).deadline).toBe(2_592_000);
  for (const deadline of ['40d', '721h', '2592001'])
    expect(fault(text(deadline))).toMatchObject({
      where: `${FILE}:1:11`,
      message: expect.stringMatching(/at most (?:30d|2592000)/),
    });
});

it('inputs override the file; a test may have data of its own', () => {
  const text = `model: { hub: openai, name: a }\ndata: { source: x.jsonl }\nbudget: { max_requests: 5 }\ntests:\n  sensitivity:\n    add_negation: {}\n    add_toxic_words: { data: { source: y.txt, limit: 3 } }\n`;
  const config = parseConfig(text, FILE, {
    hub: 'reference',
    model: 'parrot',
    data: 'z.csv',
    maxRequests: 9,
  });
  expect(config.model).toMatchObject({ hub: 'reference', name: 'parrot' });
  expect(config.budget.max_requests).toBe(9);
  expect(config.tests.map(({ data }) => data)).toMatchObject([
    { source: 'z.csv', place: "input 'data'" },
    { source: 'y.txt', limit: 3 },
  ]);
});

it('quotes nothing of a file that is no configuration: another one may stand in its place, with a key in it', () => {
  const SECRET = 'hunter2-0123456789';
  const texts = [
    `TOKEN=${SECRET}`,
    `"${SECRET}"`,
    `- ${SECRET}`,
    `a: *${SECRET}`,
    `&${SECRET}`,
    `!${SECRET} x`,
    `%${SECRET}\n---\nx`,
    `"\\${SECRET}"`,
    `a: "b" ${SECRET}`,
    `[a] ${SECRET}`,
    `a: |${SECRET}\n b`,
    `@${SECRET}`,
    `? [${SECRET}]\n: 1\n${SECRET}: [`,
    `a: b: ${SECRET}`,
    `${SECRET}: 1\n${SECRET}: 2`,
    `{${SECRET}`,
    `a: ]${SECRET}`,
    `-----BEGIN PRIVATE KEY-----\n${SECRET}\n-----END PRIVATE KEY-----`,
    `\t${SECRET}: x`,
    `<<: ${SECRET}`,
    `${SECRET}:\n  - a\n b`,
    `a: "${SECRET}`,
    `a: [${SECRET}, {`,
    `a: &b &${SECRET} c`,
    `a: !!b !!${SECRET} c`,
    `!${SECRET}!x y`,
    `? a\n${SECRET}\nb`,
  ];
  for (const text of texts)
    expect({ text, told: fault(text).describe() }).toEqual({
      text,
      told: expect.not.stringContaining(SECRET),
    });
  for (const [text, kind] of [
    ['TOKEN=x', 'a text'],
    ['- x', 'a list'],
    ['42', 'a number'],
    ['true', 'true or false'],
  ]) {
    expect(fault(text!).message).toContain(
      `the configuration must be a mapping of keys, not ${kind}`,
    );
  }
});
